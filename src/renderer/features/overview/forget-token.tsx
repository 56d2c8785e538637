/** Asks before a stored token is dropped. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { act } from '../../ipc/client.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { quietly } from '../../ui/quietly.ts';
import { priceText } from './quota-text.ts';

export function ForgetToken({ token, onClose }: { token: TokenStatus; onClose: () => void }) {
  const forget = useMutation(quietly(act('tokens', 'forget')));
  return (
    <Modal opened onClose={onClose} title={`Forget the token of ${token.label}`}>
      <Stack gap="md">
        <Text>
          The stored token is dropped. It costs nothing now, but the next request asks for a new one:{' '}
          {priceText(token.quota)}
        </Text>
        {forget.error ? <ErrorNotice error={forget.error} compact /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep the token
          </Button>
          <Button
            color="red"
            loading={forget.isPending}
            onClick={() => forget.mutate({ credentialId: token.credentialId }, { onSuccess: onClose })}
          >
            Forget it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
