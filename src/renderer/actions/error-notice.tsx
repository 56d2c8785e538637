/** Shows an error: sentence, action, the server's request ID, and links to Doctor and Traffic. */
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../shared/error-text.ts';
import { type ErrorData, isAppError, type ReportedError } from '../../shared/errors.ts';
import { useCurrentClockFace } from '../ipc/use-clock-face.ts';
import { useNow } from '../ui/use-now.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { formatDuration, formatInstant } from '../text/format.ts';
import { CopyButton } from './copy-button.tsx';

/** The data of an error from main; null for any other thrown value. */
export function errorDataOf(error: unknown): ErrorData | null {
  if (isAppError(error)) return error.data;
  if (typeof error === 'object' && error !== null && 'code' in error && !(error instanceof Error))
    return error as ErrorData;
  return null;
}

const COUNTED_DOWN_MS = 10 * 60_000;

/** "today 14:05", or "in 42 s" for an instant within {@link COUNTED_DOWN_MS}. */
const soonOrAt = (at: number, now: number): string =>
  at > now && at - now <= COUNTED_DOWN_MS ? `in ${formatDuration(wholeSeconds(at - now))}` : formatInstant(at, { now });

const wholeSeconds = (ms: number): number => Math.max(1_000, Math.ceil(ms / 1_000) * 1_000);

/** Sentence and action for any thrown value. `now` is on the connection's clock. */
export function textOfError(error: unknown, now: number = Date.now()): { sentence: string; action: string } {
  const data = errorDataOf(error);
  if (data) return describeError(data, (at) => soonOrAt(at, now));
  const detail = error instanceof Error ? error.message : String(error);
  return {
    sentence: `Something went wrong in this window: ${detail}`,
    action: 'Try again. If it happens again, report it.',
  };
}

const serverOf = (data: ErrorData | null): ReportedError | null => (data && 'server' in data ? data.server : null);

function exchangeOf(data: ErrorData | null): string | null {
  if (!data) return null;
  if ('exchangeId' in data) return data.exchangeId;
  return serverOf(data)?.exchangeId ?? null;
}

export function ErrorNotice({
  error,
  onRetry,
  retryAt = null,
  compact = false,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** On the connection's clock. Until then a retry sends nothing: the notice counts down and does not call `onRetry`. */
  retryAt?: number | null;
  compact?: boolean;
}) {
  const now = useNow(useCurrentClockFace());
  const [pressedFor, setPressedFor] = useState<number | null>(null);
  const waits = retryAt !== null && retryAt > now;
  const data = errorDataOf(error);
  const { sentence, action } = textOfError(error, now);
  const server = serverOf(data);
  const exchangeId = exchangeOf(data);
  const refusal = server !== null && (server.status === 401 || server.status === 403);
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
      {server && (server.requestId || server.serverCode) ? (
        <Group gap="xs" mt={6}>
          <Code>{[server.status, server.serverCode].filter(Boolean).join(' ')}</Code>
          {server.requestId ? (
            <Group gap={4} wrap="nowrap">
              <Text size="sm">Request id</Text>
              <Code>{server.requestId}</Code>
              <CopyButton text={server.requestId} label="Copy the request id" size="xs" />
            </Group>
          ) : null}
        </Group>
      ) : null}
      {exchangeId || refusal || onRetry || waits ? (
        <Group gap="md" mt={compact ? 4 : 'xs'}>
          {onRetry ? (
            <Button size="compact-sm" variant="default" onClick={() => (waits ? setPressedFor(retryAt) : onRetry())}>
              Try again
            </Button>
          ) : null}
          {waits ? (
            <Text size="sm" className="lk-num" aria-live="off">
              Next attempt in {formatDuration(wholeSeconds(retryAt - now))}
              {onRetry ? '' : '; nothing is sent before then'}
            </Text>
          ) : null}
          {refusal ? (
            <PageLink to="/doctor" search={exchangeId ? { exchangeId } : {}} size="sm">
              Open Doctor
            </PageLink>
          ) : null}
          {exchangeId ? (
            <PageLink to="/traffic" search={{ id: exchangeId }} size="sm">
              See the exchange
            </PageLink>
          ) : null}
        </Group>
      ) : null}
      {waits && pressedFor === retryAt ? (
        <Text size="sm" mt={6} role="status">
          Nothing was sent: no token can be requested before then.
        </Text>
      ) : null}
    </Alert>
  );
}
