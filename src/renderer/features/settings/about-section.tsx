/** The versions of the console, where its data is, and its licences. */
import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '../../actions/copy-button.tsx';
import { ask } from '../../ipc/client.ts';
import { formatInstant } from '../../text/format.ts';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { LicencesDialog } from './licences-dialog.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const PLATFORMS: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

export function AboutSection() {
  const info = useSuspenseQuery(ask('app', 'info', null)).data;
  const [showsLicences, setShowsLicences] = useState(false);
  const platform = PLATFORMS[info.platform] ?? info.platform;
  const versions = `Latchkey ${info.version} · ${info.runtime} · ${platform}`;
  return (
    <SettingsSection title="About">
      <KeyValueGrid
        entries={[
          {
            name: 'Latchkey',
            value: (
              <span className={styles.copied}>
                <span>{info.version}</span>
                <CopyButton text={versions} label="Copy the versions" size="xs" />
              </span>
            ),
          },
          { name: 'Runtime', value: info.runtime },
          { name: 'System', value: platform },
          { name: 'Started', value: formatInstant(info.startedAt) },
          {
            name: 'Data folder',
            value: (
              <span className={styles.copied}>
                <span className="lk-mono">{info.dataPath}</span>
                <CopyButton text={info.dataPath} label="Copy the path of the data folder" size="xs" />
              </span>
            ),
          },
          {
            name: 'Licence',
            value: (
              <span className={styles.copied}>
                <span>MIT</span>
                <Button size="compact-xs" onClick={() => setShowsLicences(true)}>
                  Show licences
                </Button>
              </span>
            ),
          },
        ]}
      />
      <h3 className={styles.subtitle}>Privacy</h3>
      <p className={styles.text}>
        Your data stays on this computer. The app talks to the service of your connections, loads the pictures of your
        properties, and asks the publisher’s server for a newer version if updates are on. It sends no telemetry and no
        crash reports.
      </p>
      <h3 className={styles.subtitle}>Accessibility</h3>
      <p className={styles.text}>
        The aim is WCAG 2.2, level AA. The app is made for the keyboard alone, too; text can be enlarged under
        Appearance, and reduced motion follows the system.
      </p>
      {showsLicences ? <LicencesDialog onClose={() => setShowsLicences(false)} /> : null}
    </SettingsSection>
  );
}
