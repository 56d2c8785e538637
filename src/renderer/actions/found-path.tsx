/** Shows the path that the path doctor found for an operation, with a button that restores the earlier path. */
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FoundPath, OperationId } from '../../shared/model/operation.ts';
import { keyOf, useAct } from '../ipc/client.ts';
import { IconRadar2 } from '../ui/icons.ts';

interface Props {
  connectionId: string;
  operation: OperationId;
  found: FoundPath;
}

export function FoundPathLine({ connectionId, operation, found }: Props) {
  const client = useQueryClient();
  const undo = useAct('operations', 'undoFound', {
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('operations', 'list', { connectionId }) }),
  });
  return (
    <Group gap="xs" role="status" my={6} wrap="nowrap" align="flex-start">
      <IconRadar2 size={16} style={{ flex: 'none', marginTop: 3 }} aria-hidden />
      {undo.isSuccess ? (
        <Text size="sm">Undone: {found.from} is in use again.</Text>
      ) : (
        <>
          <Text size="sm" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {found.from} answered 404. {found.to} answers, and this connection uses it from now on.
          </Text>
          <Button
            size="compact-xs"
            flex="none"
            loading={undo.isPending}
            onClick={() => undo.mutate({ connectionId, operation })}
          >
            Undo
          </Button>
        </>
      )}
    </Group>
  );
}
