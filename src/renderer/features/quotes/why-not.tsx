/** Explains from the known calendar of a listing why a stay is not possible, and suggests the nearest stay. It sends nothing by itself. */

import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { serverOf } from '../../../shared/app-error.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { MAX_SHIFT_DAYS, nearestStay } from '../../../shared/stay/nearest-stay.ts';
import { type Night, StayOffers } from '../../../shared/stay/stay-offers.ts';
import { addMonths, dayNumber, nightsBetween, plainDateOf } from '../../../shared/time/plain-date.ts';
import { ClockTime, useToday } from '../../actions/clock-time.tsx';
import { NightsErrors, ReadNights, useNights } from '../../actions/nights.tsx';
import { errorDataOf } from '../../text/error-text.ts';
import { formatCount, formatMoney, formatPlainRange } from '../../text/format.ts';
import { whyNot } from '../../text/why-not-text.ts';
import { IconCalendarX } from '../../ui/icons.ts';
import { MonthCalendar } from '../../ui/month-calendar.tsx';
import styles from './quotes.module.css';

/** How many days are read after the check-out, so that every near stay is known. */
const MARGIN_DAYS = MAX_SHIFT_DAYS + 8;

/** The service's error codes about the calendar (service.md §8.3). */
const CALENDAR_CODES = new Set(['LISTING_CALENDAR_BLOCKED', 'MIN_NIGHT_MISMATCH']);

const isAboutCalendar = (error: unknown): boolean => CALENDAR_CODES.has(serverOf(errorDataOf(error))?.serverCode ?? '');

interface Props {
  connectionId: string;
  applicationId: string;
  listingId: string;
  stay: { readonly checkIn: PlainDate; readonly checkOut: PlainDate };
  /** The error of the last quote, or null. */
  error: unknown;
  onUse: (stay: { checkIn: PlainDate; checkOut: PlainDate }) => void;
}

export function WhyNot({ connectionId, applicationId, listingId, stay, error, onUse }: Props) {
  const today = useToday();
  const nights = nightsBetween(stay.checkIn, stay.checkOut);
  const arrival = dayNumber(stay.checkIn);
  const from = plainDateOf(Math.max(dayNumber(today), arrival - MAX_SHIFT_DAYS));
  const until = plainDateOf(dayNumber(stay.checkOut) + MARGIN_DAYS);
  const calendar = useNights({ connectionId, applicationId, listingId, from, until });
  const { known, byDay } = calendar;
  const refused = isAboutCalendar(error);
  const offers = useMemo(() => {
    const first = dayNumber(from);
    const days = Array.from({ length: dayNumber(until) - first + 1 }, (_, at) => plainDateOf(first + at));
    return new StayOffers(
      first,
      days.map((day): Night | null => byDay.get(day) ?? null),
    );
  }, [byDay, from, until]);
  const offer = offers.offer(arrival, nights);
  const reason = whyNot(offer, stay, byDay);
  if (!known.data || (reason === null && !refused)) return null;

  const near = reason === null ? null : nearestStay(offers, { arrival, nights, earliest: dayNumber(today) });
  const nearStay = near && { checkIn: plainDateOf(near.arrival), checkOut: plainDateOf(near.arrival + near.nights) };
  const months = [
    ...new Set([stay.checkIn, nearStay?.checkIn ?? stay.checkIn].sort().map((day) => `${day.slice(0, 8)}01`)),
  ].filter((month) => byDay.size > 0 && addMonths(month, 1) > today);
  const readAt = Math.min(...(known.data.nights.map((night) => night.readAt) ?? []));
  return (
    <section className={styles.whyNot} aria-label="Why not these dates">
      <div className={styles.whyNotText}>
        <IconCalendarX size={22} aria-hidden />
        <div role="status">
          <p className={styles.noticeTitle}>
            {reason ??
              (byDay.size === 0
                ? 'The calendar of these dates is not loaded yet.'
                : 'The calendar that was loaded shows no reason; it may have changed since.')}
          </p>
          {reason === null ? null : (
            <p className={styles.text}>
              {near && nearStay ? (
                <>
                  The nearest stay that works: <strong>{formatPlainRange(nearStay.checkIn, nearStay.checkOut)}</strong>,{' '}
                  {formatCount(near.nights, 'night')}
                  {near.offer.total === null
                    ? ''
                    : `, ${formatMoney({ amount: near.offer.total, currency: near.offer.currency })} before fees and taxes`}
                  .
                </>
              ) : (
                'No stay that works is known within a month of these dates.'
              )}{' '}
              Loaded <ClockTime at={readAt} />.
            </p>
          )}
        </div>
      </div>
      <div className={styles.footer}>
        {nearStay ? (
          <Button size="compact-sm" variant="light" onClick={() => onUse(nearStay)}>
            Use {formatPlainRange(nearStay.checkIn, nearStay.checkOut, 'dayMonth')}
          </Button>
        ) : null}
        <ReadNights {...calendar} first="See why, and what works" />
      </div>
      <NightsErrors {...calendar} />
      {reason === null ? null : (
        <div className={styles.whyNotMonths}>
          {months.map((month) => (
            <MonthCalendar
              key={month}
              month={month}
              nights={byDay}
              today={today}
              marked={nearStay && { ...nearStay, label: 'the nearest stay that works' }}
              asked={stay}
            />
          ))}
        </div>
      )}
    </section>
  );
}
