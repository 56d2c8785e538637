/** Deletes the exchanges of a connection after a confirmation, and offers to restore them. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../actions/confirm-dialog.tsx';
import { offerUndo } from '../../../actions/offer-undo.tsx';
import { act, call, quietly } from '../../../ipc/client.ts';
import { IconTrash } from '../../../ui/icons.ts';
import { LISTS } from './use-exchange-list.ts';

/** Reads everything again that is made of exchanges. */
async function refresh(client: QueryClient): Promise<void> {
  for (const name of ['failures', 'access']) void client.invalidateQueries({ queryKey: ['doctor', name] });
  // The list takes its first page from this query, so the query is reloaded first.
  await client.invalidateQueries({ queryKey: ['traffic', 'exchanges'] });
  void client.resetQueries({ queryKey: LISTS });
  for (const name of ['timeline', 'facets', 'chain', 'journal'])
    void client.invalidateQueries({ queryKey: ['traffic', name] });
}

export function ClearTraffic({ connectionId, disabled }: { connectionId: string; disabled: boolean }) {
  const [confirming, { open, close }] = useDisclosure(false);
  const client = useQueryClient();
  const clear = useMutation({
    ...quietly(act('traffic', 'clear')),
    onSuccess: async ({ restorable }) => {
      close();
      if (restorable)
        offerUndo(`traffic cleared ${connectionId}`, 'Traffic cleared', async () => {
          await call('traffic', 'restore', { connectionId });
          await refresh(client);
        });
      await refresh(client);
    },
  });
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={open} disabled={disabled}>
        Clear
      </Button>
      {confirming ? (
        <ConfirmDialog
          title="Clear the traffic of this connection?"
          confirm="Clear"
          keep="Keep"
          pending={clear.isPending}
          error={clear.error}
          onConfirm={() => clear.mutate({ connectionId })}
          onClose={close}
        >
          All exchanges of this connection are deleted, also from the disk, and Doctor can no longer use them. Token
          slots and the ledger stay as they are. You can undo this for a few seconds.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
