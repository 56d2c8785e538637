/** The versions of the app, the folder of its data, and its licences. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../actions/copy-button.tsx';
import { useAnswer } from '../../ipc/client.ts';
import { formatInstant } from '../../text/format.ts';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { LicencesDialog } from './licences-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import styles from './settings.module.css';
import { Path, SettingsSection, WithButtons } from './settings-section.tsx';

const PLATFORMS: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

export function AboutSection() {
  const info = useAnswer('app', 'info', null);
  const [showsLicences, setShowsLicences] = useState(false);
  const [showsReport, setShowsReport] = useState(false);
  const platform = PLATFORMS[info.platform] ?? info.platform;
  const versions = `Latchkey ${info.version} · ${info.runtime} · ${platform}`;
  return (
    <SettingsSection name="about">
      <KeyValueGrid
        entries={[
          {
            name: 'Latchkey',
            value: (
              <WithButtons>
                <span>{info.version}</span>
                <CopyButton text={versions} label="Copy the versions" size="xs" />
              </WithButtons>
            ),
          },
          { name: 'Runtime', value: info.runtime },
          { name: 'System', value: platform },
          { name: 'Started', value: formatInstant(info.startedAt) },
          { name: 'Data folder', value: <Path path={info.dataPath} label="Copy the path of the data folder" /> },
          {
            name: 'Licence',
            value: (
              <WithButtons>
                <span>MIT</span>
                <Button size="compact-xs" onClick={() => setShowsLicences(true)}>
                  Show licences
                </Button>
              </WithButtons>
            ),
          },
        ]}
      />
      <h3 className={styles.subtitle}>Accessibility</h3>
      <p className={styles.text}>
        The aim is WCAG 2.2, level AA. The app is made for the keyboard alone, too; text can be enlarged under
        Appearance, and reduced motion follows the system.
      </p>
      <h3 className={styles.subtitle}>Report a problem</h3>
      <p className={styles.text}>
        A report for the publisher: versions, settings without secrets, times and the log. You see all of it; the app
        sends it nowhere.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => setShowsReport(true)}>Show the report</Button>
      </div>
      {showsReport ? <ReportDialog onClose={() => setShowsReport(false)} /> : null}
      {showsLicences ? <LicencesDialog onClose={() => setShowsLicences(false)} /> : null}
    </SettingsSection>
  );
}
