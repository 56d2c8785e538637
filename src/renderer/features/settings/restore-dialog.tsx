/** Lets a person choose the backup that replaces what people made. */
import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backup } from '../../../shared/model/stored-data.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { act, quietly } from '../../ipc/client.ts';
import { formatBytes, formatCount, formatInstant } from '../../text/format.ts';
import styles from './settings.module.css';

export function RestoreDialog({ backups, onClose }: { backups: readonly Backup[]; onClose: () => void }) {
  const [chosen, setChosen] = useState(backups.find(({ holds }) => holds !== null)?.id ?? null);
  const restore = useMutation(quietly(act('data', 'restore')));
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
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
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
  return `${counts}. ${formatCount(unreadable, 'guest or offer', 'guests or offers')} in it cannot be read here, because the key store of another account or computer sealed their key.`;
}
