/** The next twelve months of a listing: free nights with prices, each month's cheapest stay, and a button that reads the nights anew. */

import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { DatedNight } from '../../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { addMonths, dayNumber, daysInMonth, nightsBetween, plainDateOf } from '../../../../shared/time/plain-date.ts';
import { ClockTime, useToday } from '../../../actions/clock-time.tsx';
import { NightsErrors, ReadNights, stayFinder, useNights, useWantedCalendar } from '../../../actions/nights.tsx';
import { useListingNoun } from '../../../actions/use-listing-noun.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatCount, formatMoney, formatPlainRange } from '../../../text/format.ts';
import { whyNot } from '../../../text/why-not-text.ts';
import { CountInput } from '../../../ui/count-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconReceipt2 } from '../../../ui/icons.ts';
import { MonthCalendar } from '../../../ui/month-calendar.tsx';
import { type Stay, StayField } from '../../../ui/stay-field/stay-field.tsx';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';
import classes from './drawer.module.css';

const MONTHS = 12;
const FIRST_NIGHTS = '3';
const MAX_NIGHTS = 30;

export function ListingCalendar({ connectionId, listingId }: { connectionId: string; listingId: string }) {
  const today = useToday();
  const start = `${today.slice(0, 8)}01`;
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(start, at));
  const until = plainDateOf(dayNumber(addMonths(start, MONTHS)) - 1);
  const query = { connectionId, applicationId: null, listingId, from: today, until };
  const calendar = useNights(query);
  useWantedCalendar(connectionId, listingId);
  const { known, byDay } = calendar;
  const [typed, setTyped] = useRememberedState('listings.calendar.nights', () => FIRST_NIGHTS);
  const count = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  const [stay, setStay] = useState<Stay>({ checkIn: null, checkOut: null });
  const isCount = count >= 1 && count <= MAX_NIGHTS;
  const finder = useMemo(
    () => stayFinder(byDay, { from: today, until, nights: Math.max(1, count) }),
    [byDay, today, until, count],
  );
  const best = isCount ? finder.cheapest(daysFrom(today, until)) : null;
  const nights = known.data?.nights;
  const free = nights?.filter(({ isFree }) => isFree).length ?? 0;
  const oldest = nights?.reduce((at, night) => Math.min(at, night.readAt), Number.POSITIVE_INFINITY) ?? 0;
  return (
    <>
      <div className={classes.calendarHead}>
        <p role="status">
          {byDay.size > 0 ? (
            <>
              {best ? (
                <>
                  The cheapest {formatCount(count, 'night')}:{' '}
                  <strong>{formatPlainRange(best.checkIn, best.checkOut)}</strong>, {formatMoney(best)}.{' '}
                </>
              ) : null}
              {formatCount(free, 'free night')} of {formatCount(byDay.size, 'night')}, loaded <ClockTime at={oldest} />.
              Prices are before fees and taxes.
            </>
          ) : known.data ? (
            'The next 12 months are not loaded yet.'
          ) : (
            ''
          )}
        </p>
        {byDay.size > 0 ? (
          <span className={classes.calendarNights}>
            Cheapest stay of
            <CountInput
              aria-label="Nights of a stay"
              value={typed}
              onChange={(text) => setTyped(() => text)}
              min={1}
              max={MAX_NIGHTS}
              error={!isCount}
            />
            {count === 1 ? 'night' : 'nights'}
          </span>
        ) : null}
        <ReadNights {...calendar} />
      </div>
      <NightsErrors {...calendar} />
      {byDay.size > 0 ? <ChosenStay {...{ listingId, byDay, stay }} onChange={setStay} /> : null}
      <div className={classes.months}>
        {byDay.size > 0
          ? months.map((month) => {
              const cheapest = isCount ? finder.cheapest(arrivalsIn(month, today)) : null;
              const label = `the cheapest ${formatCount(count, 'night')}`;
              return (
                <div key={month}>
                  <MonthCalendar
                    month={month}
                    nights={byDay}
                    today={today}
                    marked={cheapest && { ...cheapest, label }}
                    chosen={stay.checkIn === null ? null : { checkIn: stay.checkIn, checkOut: stay.checkOut }}
                    onPick={(day) => setStay((known) => withPick(known, day))}
                  />
                  {cheapest ? (
                    <p className={classes.cheapest}>
                      {formatPlainRange(cheapest.checkIn, cheapest.checkOut)}:{' '}
                      <strong className="lk-num">{formatMoney(cheapest)}</strong>{' '}
                      <PageLink
                        to="/quotes"
                        search={{ listingId, checkIn: cheapest.checkIn, checkOut: cheapest.checkOut }}
                        size="sm"
                        underline="always"
                      >
                        Quote
                      </PageLink>
                    </p>
                  ) : isCount ? (
                    <p className={classes.cheapest}>No free stay with a price is known.</p>
                  ) : null}
                </div>
              );
            })
          : null}
      </div>
    </>
  );
}

