/** The dialog that adopts an access token. A person pastes the token once; it is never shown again. Adopting uses no slot. */
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAct } from '../../ipc/client.ts';
import { InstantInput } from '../../ui/instant-input.tsx';

/** The option by which the cache forgets the pasted token. */
const UNCACHED = { gcTime: 0 } as const;

export function AdoptToken({ token, onClose }: { token: TokenStatus; onClose: () => void }) {
  const adopt = useAct('tokens', 'adopt', { quiet: true, ...UNCACHED });
  const [accessToken, setAccessToken] = useState('');
  const [issued, setIssued] = useState('');
  const [missing, setMissing] = useState(false);
  const close = () => {
    setAccessToken('');
    adopt.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(accessToken.trim() === '');
    if (accessToken.trim() === '') return;
    adopt.mutate(
      { credentialId: token.credentialId, accessToken, issuedAt: localInstant(issued) },
      {
        onSuccess: () => {
          notifications.show({ title: 'Token adopted', message: `${token.label} uses it now. No slot was used.` });
          close();
        },
      },
    );
  };
  return (
    <Modal opened onClose={close} title={`Adopt a token for ${token.label}`} closeOnClickOutside={false} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            Paste an access token that was issued to this client ID elsewhere. Adopting it uses no slot, so it works
            even when all slots are used. It replaces the current token.
          </Text>
          <PasswordInput
            label="Access token"
            description="Entered once and never shown again."
            value={accessToken}
            onChange={(event) => {
              setAccessToken(event.currentTarget.value);
              setMissing(false);
            }}
            error={missing ? 'Paste the access token.' : null}
            autoComplete="new-password"
            spellCheck={false}
            autoCorrect="off"
            autoCapitalize="off"
            data-autofocus
          />
          <InstantInput
            label="Issued at (optional)"
            description="Local time. Only used if the token itself does not say when it was issued; it expires 24 hours after that."
            value={issued}
            onChange={setIssued}
          />
          {adopt.error ? <ErrorNotice error={adopt.error} compact /> : null}
          <Group justify="flex-end">
            <Button onClick={close}>Cancel</Button>
            <Button variant="filled" type="submit" loading={adopt.isPending}>
              Adopt the token
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Converts a local date and time such as "2026-11-20T21:05" to an instant (epoch ms); null when the text is empty or invalid. */
export function localInstant(value: string): number | null {
  const at = new Date(value).getTime();
  return value === '' || Number.isNaN(at) ? null : at;
}
