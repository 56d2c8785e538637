/** Asks for confirmation of an irreversible action. The safe button has the focus. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

export function ConfirmDialog({
  title,
  children,
  confirm,
  keep = 'Cancel',
  pending = false,
  error = null,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** The labels of the confirming button, such as "Remove connection", and of the safe one. */
  confirm: string;
  keep?: string;
  pending?: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        <div>{children}</div>
        {error === null || error === undefined ? null : <ErrorNotice error={error} compact />}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {keep}
          </Button>
          <Button variant="filled" color="red.9" loading={pending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
