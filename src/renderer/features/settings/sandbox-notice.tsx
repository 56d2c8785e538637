/** Warns when the console was started without Chromium's sandbox. */
import { Alert } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ask } from '../../ipc/client.ts';
import { IconShieldOff } from '../../ui/icons.ts';

export function SandboxNotice() {
  const { sandboxed } = useSuspenseQuery(ask('app', 'info', null)).data;
  if (sandboxed) return null;
  return (
    <Alert
      className="lk-alert-warn"
      icon={<IconShieldOff size={18} aria-hidden />}
      title="This window runs without Chromium’s sandbox"
      p="sm"
    >
      The app was started that way, with the switch --no-sandbox or as root. Program code that takes over this window
      could then read and change your files. To run with the sandbox, install the .deb or .rpm package and start the app
      as an ordinary user, without LATCHKEY_SANDBOX=off.
    </Alert>
  );
}
