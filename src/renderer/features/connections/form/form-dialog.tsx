/** A dialog with one form: its fields, an error that belongs to no field, and buttons to cancel and submit. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNotice } from '../../../actions/error-notice.tsx';

interface Props {
  title: string;
  submitLabel: string;
  pending: boolean;
  error: unknown;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({ title, submitLabel, pending, error, onSubmit, onClose, children }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {children}
          {error ? <ErrorNotice error={error} compact /> : null}
          <Group justify="flex-end">
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="filled" type="submit" loading={pending}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
