/** The first step of sharing a connection: the team's server, new or existing, and the name for colleagues. */
import {
  Button,
  Group,
  NumberInput,
  PasswordInput,
  Radio,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAct } from '../../../ipc/client.ts';
import { clearStaleError, issuesByPath, remainingError } from '../form/fields.tsx';

/** The port that servers commonly use for Redis with TLS. */
const PORT = 6_380;
const PLAIN = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const;

const filled = (what: string) => (text: string) => (text.trim() === '' ? `Enter ${what}.` : null);

export function ShareForm({ connectionId, onShared }: { connectionId: string; onShared: () => void }) {
  const share = useAct('team', 'share', { quiet: true, onSuccess: onShared });
  const form = useForm({
    initialValues: {
      person: '',
      host: '',
      port: PORT as number | string,
      kind: 'new',
      user: '',
      password: '',
      authority: '',
    },
    validate: {
      person: filled('your name, as colleagues know it'),
      host: (text) =>
        filled('the name or address of the server')(text) ??
        (/^[\w.:-]+$/.test(text.trim()) ? null : 'Enter a name such as valkey.example.com, without https and path.'),
      port: (port) =>
        Number.isInteger(Number(port)) && Number(port) >= 1 && Number(port) <= 65_535
          ? null
          : 'Enter a port from 1 to 65535.',
      user: (text, { kind }) => (kind === 'own' ? filled('the user')(text) : null),
      password: (text, { kind }) => (kind === 'own' ? filled('the password')(text) : null),
    },
    onValuesChange: () => clearStaleError(share),
  });
  const submit = form.onSubmit(({ person, host, port, kind, user, password, authority }) =>
    share.mutate(
      {
        ...{ connectionId, person: person.trim(), host: host.trim(), port: Number(port) },
        server: kind === 'own' ? { kind, user, password, authority } : { kind: 'new' },
      },
      { onError: (error) => form.setErrors(issuesByPath(error)) },
    ),
  );
  const rest = remainingError(share.error, (path) => path in form.errors);
  return (
    <section aria-labelledby="team-share">
      <Title order={3} id="team-share" mb="xs">
        Share with my team
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Your name"
            description="Colleagues see it; the server does not. Use the same on all your computers."
            {...PLAIN}
            {...form.getInputProps('person')}
          />
          <Radio.Group label="Server" {...form.getInputProps('kind')}>
            <Stack gap="xs" mt="xs">
              <Radio
                value="new"
                label="A new one"
                description="The app writes a file that starts one with Docker Compose."
              />
              <Radio
                value="own"
                label="One that exists"
                description="Valkey or Redis from 7.0, with TLS and a user of its own."
              />
            </Stack>
          </Radio.Group>
          <Group gap="sm" align="start">
            <TextInput
              label="Host"
              placeholder="valkey.example.com"
              flex={1}
              {...PLAIN}
              {...form.getInputProps('host')}
            />
            <NumberInput label="Port" w={110} min={1} max={65_535} hideControls {...form.getInputProps('port')} />
          </Group>
          {form.values.kind === 'own' ? (
            <>
              <TextInput label="User" {...PLAIN} {...form.getInputProps('user')} />
              <PasswordInput
                label="Password"
                {...form.getInputProps('password')}
                {...PLAIN}
                autoComplete="new-password"
              />
              <Textarea
                label="Certificate of your own authority (PEM)"
                description="Empty if the server’s certificate is from a public authority."
                autosize
                minRows={2}
                maxRows={6}
                {...PLAIN}
                {...form.getInputProps('authority')}
              />
            </>
          ) : null}
          {rest ? <ErrorNotice error={rest} compact /> : null}
          <Group gap="sm">
            <Button variant="filled" size="xs" type="submit" loading={share.isPending}>
              Continue
            </Button>
            <Text size="sm" c="dimmed">
              Nothing is shared yet.
            </Text>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
