/** Explains in one sentence why a stay is not possible, from the rules of its listing's calendar. */
import type { PlainDate } from '../../shared/model/primitives.ts';
import type { Night, StayOffer } from '../../shared/stay/stay-offers.ts';
import { dayNumber, plainDateOf } from '../../shared/time/plain-date.ts';
import { formatCount, formatPlainDate } from './format.ts';

const MAX_NAMED = 3;

const day = (date: PlainDate): string => formatPlainDate(date, 'dayMonth');

/** Explains why a stay is not possible; null for a free stay, or when too little is known. */
export function whyNot(
  { state, limit }: Pick<StayOffer, 'state' | 'limit'>,
  { checkIn, checkOut }: { readonly checkIn: PlainDate; readonly checkOut: PlainDate },
  nights: ReadonlyMap<PlainDate, Pick<Night, 'isFree'>>,
): string | null {
  switch (state) {
    case 'taken': {
      const first = dayNumber(checkIn);
      const taken = Array.from({ length: dayNumber(checkOut) - first }, (_, at) => plainDateOf(first + at)).filter(
        (date) => nights.get(date)?.isFree === false,
      );
      const named = taken.slice(0, MAX_NAMED).map(day);
      const more = taken.length - named.length;
      const all = more > 0 ? [...named, `${more} more`] : named;
      return taken.length === 1 ? `The night of ${list(all)} is taken.` : `The nights of ${list(all)} are taken.`;
    }
    case 'noCheckIn':
      return `Check-in is not possible on ${day(checkIn)}.`;
    case 'noCheckOut':
      return `Check-out is not possible on ${day(checkOut)}.`;
    case 'minNights':
      return `An arrival on ${day(checkIn)} needs at least ${formatCount(limit ?? 1, 'night')}.`;
    case 'maxNights':
      return `An arrival on ${day(checkIn)} allows at most ${formatCount(limit ?? 1, 'night')}.`;
    case 'free':
    case 'unknown':
      return null;
  }
}

/** Joins parts: "4 Dec, 5 Dec and 2 more". */
const list = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
