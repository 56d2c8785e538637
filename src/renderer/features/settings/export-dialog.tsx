/** Exports what people made; guests only if the person wants. */
import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { act, quietly } from '../../ipc/client.ts';
import { formatCount } from '../../text/format.ts';

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const [withGuests, setWithGuests] = useState(false);
  const write = useMutation(quietly(act('data', 'exportJson')));
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
          <Button variant="default" onClick={onClose} data-autofocus>
            {write.data ? 'Close' : 'Cancel'}
          </Button>
          <Button loading={write.isPending} onClick={() => write.mutate({ withGuests })}>
            Export
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
