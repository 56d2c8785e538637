/** Asks for confirmation of an irreversible action. The safe button has the focus. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** The labels of the confirming button, such as "Remove connection", and of the safe one. */
  confirm: string;
  keep?: string;
  /** The mutation that the dialog confirms. Closing the dialog resets it, so that an error is gone when the dialog opens again. */
  mutation?: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({ title, children, confirm, keep = 'Cancel', mutation, onConfirm, onClose }: Props) {
  const close = () => {
    mutation?.reset();
    onClose();
  };
  return (
    <Modal opened onClose={close} title={title}>
      <Stack gap="md">
        <div>{children}</div>
        {mutation?.error ? <ErrorNotice error={mutation.error} compact /> : null}
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            {keep}
          </Button>
          <Button variant="filled" color="red.9" loading={mutation?.isPending ?? false} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
