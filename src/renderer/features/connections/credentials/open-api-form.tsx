/** Sets or replaces the Open API credential of a connection. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { checkClientId } from '../../../../shared/connection-input.ts';
import type { Connection } from '../../../../shared/model/connection.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { act, quietly } from '../../../ipc/client.ts';
import { ClientIdField, SecretField } from '../form/fields.tsx';
import { clearStaleError, issuesByPath, remainingError } from '../form/form-issues.ts';
import { useCheckedFields } from '../form/use-checked-fields.ts';
import { messageOfSecret } from './secret-form.tsx';

export function OpenApiForm({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const save = useMutation(quietly(act('connections', 'setOpenApi')));
  const form = useForm({
    initialValues: { clientId: connection.openApi?.clientId ?? '', clientSecret: '' },
    validate: { clientId: messageOfClientId, clientSecret: messageOfSecret },
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
    <Modal
      opened
      onClose={onClose}
      title={connection.openApi ? 'Replace the Open API credentials' : 'Add the Open API client'}
      closeOnClickOutside={false}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ClientIdField data-autofocus {...propsOf('clientId')} />
          <SecretField {...propsOf('clientSecret')} />
          {formError ? <ErrorNotice error={formError} compact /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save credentials
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The issue of a client ID; null when it is valid. */
export function messageOfClientId(text: string): string | null {
  const checked = checkClientId(text);
  return checked.ok ? null : checked.message;
}
