/** The newest exchanges of the connection, with links to Traffic. */
import { Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { filterOf } from '../../../shared/model/traffic.ts';
import { operationName } from '../../../shared/text/api-names.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { ask } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatInstant } from '../../text/format.ts';
import { StatusCode } from '../../ui/status-code.tsx';
import styles from './overview.module.css';

const SHOWN = 8;

export function ExchangesCard({ connectionId }: { connectionId: string }) {
  const page = useQuery(ask('traffic', 'exchanges', { filter: filterOf(connectionId), before: null, limit: SHOWN }));
  const exchanges = page.data?.exchanges ?? [];
  return (
    <Card component="section" aria-labelledby="exchanges-title" bg="var(--lk-surface)">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="exchanges-title">
          Last exchanges
        </Title>
        <PageLink to="/traffic" size="sm">
          All traffic
        </PageLink>
      </Group>
      {page.error ? <ErrorNotice error={page.error} onRetry={() => void page.refetch()} compact /> : null}
      {page.data && exchanges.length === 0 ? (
        <Text size="sm" c="dimmed">
          No exchanges yet. The first token is issued when the first request needs it.
        </Text>
      ) : null}
      {exchanges.length > 0 ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Sent</th>
              <th scope="col">Request</th>
              <th scope="col">Status</th>
              <th scope="col">Took</th>
            </tr>
          </thead>
          <tbody>
            {exchanges.map((exchange) => (
              <tr key={exchange.id}>
                <td className="lk-num">{formatInstant(exchange.sentAt, { style: 'time' })}</td>
                <td>
                  <PageLink to="/traffic" search={{ id: exchange.id }} size="sm" underline="always">
                    {operationName(exchange.operation)}
                  </PageLink>
                  <Text span size="sm" c="dimmed">
                    {` ${exchange.method} ${pathOf(exchange.url)}`}
                  </Text>
                </td>
                <td>
                  <StatusCode status={exchange.status} />
                </td>
                <td className="lk-num">{exchange.durationMs === null ? '–' : formatDuration(exchange.durationMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Card>
  );
}

/** The path and query of an address; an address in another form stays unchanged. */
function pathOf(url: string): string {
  const match = /^https?:\/\/[^/]+(.*)$/.exec(url);
  return match?.[1] ?? url;
}
