/** Asks for confirmation before a stored token is discarded. */
import { useMutation } from '@tanstack/react-query';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { ConfirmDialog } from '../../actions/confirm-dialog.tsx';
import { act, quietly } from '../../ipc/client.ts';
import { formatInstant } from '../../text/format.ts';
import { isLastSlot, priceText, reserveText } from '../../text/quota-text.ts';
import { useNow } from '../../ui/use-now.ts';

export function DiscardToken({ token, face, onClose }: { token: TokenStatus; face: ClockFace; onClose: () => void }) {
  const now = useNow(face);
  const discard = useMutation(quietly(act('tokens', 'discard')));
  const { quota } = token;
  return (
    <ConfirmDialog
      title={`Discard the token of ${token.label}`}
      confirm="Discard"
      keep="Keep the token"
      pending={discard.isPending}
      error={discard.error}
      onConfirm={() => discard.mutate({ credentialId: token.credentialId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      The token is deleted from this computer and cannot be restored. This costs nothing now, but the next request needs
      a new token. {priceText(quota, now)} {reserveText(quota, token.reserve)}{' '}
      {isLastSlot(quota) ? 'That is the last slot.' : null}
      {quota.mayIssue || quota.nextSlotAt === null ? null : (
        <strong> Until {formatInstant(quota.nextSlotAt, { now })} there would be no access.</strong>
      )}
    </ConfirmDialog>
  );
}
