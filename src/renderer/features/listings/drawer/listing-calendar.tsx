/** The next twelve months of a listing: free nights with their prices. They are read on demand, with one request. */
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { addMonths, dayNumber, plainDateOf } from '../../../../shared/plain-date.ts';
import { NightsErrors, ReadNights, useNights } from '../../../actions/nights.tsx';
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
  const calendar = useNights(query);
  const { known, byDay } = calendar;
  const face = useClockFace(connectionId);
  const nights = known.data?.nights;
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
        <ReadNights {...calendar} />
      </div>
      <NightsErrors {...calendar} />
      <div className={classes.months}>
        {byDay.size > 0
          ? months.map((month) => <MonthCalendar key={month} month={month} nights={byDay} today={today} />)
          : null}
      </div>
    </>
  );
}
