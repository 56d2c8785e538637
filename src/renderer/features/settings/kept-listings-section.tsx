/** The kept lists of listings: their file, its size, and a button that deletes each list. */

import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useListingNoun } from '../../actions/use-listing-noun.ts';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { useClockFace } from '../../ipc/current.ts';
import { formatBytes, formatInstant } from '../../text/format.ts';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { useAtNow } from '../../ui/use-now.ts';
import styles from './settings.module.css';
import { Path, SettingsSection, WithButtons } from './settings-section.tsx';

export function KeptListingsSection() {
  const client = useQueryClient();
  const noun = useListingNoun();
  const kept = useAsk('listings', 'kept', null, { refetchOnMount: 'always' });
  const connections = useAsk('connections', 'list', null);
  const remove = useAct('listings', 'deleteKept', {
    quiet: true,
    onSuccess: (state) => {
      client.setQueryData(keyOf('listings', 'kept', null), state);
      setDeletedId(null);
    },
  });
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const nameOf = (id: string) => connections.data?.connections.find((one) => one.id === id)?.name ?? 'A connection';
  return (
    <SettingsSection name="listings">
      <p className={styles.text}>
        The last complete list of each connection is kept on this disk, so that it is there at once after a restart and
        without a network. Fields whose names say that they hold secrets or data of people are redacted in it.
      </p>
      {kept.error ? <ErrorNotice error={kept.error} onRetry={() => void kept.refetch()} compact /> : null}
      {kept.data?.reason ? (
        <Alert className="lk-alert-warn" mb="sm" p="sm">
          The lists are not kept at present: {kept.data.reason}.
        </Alert>
      ) : null}
      {kept.data ? (
        <div className={styles.journal}>
          <KeyValueGrid
            entries={[
              ...kept.data.lists.map(({ connectionId, loadedAt, count }) => ({
                key: connectionId,
                name: nameOf(connectionId),
                value: (
                  <WithButtons>
                    <span>
                      {noun.count(count)}, loaded <LoadedAt connectionId={connectionId} at={loadedAt} />
                    </span>
                    <Button
                      size="compact-xs"
                      aria-label={`Delete the kept list of ${nameOf(connectionId)}`}
                      onClick={() => setDeletedId(connectionId)}
                    >
                      Delete
                    </Button>
                  </WithButtons>
                ),
              })),
              { name: 'Size', value: kept.data.lists.length === 0 ? 'Nothing is kept' : formatBytes(kept.data.bytes) },
              { name: 'File', value: <Path path={kept.data.file} label="Copy the path of the kept lists" /> },
            ]}
          />
        </div>
      ) : null}
      {deletedId === null ? null : (
        <ConfirmDialog
          title={`Delete the kept list of ${nameOf(deletedId)}?`}
          confirm="Delete"
          keep="Keep it"
          mutation={remove}
          onConfirm={() => remove.mutate({ connectionId: deletedId })}
          onClose={() => setDeletedId(null)}
        >
          It is deleted from this disk. You cannot undo this, but the list can be loaded from the service again.
        </ConfirmDialog>
      )}
    </SettingsSection>
  );
}

function LoadedAt({ connectionId, at }: { connectionId: string; at: number }) {
  const text = useAtNow(useClockFace(connectionId), (now) => formatInstant(at, { now }));
  return <span className="lk-num">{text}</span>;
}
