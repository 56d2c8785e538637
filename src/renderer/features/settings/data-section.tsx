/** The app's files on this computer: folder, sizes, backups, export, and the deletion of everything. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StoreName } from '../../../shared/model/stored-data.ts';
import { CopyButton } from '../../actions/copy-button.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { act, ask, keyOf, quietly } from '../../ipc/client.ts';
import { formatBytes, formatInstant } from '../../text/format.ts';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { DeleteEverythingDialog } from './delete-everything-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const CONTENT: Readonly<Record<StoreName, string>> = {
  'console.db': 'What you made',
  'cache.db': 'Listings and results',
  'journal.db': 'Recorded traffic',
};

export function DataSection() {
  const client = useQueryClient();
  const files = useQuery({ ...ask('data', 'files', null), refetchOnMount: 'always' });
  const show = useMutation(quietly(act('data', 'showFolder')));
  const backUp = useMutation({
    ...quietly(act('data', 'backUp')),
    onSuccess: (state) => client.setQueryData(keyOf('data', 'files', null), state),
  });
  const [dialog, setDialog] = useState<'restore' | 'export' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const [newest] = files.data?.backups ?? [];
  return (
    <SettingsSection title="Data" name="data">
      <p className={styles.text}>
        Your quotes, guests, cases, tasks and searches are on this computer alone. They are backed up here once a day
        when they have changed, and before an update changes their file. The seven newest backups are kept.
      </p>
      {files.error ? <ErrorNotice error={files.error} onRetry={() => void files.refetch()} compact /> : null}
      {files.data ? (
        <div className={styles.journal}>
          <KeyValueGrid
            entries={[
              {
                name: 'Folder',
                value: (
                  <span className={styles.copied}>
                    <span className="lk-mono">{files.data.folder}</span>
                    <CopyButton text={files.data.folder} label="Copy the path of the files" size="xs" />
                    <Button
                      size="compact-xs"
                      variant="default"
                      loading={show.isPending}
                      onClick={() => show.mutate(null)}
                    >
                      Show folder
                    </Button>
                  </span>
                ),
              },
              ...files.data.files.map(({ name, bytes }) => ({
                name: CONTENT[name],
                value: `${bytes === 0 ? 'Nothing yet' : formatBytes(bytes)} (${name})`,
              })),
              { name: 'Newest backup', value: newest ? formatInstant(newest.at) : 'None yet' },
            ]}
          />
        </div>
      ) : null}
      <div className={styles.actions}>
        <Button variant="default" loading={backUp.isPending} onClick={() => backUp.mutate(null)}>
          Back up now
        </Button>
        <Button variant="default" disabled={!newest} onClick={() => setDialog('restore')}>
          Restore…
        </Button>
        <Button variant="default" onClick={() => setDialog('export')}>
          Export…
        </Button>
        <Button variant="default" className={styles.danger ?? ''} onClick={() => setDialog('delete')}>
          Delete everything…
        </Button>
      </div>
      <p className={styles.text} role="status">
        {backUp.isSuccess && newest ? `Backed up ${formatInstant(newest.at, { style: 'hour' })}.` : ''}
      </p>
      {backUp.error ? <ErrorNotice error={backUp.error} compact /> : null}
      {show.error ? <ErrorNotice error={show.error} compact /> : null}
      {dialog === 'restore' && files.data ? <RestoreDialog backups={files.data.backups} onClose={close} /> : null}
      {dialog === 'export' ? <ExportDialog onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteEverythingDialog onClose={close} /> : null}
    </SettingsSection>
  );
}
