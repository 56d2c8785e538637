/** The top of the drawer: address, outcome, a link to the Doctor, and the main facts. */

import { Alert, Group, Text } from '@mantine/core';
import { credentialOf } from '../../../../shared/connection/account.ts';
import type { Exchange } from '../../../../shared/model/traffic.ts';
import { CopyButton } from '../../../actions/copy-button.tsx';
import { TaskLink } from '../../../actions/task-link.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { useClockFace } from '../../../ipc/current.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { isAdvicePast } from '../../../text/error-text.ts';
import { formatBytes, formatInstant } from '../../../text/format.ts';
import { ISSUANCE_CAUSES, issuanceAt } from '../../../text/issuance-text.ts';
import { IconAlertTriangle, IconStethoscope } from '../../../ui/icons.ts';
import { type KeyValue, KeyValueGrid } from '../../../ui/key-value-grid.tsx';
import { StatusCode } from '../../../ui/status-code.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { adviceText, failureText, isRefused, REQUESTED_BY } from '../exchange-text.ts';
import styles from './drawer.module.css';

export function ExchangeFacts({ exchange, attempts }: { exchange: Exchange; attempts: number }) {
  const now = useNow(useClockFace(exchange.connectionId));
  const failure = exchange.failure ? adviceText(exchange, exchange.failure, now) : null;
  const advicePast = exchange.failure !== null && isAdvicePast(exchange.failure, now);
  const label = useCredentialLabel(exchange.connectionId, exchange.credentialId);
  const issuer = useIssuer(exchange);
  return (
    <>
      <div className={styles.address}>
        <span className={styles.method}>{exchange.method}</span>
        <span className={styles.url}>{exchange.url}</span>
        <CopyButton text={exchange.url} label="Copy the address" />
      </div>
      {failure ? (
        <Alert
          className={isRefused(exchange) ? 'lk-alert-bad' : 'lk-alert-warn'}
          icon={<IconAlertTriangle size={18} aria-hidden />}
          p="sm"
          mb="md"
        >
          <Text size="sm" fw={600}>
            {failure.sentence}
          </Text>
          {isRefused(exchange) ? (
            <PageLink to="/doctor" search={{ exchangeId: exchange.id }} size="sm" underline="always" c="inherit">
              Ask Doctor for the likely causes
            </PageLink>
          ) : advicePast ? null : (
            <Text size="sm">{failure.action}</Text>
          )}
        </Alert>
      ) : null}
      {isRefused(exchange) && !failure ? (
        <Group gap={6} mb="md">
          <IconStethoscope size={17} aria-hidden />
          <PageLink to="/doctor" search={{ exchangeId: exchange.id }} size="sm">
            Ask Doctor about this {exchange.status}
          </PageLink>
        </Group>
      ) : null}
      <div className={styles.facts}>
        <KeyValueGrid entries={outcomeOf(exchange, attempts)} />
        <KeyValueGrid entries={requestOf(exchange, label, issuer)} />
      </div>
      <KeyValueGrid entries={[{ name: 'Request id', value: <RequestId id={exchange.requestId} /> }]} />
    </>
  );
}

function RequestId({ id }: { id: string | null }) {
  if (id === null) return 'Not provided';
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <span className="lk-mono">{id}</span>
      <CopyButton text={id} label="Copy the request id" size="xs" />
    </Group>
  );
}

const outcomeOf = (exchange: Exchange, attempts: number): KeyValue[] => [
  {
    name: 'Status',
    value:
      exchange.status === null ? (
        <Tag tone="warn">{failureText(exchange)}</Tag>
      ) : (
        <StatusCode status={exchange.status} withName />
      ),
  },
  { name: 'Attempt', value: attempts > 1 ? `${exchange.attempt} of ${attempts}` : 'Only attempt' },
  { name: 'Size', value: <span className="lk-num">{sizesOf(exchange)}</span> },
];

const sizesOf = ({ requestBytes, responseBytes }: Exchange): string =>
  [
    ...(requestBytes === null || requestBytes === 0 ? [] : [`${formatBytes(requestBytes)} sent`]),
    responseBytes === null ? 'nothing received' : `${formatBytes(responseBytes)} received`,
  ].join(', ');

/** The current label of a credential; null without a credential, or when it was removed. */
function useCredentialLabel(connectionId: string, credentialId: string | null): string | null {
  const connection = useAsk('connections', 'list', null).data?.connections.find(({ id }) => id === connectionId);
  return (connection && credentialOf(connection, credentialId)?.label) ?? null;
}

/** Returns the cause of a token request as text, by the ledger; "The app" without an entry. The exchange's lane is that of another request. */
function useIssuer({ operation, connectionId, credentialId, sentAt }: Exchange): string {
  const status = useAsk('tokens', 'status', { connectionId }, { enabled: operation === 'token' }).data;
  const token = status?.tokens.find((one) => one.credentialId === credentialId);
  const issuance = issuanceAt(token?.issuances ?? [], sentAt);
  return issuance ? ISSUANCE_CAUSES[issuance.cause] : 'The app';
}

function tokenText({ tokenGeneration, credentialId }: Exchange, label: string | null): string {
  if (tokenGeneration === null) return label === null ? 'None' : `None, for ${label}`;
  const owner = label ?? (credentialId === null ? '' : 'a removed credential');
  return owner === '' ? `Generation ${tokenGeneration}` : `${owner}, generation ${tokenGeneration}`;
}

function requestOf(exchange: Exchange, label: string | null, issuer: string): KeyValue[] {
  return [
    { name: 'Sent', value: <span className="lk-num">{formatInstant(exchange.sentAt, { style: 'long' })}</span> },
    { name: 'Token', value: tokenText(exchange, label) },
    {
      name: 'Requested by',
      value:
        exchange.operation === 'token' ? (
          issuer
        ) : exchange.taskId === null ? (
          REQUESTED_BY[exchange.lane]
        ) : (
          <TaskLink taskId={exchange.taskId} title="A bulk task" />
        ),
    },
  ];
}
