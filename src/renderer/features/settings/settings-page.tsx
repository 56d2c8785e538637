/** The Settings page: a table of contents beside all sections. The small sections are in this file. */
import { Alert } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import type { DesktopChoice, Preferences, TextSize } from '../../../shared/model/app.ts';
import { AudienceChoice } from '../../actions/audience-choice.tsx';
import { useAnswer } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import type { SettingsSectionName } from '../../navigation/settings-section-names.ts';
import { SETTINGS_SECTIONS } from '../../navigation/settings-sections.ts';
import { WORDS } from '../../text/words.ts';
import { IconShieldOff } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ShortcutList } from '../../ui/shortcut-list.tsx';
import { StoredChoice, useStoredChoice } from '../../ui/stored-choice.tsx';
import { useIdle } from '../../ui/use-idle.ts';
import { AboutSection } from './about-section.tsx';
import { DataSection } from './data-section.tsx';
import { FormatsSection } from './formats-section.tsx';
import { GuestsSection } from './guests-section.tsx';
import { JournalSection } from './journal-section.tsx';
import { KeptListingsSection } from './kept-listings-section.tsx';
import { LockSection } from './lock-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { OffersSection } from './offers-section.tsx';
import { PoliciesSection } from './policies-section.tsx';
import { ProgramsSection } from './programs-section.tsx';
import { ProtectionSection } from './protection-section.tsx';
import styles from './settings.module.css';
import { Choice, SettingsSection, useDesktopSwitch, usePreferences, useSetPreferences } from './settings-section.tsx';
import { UpdatesSection } from './updates-section.tsx';

/** The number of sections that fill a window. */
const FIRST_SECTIONS = 4;

export function SettingsPage() {
  const { section } = useSearch({ from: '/settings' });
  // A link from Traffic leads to this section, for any audience.
  const showsJournal = useAudience() === 'support' || section === 'journal';
  const shown = SETTINGS_SECTIONS.filter((entry) => entry.section !== 'journal' || showsJournal);
  // The other sections are drawn together after the first paint, so that a link to one of them finds the page at its full height.
  const isWhole = useDeferredValue(useIdle());
  return (
    <>
      <PageHeader title="Settings" description="These settings apply to all connections." />
      <SandboxNotice />
      <div className={styles.page}>
        <nav aria-label="Sections" className={styles.contents}>
          {shown.map((entry) => (
            <PageLink key={entry.section} to="/settings" search={{ section: entry.section }}>
              {entry.title}
            </PageLink>
          ))}
        </nav>
        <div className={styles.column}>
          {(isWhole ? shown : shown.slice(0, FIRST_SECTIONS)).map((entry) => {
            const Section = SECTIONS[entry.section];
            return <Section key={entry.section} />;
          })}
        </div>
      </div>
    </>
  );
}

const SECTIONS: Readonly<Record<SettingsSectionName, () => ReactNode>> = {
  audience: AudienceSection,
  appearance: AppearanceSection,
  formats: FormatsSection,
  desktop: DesktopSection,
  keyboard: KeyboardSection,
  privacy: PrivacySection,
  secrets: ProtectionSection,
  lock: LockSection,
  guests: GuestsSection,
  programs: ProgramsSection,
  network: NetworkSection,
  data: DataSection,
  listings: KeptListingsSection,
  journal: JournalSection,
  offers: OffersSection,
  policies: PoliciesSection,
  updates: UpdatesSection,
  about: AboutSection,
};

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
  const { theme, textSize } = usePreferences();
  const set = useSetPreferences();
  return (
    <SettingsSection name="appearance">
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

/** The section that chooses the audience: property managers or support. */
function AudienceSection() {
  const { audience } = usePreferences();
  const set = useSetPreferences();
  const [shown, choose] = useStoredChoice(audience, (chosen) => set.mutateAsync({ audience: chosen }));
  return (
    <SettingsSection name="audience">
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
  { value: 'pausedPrograms', label: 'A program is paused', about: 'After many refusals in a minute.' },
  { value: 'updates', label: 'A new version is available', about: 'Once for each version.' },
];

/** The switches of the tray icon and of the notifications. */
function DesktopSection() {
  const { tray, tokens } = WORDS[useAudience()].desktop;
  const switchOf = useDesktopSwitch();
  const choice = (value: DesktopChoice, label: string, about: string) => (
    <Choice {...{ label, about }} key={value} {...switchOf(value)} />
  );
  return (
    <SettingsSection name="desktop">
      {choice('tray', tray.label, tray.about)}
      <h3 className={styles.subtitle}>Notify me when</h3>
      {choice('tokens', tokens.label, tokens.about)}
      {NOTICES.map(({ value, label, about }) => choice(value, label, about))}
      <p className={styles.dim}>Notifications name no guest, because a locked screen shows them, too.</p>
    </SettingsSection>
  );
}

/** Says what leaves the computer. */
function PrivacySection() {
  return (
    <SettingsSection name="privacy">
      <p className={styles.text}>
        Your data stays on this computer. The app talks to the service of your connections, loads the pictures of your
        properties, and asks the publisher’s server for a newer version if updates are on. When you share a connection,
        it sends sealed data, counts and times to your team’s server. It sends no telemetry and no crash reports.
      </p>
    </SettingsSection>
  );
}

/** Warns when the console was started without Chromium's sandbox. */
function SandboxNotice() {
  const { sandboxed } = useAnswer('app', 'info', null);
  if (sandboxed) return null;
  return (
    <Alert
      className="lk-alert-warn"
      icon={<IconShieldOff size={18} aria-hidden />}
      title="This window runs without Chromium’s sandbox"
      p="sm"
      mb="md"
    >
      The app was started that way, with the switch --no-sandbox or as root. Program code that takes over this window
      could then read and change your files. To run with the sandbox, install the .deb or .rpm package and start the app
      as an ordinary user, without LATCHKEY_SANDBOX=off.
    </Alert>
  );
}

/** All keyboard shortcuts. */
function KeyboardSection() {
  const { platform } = useAnswer('app', 'info', null);
  return (
    <SettingsSection name="keyboard">
      <ShortcutList platform={platform} withSupport={useAudience() === 'support'} />
    </SettingsSection>
  );
}
