/** The theme: light, dark or the system's. */
import { SegmentedControl } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Preferences } from '../../../shared/model/app.ts';
import { act, ask } from '../../ipc/client.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const THEMES = [
  { value: 'system', label: 'Follow system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function AppearanceSection() {
  const { theme } = useSuspenseQuery(ask('app', 'preferences', null)).data;
  const set = useMutation(act('app', 'setPreferences'));
  return (
    <SettingsSection title="Appearance">
      <SegmentedControl
        aria-label="Theme"
        data={THEMES}
        value={theme}
        onChange={(value) => {
          const chosen = Preferences.shape.theme.safeParse(value);
          if (chosen.success) set.mutate({ theme: chosen.data });
        }}
      />
      <p className={styles.dim}>Reduced motion follows the system as well.</p>
    </SettingsSection>
  );
}
