/** The state of the calendars of all properties: how many are loaded, how old they are, and what stops the app from loading more. */
import type { CalendarsStatus } from '../../shared/model/calendars.ts';
import { useAct, useAsk } from '../ipc/client.ts';
import { formatCount, formatNumber } from '../text/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconRefresh } from '../ui/icons.ts';
import { ClockTime } from './clock-time.tsx';
import { ErrorNotice } from './error-notice.tsx';

export function CalendarsState({ connectionId }: { connectionId: string }) {
  // Asking for the state begins to read the calendars.
  const { data, error, refetch } = useAsk('calendars', 'status', { connectionId });
  const start = useAct('calendars', 'start', { quiet: true });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} compact />;
  if (!data) return null;
  const { homes, read, refused, oldestAt, pause } = data;
  return (
    <>
      <p role="status" style={{ margin: 0 }}>
        {homes === 0 ? (
          'No properties are loaded yet.'
        ) : oldestAt === null ? (
          `The calendars of ${formatCount(homes, 'property', 'properties')} are not loaded yet.`
        ) : (
          <>
            Calendars of {read === homes ? 'all' : `${formatNumber(read)} of`}{' '}
            {formatCount(homes, 'property', 'properties')}, the oldest loaded <ClockTime at={oldestAt} />.
          </>
        )}
        {refused > 0
          ? ` ${formatCount(refused, 'property has', 'properties have')} no calendar in this connection.`
          : ''}{' '}
        {nextOf(data)}
      </p>
      {pause === 'noToken' ? (
        <IconButton
          Icon={IconRefresh}
          size="compact-sm"
          loading={start.isPending}
          onClick={() => start.mutate({ connectionId })}
        >
          Sign in and load them
        </IconButton>
      ) : null}
      {start.error ? <ErrorNotice error={start.error} compact /> : null}
    </>
  );
}

function nextOf({ homes, read, refused, isReading, pause }: CalendarsStatus): string {
  if (pause === 'noToken') return 'They are not loading, because the app would have to sign in for it.';
  if (pause === 'otherClients') return 'Loading waits, because other programs use this account.';
  if (pause === 'failed') return 'Loading failed; the app tries again in some minutes.';
  if (!isReading) return '';
  return read + refused < homes ? 'The others are loading.' : 'They are being brought up to date.';
}
