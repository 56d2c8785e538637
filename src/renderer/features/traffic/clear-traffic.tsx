/** Empties the record of a connection, after asking once. */
import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { act } from '../../ipc/client.ts';

export function ClearTraffic({ connectionId, disabled }: { connectionId: string; disabled: boolean }) {
  const [asking, { open, close }] = useDisclosure(false);
  const client = useQueryClient();
  const clear = useMutation({
    ...act('traffic', 'clear'),
    onSuccess: () => {
      close();
      void client.invalidateQueries({ queryKey: ['traffic', 'exchanges'] });
      void client.invalidateQueries({ queryKey: ['doctor', 'refusals'] });
    },
  });
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={open} disabled={disabled}>
        Clear
      </Button>
      <Modal opened={asking} onClose={close} title="Clear the record of this connection?" size="md">
        <Text size="sm">
          The exchanges are removed from this list, and Doctor loses what it reads from them. Token slots and the ledger
          are not touched.
        </Text>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            Keep
          </Button>
          <Button color="red" loading={clear.isPending} onClick={() => clear.mutate({ connectionId })}>
            Clear
          </Button>
        </Group>
      </Modal>
    </>
  );
}
