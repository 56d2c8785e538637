/** The dialog that issues or renews a token. It states the cost first and requires confirmation for the last slot. */
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isAppError } from '../../shared/app-error.ts';
import { basisText } from '../../shared/error-text.ts';
import type { ClockFace } from '../../shared/model/primitives.ts';
import type { TokenQuota, TokenStatus } from '../../shared/model/token.ts';
import { act, quietly } from '../ipc/client.ts';
import { formatInstant } from '../text/format.ts';
import { isLastSlot, priceText, reserveText } from '../text/quota-text.ts';
import { useNow } from '../ui/use-now.ts';
import { ErrorNotice } from './error-notice.tsx';

export function RenewToken({ token, face, onClose }: { token: TokenStatus; face: ClockFace; onClose: () => void }) {
  const now = useNow(face);
  const renew = useMutation(quietly(act('tokens', 'renew')));
  const [confirmed, setConfirmed] = useState(false);
  const { quota } = token;
  // Fixed at the start, so that the texts do not change when the token arrives.
  const [first] = useState(token.issuedAt === null);
  const last = isLastSlot(quota) || isAppError(renew.error, 'lastSlot');
  const reserve = reserveText(quota, token.reserve);
  const start = () =>
    renew.mutate(
      { credentialId: token.credentialId, confirmLastSlot: last && confirmed },
      {
        onSuccess: () => {
          notifications.show({ title: 'New token', message: `${token.label} has a new token.` });
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={first ? `Get a token for ${token.label}` : `Renew the token of ${token.label}`}
    >
      <Stack gap="md">
        <Text fw={600}>{priceText(quota, now)}</Text>
        {quota.nextSlotAt === null ? null : (
          <Text size="sm" c="dimmed">
            {nextSlotText(quota, quota.nextSlotAt, now)}
          </Text>
        )}
        {reserve ? <Text size="sm">{reserve}</Text> : null}
        {last ? (
          <Checkbox
            checked={confirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
            label="Use the last slot"
            description="After this, no token can be issued until a slot regenerates, even if the new token is lost. A token issued elsewhere can still be adopted."
          />
        ) : null}
        {quota.mayIssue && !first && !reserve ? (
          <Text size="sm" c="dimmed">
            The console renews a token automatically when it is due. Renew now only if the token does not work.
          </Text>
        ) : null}
        {renew.error ? <ErrorNotice error={renew.error} compact /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus={last || !quota.mayIssue || undefined}>
            {first ? 'Not now' : 'Keep the token'}
          </Button>
          <Button
            onClick={start}
            loading={renew.isPending}
            disabled={!quota.mayIssue || (last && !confirmed)}
            data-autofocus={(!last && quota.mayIssue) || undefined}
          >
            {first ? 'Get a token' : 'Renew now'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const nextSlotText = (quota: TokenQuota, at: number, now: number): string =>
  `The next slot is free ${formatInstant(at, { now })} (${basisText(quota.basis)}).`;
