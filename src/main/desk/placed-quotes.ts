/** The quotes of a connection with what the board sorts, searches and groups by. They hold until a quote or a guest changes, or time changes a state. */
import type { PlainDate } from '../../shared/model/primitives.ts';
import { EXPIRING_MS, isReservation, type QuoteState, quoteStateOf } from '../../shared/quote-state.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { BoardEntry } from './quote-database.ts';

/** Quotes that are placed between two turns of the event loop. */
export const PLACED_PER_TURN = 2_000;

/** A quote with what the board sorts and searches by. */
export interface Placed {
  readonly entry: BoardEntry;
  readonly state: QuoteState;
  readonly guestName: string | null;
  /** The Monday of the week in which the quote was made. */
  readonly week: PlainDate;
  /** What a search looks through, in lower case. */
  readonly text: string;
}

export interface PlacedQuotes {
  readonly placed: readonly Placed[];
  /** The states hold from here until before `nextChangeAt`; a clock may also be put back. */
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
    const { outcome, expiresAt, isReplaced, id, createdAt } = entry.summary;
    for (const at of [expiresAt - EXPIRING_MS + 1, expiresAt])
      if (at > now) nextChangeAt = Math.min(nextChangeAt, at);
      else since = Math.max(since, at);
    const state = quoteStateOf({ outcome, expiresAt, isReplaced, isSent: entry.annotation.sent.length > 0 }, now);
    if (isReservation(state)) reservations += 1;
    const guestName = names.get(id) ?? null;
    placed.push({ entry, state, guestName, week: mondayOf(createdAt), text: textOf(entry, guestName) });
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

/** The Monday of the week of an instant, on this computer's calendar. */
function mondayOf(at: number): PlainDate {
  const local = new Date(at);
  const day = Date.UTC(local.getFullYear(), local.getMonth(), local.getDate());
  const sinceMonday = (local.getDay() + 6) % 7;
  return new Date(day - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
