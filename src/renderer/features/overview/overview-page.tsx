/** The Overview page of support: what needs attention, tokens, quotas and limits. Managers see Today in its place. */
import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Connection } from '../../../shared/model/connection.ts';
import type { TokensSnapshot } from '../../../shared/model/token.ts';
import { filterOf } from '../../../shared/model/traffic.ts';
import { operationName } from '../../../shared/text/api-names.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAnswer, useAsk } from '../../ipc/client.ts';
import { useAudience, useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatInstant } from '../../text/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconKey, IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusCode } from '../../ui/status-code.tsx';
import { AttentionList } from './attention-list.tsx';
import { CredentialCard } from './credential-card.tsx';
import styles from './overview.module.css';
import { RatesCard } from './rates-card.tsx';
import { SandboxBanner } from './sandbox-banner.tsx';
import { TodayPage } from './today/today-page.tsx';

export function OverviewPage() {
  const connection = useConnection();
  const tokens = useAnswer('tokens', 'status', { connectionId: connection.id });
  const known = { connection, tokens };
  return useAudience() === 'managers' ? <TodayPage {...known} /> : <SupportOverview {...known} />;
}

function SupportOverview({ connection, tokens }: { connection: Connection; tokens: TokensSnapshot }) {
  const navigate = useNavigate();
  const sandbox = connection.presetId === 'sandbox';
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          sandbox ? null : (
            <IconButton Icon={IconPlus} onClick={() => void navigate({ to: '/connections', search: { new: '1' } })}>
              Add connection
            </IconButton>
          )
        }
      />
      {sandbox ? <SandboxBanner /> : null}
      <AttentionList connection={connection} tokens={tokens} />
      <SupportCards connection={connection} tokens={tokens} />
    </>
  );
}

function SupportCards({ connection, tokens }: { connection: Connection; tokens: TokensSnapshot }) {
  const navigate = useNavigate();
  return (
    <>
      <section aria-labelledby="credentials-title">
        <h2 id="credentials-title" className="lk-unseen">
          Credentials
        </h2>
        {tokens.tokens.length === 0 ? (
          <EmptyState
            icon={<IconKey size={30} stroke={1.6} />}
            title="No credentials yet"
            action={
              <Button
                variant="filled"
                onClick={() => void navigate({ to: '/connections', search: { id: connection.id } })}
              >
                Add credentials
              </Button>
            }
          >
            This connection has addresses, but no Open API client and no Booking Engine application.
          </EmptyState>
        ) : (
          <div className={styles.cards}>
            {tokens.tokens.map((token) => (
              <CredentialCard key={token.credentialId} token={token} face={tokens.clock} />
            ))}
          </div>
        )}
      </section>
      <div className={styles.lower}>
        <RatesCard connectionId={connection.id} sandbox={connection.presetId === 'sandbox'} />
        <ExchangesCard connectionId={connection.id} />
      </div>
    </>
  );
}

const SHOWN = 8;

/** The newest exchanges of the connection, with links to Traffic. */
function ExchangesCard({ connectionId }: { connectionId: string }) {
  const page = useAsk('traffic', 'exchanges', { filter: filterOf(connectionId), before: null, limit: SHOWN });
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
        <table className={styles.table} aria-labelledby="exchanges-title">
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
