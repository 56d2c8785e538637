/**
 * The quotes of a connection with the values by which the board sorts, searches and groups. They are valid until a quote or a guest changes, or
 * time changes a state.
 */
import type { PlainDate } from '../../shared/model/primitives.ts';
import { EXPIRING_MS, isReservation, type QuoteState, quoteStateOf } from '../../shared/quote/quote-state.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { BoardEntry } from './quote-database.ts';

/** The number of quotes that are placed between two turns of the event loop. */
export const PLACED_PER_TURN = 2_000;

/** A quote with the values by which the board sorts and searches. */
export interface Placed {
  readonly entry: BoardEntry;
  readonly state: QuoteState;
  readonly guestName: string | null;
  /** The Monday of the week in which the quote was created. */
  readonly week: PlainDate;
  /** The Monday of the week of the arrival. */
  readonly arrivalWeek: PlainDate;
  /** The text that a search looks through, in lower case. */
  readonly text: string;
}

export interface PlacedQuotes {
  readonly placed: readonly Placed[];
  /** The states are valid from `since` until before `nextChangeAt`; a clock may also be set back. */
  readonly since: number;
  readonly nextChangeAt: number;
  readonly reservations: number;
}

export async function placeQuotes(
  entries: readonly BoardEntry[],
  names: ReadonlyMap<string, string>,
  now: number,
): Promise<PlacedQuotes> {
  let since = Number.NEGATIVE_INFINITY;
  let nextChangeAt = Number.POSITIVE_INFINITY;
  let reservations = 0;
  const placed: Placed[] = [];
  for (const entry of entries) {
    if (placed.length > 0 && placed.length % PLACED_PER_TURN === 0) await nextTurn();
    const { outcome, expiresAt, isReplaced, id, createdAt, checkIn } = entry.summary;
    for (const at of [expiresAt - EXPIRING_MS + 1, expiresAt])
      if (at > now) nextChangeAt = Math.min(nextChangeAt, at);
      else since = Math.max(since, at);
    const state = quoteStateOf({ outcome, expiresAt, isReplaced, isSent: entry.annotation.sentOn !== null }, now);
    if (isReservation(state)) reservations += 1;
    const guestName = names.get(id) ?? null;
    const weeks = { week: mondayOf(localDayOf(createdAt)), arrivalWeek: mondayOf(Date.parse(checkIn)) };
    placed.push({ entry, state, guestName, ...weeks, text: textOf(entry, guestName) });
  }
  return { placed, since, nextChangeAt, reservations };
}

function textOf({ summary }: BoardEntry, guestName: string | null): string {
  const { listingTitle, listingId, id, checkIn, checkOut, reservation } = summary;
  return [listingTitle, listingId, id, checkIn, checkOut, guestName, reservation?.confirmationCode]
    .join(' ')
    .toLowerCase();
}

const DAY_MS = 86_400_000;

/** The day of an instant in this computer's time zone, as the midnight of that day in UTC. */
function localDayOf(at: number): number {
  const local = new Date(at);
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate());
}

/** The Monday of the week of a day, which is given as its midnight in UTC. */
const mondayOf = (day: number): PlainDate =>
  new Date(day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
