/** Executes the commands of the menu, its accelerators and clicked notifications. */
import { spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOpenWindow } from '../actions/use-open-window.ts';
import { listen } from '../ipc/client.ts';
import { useConnection } from '../ipc/current.ts';

export function CommandListener() {
  const navigate = useNavigate();
  const { id: connectionId } = useConnection();
  const openWindow = useOpenWindow();
  useEffect(
    () =>
      listen('app', 'onCommand', (command) => {
        if (command === 'search') spotlight.open();
        else if (command === 'shortcuts') return;
        else if (command === 'newWindow') openWindow(connectionId);
        else if (command === 'newConnection') void navigate({ to: '/connections', search: { new: '1' } });
        else void navigate({ to: `/${command}` });
      }),
    [navigate, openWindow, connectionId],
  );
  useEffect(
    () =>
      listen('app', 'onShowToken', ({ credentialId }) => void navigate({ to: '/token', search: { id: credentialId } })),
    [navigate],
  );
  return null;
}
