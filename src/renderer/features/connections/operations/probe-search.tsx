/** Finds the search variant that the service answers, with at most one request for each variant (service.md §6.2). */
import { Button, Card, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Connection } from '../../../../shared/model/connection.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { quietly } from '../../../ipc/client.ts';
import { useAbortableAct } from '../../../ipc/use-abortable-act.ts';
import { IconCircleCheck, IconCircleX, IconRadar2 } from '../../../ui/icons.ts';
import { toneColours } from '../../../ui/tone.ts';
import styles from '../connections.module.css';

export function ProbeSearch({ connection, onDone }: { connection: Connection; onDone: () => void }) {
  const probe = useMutation({ ...quietly(useAbortableAct('operations', 'probeSearch')), onSuccess: onDone });
  return (
    <Card padding="sm" withBorder bg="var(--lk-well)">
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ flex: '1 1 260px' }}>
          Sources disagree on the path of the search. One request per variant shows which one responds.
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRadar2 size={15} aria-hidden />}
          loading={probe.isPending}
          disabled={connection.applications.length === 0}
          onClick={() => probe.mutate({ connectionId: connection.id, applicationId: connection.activeApplicationId })}
        >
          Find the search that responds
        </Button>
      </Group>
      {probe.error ? <ErrorNotice error={probe.error} compact /> : null}
      {probe.data ? (
        <div role="status">
          <ul className={styles.probe} style={{ marginTop: 10 }}>
            {probe.data.tried.map((tried) => (
              <li key={tried.variantId}>
                {tried.answered ? (
                  <IconCircleCheck size={16} color={toneColours('good').strong} aria-label="responded" />
                ) : (
                  <IconCircleX size={16} color={toneColours('bad').strong} aria-label="did not respond" />
                )}
                <span className="lk-mono">{tried.url}</span>
                <span>{tried.outcome}</span>
              </li>
            ))}
          </ul>
          <Text size="sm" fw={600} mt={6}>
            {probe.data.chosen === null
              ? 'No variant responded; the selection is unchanged.'
              : 'The variant that responds is now in use.'}
          </Text>
        </div>
      ) : null}
    </Card>
  );
}
