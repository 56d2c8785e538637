/** Replaces the stored client secret of one credential. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { checkClientSecret } from '../../../../shared/connection-input.ts';
import type { Credential } from '../../../../shared/model/connection.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { act, quietly } from '../../../ipc/client.ts';
import { notify } from '../../../ui/notify.ts';
import { SecretField } from '../form/fields.tsx';
import { clearStaleError, issuesByPath, remainingError } from '../form/form-issues.ts';
import { useCheckedFields } from '../form/use-checked-fields.ts';

export function SecretForm({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const replace = useMutation(quietly(act('connections', 'replaceSecret')));
  const form = useForm({
    initialValues: { clientSecret: '' },
    validate: { clientSecret: messageOfSecret },
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
    <Modal opened onClose={onClose} title={`Client Secret of ${credential.label}`} closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            The service shows a secret only once, right after creating it. The stored secret is overwritten.
          </Text>
          <SecretField data-autofocus {...propsOf('clientSecret')} />
          {formError ? <ErrorNotice error={formError} compact /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={replace.isPending}>
              Save secret
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The issue of a client secret; null when it is valid. */
export function messageOfSecret(text: string): string | null {
  const checked = checkClientSecret(text);
  return checked.ok ? null : checked.message;
}
