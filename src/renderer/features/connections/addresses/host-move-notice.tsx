/** Explains what a host move means, with a field for each client secret that must be entered again. */
import { Alert, List, Stack, Text } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { HostMove } from '../../../../shared/connection/host-moves.ts';
import type { Credential } from '../../../../shared/model/connection.ts';
import { useAudience } from '../../../ipc/use-audience.ts';
import { WORDS } from '../../../text/words.ts';
import { IconArrowsExchange } from '../../../ui/icons.ts';
import { SecretField } from '../form/fields.tsx';

export function HostMoveNotice({
  moves,
  credentials,
  propsOf,
}: {
  moves: readonly HostMove[];
  credentials: readonly Credential[];
  propsOf: (credential: Credential) => GetInputPropsReturnType;
}) {
  const words = WORDS[useAudience()].form;
  // The live region is always drawn, so that a screen reader announces the sentence when it appears.
  return (
    <div>
      <Alert
        role="group"
        aria-label="Another host"
        variant="light"
        className="lk-alert-warn"
        icon={<IconArrowsExchange size={18} aria-hidden />}
        display={moves.length === 0 ? 'none' : undefined}
      >
        <Stack gap="sm">
          <Text size="sm" fw={600} role="status">
            {moves.length === 0 ? '' : credentials.length === 0 ? 'The host changes.' : words.hostChange}
          </Text>
          <List size="sm">
            {moves.map(({ key, from, to }) => (
              <List.Item key={key}>
                {words.addresses[key]}: <span className="lk-mono">{`${from ?? 'no address'} → ${to}`}</span>
              </List.Item>
            ))}
          </List>
          {credentials.map((credential) => (
            <SecretField
              key={credential.id}
              label={`Client Secret of ${credential.label}`}
              description="For the new host. You can leave it empty and enter it later, under Credentials."
              {...propsOf(credential)}
            />
          ))}
          <Text size="sm" c="dimmed">
            When you save, a dialog outside this window names both hosts. Nothing changes unless you confirm it there.
          </Text>
        </Stack>
      </Alert>
    </div>
  );
}
