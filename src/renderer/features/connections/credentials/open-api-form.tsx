/** Sets or replaces the Open API credential of a connection. */
import { useForm } from '@mantine/form';
import { checkClientId, checkClientSecret } from '../../../../shared/connection/connection-input.ts';
import { secretHostOf } from '../../../../shared/connection/host-moves.ts';
import type { Connection } from '../../../../shared/model/connection.ts';
import { useAct } from '../../../ipc/client.ts';
import {
  ClientIdField,
  clearStaleError,
  issueOf,
  issuesByPath,
  remainingError,
  SecretField,
  useCheckedFields,
} from '../form/fields.tsx';
import { FormDialog } from '../form/form-dialog.tsx';

export function OpenApiForm({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const save = useAct('connections', 'setOpenApi', { quiet: true });
  const form = useForm({
    initialValues: { clientId: connection.openApi?.clientId ?? '', clientSecret: '' },
    validate: {
      clientId: (text) => issueOf(checkClientId(text)),
      clientSecret: (text) => issueOf(checkClientSecret(text)),
    },
    onValuesChange: () => clearStaleError(save),
  });
  const propsOf = useCheckedFields(form);
  const submit = form.onSubmit((values) =>
    save.mutate(
      { connectionId: connection.id, ...values },
      { onSuccess: onClose, onError: (error) => form.setErrors(issuesByPath(error)) },
    ),
  );
  const formError = remainingError(save.error, (path) => path === 'clientId' || path === 'clientSecret');
  return (
    <FormDialog
      title={connection.openApi ? 'Replace the Open API credentials' : 'Add the Open API client'}
      submitLabel="Save credentials"
      pending={save.isPending}
      error={formError}
      onSubmit={submit}
      onClose={onClose}
    >
      <ClientIdField data-autofocus {...propsOf('clientId')} />
      <SecretField host={secretHostOf(connection.addresses, 'openApi')} {...propsOf('clientSecret')} />
    </FormDialog>
  );
}
