/** What can be done with one exchange: copied as cURL, written as HAR, sent again. */
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
import { whyNotAgain } from './replayable.ts';

export function ExchangeActions({
  exchange,
  exporting,
  onAgain,
}: {
  exchange: Exchange;
  exporting: ExportControl;
  onAgain: (id: string) => void;
}) {
  const whyId = useId();
  const again = useMutation(
    quietly({
      ...act('traffic', 'replay'),
      onSuccess: ({ exchangeId }: { exchangeId: string }) => onAgain(exchangeId),
    }),
  );
  const operations = useQuery(ask('operations', 'list', { connectionId: exchange.connectionId })).data ?? [];
  const whyNot = whyNotAgain(exchange, operations);
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
          disabled={whyNot !== null}
          aria-describedby={whyNot === null ? undefined : whyId}
          loading={again.isPending}
          onClick={() => again.mutate({ id: exchange.id })}
        >
          Send again
        </Button>
      </Group>
      {whyNot === null ? null : (
        <Text id={whyId} size="xs" c="dimmed" mt={6}>
          {whyNot}
        </Text>
      )}
      {exporting.error ? <ErrorNotice error={exporting.error} compact /> : null}
      {again.error ? <ErrorNotice error={again.error} compact /> : null}
    </div>
  );
}
