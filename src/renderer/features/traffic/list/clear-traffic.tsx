/** Deletes the exchanges of a connection after a confirmation, and offers an undo. */
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '../../../actions/confirm-dialog.tsx';
import { offerUndoOf } from '../../../actions/offer-undo.tsx';
import { useAct } from '../../../ipc/client.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconTrash } from '../../../ui/icons.ts';

export function ClearTraffic({ connectionId, disabled }: { connectionId: string; disabled: boolean }) {
  const [confirming, { open, close }] = useDisclosure(false);
  const clear = useAct('traffic', 'clear', {
    quiet: true,
    onSuccess: (pending) => {
      close();
      if (pending) offerUndoOf('Traffic cleared', [pending.deletionId]);
    },
  });
  return (
    <>
      <IconButton Icon={IconTrash} onClick={open} disabled={disabled}>
        Clear
      </IconButton>
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
