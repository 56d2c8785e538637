/** Shows an error: its sentence, action, code, request id and links. For managers, code, request id and links are behind “Details”. */
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { serverOf } from '../../shared/app-error.ts';
import type { ErrorData, RefusedToken, ReportedError } from '../../shared/errors.ts';
import { formatDuration } from '../../shared/time/format-duration.ts';
import { useAudience, useCurrentClockFace } from '../ipc/current.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { errorDataOf, textOfError } from '../text/error-text.ts';
import { wholeSeconds } from '../text/format.ts';
import { IconAlertCircle } from '../ui/icons.ts';
import { later } from '../ui/later.tsx';
import { useNow } from '../ui/use-now.ts';
import { OpenConnection } from './open-connection.tsx';
import { pausedHostOf, SendNow } from './send-now.tsx';

/** Loads the copy button later, so that its tooltip is not in the window's first file. */
const CopyButton = later(() => import('./copy-button.tsx').then((module) => module.CopyButton));

/** Loads the offer of a new token later, because few errors have it. */
const TryNewToken = later(() => import('./try-new-token.tsx').then((module) => module.TryNewToken));

const refusedTokenOf = (data: ErrorData | null): RefusedToken | null =>
  data?.code === 'unauthorized' || data?.code === 'forbidden' ? (data.token ?? null) : null;

function exchangeOf(data: ErrorData | null): string | null {
  if (!data) return null;
  if ('exchangeId' in data) return data.exchangeId;
  return serverOf(data)?.exchangeId ?? null;
}

interface ErrorNoticeProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** Repeats the action after “Send now” or a new token; `onRetry` by default. A page that has its own retry button passes only `onRepeat`. */
  onRepeat?: (() => void) | undefined;
  /** The earliest instant of a retry, on the connection's clock; null for any time. Until then the notice counts down and does not call `onRetry`. */
  retryAt?: number | null;
  compact?: boolean;
}

export function ErrorNotice({ error, onRetry, onRepeat = onRetry, retryAt = null, compact = false }: ErrorNoticeProps) {
  const audience = useAudience();
  const now = useNow(useCurrentClockFace());
  const [pressedFor, setPressedFor] = useState<number | null>(null);
  const isWaiting = retryAt !== null && retryAt > now;
  const data = errorDataOf(error);
  const { sentence, action } = textOfError(error, now, audience);
  const server = serverOf(data);
  const exchangeId = exchangeOf(data);
  const pausedHost = pausedHostOf(data);
  const refused = refusedTokenOf(data);
  // A 401 concerns the token, so a new token is the first remedy. A 403 rarely does, so managers find a new token behind “Details”.
  const offersToken = audience === 'support' || data?.code === 'unauthorized';
  return (
    <Alert
      role="alert"
      variant="light"
      className="lk-alert-bad"
      icon={<IconAlertCircle size={18} aria-hidden />}
      p={compact ? 'xs' : 'md'}
    >
      <Text fw={600} size="sm">
        {sentence}
      </Text>
      <Text size="sm" mt={2} aria-live="off">
        {action}
      </Text>
      {data?.code === 'invalidInput'
        ? data.issues.map(({ path, connection }) =>
            connection ? (
              <Text key={path} size="sm" mt={2}>
                <OpenConnection connection={connection} />
              </Text>
            ) : null,
          )
        : null}
      {audience === 'support' && server ? <ServerFacts server={server} sentence={sentence} /> : null}
      {(audience === 'support' && (exchangeId || server)) || (refused && offersToken) || onRepeat || isWaiting ? (
        <Group gap="md" mt={compact ? 4 : 'xs'}>
          {onRepeat && pausedHost !== null ? <SendNow host={pausedHost} onSend={onRepeat} /> : null}
          <Suspense fallback={null}>
            {refused && offersToken ? <TryNewToken refused={refused} now={now} onRepeat={onRepeat} /> : null}
          </Suspense>
          {onRetry ? (
            <Button size="compact-sm" onClick={() => (isWaiting ? setPressedFor(retryAt) : onRetry())}>
              Try again
            </Button>
          ) : null}
          {isWaiting ? (
            <Text size="sm" className="lk-num" aria-live="off">
              Next attempt in {formatDuration(wholeSeconds(retryAt - now))}
              {onRetry ? '' : '; nothing is sent before then'}
            </Text>
          ) : null}
          {audience === 'support' ? <Links data={data} /> : null}
        </Group>
      ) : null}
      {audience === 'managers' && (server || exchangeId) ? (
        <Details error={error} data={data} now={now} onRepeat={onRepeat} />
      ) : null}
      {isWaiting && pressedFor === retryAt ? (
        <Text size="sm" mt={6} role="status">
          {audience === 'support' ? 'Nothing was sent: no token can be requested before then.' : 'Nothing was sent.'}
        </Text>
      ) : null}
    </Alert>
  );
}

function ServerFacts({ server, sentence }: { server: ReportedError; sentence: string }) {
  const code = server.serverCode && !sentence.includes(server.serverCode) ? server.serverCode : null;
  if (!server.requestId && !code) return null;
  return (
    <Group gap="xs" mt={6}>
      {code ? <Code>{code}</Code> : null}
      {server.requestId ? (
        <Group gap={4} wrap="nowrap">
          <Text size="sm">Request id</Text>
          <Code>{server.requestId}</Code>
          <Suspense fallback={null}>
            <CopyButton text={server.requestId} label="Copy the request id" size="xs" />
          </Suspense>
        </Group>
      ) : null}
    </Group>
  );
}

function Links({ data }: { data: ErrorData | null }) {
  const server = serverOf(data);
  const exchangeId = exchangeOf(data);
  const refusal = server !== null && (server.status === 401 || server.status === 403);
  return (
    <>
      {refusal ? (
        <PageLink to="/doctor" search={exchangeId ? { exchangeId } : {}} size="sm">
          Open Doctor
        </PageLink>
      ) : null}
      {server?.status === 404 && data?.code === 'refused' ? (
        <PageLink to="/connections" search={{ tab: 'operations' }} size="sm">
          Open Operations
        </PageLink>
      ) : null}
      {exchangeId ? (
        <PageLink to="/traffic" search={{ id: exchangeId }} size="sm">
          See the exchange
        </PageLink>
      ) : null}
    </>
  );
}

interface DetailsProps {
  error: unknown;
  data: ErrorData | null;
  now: number;
  onRepeat: (() => void) | undefined;
}

/** The facts that support asks a manager for: the sentence in support's words, the code, the request id and the links. */
function Details({ error, data, now, onRepeat }: DetailsProps) {
  const [opened, setOpened] = useState(false);
  const server = serverOf(data);
  const refused = refusedTokenOf(data);
  const { sentence } = textOfError(error, now);
  return (
    <details className="lk-details" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>Details</summary>
      {opened ? (
        <>
          <Text size="sm">{sentence}</Text>
          {server ? <ServerFacts server={server} sentence={sentence} /> : null}
          <Group gap="md" mt={4}>
            <Suspense fallback={null}>
              {refused && data?.code === 'forbidden' ? (
                <TryNewToken refused={refused} now={now} onRepeat={onRepeat} />
              ) : null}
            </Suspense>
            <Links data={data} />
          </Group>
        </>
      ) : null}
    </details>
  );
}
