/** The next twelve months of a listing: free nights with their prices. They are read on demand, with one request. */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { addMonths, dayNumber, plainDateOf } from '../../../../shared/plain-date.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { ask, keyOf, quietly } from '../../../ipc/client.ts';
import { useAbortableAct } from '../../../ipc/use-abortable-act.ts';
import { useClockFace } from '../../../ipc/use-clock-face.ts';
import { formatCount } from '../../../text/format.ts';
import { ClockTime } from '../../../ui/clock-time.tsx';
import { MonthCalendar } from '../../../ui/month-calendar.tsx';
import classes from './drawer.module.css';

const MONTHS = 12;

export function ListingCalendar({
  connectionId,
  listingId,
  today,
}: {
  connectionId: string;
  listingId: string;
  today: PlainDate;
}) {
  const start = `${today.slice(0, 8)}01`;
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(start, at));
  const until = plainDateOf(dayNumber(addMonths(start, MONTHS)) - 1);
  const query = { connectionId, applicationId: null, listingId, from: today, until };
  const client = useQueryClient();
  const face = useClockFace(connectionId);
  const known = useQuery(ask('matrix', 'nights', query));
  const read = useMutation({
    ...quietly(useAbortableAct('matrix', 'readNights')),
    onSuccess: (nights) => client.setQueryData(keyOf('matrix', 'nights', query), nights),
  });
  const nights = known.data?.nights;
  const byDay = useMemo(() => new Map((nights ?? []).map((night) => [night.date, night])), [nights]);
  const free = nights?.filter(({ isFree }) => isFree).length ?? 0;
  const oldest = nights?.reduce((at, night) => Math.min(at, night.readAt), Number.POSITIVE_INFINITY) ?? 0;
  return (
    <>
      <div className={classes.calendarHead}>
        <p role="status">
          {byDay.size > 0 ? (
            <>
              {formatCount(free, 'free night')} of {formatCount(byDay.size, 'night')}, read{' '}
              <ClockTime face={face} at={oldest} />. Prices are before fees and taxes.
            </>
          ) : known.data ? (
            'The next 12 months are not read yet.'
          ) : (
            ''
          )}
        </p>
        <Button
          size="compact-sm"
          variant={byDay.size > 0 ? 'default' : 'filled'}
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={read.isPending}
          onClick={() => read.mutate(query)}
        >
          {byDay.size > 0 ? 'Read again, 1 request' : 'Read, 1 request'}
        </Button>
      </div>
      {read.error ? <ErrorNotice error={read.error} compact /> : null}
      {known.error ? <ErrorNotice error={known.error} compact onRetry={() => void known.refetch()} /> : null}
      <div className={classes.months}>
        {byDay.size > 0
          ? months.map((month) => <MonthCalendar key={month} month={month} nights={byDay} today={today} />)
          : null}
      </div>
    </>
  );
}
