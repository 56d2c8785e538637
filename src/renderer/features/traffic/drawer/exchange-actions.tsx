/** The actions on an exchange: copy as cURL, export as HAR, send again. */
import { Button, Group, Text } from '@mantine/core';
import { Suspense, useId, useState } from 'react';
import type { EffectiveOperation } from '../../../../shared/model/operation.ts';
import type { Exchange, ExchangeSummary } from '../../../../shared/model/traffic.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAct, useAsk } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconEdit, IconFileExport, IconRepeat } from '../../../ui/icons.ts';
import { later } from '../../../ui/later.tsx';
import { CompareWith } from '../compare/compare-with.tsx';
import type { ExportControl } from '../use-export.tsx';
import { CopyCurl } from './copy-curl.tsx';
import styles from './drawer.module.css';

const EditRead = later(async () => (await import('./edit-read.tsx')).EditRead);

interface Props {
  exchange: Exchange;
  exporting: ExportControl;
  onReplayed: (id: string) => void;
  /** Shows this exchange beside another one. */
  onCompare: (otherId: string) => void;
  onCompose: () => void;
}

export function ExchangeActions({ exchange, exporting, onReplayed, onCompare, onCompose }: Props) {
  const audience = useAudience();
  const [isEditing, setIsEditing] = useState(false);
  const obstacleId = useId();
  const replay = useAct('traffic', 'replay', { quiet: true, onSuccess: ({ exchangeId }) => onReplayed(exchangeId) });
  const operations = useAsk('operations', 'list', { connectionId: exchange.connectionId }).data ?? [];
  const obstacle = replayObstacle(exchange, operations);
  return (
    <div className={styles.actions}>
      <Group gap="xs">
        <CopyCurl exchange={exchange} />
        <IconButton
          size="compact-sm"
          Icon={IconFileExport}
          loading={exporting.running}
          onClick={() => exporting.start({ kind: 'chosen', connectionId: exchange.connectionId, ids: [exchange.id] })}
        >
          Export as HAR
        </IconButton>
        <IconButton
          size="compact-sm"
          Icon={IconRepeat}
          disabled={obstacle !== null}
          aria-describedby={obstacle === null ? undefined : obstacleId}
          loading={replay.isPending}
          onClick={() => replay.mutate({ id: exchange.id })}
        >
          Send again
        </IconButton>
        {exchange.method === 'GET' && obstacle === null ? (
          <IconButton
            size="compact-sm"
            Icon={IconEdit}
            aria-expanded={isEditing}
            onClick={() => setIsEditing((known) => !known)}
          >
            Edit and send again
          </IconButton>
        ) : null}
        {audience === 'support' && exchange.operation !== 'token' && exchange.operation !== 'picture' ? (
          <Button size="compact-sm" onClick={onCompose}>
            New request from it
          </Button>
        ) : null}
        <CompareWith exchange={exchange} onCompare={onCompare} />
      </Group>
      {obstacle === null ? null : (
        <Text id={obstacleId} size="xs" c="dimmed" mt={6}>
          {obstacle}
        </Text>
      )}
      {isEditing ? (
        <Suspense>
          <EditRead exchange={exchange} onSent={onCompare} onCancel={() => setIsEditing(false)} />
        </Suspense>
      ) : null}
      {exporting.error ? <ErrorNotice error={exporting.error} compact /> : null}
      {replay.error ? <ErrorNotice error={replay.error} compact /> : null}
    </div>
  );
}

/** Says why an exchange cannot be sent again; null when it can. `operations` are the operations of its connection. Main checks the same. */
function replayObstacle(
  { method, operation }: Pick<ExchangeSummary, 'method' | 'operation'>,
  operations: readonly EffectiveOperation[],
): string | null {
  if (operation === 'token')
    return 'A token request cannot be sent again from here: it would use a slot. Renew the token on its own page.';
  if (operation === 'picture') return 'Pictures are loaded by the pages that show them.';
  if (method === 'GET' || method === 'HEAD') return null;
  const shape = operations.find((known) => known.operation.id === operation)?.shape;
  if (shape?.repeatable && shape.method === method) return null;
  return `Sending this ${method} twice could do harm, so it cannot be sent again from here.`;
}
