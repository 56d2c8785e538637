/** Shows an error: sentence, action, the server's request ID, and links to Doctor and Traffic. */
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ErrorData, ReportedError } from '../../shared/errors.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { useCurrentClockFace } from '../ipc/use-clock-face.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { errorDataOf, textOfError } from '../text/error-text.ts';
import { wholeSeconds } from '../text/format.ts';
import { useNow } from '../ui/use-now.ts';
import { CopyButton } from './copy-button.tsx';
import { pausedHostOf, SendNow } from './send-now.tsx';
import { refusedTokenOf, TryNewToken } from './try-new-token.tsx';

const serverOf = (data: ErrorData | null): ReportedError | null => (data && 'server' in data ? data.server : null);

function exchangeOf(data: ErrorData | null): string | null {
  if (!data) return null;
  if ('exchangeId' in data) return data.exchangeId;
  return serverOf(data)?.exchangeId ?? null;
}

export function ErrorNotice({
  error,
  onRetry,
  onRepeat = onRetry,
  retryAt = null,
  compact = false,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** Repeats the action after “Send now” or a new token; for a page with a button of its own for a retry. */
  onRepeat?: (() => void) | undefined;
  /** On the connection's clock. Until then a retry sends nothing: the notice counts down and does not call `onRetry`. */
  retryAt?: number | null;
  compact?: boolean;
}) {
  const now = useNow(useCurrentClockFace());
  const [pressedFor, setPressedFor] = useState<number | null>(null);
  const isWaiting = retryAt !== null && retryAt > now;
  const data = errorDataOf(error);
  const { sentence, action } = textOfError(error, now);
  const server = serverOf(data);
  const exchangeId = exchangeOf(data);
  const pausedHost = pausedHostOf(data);
  const refused = refusedTokenOf(data);
  // Some sentences name the code.
  const code = server?.serverCode && !sentence.includes(server.serverCode) ? server.serverCode : null;
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
      {server && (server.requestId || code) ? (
        <Group gap="xs" mt={6}>
          {code ? <Code>{code}</Code> : null}
          {server.requestId ? (
            <Group gap={4} wrap="nowrap">
              <Text size="sm">Request id</Text>
              <Code>{server.requestId}</Code>
              <CopyButton text={server.requestId} label="Copy the request id" size="xs" />
            </Group>
          ) : null}
        </Group>
      ) : null}
      {exchangeId || server || onRepeat || isWaiting ? (
        <Group gap="md" mt={compact ? 4 : 'xs'}>
          {onRepeat && pausedHost !== null ? <SendNow host={pausedHost} onSend={onRepeat} /> : null}
          {refused ? <TryNewToken refused={refused} now={now} onRepeat={onRepeat} /> : null}
          {onRetry ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => (isWaiting ? setPressedFor(retryAt) : onRetry())}
            >
              Try again
            </Button>
          ) : null}
          {isWaiting ? (
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
        </Group>
      ) : null}
      {isWaiting && pressedFor === retryAt ? (
        <Text size="sm" mt={6} role="status">
          Nothing was sent: no token can be requested before then.
        </Text>
      ) : null}
    </Alert>
  );
}
