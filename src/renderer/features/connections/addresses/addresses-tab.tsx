/** The tab for the name, the addresses and the timing of a connection. */
import { Alert, Button, Card, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import { checkAddresses, checkClientSecret, checkName } from '../../../../shared/connection/connection-input.ts';
import { type HostMove, hostMovesOf, movedCredentialsOf } from '../../../../shared/connection/host-moves.ts';
import type { AddressInputs, Connection, ConnectionChanges, Credential } from '../../../../shared/model/connection.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAct, useAnswer } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { WORDS } from '../../../text/words.ts';
import { IconArrowsExchange } from '../../../ui/icons.ts';
import { KeyValueGrid } from '../../../ui/key-value-grid.tsx';
import { notify } from '../../../ui/notify.ts';
import {
  AddressField,
  clearStaleError,
  issuesByPath,
  remainingError,
  SecretField,
  useCheckedFields,
} from '../form/fields.tsx';
import { ADDRESS_KEYS } from '../new/new-connection-values.ts';
import { TimingCard } from './timing-card.tsx';

export function AddressesTab({ connection }: { connection: Connection }) {
  const audience = useAudience();
  return (
    <Stack gap="md">
      <Card padding="md" bg="var(--lk-surface)">
        {connection.presetId === 'sandbox' ? (
          <KeyValueGrid
            entries={ADDRESS_KEYS.map((key) => ({
              name: WORDS[audience].form.addresses[key],
              value: <span className="lk-mono">{connection.addresses[key] ?? 'not used'}</span>,
            }))}
          />
        ) : (
          <AddressesForm connection={connection} />
        )}
      </Card>
      {audience === 'support' ? <TimingCard connection={connection} /> : null}
    </Stack>
  );
}

interface Values {
  name: string;
  addresses: AddressInputs;
  /** Client secrets that the person entered again, by credential id. */
  secrets: Record<string, string>;
}

/** The host moves that the entered addresses would make, and the credentials whose secrets must be entered again. */
function movesIn(connection: Connection, { addresses }: Values) {
  const moves = hostMovesOf(connection.addresses, checkAddresses(addresses).addresses);
  return { moves, credentials: movedCredentialsOf(connection, moves) };
}

function typedSecrets(connection: Connection, values: Values): NonNullable<ConnectionChanges['secrets']> {
  return movesIn(connection, values).credentials.flatMap(({ id }) => {
    const clientSecret = values.secrets[id] ?? '';
    return clientSecret === '' ? [] : [{ credentialId: id, clientSecret }];
  });
}

function checkValues(connection: Connection, values: Values): Record<string, string> {
  const checkedName = checkName(values.name, 'a name');
  const { issues } = checkAddresses(values.addresses);
  const secretIssues = typedSecrets(connection, values).flatMap(({ credentialId, clientSecret }) => {
    const checked = checkClientSecret(clientSecret);
    return checked.ok ? [] : [{ path: `secrets.${credentialId}`, message: checked.message }];
  });
  return {
    ...(checkedName.ok ? {} : { name: checkedName.message }),
    ...Object.fromEntries([...issues, ...secretIssues].map((issue) => [issue.path, issue.message])),
  };
}

function AddressesForm({ connection }: { connection: Connection }) {
  const audience = useAudience();
  const presets = useAnswer('connections', 'presets', null);
  const preset = presets.find((candidate) => candidate.id === connection.presetId);
  const update = useAct('connections', 'update', { quiet: true });
  const { baseUrl, authUrl, bookingBaseUrl, bookingAuthUrl } = connection.addresses;
  const form = useForm<Values>({
    initialValues: {
      name: connection.name,
      addresses: {
        baseUrl: baseUrl ?? '',
        authUrl: authUrl ?? '',
        bookingBaseUrl: bookingBaseUrl ?? '',
        bookingAuthUrl: bookingAuthUrl ?? '',
      },
      secrets: {},
    },
    validate: (values) => checkValues(connection, values),
    onValuesChange: () => clearStaleError(update),
  });
  const propsOf = useCheckedFields(form);
  const { moves, credentials } = movesIn(connection, form.values);
  const submit = form.onSubmit((values) => {
    const { name, addresses } = values;
    const secrets = typedSecrets(connection, values);
    update.mutate(
      { id: connection.id, name, addresses, ...(secrets.length > 0 ? { secrets } : {}) },
      {
        onSuccess: () => {
          const saved = { ...values, secrets: {} };
          form.setValues(saved);
          form.resetDirty(saved);
          notify(`connection-${connection.id}`, 'Connection saved', 'The next request uses it.');
        },
        onError: (error) => form.setErrors(issuesByPath(error)),
      },
    );
  });
  const formError = remainingError(update.error, (path) => path in form.errors);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Title order={3}>Name and addresses</Title>
        <TextInput label="Name" {...propsOf('name')} />
        {ADDRESS_KEYS.map((key) => (
          <AddressField key={key} addressKey={key} preset={preset} {...propsOf(`addresses.${key}`)} />
        ))}
        <Text size="sm" c="dimmed">
          {WORDS[audience].form.addressChange}
        </Text>
        <HostMoveNotice
          moves={moves}
          credentials={credentials}
          propsOf={({ id }) => ({ ...propsOf(`secrets.${id}`), value: form.values.secrets[id] ?? '' })}
        />
        {formError ? <ErrorNotice error={formError} compact /> : null}
        <Group>
          <Button variant="filled" type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface HostMoveNoticeProps {
  moves: readonly HostMove[];
  credentials: readonly Credential[];
  propsOf: (credential: Credential) => GetInputPropsReturnType;
}

/** Explains what a host move means, with a field for each client secret that must be entered again. */
function HostMoveNotice({ moves, credentials, propsOf }: HostMoveNoticeProps) {
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
