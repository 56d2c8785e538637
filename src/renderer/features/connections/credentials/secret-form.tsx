/** Replaces the stored client secret of a credential. */
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { checkClientSecret } from '../../../../shared/connection/connection-input.ts';
import { secretHostOf } from '../../../../shared/connection/host-moves.ts';
import type { Connection, Credential } from '../../../../shared/model/connection.ts';
import { useAct } from '../../../ipc/client.ts';
import { notify } from '../../../ui/notify.ts';
import {
  clearStaleError,
  issueOf,
  issuesByPath,
  remainingError,
  SecretField,
  useCheckedFields,
} from '../form/fields.tsx';
import { FormDialog } from '../form/form-dialog.tsx';

interface Props {
  connection: Connection;
  credential: Credential;
  onClose: () => void;
}

export function SecretForm({ connection, credential, onClose }: Props) {
  const replace = useAct('connections', 'replaceSecret', { quiet: true });
  const form = useForm({
    initialValues: { clientSecret: '' },
    validate: { clientSecret: (text) => issueOf(checkClientSecret(text)) },
    onValuesChange: () => clearStaleError(replace),
  });
  const propsOf = useCheckedFields(form);
  const submit = form.onSubmit(({ clientSecret }) =>
    replace.mutate(
      { credentialId: credential.id, clientSecret },
      {
        onSuccess: () => {
          notify(`secret-${credential.id}`, 'Client Secret saved', `${credential.label} uses it from now on.`);
          onClose();
        },
        onError: (error) => form.setErrors(issuesByPath(error)),
      },
    ),
  );
  const formError = remainingError(replace.error, (path) => path in form.errors);
  return (
    <FormDialog
      title={`Client Secret of ${credential.label}`}
      submitLabel="Save secret"
      pending={replace.isPending}
      error={formError}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        The service shows a secret only once, right after creating it. The stored secret is overwritten.
      </Text>
      <SecretField
        data-autofocus
        host={secretHostOf(connection.addresses, credential.api)}
        {...propsOf('clientSecret')}
      />
    </FormDialog>
  );
}
