/** The settings for the tray icon and the notifications about tokens. */
import { Switch } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { act, ask } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { WORDS } from '../../text/words.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

export function DesktopSection() {
  const { notifyTokens } = useSuspenseQuery(ask('app', 'preferences', null)).data;
  const { tray } = WORDS[useAudience()];
  const set = useMutation(act('app', 'setPreferences'));
  return (
    <SettingsSection title="Desktop">
      <Switch
        label={tray.label}
        description={tray.about}
        classNames={{ description: styles.reason ?? '' }}
        checked={notifyTokens}
        disabled={set.isPending}
        onChange={(event) => set.mutate({ notifyTokens: event.currentTarget.checked })}
      />
      <p className={styles.dim}>{tray.note}</p>
    </SettingsSection>
  );
}
