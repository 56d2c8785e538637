/** The parts of a section of the Settings page. */
import { Card, Switch } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DesktopChoice } from '../../../shared/model/app.ts';
import { CopyButton } from '../../actions/copy-button.tsx';
import { useAct, useAnswer } from '../../ipc/client.ts';
import type { SettingsSectionName } from '../../navigation/settings-section-names.ts';
import { SETTINGS_SECTIONS } from '../../navigation/settings-sections.ts';
import { useSectionShown } from '../../navigation/use-section-shown.ts';
import styles from './settings.module.css';

/** A section of the Settings page. It scrolls into view when the page's address names it. */
export function SettingsSection({ name, children }: { name: SettingsSectionName; children: ReactNode }) {
  const titleId = `settings-${name}`;
  useSectionShown(useSearch({ from: '/settings' }).section === name ? titleId : null);
  return (
    <Card component="section" aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1} className={styles.title}>
        {SETTINGS_SECTIONS.find(({ section }) => section === name)?.title}
      </h2>
      {children}
    </Card>
  );
}

export const usePreferences = () => useAnswer('app', 'preferences', null);

export const useSetPreferences = () => useAct('app', 'setPreferences');

/**
 * Returns the properties of a desktop choice's switch. While one choice is saved, all switches are disabled, because the choices are stored as one
 * list.
 */
export function useDesktopSwitch(): (value: DesktopChoice) => Pick<ChoiceProps, 'checked' | 'disabled' | 'onChange'> {
  const { desktop } = usePreferences();
  const set = useSetPreferences();
  return (value) => ({
    checked: desktop.includes(value),
    disabled: set.isPending,
    onChange: (isOn) => {
      const others = desktop.filter((one) => one !== value);
      set.mutate({ desktop: isOn ? [...others, value] : others });
    },
  });
}

interface ChoiceProps {
  readonly label: string;
  readonly about: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch with a line that explains it. */
export const Choice = ({ about, onChange, ...control }: ChoiceProps) => (
  <Switch
    className={styles.choice ?? ''}
    description={about}
    classNames={{ description: styles.reason ?? '' }}
    onChange={(event) => onChange(event.currentTarget.checked)}
    {...control}
  />
);

/** A value beside buttons that act on it. */
export const WithButtons = ({ children }: { children: ReactNode }) => <span className={styles.copied}>{children}</span>;

/** A path of this computer, with a button that copies it. */
export const Path = ({ path, label, children }: { path: string; label: string; children?: ReactNode }) => (
  <WithButtons>
    <span className="lk-mono">{path}</span>
    <CopyButton text={path} label={label} size="xs" />
    {children}
  </WithButtons>
);
