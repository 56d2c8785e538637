/** Actions on one exchange: copy as cURL, export as HAR, send again. */
import { Button, Group, Text } from '@mantine/core';
import { IconFileExport, IconRepeat } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Exchange } from '../../../../shared/model/traffic.ts';
import { act, ask } from '../../../ipc/client.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { quietly } from '../../../ui/quietly.ts';
import type { ExportControl } from '../use-export.tsx';
import { CopyCurl } from './copy-curl.tsx';
import styles from './drawer.module.css';
import { replayObstacle } from './replayable.ts';

export function ExchangeActions({
  exchange,
  exporting,
  onAgain: onReplayed,
}: {
  exchange: Exchange;
  exporting: ExportControl;
  onAgain: (id: string) => void;
}) {
  const obstacleId = useId();
  const replay = useMutation(
    quietly({
      ...act('traffic', 'replay'),
      onSuccess: ({ exchangeId }: { exchangeId: string }) => onReplayed(exchangeId),
    }),
  );
  const operations = useQuery(ask('operations', 'list', { connectionId: exchange.connectionId })).data ?? [];
  const obstacle = replayObstacle(exchange, operations);
  return (
    <div className={styles.actions}>
      <Group gap="xs">
        <CopyCurl exchange={exchange} />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFileExport size={14} aria-hidden />}
          loading={exporting.running}
          onClick={() => exporting.start({ kind: 'chosen', connectionId: exchange.connectionId, ids: [exchange.id] })}
        >
          Export as HAR
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRepeat size={14} aria-hidden />}
          disabled={obstacle !== null}
          aria-describedby={obstacle === null ? undefined : obstacleId}
          loading={replay.isPending}
          onClick={() => replay.mutate({ id: exchange.id })}
        >
          Send again
        </Button>
      </Group>
      {obstacle === null ? null : (
        <Text id={obstacleId} size="xs" c="dimmed" mt={6}>
          {obstacle}
        </Text>
      )}
      {exporting.error ? <ErrorNotice error={exporting.error} compact /> : null}
      {replay.error ? <ErrorNotice error={replay.error} compact /> : null}
    </div>
  );
}
