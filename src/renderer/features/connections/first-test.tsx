/** Tests a connection. It shows first how many token slots the test uses, then the answers, and the next step when a read fails. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeApplicationOf } from '../../../shared/connection/account.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { ConnectionTest, TestedRead } from '../../../shared/model/connection-test.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { FoundPathLine } from '../../actions/found-path.tsx';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { useAudience, useClockFace } from '../../ipc/current.ts';
import { type LinkTo, TextLink } from '../../navigation/page-link.tsx';
import { textOfError } from '../../text/error-text.ts';
import { priceText } from '../../text/quota-text.ts';
import { IconCircleCheck, IconCircleMinus, IconCircleX } from '../../ui/icons.ts';
import { toneColours } from '../../ui/tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './connections.module.css';

/** The ids of new connections to be tested when their page opens, because the person chose to save and test in one step. */
export const testAtOnce = new Set<string>();

export function FirstTest({ connection }: { connection: Connection }) {
  const client = useQueryClient();
  const audience = useAudience();
  const now = useNow(useClockFace(connection.id));
  const tokens = useAsk('tokens', 'status', { connectionId: connection.id }).data?.tokens ?? [];
  const test = useAct('operations', 'test', {
    quiet: true,
    abortsOnLeave: true,
    onSettled: () =>
      client.invalidateQueries({ queryKey: keyOf('operations', 'list', { connectionId: connection.id }) }),
  });
  const { id } = connection;
  const { mutate } = test;
  useEffect(() => {
    if (testAtOnce.delete(id)) mutate({ connectionId: id });
  }, [id, mutate]);
  const application = activeApplicationOf(connection);
  const used = tokens.filter(({ credentialId }) => [connection.openApi?.id, application?.id].includes(credentialId));
  if (used.length === 0) return null;
  const isUnused = tokens.every(({ generation, issuances }) => generation === 0 && issuances.length === 0);
  return (
    <Alert variant="light" className="lk-alert-info" mb="md" p="sm">
      <Group gap="sm" justify="space-between">
        <div style={{ flex: '1 1 320px' }}>
          <Text size="sm">
            {isUnused ? 'Nothing was sent to this service yet. ' : ''}A test reads the listings, the search and one
            calendar once.
          </Text>
          {(audience === 'support' ? used : []).map((token) => (
            <Text key={token.credentialId} size="sm" c="dimmed">
              {token.label}: {testPriceText(token, now)}
            </Text>
          ))}
        </div>
        <Button
          variant="filled"
          size="xs"
          loading={test.isPending}
          onClick={() => test.mutate({ connectionId: connection.id })}
        >
          Test it
        </Button>
      </Group>
      {test.error ? <ErrorNotice error={test.error} compact /> : null}
      {test.data ? <TestResult test={test.data} connection={connection} now={now} /> : null}
    </Alert>
  );
}

/** Says how many token slots a test of one credential uses. */
const testPriceText = ({ state, quota }: TokenStatus, now: number): string =>
  state === 'valid' || state === 'due' ? 'The token is valid; the test uses none.' : priceText(quota, now);

function TestResult({ test, connection, now }: { test: ConnectionTest; connection: Connection; now: number }) {
  const failed = firstFailureOf(test);
  return (
    <div role="status">
      <ul className={styles.probe} style={{ marginTop: 10 }}>
        {test.reads.map((read) => (
          <li key={read.operation}>
            <ReadIcon state={read.state} />
            <span>{read.title}</span>
            <span>{read.error ? textOfError(read.error, now).sentence : read.detail}</span>
          </li>
        ))}
      </ul>
      {test.reads.map(({ operation, found }) =>
        found ? (
          <FoundPathLine key={operation} connectionId={connection.id} operation={operation} found={found} />
        ) : null,
      )}
      <Group gap="sm" mt={6}>
        <Text size="sm" fw={600}>
          {failed ? `Not ready: “${failed.title}” failed.` : 'The connection is ready.'}
        </Text>
        {failed ? <TextLink link={nextStepOf(failed, connection)} size="sm" underline="always" /> : null}
      </Group>
    </div>
  );
}

function ReadIcon({ state }: { state: TestedRead['state'] }) {
  if (state === 'answered')
    return <IconCircleCheck size={16} color={toneColours('good').strong} aria-label="answered" />;
  if (state === 'failed') return <IconCircleX size={16} color={toneColours('bad').strong} aria-label="failed" />;
  return <IconCircleMinus size={16} color={toneColours('muted').strong} aria-label="not tested" />;
}

/** The first read of the test that failed; undefined when none failed. */
const firstFailureOf = ({ reads }: ConnectionTest): TestedRead | undefined =>
  reads.find(({ state }) => state === 'failed');

/** Returns a link to the next step: a tab of the connection, the Doctor, the page of a token, or Traffic. */
export function nextStepOf({ operation, error }: TestedRead, connection: Connection): LinkTo {
  const tab = (name: 'credentials' | 'addresses' | 'operations', text: string): LinkTo => ({
    to: '/connections',
    search: { id: connection.id, tab: name },
    text,
  });
  if (!error) return { to: '/traffic', text: 'Open Traffic' };
  switch (error.code) {
    case 'secretMissing':
    case 'secretUnreadable':
    case 'credentialsRejected':
      return tab('credentials', 'Open Credentials');
    case 'addressMissing':
    case 'unreachable':
    case 'timedOut':
    case 'tokenEndpointUnreachable':
    case 'tokenEndpointFailed':
    case 'tokenAnswerUnusable':
      return tab('addresses', 'Open Addresses');
    case 'refused':
    case 'answerUnusable':
    case 'invalidInput':
      return tab('operations', 'Open Operations');
    case 'unauthorized':
    case 'forbidden':
      return { to: '/doctor', search: { exchangeId: error.server.exchangeId ?? undefined }, text: 'Open Doctor' };
    case 'quotaExhausted':
    case 'lastSlot':
    case 'reserveKept':
    case 'tokenNeeded': {
      const id = operation === 'listListings' ? connection.openApi?.id : connection.activeApplicationId;
      return id ? { to: '/token', search: { id }, text: 'Open the token' } : tab('credentials', 'Open Credentials');
    }
    default:
      return { to: '/traffic', text: 'Open Traffic' };
  }
}
