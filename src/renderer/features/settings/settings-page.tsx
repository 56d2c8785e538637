/** The Settings page: audience, protection of secrets, recorded traffic, appearance, desktop, versions and shortcuts. */
import { PageHeader } from '../../ui/page-header.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { AudienceSection } from './audience-section.tsx';
import { DesktopSection } from './desktop-section.tsx';
import { JournalSection } from './journal-section.tsx';
import { KeptListingsSection } from './kept-listings-section.tsx';
import { ProtectionSection } from './protection-section.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';
import styles from './settings.module.css';
import { ShortcutsSection } from './shortcuts-section.tsx';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" description="These settings apply to all connections." />
      <div className={styles.page}>
        <div className={styles.column}>
          <SandboxNotice />
          <AudienceSection />
          <ProtectionSection />
          <JournalSection />
          <KeptListingsSection />
          <AppearanceSection />
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
