/** The rate windows of both APIs: use, limit, and what the server said about them. */
import { Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RateGroup, RateWindow } from '../../../shared/model/rates.ts';
import { ask } from '../../ipc/client.ts';
import { useNow } from '../../ipc/use-now.ts';
import { API_NAMES, windowTitle } from '../../ui/api-names.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatCount, formatDuration, formatNumber, formatRelative } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import styles from './overview.module.css';

export function RatesCard({ connectionId }: { connectionId: string }) {
  const rates = useQuery(ask('traffic', 'rates', { connectionId }));
  const now = useNow(rates.data?.clock);
  return (
    <Card component="section" aria-labelledby="rates-title" bg="var(--lk-surface)">
      <Title order={2} size="h3" id="rates-title" mb="sm">
        Request rate
      </Title>
      {rates.error ? <ErrorNotice error={rates.error} onRetry={() => void rates.refetch()} compact /> : null}
      <Stack gap="lg">
        {(rates.data?.groups ?? []).map((group) => (
          <Group key={group.api} group={group} now={now} />
        ))}
      </Stack>
    </Card>
  );
}

function Group({ group, now }: { group: RateGroup; now: number }) {
  return (
    <div className={styles.rate}>
      <Text fw={600} size="sm">
        {API_NAMES[group.api]}
        <Text span c="dimmed" fw={400} inherit>
          {` · ${paceText(group, now)}`}
        </Text>
      </Text>
      {group.windows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No request limit is published for it, so its requests are not paced.
        </Text>
      ) : (
        group.windows.map((window) => (
          <div key={window.windowMs}>
            <Meter label={windowTitle(window.windowMs)} used={window.used} limit={window.limit} />
            {window.server ? <div className={styles.rateNote}>{saidText(window, now)}</div> : null}
          </div>
        ))
      )}
    </div>
  );
}

function paceText(group: RateGroup, now: number): string {
  if (group.pausedUntil !== null && group.pausedUntil > now)
    return `paused for ${formatDuration(group.pausedUntil - now)}, as the server asked`;
  return group.waiting === 0
    ? 'nothing waits'
    : `${formatCount(group.waiting, 'request')} waiting, about ${formatDuration(group.estimateMs)}`;
}

function saidText({ server }: RateWindow, now: number): string {
  if (!server) return '';
  const numbers = [
    server.remaining === null ? null : `${formatNumber(server.remaining)} left`,
    server.limit === null ? null : `limit ${formatNumber(server.limit)}`,
  ].filter(Boolean);
  return `The server said ${numbers.join(', ')}, ${formatRelative(server.receivedAt, now)}.`;
}
