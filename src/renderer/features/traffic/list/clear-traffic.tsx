/** Empties the record of a connection, after asking once. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { act } from '../../../ipc/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { quietly } from '../../../ui/quietly.ts';
import { LISTS } from './use-exchange-list.ts';

export function ClearTraffic({ connectionId, disabled }: { connectionId: string; disabled: boolean }) {
  const [asking, { open, close }] = useDisclosure(false);
  const client = useQueryClient();
  const clear = useMutation({
    ...quietly(act('traffic', 'clear')),
    onSuccess: async () => {
      close();
      void client.invalidateQueries({ queryKey: ['doctor', 'refusals'] });
      // The list begins with what the first rows are now, so these are read first.
      await client.invalidateQueries({ queryKey: ['traffic', 'exchanges'] });
      void client.resetQueries({ queryKey: LISTS });
      for (const name of ['timeline', 'facets', 'chain', 'journal'])
        void client.invalidateQueries({ queryKey: ['traffic', name] });
    },
  });
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={open} disabled={disabled}>
        Clear
      </Button>
      {asking ? (
        <ConfirmDialog
          title="Clear the record of this connection?"
          confirm="Clear"
          keep="Keep"
          pending={clear.isPending}
          error={clear.error}
          onConfirm={() => clear.mutate({ connectionId })}
          onClose={close}
        >
          All its exchanges are removed, from the disk as well, and Doctor loses what it reads from them. Token slots
          and the ledger are not touched.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
