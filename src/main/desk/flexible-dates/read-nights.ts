/** Reads the calendar of one listing over any number of days (service.md §6.6). */
import { dayNumber, isPlainDate, plainDateOf } from '../../../shared/model/primitives.ts';
import { hasSeveralUnits, type Night } from '../../../shared/stay/stay-offers.ts';
import type { ApiAnswer, Values } from '../../api/api-client.ts';
import { calendarDays } from '../../api/read-calendar.ts';
import { answerUnusable } from '../../api/unusable-answer.ts';
import { readNight } from './answer.ts';

/**
 * Reads the nights from `first` to at least `last` (day numbers); `null` for a day that the service leaves out. The rest of a truncated answer is
 * requested until no new days come. Throws AppError `answerUnusable` and the errors of `send`.
 */
export async function readNights(
  listingId: string,
  { first, last }: { readonly first: number; readonly last: number },
  send: (values: Values) => Promise<ApiAnswer>,
): Promise<(Night | null)[]> {
  const byDay = new Map<number, Night>();
  let until = last;
  for (let from = first; from <= last; ) {
    // Requests one day more, because a service may leave the last day out.
    const answer = await send({ listingId, from: plainDateOf(from), to: plainDateOf(last + 1) });
    const days = calendarDays(answer);
    let next = from;
    for (const record of days ?? []) {
      const read = readNight(record);
      if (read === null || !isPlainDate(read.date)) continue;
      const day = dayNumber(read.date);
      if (day < from || day > last + 1) continue;
      byDay.set(day, read.night);
      next = Math.max(next, day + 1);
      until = Math.max(until, day);
    }
    if (days === null || byDay.size === 0)
      throw answerUnusable(
        days ? 'it has none of the days that were asked for' : 'no list of days was found in it',
        answer,
      );
    if (next === from) break;
    from = next;
  }
  const nights = Array.from({ length: until - first + 1 }, (_, at) => byDay.get(first + at) ?? null);
  return hasSeveralUnits(nights) ? nights.map(takenWithoutUnits) : nights;
}

/** Returns a night with no unit left as taken, because the service may still call it `available` (service.md §6.6). Only for several units. */
const takenWithoutUnits = (night: Night | null): Night | null =>
  night?.use?.allotment === 0 && night.isFree ? { ...night, isFree: false } : night;
