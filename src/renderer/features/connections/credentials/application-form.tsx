/** Adds or changes a Booking Engine application. `SecretForm` replaces an existing secret. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { checkName } from '../../../../shared/connection-input.ts';
import type { BookingOption, Connection, Credential } from '../../../../shared/model/connection.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { act, quietly } from '../../../ipc/client.ts';
import { BookingOptionField, ClientIdField, SecretField } from '../form/fields.tsx';
import { clearStaleError, issuesByPath, remainingError } from '../form/form-issues.ts';
import { useCheckedFields } from '../form/use-checked-fields.ts';
import { messageOfClientId } from './open-api-form.tsx';
import { messageOfSecret } from './secret-form.tsx';

interface Values {
  label: string;
  bookingOption: BookingOption;
  clientId: string;
  clientSecret: string;
}

export function ApplicationForm({
  connection,
  application,
  onClose,
}: {
  connection: Connection;
  /** The application to change; `null` to add one. */
  application: Credential | null;
  onClose: () => void;
}) {
  const add = useMutation(quietly(act('connections', 'addApplication')));
  const update = useMutation(quietly(act('connections', 'updateApplication')));
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
      label: (text) => {
        const checked = checkName(text, 'a label');
        return checked.ok ? null : checked.message;
      },
      clientId: messageOfClientId,
      clientSecret: (text) => (application ? null : messageOfSecret(text)),
    },
  });
  const callbacks = {
    onSuccess: onClose,
    onError: (error: unknown) => form.setErrors(issuesByPath(error)),
  };
  const propsOf = useCheckedFields(form);
  const submit = form.onSubmit((values) => {
    if (application === null) return add.mutate({ connectionId: connection.id, ...values }, callbacks);
    const { clientSecret: _unused, ...changes } = values;
    update.mutate({ credentialId: application.id, ...changes }, callbacks);
  });
  const formError = remainingError(add.error ?? update.error, (path) => path in form.values);
  return (
    <Modal
      opened
      onClose={onClose}
      title={application ? `Edit ${application.label}` : 'Add a Booking Engine application'}
      closeOnClickOutside={false}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Label"
            description="Your own name for the application."
            placeholder="Website"
            data-autofocus
            {...propsOf('label')}
          />
          <BookingOptionField {...propsOf('bookingOption')} />
          <ClientIdField {...propsOf('clientId')} />
          {application ? null : <SecretField {...propsOf('clientSecret')} />}
          {formError ? <ErrorNotice error={formError} compact /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending || update.isPending}>
              {application ? 'Save' : 'Add application'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
