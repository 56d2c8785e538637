/** The Settings page: audience, protection of secrets, journal, appearance, desktop, updates, versions and shortcuts. */
import { Alert, Switch } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { DesktopChoice, Preferences, TextSize } from '../../../shared/model/app.ts';
import { AudienceChoice } from '../../actions/audience-choice.tsx';
import { act, ask } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { WORDS } from '../../text/words.ts';
import { IconShieldOff } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ShortcutList } from '../../ui/shortcut-list.tsx';
import { StoredChoice, useStoredChoice } from '../../ui/stored-choice.tsx';
import { AboutSection } from './about-section.tsx';
import { DataSection } from './data-section.tsx';
import { FormatsSection } from './formats-section.tsx';
import { GuestsSection } from './guests-section.tsx';
import { JournalSection } from './journal-section.tsx';
import { KeptListingsSection } from './kept-listings-section.tsx';
import { OffersSection } from './offers-section.tsx';
import { ProtectionSection } from './protection-section.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { UpdatesSection } from './updates-section.tsx';

export function SettingsPage() {
  const { section } = useSearch({ from: '/settings' });
  // A link from Traffic leads to this section, for any audience.
  const showsJournal = useAudience() === 'support' || section === 'journal';
  return (
    <>
      <PageHeader title="Settings" description="These settings apply to all connections." />
      <div className={styles.page}>
        <div className={styles.column}>
          <SandboxNotice />
          <AudienceSection />
          <ProtectionSection />
          <OffersSection />
          <GuestsSection />
          <KeptListingsSection />
          <DataSection />
          {showsJournal ? <JournalSection /> : null}
          <AppearanceSection />
          <FormatsSection />
          <DesktopSection />
          <UpdatesSection />
          <AboutSection />
        </div>
        <div className={styles.column}>
          <ShortcutsSection />
        </div>
      </div>
    </>
  );
}

const THEMES: { value: Preferences['theme']; label: string }[] = [
  { value: 'system', label: 'Follow system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const TEXT_SIZES: { value: TextSize; label: string }[] = [
  { value: 'small', label: 'Small' },
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'extra', label: 'Extra large' },
];

/** The settings for the theme (light, dark or the system's) and the size of text. */
function AppearanceSection() {
  const { theme, textSize } = useSuspenseQuery(ask('app', 'preferences', null)).data;
  const set = useMutation(act('app', 'setPreferences'));
  return (
    <SettingsSection title="Appearance">
      <StoredChoice
        aria-label="Theme"
        data={THEMES}
        value={theme}
        onChoose={(chosen) => set.mutateAsync({ theme: chosen })}
      />
      <h3 className={styles.subtitle}>Text size</h3>
      <StoredChoice
        aria-label="Text size"
        data={TEXT_SIZES}
        value={textSize}
        onChoose={(chosen) => set.mutateAsync({ textSize: chosen })}
      />
      <p className={styles.dim}>Rows and buttons grow with the text. Reduced motion follows the system.</p>
    </SettingsSection>
  );
}

/** The setting for whom the screens are drawn. */
function AudienceSection() {
  const { audience } = useSuspenseQuery(ask('app', 'preferences', null)).data;
  const set = useMutation(act('app', 'setPreferences'));
  const [shown, choose] = useStoredChoice(audience, (chosen) => set.mutateAsync({ audience: chosen }));
  return (
    <SettingsSection title="Audience">
      <AudienceChoice value={shown} onChange={choose} />
    </SettingsSection>
  );
}

const NOTICES: readonly { value: DesktopChoice; label: string; about: string }[] = [
  {
    value: 'quotes',
    label: 'A quote expires in less than 3 hours',
    about: 'Quotes that are booked or replaced are left out.',
  },
  { value: 'followUps', label: 'A follow-up is due', about: 'On the day that you chose, and after it.' },
  {
    value: 'bookings',
    label: 'A booking is unconfirmed',
    about: 'The service gave no clear answer, so somebody must check it.',
  },
  { value: 'tasks', label: 'A task is done', about: 'Also when it stops and needs you.' },
  { value: 'updates', label: 'A new version is available', about: 'Once for each version.' },
];

/** The switches of the tray icon and of the notifications. */
function DesktopSection() {
  const { desktop } = useSuspenseQuery(ask('app', 'preferences', null)).data;
  const { tray, tokens } = WORDS[useAudience()].desktop;
  const set = useMutation(act('app', 'setPreferences'));
  const choice = (value: DesktopChoice, label: string, about: string) => (
    <Switch
      key={value}
      mb="sm"
      label={label}
      description={about}
      classNames={{ description: styles.reason ?? '' }}
      checked={desktop.includes(value)}
      disabled={set.isPending}
      onChange={({ currentTarget }) => {
        const others = desktop.filter((one) => one !== value);
        set.mutate({ desktop: currentTarget.checked ? [...others, value] : others });
      }}
    />
  );
  return (
    <SettingsSection title="Desktop">
      {choice('tray', tray.label, tray.about)}
      <h3 className={styles.subtitle}>Notify me when</h3>
      {choice('tokens', tokens.label, tokens.about)}
      {NOTICES.map(({ value, label, about }) => choice(value, label, about))}
      <p className={styles.dim}>Notifications name no guest, because a locked screen shows them, too.</p>
    </SettingsSection>
  );
}

/** Warns when the console was started without Chromium's sandbox. */
function SandboxNotice() {
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

/** All keyboard shortcuts. */
function ShortcutsSection() {
  const { platform } = useSuspenseQuery(ask('app', 'info', null)).data;
  return (
    <SettingsSection title="Keyboard">
      <ShortcutList platform={platform} withSupport={useAudience() === 'support'} />
    </SettingsSection>
  );
}
