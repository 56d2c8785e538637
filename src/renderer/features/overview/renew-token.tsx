/** Asks before a token is renewed by hand, and says what it costs. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { basisText } from '../../../shared/error-text.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { act } from '../../ipc/client.ts';
import { useNow } from '../../ipc/use-now.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatInstant } from '../../ui/format.ts';
import { quietly } from '../../ui/quietly.ts';
import { priceText } from './quota-text.ts';

export function RenewToken({ token, face, onClose }: { token: TokenStatus; face: ClockFace; onClose: () => void }) {
  const now = useNow(face);
  const renew = useMutation(quietly(act('tokens', 'renew')));
  const { quota } = token;
  const start = () =>
    renew.mutate(
      { credentialId: token.credentialId, confirmLastSlot: true },
      {
        onSuccess: () => {
          notifications.show({ title: 'Token renewed', message: `${token.label} has a new token.` });
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={`Renew the token of ${token.label}`}>
      <Stack gap="md">
        <Text fw={600}>{priceText(quota)}</Text>
        {!quota.mayIssue && quota.nextSlotAt !== null ? (
          <Text size="sm">
            The next slot comes {formatInstant(quota.nextSlotAt, { now })} ({basisText(quota.basis)}).
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          The console renews by itself when a token is due, so this is only needed when a token does not work.
        </Text>
        {renew.error ? <ErrorNotice error={renew.error} compact /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep the token
          </Button>
          <Button onClick={start} loading={renew.isPending} disabled={!quota.mayIssue} data-autofocus>
            Renew now
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
