/** The dialog that joins a team with the file and the six words of an invitation. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../../../ipc/client.ts';
import { notify } from '../../../ui/notify.ts';
import { clearStaleError, issuesByPath, remainingError } from '../form/fields.tsx';
import { FormDialog } from '../form/form-dialog.tsx';

export function JoinTeam({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const join = useAct('team', 'join', {
    quiet: true,
    onSuccess: (joined) => {
      if (joined === null) return;
      onClose();
      const { connectionId, needsSecrets } = joined;
      notify(
        'team-joined',
        'You are in the team',
        needsSecrets
          ? 'Enter the Client Secrets next; the invitation does not have them.'
          : 'Limits and tokens are shared.',
      );
      void navigate({ to: '/connections', search: { id: connectionId, tab: needsSecrets ? 'credentials' : 'team' } });
    },
  });
  const form = useForm({
    initialValues: { person: '', passphrase: '' },
    validate: {
      person: (text) => (text.trim() === '' ? 'Enter your name, as colleagues know it.' : null),
      passphrase: (text) => (text.trim() === '' ? 'Enter the six words.' : null),
    },
    onValuesChange: () => clearStaleError(join),
  });
  const submit = form.onSubmit(({ person, passphrase }) =>
    join.mutate({ person: person.trim(), passphrase }, { onError: (error) => form.setErrors(issuesByPath(error)) }),
  );
  return (
    <FormDialog
      title="Join a team"
      submitLabel="Choose the file and join"
      pending={join.isPending}
      error={remainingError(join.error, (path) => path === 'passphrase' || path === 'person')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        A colleague sent you a file and told you six words. Each invitation works once, within 24 hours.
      </Text>
      <TextInput
        data-autofocus
        label="Your name"
        description="Colleagues see it; the server does not."
        autoComplete="off"
        {...form.getInputProps('person')}
      />
      <TextInput
        label="Six words"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="off"
        {...form.getInputProps('passphrase')}
      />
    </FormDialog>
  );
}