function daysFrom(from: PlainDate, until: PlainDate): number[] {
  const first = dayNumber(from);
  return Array.from({ length: dayNumber(until) - first + 1 }, (_, at) => first + at);
}

/** The days of a month from today on, as day numbers. */
function arrivalsIn(month: PlainDate, today: PlainDate): number[] {
  const days = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
  const last = plainDateOf(dayNumber(month) + days - 1);
  return month > today ? daysFrom(month, last) : daysFrom(today, last);
}

interface ChosenStayProps {
  listingId: string;
  byDay: ReadonlyMap<PlainDate, DatedNight>;
  stay: Stay;
  onChange: (stay: Stay) => void;
}

/** The stay that a person chose in a listing's calendar: its known price, and links to a quote for it and to other listings. */
function ChosenStay({ listingId, byDay, stay, onChange }: ChosenStayProps) {
  const navigate = useNavigate();
  const noun = useListingNoun();
  const { checkIn, checkOut } = stay;
  const whole = checkIn !== null && checkOut !== null && checkIn < checkOut ? { checkIn, checkOut } : null;
  return (
    <section className={classes.chosen} aria-label="Chosen days">
      <StayField
        stay={stay}
        today={useToday()}
        label="Dates of a quote"
        onChange={({ checkIn: first, checkOut: last }) => onChange({ checkIn: first, checkOut: last })}
      />
      <p role="status">{whole ? knownOf(whole, byDay) : 'Type the dates, or choose both days in the calendar.'}</p>
      {whole ? (
        <>
          <IconButton
            Icon={IconReceipt2}
            variant="filled"
            size="compact-sm"
            onClick={() => void navigate({ to: '/quotes', search: { listingId, ...whole } })}
          >
            Quote these dates
          </IconButton>
          <PageLink to="/availability" search={whole} size="sm" underline="always">
            Other {noun.many} on these dates
          </PageLink>
        </>
      ) : null}
    </section>
  );
}

/** Returns the stay after a click on a day. The click begins a new stay unless it ends an open one. */
const withPick = ({ checkIn, checkOut }: Stay, day: PlainDate): Stay =>
  checkIn === null || checkOut !== null || day <= checkIn
    ? { checkIn: day, checkOut: null }
    : { checkIn, checkOut: day };

/** Describes a stay in a sentence: "3 nights: free, €300.00 before fees and taxes." */
function knownOf(
  { checkIn, checkOut }: { checkIn: PlainDate; checkOut: PlainDate },
  byDay: ReadonlyMap<PlainDate, DatedNight>,
): string {
  const nights = nightsBetween(checkIn, checkOut);
  const offer = stayFinder(byDay, { from: checkIn, until: checkOut, nights }).offer(dayNumber(checkIn));
  const count = formatCount(nights, 'night');
  const problem = whyNot(offer, { checkIn, checkOut }, byDay);
  if (problem !== null) return `${count}: ${problem}`;
  if (offer.state !== 'free') return `${count}: not all of these days are known.`;
  const { total, currency } = offer;
  return total === null
    ? `${count}: free; the calendar has no price.`
    : `${count}: free, ${formatMoney({ amount: total, currency })} before fees and taxes.`;
}
