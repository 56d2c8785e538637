/** The setting of the tray icon and the token notifications. */
import { Switch } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { act, ask } from '../../ipc/client.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

export function DesktopSection() {
  const { notifyTokens } = useSuspenseQuery(ask('app', 'preferences', null)).data;
  const set = useMutation(act('app', 'setPreferences'));
  return (
    <SettingsSection title="Desktop">
      <Switch
        label="Show a tray icon and token notifications"
        description="A tray icon shows the state of each token. One notification appears when a token is due and cannot be renewed before it expires: no slot left, only the reserve left, rejected credentials, a missing secret, or an endpoint that does not respond."
        classNames={{ description: styles.reason ?? '' }}
        checked={notifyTokens}
        disabled={set.isPending}
        onChange={(event) => set.mutate({ notifyTokens: event.currentTarget.checked })}
      />
      <p className={styles.dim}>
        Off by default. A notification names the credential and the time, never a token. On Linux desktops without a
        tray, notifications still appear.
      </p>
    </SettingsSection>
  );
}
