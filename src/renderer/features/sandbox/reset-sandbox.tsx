/** Resets the sandbox to its first start, after a confirmation. */
import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRotate } from '@tabler/icons-react';
import { usePanel } from './use-sandbox.ts';

export function ResetSandbox() {
  const { apply } = usePanel();
  const [asking, { open, close }] = useDisclosure(false);
  const reset = () => {
    close();
    apply({ kind: 'reset' }, 'The sandbox was reset.');
  };
  return (
    <>
      <Button variant="default" leftSection={<IconRotate size={16} aria-hidden />} onClick={open}>
        Reset
      </Button>
      <Modal opened={asking} onClose={close} title="Reset the sandbox?">
        <Text size="sm">
          This removes its reservations, quotes, faults and settings, and resets its quotas. Its tokens stop working.
          Your own connections are not affected.
        </Text>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={reset}>
            Reset
          </Button>
        </Group>
      </Modal>
    </>
  );
}
