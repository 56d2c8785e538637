/** Shows the months of a listing as a calendar with prices and free nights, and marks the cheapest stay of the chosen length. */

import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { DatedNight, MatrixQuestion } from '../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { arrivalsOf } from '../../../shared/stay/arrivals.ts';
import { addMonths, daysInMonth } from '../../../shared/time/plain-date.ts';
import { useToday } from '../../actions/clock-time.tsx';
import { NightsErrors, ReadNights, stayFinder, useNights } from '../../actions/nights.tsx';
import { useAsk } from '../../ipc/client.ts';
import { formatCount, formatMoney, formatPlainRange } from '../../text/format.ts';
import { MonthCalendar } from '../../ui/month-calendar.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import styles from './matrix.module.css';

/** The number of months that are shown after the month of the last arrival. */
const MORE_MONTHS = 1;
const MAX_MONTHS = 13;

interface MonthDrawerProps {
  question: MatrixQuestion;
  /** The listing to show; null while the drawer is closed. */
  listingId: string | null;
  onClose: () => void;
  onCompare: (listingId: string, checkIn: PlainDate) => void;
}

export function MonthDrawer({ question, listingId, onClose, onCompare }: MonthDrawerProps) {
  const title = useListingTitle(question, listingId);
  return (
    <SideDrawer opened={listingId !== null} title={title} width={760} onClose={onClose}>
      {listingId === null ? null : (
        <Months question={question} listingId={listingId} onCompare={(checkIn) => onCompare(listingId, checkIn)} />
      )}
    </SideDrawer>
  );
}

/** Returns the title of a listing, or its id until the title is known. */
export function useListingTitle({ connectionId }: MatrixQuestion, listingId: string | null): string {
  const listing = { connectionId, listingId: listingId ?? '-' };
  const detail = useAsk('listings', 'detail', listing, { enabled: listingId !== null });
  return detail.data?.title ?? listingId ?? '';
}

interface MonthsProps {
  question: MatrixQuestion;
  listingId: string;
  onCompare: (checkIn: PlainDate) => void;
}

function Months({ question, listingId, onCompare }: MonthsProps) {
  const { connectionId, applicationId, stays } = question;
  const today = useToday();
  const months = useMemo(() => monthsFrom(stays.firstArrival, stays.lastArrival), [stays]);
  const from = months[0] ?? stays.firstArrival;
  const until = lastDayOf(months.at(-1) ?? stays.lastArrival);
  const query = { connectionId, applicationId, listingId, from, until };
  const calendar = useNights(query);
  const { known, byDay } = calendar;
  const { cheapest, none } = useMemo(() => staysIn(byDay, question, from, until), [byDay, question, from, until]);
  return (
    <>
      <div className={styles.monthHead}>
        <p role="status">
          {cheapest ? (
            <>
              The cheapest {formatCount(stays.nights, 'night')}:{' '}
              <strong>{formatPlainRange(cheapest.checkIn, cheapest.checkOut)}</strong>, {formatMoney(cheapest)} before
              fees and taxes.
            </>
          ) : byDay.size > 0 ? (
            none
          ) : known.data ? (
            'These months are not loaded yet.'
          ) : (
            ''
          )}
        </p>
        {cheapest ? (
          <Button size="compact-sm" onClick={() => onCompare(cheapest.checkIn)}>
            Compare prices
          </Button>
        ) : null}
        <ReadNights {...calendar} />
      </div>
      <NightsErrors {...calendar} />
      <div className={styles.months}>
        {months.map((month) => (
          <MonthCalendar
            key={month}
            month={month}
            nights={byDay}
            today={today}
            marked={cheapest && { ...cheapest, label: `the cheapest ${formatCount(stays.nights, 'night')}` }}
          />
        ))}
      </div>
    </>
  );
}

/** Returns the cheapest free stay on an arrival of the question. Without one, returns null and in `none` a sentence about the known nights. */
function staysIn(
  byDay: ReadonlyMap<PlainDate, DatedNight>,
  { stays }: MatrixQuestion,
  from: PlainDate,
  until: PlainDate,
) {
  const arrivals = arrivalsOf(stays);
  const finder = stayFinder(byDay, { from, until, nights: stays.nights });
  const cheapest = finder.cheapest(arrivals);
  if (cheapest !== null) return { cheapest, none: '' };
  const stay = formatCount(stays.nights, 'night');
  const states = finder.statesOf(arrivals);
  const none = states.has('free')
    ? `Stays of ${stay} are free, but the calendar has no prices for them.`
    : states.has('unknown')
      ? `No free stay of ${stay} is known; the calendar does not have all of these days.`
      : `No stay of ${stay} is free on these arrivals.`;
  return { cheapest, none };
}

/** The first day of each month, from the month of `first` to one month after the month of `last`. */
function monthsFrom(first: PlainDate, last: PlainDate): PlainDate[] {
  const start = `${first.slice(0, 8)}01`;
  const months = Array.from({ length: MAX_MONTHS }, (_, at) => addMonths(start, at));
  return months.filter((month) => addMonths(month, -MORE_MONTHS) <= last);
}

function lastDayOf(month: PlainDate): PlainDate {
  const days = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
  return `${month.slice(0, 8)}${String(days).padStart(2, '0')}`;
}
