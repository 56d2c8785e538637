/** The app's files on this computer: folder, sizes, backups, export, and the deletion of everything. */
import { Button, Checkbox, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Backup, DELETE_WORD, type StoreName } from '../../../shared/model/stored-data.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { formatBytes, formatCount, formatInstant } from '../../text/format.ts';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import styles from './settings.module.css';
import { Path, SettingsSection } from './settings-section.tsx';

const CONTENT: Readonly<Record<StoreName, string>> = {
  'console.db': 'What you made',
  'cache.db': 'Listings and results',
  'journal.db': 'Recorded traffic',
};

export function DataSection() {
  const client = useQueryClient();
  const files = useAsk('data', 'files', null, { refetchOnMount: 'always' });
  const show = useAct('data', 'showFolder', { quiet: true });
  const backUp = useAct('data', 'backUp', {
    quiet: true,
    onSuccess: (state) => client.setQueryData(keyOf('data', 'files', null), state),
  });
  const [dialog, setDialog] = useState<'restore' | 'export' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const [newest] = files.data?.backups ?? [];
  return (
    <SettingsSection name="data">
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
                  <Path path={files.data.folder} label="Copy the path of the files">
                    <Button size="compact-xs" loading={show.isPending} onClick={() => show.mutate(null)}>
                      Show folder
                    </Button>
                  </Path>
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
        <Button loading={backUp.isPending} onClick={() => backUp.mutate(null)}>
          Back up now
        </Button>
        <Button disabled={!newest} onClick={() => setDialog('restore')}>
          Restore…
        </Button>
        <Button onClick={() => setDialog('export')}>Export…</Button>
        <Button className={styles.danger ?? ''} onClick={() => setDialog('delete')}>
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

/** Asks a person to type a word before everything is deleted. */
function DeleteEverythingDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isWord = typed.trim().toLowerCase() === DELETE_WORD;
  const remove = useAct('data', 'deleteEverything', {
    quiet: true,
    // The window's own storage has quotes that were not requested yet.
    onSuccess: () => window.localStorage.clear(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isWord) remove.mutate({ word: DELETE_WORD });
  };
  return (
    <Modal opened onClose={onClose} title="Delete everything?">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <div>
            Connections with their secrets, quotes, guests, cases, tasks, recorded traffic, preferences and all backups
            are deleted from this computer. You cannot undo this. Nothing changes at the service.
          </div>
          <div>
            The memory of token requests goes, too: the app can no longer tell how many tokens were requested today, and
            the service may refuse the next ones.
          </div>
          <TextInput
            label={`Type “${DELETE_WORD}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={isChecked && !isWord ? `Type the word “${DELETE_WORD}”.` : null}
            autoComplete="off"
            data-autofocus
          />
          {remove.error ? <ErrorNotice error={remove.error} compact /> : null}
          {remove.isSuccess ? <div role="status">The app restarts now, and deletes everything.</div> : null}
          <Group justify="flex-end">
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="filled" type="submit" color="red.9" loading={remove.isPending} disabled={remove.isSuccess}>
              Delete and restart
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Exports what people made; guests, sent offers and notes only if the person wants. */
function ExportDialog({ onClose }: { onClose: () => void }) {
  const [withGuests, setWithGuests] = useState(false);
  const write = useAct('data', 'exportJson', { quiet: true });
  return (
    <Modal opened onClose={onClose} title="Export what you made">
      <Stack gap="md">
        <div>
          A JSON file with your quotes, searches, cases, tasks and checklists. It has no client secrets and no tokens,
          and it is not encrypted.
        </div>
        <Checkbox
          label="Include guests, sent offers and notes on quotes"
          checked={withGuests}
          onChange={(event) => setWithGuests(event.currentTarget.checked)}
        />
        {write.error ? <ErrorNotice error={write.error} compact /> : null}
        <WrittenFile
          file={write.data ? { what: formatCount(write.data.records, 'record'), path: write.data.path } : null}
        />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {write.data ? 'Close' : 'Cancel'}
          </Button>
          <Button variant="filled" loading={write.isPending} onClick={() => write.mutate({ withGuests })}>
            Export
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Lets a person choose the backup that replaces what people made. */
function RestoreDialog({ backups, onClose }: { backups: readonly Backup[]; onClose: () => void }) {
  const [chosen, setChosen] = useState(backups.find(({ holds }) => holds !== null)?.id ?? null);
  const restore = useAct('data', 'restore', { quiet: true });
  return (
    <Modal opened onClose={onClose} title="Restore a backup" size="lg">
      <Stack gap="md">
        <div>
          The backup replaces your quotes, guests, cases, tasks and searches. The present ones become a backup, so that
          you can go back. Connections, secrets and the count of token requests stay as they are. Open quotes of the
          backup are unconfirmed until you check them, because they may have been booked since. The app restarts.
        </div>
        <Radio.Group label="Backup" value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs" className={styles.backups ?? ''}>
            {backups.map((backup) => (
              <Radio
                key={backup.id}
                value={backup.id}
                disabled={backup.holds === null}
                label={`${formatInstant(backup.at)} · ${formatBytes(backup.bytes)}`}
                description={contentOf(backup)}
                classNames={{ description: styles.reason ?? '' }}
              />
            ))}
          </Stack>
        </Radio.Group>
        {restore.error ? <ErrorNotice error={restore.error} compact /> : null}
        {restore.isSuccess ? <div role="status">The app restarts now.</div> : null}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            variant="filled"
            color="red.9"
            loading={restore.isPending}
            disabled={chosen === null || restore.isSuccess}
            onClick={() => chosen !== null && restore.mutate({ backupId: chosen })}
          >
            Restore and restart
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function contentOf({ holds }: Backup): string {
  if (!holds) return 'This backup cannot be read.';
  const { quotes, guests, offers, cases, tasks, unreadable } = holds;
  const counts = [
    formatCount(quotes, 'quote'),
    formatCount(guests, 'guest'),
    formatCount(offers, 'sent offer'),
    formatCount(cases, 'case'),
    formatCount(tasks, 'task'),
  ].join(', ');
  if (!unreadable) return counts;
  return `${counts}. ${formatCount(unreadable, 'encrypted record')} in it cannot be read here, because the key store of another account or computer sealed their key.`;
}
