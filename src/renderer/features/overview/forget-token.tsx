/** Asks before a stored token is dropped. */
import { useMutation } from '@tanstack/react-query';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { act } from '../../ipc/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { quietly } from '../../ui/quietly.ts';
import { priceText } from './quota-text.ts';

export function ForgetToken({ token, onClose }: { token: TokenStatus; onClose: () => void }) {
  const forget = useMutation(quietly(act('tokens', 'forget')));
  return (
    <ConfirmDialog
      title={`Forget the token of ${token.label}`}
      confirm="Forget it"
      keep="Keep the token"
      pending={forget.isPending}
      error={forget.error}
      onConfirm={() => forget.mutate({ credentialId: token.credentialId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      The stored token is dropped. It costs nothing now, but the next request asks for a new one:{' '}
      {priceText(token.quota)}
    </ConfirmDialog>
  );
}
