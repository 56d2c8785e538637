/** Follows the commands of the menu and its accelerators, and the notifications a person clicks. */
import { spotlight } from '@mantine/spotlight';
import { useEffect } from 'react';
import { listen } from '../ipc/client.ts';
import { useGo } from '../ui/navigation.ts';

export function CommandListener() {
  const go = useGo();
  useEffect(
    () =>
      listen('app', 'onCommand', (command) => {
        if (command === 'search') spotlight.open();
        else if (command === 'newConnection') go('connections', { new: '1' });
        else go(command);
      }),
    [go],
  );
  useEffect(() => listen('app', 'onShowToken', ({ credentialId }) => go('token', { id: credentialId })), [go]);
  return null;
}
