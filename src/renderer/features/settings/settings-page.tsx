/** The Settings page: audience, protection of secrets, journal, appearance, desktop, versions and shortcuts. */
import { useSearch } from '@tanstack/react-router';
import { useAudience } from '../../ipc/use-audience.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { AudienceSection } from './audience-section.tsx';
import { DataSection } from './data-section.tsx';
import { DesktopSection } from './desktop-section.tsx';
import { FormatsSection } from './formats-section.tsx';
import { GuestsSection } from './guests-section.tsx';
import { JournalSection } from './journal-section.tsx';
import { KeptListingsSection } from './kept-listings-section.tsx';
import { OffersSection } from './offers-section.tsx';
import { ProtectionSection } from './protection-section.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';
import styles from './settings.module.css';
import { ShortcutsSection } from './shortcuts-section.tsx';

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
          <AboutSection />
        </div>
        <div className={styles.column}>
          <ShortcutsSection />
        </div>
      </div>
    </>
  );
}
