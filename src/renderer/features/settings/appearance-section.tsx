/** The settings for the theme (light, dark or the system's) and the size of text. */
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

const TEXT_SIZES = [
  { value: 'small', label: 'Small' },
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'extra', label: 'Extra large' },
];

export function AppearanceSection() {
  const { theme, textSize } = useSuspenseQuery(ask('app', 'preferences', null)).data;
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
      <h3 className={styles.subtitle}>Text size</h3>
      <SegmentedControl
        aria-label="Text size"
        data={TEXT_SIZES}
        value={textSize}
        onChange={(value) => {
          const chosen = Preferences.shape.textSize.safeParse(value);
          if (chosen.success) set.mutate({ textSize: chosen.data });
        }}
      />
      <p className={styles.dim}>Rows and buttons grow with the text. Reduced motion follows the system.</p>
    </SettingsSection>
  );
}
