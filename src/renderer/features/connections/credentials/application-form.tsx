/** Adds or changes a Booking Engine application. `SecretForm` replaces a stored secret. */
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { checkClientId, checkClientSecret, checkName } from '../../../../shared/connection/connection-input.ts';
import { secretHostOf } from '../../../../shared/connection/host-moves.ts';
import type { BookingOption, Connection, Credential } from '../../../../shared/model/connection.ts';
import { useAct } from '../../../ipc/client.ts';
import {
  BookingOptionField,
  ClientIdField,
  clearStaleError,
  issueOf,
  issuesByPath,
  remainingError,
  SecretField,
  useCheckedFields,
} from '../form/fields.tsx';
import { FormDialog } from '../form/form-dialog.tsx';

interface Values {
  label: string;
  bookingOption: BookingOption;
  clientId: string;
  clientSecret: string;
}

interface Props {
  connection: Connection;
  /** The application to change; null to add one. */
  application: Credential | null;
  onClose: () => void;
}

export function ApplicationForm({ connection, application, onClose }: Props) {
  const add = useAct('connections', 'addApplication', { quiet: true });
  const update = useAct('connections', 'updateApplication', { quiet: true });
  const form = useForm<Values>({
    onValuesChange: () => {
      clearStaleError(add);
      clearStaleError(update);
    },
    initialValues: {
      label: application?.label ?? '',
      bookingOption: application?.bookingOption ?? 'both',
      clientId: application?.clientId ?? '',
      clientSecret: '',
    },
    validate: {
      label: (text) => issueOf(checkName(text, 'a label')),
      clientId: (text) => issueOf(checkClientId(text)),
      clientSecret: (text) => (application ? null : issueOf(checkClientSecret(text))),
    },
  });
  const callbacks = { onSuccess: onClose, onError: (error: unknown) => form.setErrors(issuesByPath(error)) };
  const propsOf = useCheckedFields(form);
  const submit = form.onSubmit((values) => {
    if (application === null) return add.mutate({ connectionId: connection.id, ...values }, callbacks);
    const { clientSecret: _unused, ...changes } = values;
    update.mutate({ credentialId: application.id, ...changes }, callbacks);
  });
  const formError = remainingError(add.error ?? update.error, (path) => path in form.values);
  return (
    <FormDialog
      title={application ? `Edit ${application.label}` : 'Add a Booking Engine application'}
      submitLabel={application ? 'Save' : 'Add application'}
      pending={add.isPending || update.isPending}
      error={formError}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Label"
        description="Your own name for the application."
        placeholder="Website"
        data-autofocus
        {...propsOf('label')}
      />
      <BookingOptionField {...propsOf('bookingOption')} />
      <ClientIdField {...propsOf('clientId')} />
      {application ? null : (
        <SecretField host={secretHostOf(connection.addresses, 'booking')} {...propsOf('clientSecret')} />
      )}
    </FormDialog>
  );
}
