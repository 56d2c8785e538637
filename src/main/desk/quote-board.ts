/** The board: windows of the filtered, sorted and grouped rows of all quotes of a connection, their counts, and a CSV file of them. */
import type { PlainDate } from '../../shared/model/primitives.ts';
import type { BoardFilter, BoardQuery, BoardRow, BoardRows } from '../../shared/model/quote-board.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { EXPIRING_MS, isReservation, QuoteState, quoteStateOf, STATE_NAMES } from '../../shared/quote-state.ts';
import { writeCsv } from '../platform/csv/write-csv.ts';
import type { Clock } from '../platform/ports.ts';
import type { PictureCache } from './picture-cache.ts';
import type { BoardEntry } from './quote-database.ts';
import type { QuoteStore } from './quote-store.ts';

/** Rows that are written between two turns of the event loop. */
const BATCH = 500;

export interface QuoteBoardDeps {
  readonly store: Pick<QuoteStore, 'entries' | 'revision'>;
  readonly pictures: Pick<PictureCache, 'reference'>;
  /** The remembered guest's name by the id of a quote. */
  readonly guestNames: (connectionId: string) => Promise<ReadonlyMap<string, string>>;
  readonly clockOf: (connectionId: string) => Pick<Clock, 'now'>;
}

/** A quote with what the board sorts and searches by. */
interface Placed {
  readonly entry: BoardEntry;
  readonly state: QuoteState;
  readonly guestName: string | null;
  /** The Monday of the week in which the quote was made. */
  readonly week: PlainDate;
  /** What a search looks through, in lower case. */
  readonly text: string;
}

/** All quotes of a connection until one changes, a guest does, or time changes a state; with the orders that were asked for. */
interface Prepared {
  readonly revision: number;
  readonly names: ReadonlyMap<string, string>;
  /** The states hold from here until before `nextChangeAt`; a clock may also be put back. */
  readonly since: number;
  readonly nextChangeAt: number;
  readonly placed: readonly Placed[];
  readonly orders: Map<string, readonly Placed[]>;
}

export class QuoteBoard {
  readonly #deps: QuoteBoardDeps;
  readonly #prepared = new Map<string, Prepared>();

  constructor(deps: QuoteBoardDeps) {
    this.#deps = deps;
  }

  async rows({ offset, limit, ...filter }: BoardQuery): Promise<BoardRows> {
    const prepared = await this.#prepare(filter.connectionId);
    const found = ordered(prepared, filter).filter(finder(filter));
    const matching = found.filter(stateFilter(filter));
    const counts = new Map<QuoteState, number>();
    for (const { state } of found) counts.set(state, (counts.get(state) ?? 0) + 1);
    const groups = filter.group === 'none' ? null : groupsOf(matching, filter);
    return {
      revision: prepared.revision,
      total: prepared.placed.length,
      matched: matching.length,
      states: QuoteState.options.flatMap((state) => {
        const count = counts.get(state) ?? 0;
        return count === 0 ? [] : [{ state, count }];
      }),
      followUps: prepared.placed.filter((one) => isDue(one, filter.today)).length,
      reservations: prepared.placed.filter(({ state }) => isReservation(state)).length,
      nextChangeAt: Number.isFinite(prepared.nextChangeAt) ? prepared.nextChangeAt : null,
      rows: matching.slice(offset, offset + limit).map((placed, at): BoardRow => {
        const { entry, guestName } = placed;
        const { summary, annotation, pictureUrl, connectionId } = entry;
        const key = groups && keyOf(placed, filter);
        const before = matching[offset + at - 1];
        return {
          ...summary,
          picture: pictureUrl === null ? null : this.#deps.pictures.reference(connectionId, pictureUrl),
          guestName,
          hasNote: annotation.note !== '',
          followUpOn: annotation.followUpOn,
          sentAt: annotation.sent[0]?.at ?? null,
          group:
            groups === null || key === null
              ? null
              : { key, count: groups.get(key) ?? 0, isFirst: before === undefined || keyOf(before, filter) !== key },
        };
      }),
    };
  }

  /** Writes the rows of a filter. Throws AppError `storageFailed`. */
  async writeCsv(filter: BoardFilter, path: string): Promise<WrittenFile> {
    const prepared = await this.#prepare(filter.connectionId);
    const rows = ordered(prepared, filter).filter(finder(filter)).filter(stateFilter(filter));
    function* batches() {
      for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH).map(cellsOf);
    }
    return writeCsv(path, CSV_TITLES, batches());
  }

  async #prepare(connectionId: string): Promise<Prepared> {
    const { store, guestNames, clockOf } = this.#deps;
    const names = await guestNames(connectionId);
    const now = clockOf(connectionId).now();
    const known = this.#prepared.get(connectionId);
    const isSame = known?.revision === store.revision && known.names === names;
    if (isSame && now >= known.since && now < known.nextChangeAt) return known;
    let since = Number.NEGATIVE_INFINITY;
    let nextChangeAt = Number.POSITIVE_INFINITY;
    const placed = [...store.entries(connectionId)].map((entry): Placed => {
      const { summary, annotation } = entry;
      const { outcome, expiresAt, isReplaced } = summary;
      for (const at of [expiresAt - EXPIRING_MS + 1, expiresAt])
        if (at > now) nextChangeAt = Math.min(nextChangeAt, at);
        else since = Math.max(since, at);
      const guestName = names.get(summary.id) ?? null;
      return {
        entry,
        state: quoteStateOf({ outcome, expiresAt, isReplaced, isSent: annotation.sent.length > 0 }, now),
        guestName,
        week: mondayOf(summary.createdAt),
        text: [
          ...[summary.listingTitle, summary.listingId, summary.id, summary.checkIn, summary.checkOut, guestName],
          summary.reservation?.confirmationCode,
        ]
          .join(' ')
          .toLowerCase(),
      };
    });
    const prepared = { revision: store.revision, names, since, nextChangeAt, placed, orders: new Map() };
    this.#prepared.set(connectionId, prepared);
    return prepared;
  }
}

/** Orders that are kept: a person switches between few. */
const MAX_ORDERS = 6;

function ordered(prepared: Prepared, { sort, group }: BoardFilter): readonly Placed[] {
  const key = `${sort.by} ${sort.descending} ${group}`;
  const known = prepared.orders.get(key);
  if (known) return known;
  const value = VALUES[sort.by];
  const direction = sort.descending ? -1 : 1;
  const keyed = prepared.placed.map((placed) => ({
    placed,
    group: group === 'none' ? '' : keyOf(placed, { group }),
    value: value(placed),
  }));
  keyed.sort(
    (one, other) =>
      // The latest week first, guests by name, those without a guest at the end.
      (group === 'week' ? compare(other.group, one.group) : compareGuests(one.group, other.group)) ||
      // What has no value comes last in either direction.
      Number(one.value === null) - Number(other.value === null) ||
      direction * compareValues(one.value, other.value) ||
      other.placed.entry.number - one.placed.entry.number,
  );
  if (prepared.orders.size >= MAX_ORDERS) prepared.orders.clear();
  const order = keyed.map(({ placed }) => placed);
  prepared.orders.set(key, order);
  return order;
}

type Value = string | number | null | readonly [string, number];

const VALUES: Record<BoardFilter['sort']['by'], (placed: Placed) => Value> = {
  createdAt: ({ entry }) => entry.summary.createdAt,
  expiresAt: ({ entry }) => entry.summary.expiresAt,
  state: ({ state }) => QuoteState.options.indexOf(state),
  guest: ({ guestName }) => guestName?.toLowerCase() ?? null,
  place: ({ entry }) => (entry.summary.listingTitle ?? entry.summary.listingId).toLowerCase(),
  checkIn: ({ entry }) => entry.summary.checkIn,
  // Amounts of two currencies have no order, so they are sorted within each.
  total: ({ entry: { summary } }) => summary.total && [summary.total.currency ?? '', summary.total.amount],
  followUpOn: ({ entry }) => entry.annotation.followUpOn,
};

const compare = <One extends string | number>(one: One, other: One): number => (one < other ? -1 : one > other ? 1 : 0);

function compareValues(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string') return compare(one, other);
  if (typeof one === 'number' && typeof other === 'number') return compare(one, other);
  if (Array.isArray(one) && Array.isArray(other)) return compare(one[0], other[0]) || compare(one[1], other[1]);
  return 0;
}

const compareGuests = (one: string, other: string): number =>
  Number(one === '') - Number(other === '') || compare(one.toLowerCase(), other.toLowerCase());

const keyOf = ({ guestName, week }: Placed, { group }: Pick<BoardFilter, 'group'>): string =>
  group === 'week' ? week : (guestName ?? '');

function groupsOf(rows: readonly Placed[], filter: BoardFilter): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row, filter), (counts.get(keyOf(row, filter)) ?? 0) + 1);
  return counts;
}

const isDue = ({ entry, state }: Placed, today: PlainDate): boolean =>
  entry.annotation.followUpOn !== null && entry.annotation.followUpOn <= today && state !== 'replaced';

/** The rows of the search and the view. */
function finder({ search, view, today }: BoardFilter): (placed: Placed) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (placed) =>
    (view === 'quotes' || (view === 'reservations' ? isReservation(placed.state) : isDue(placed, today))) &&
    words.every((word) => placed.text.includes(word));
}

function stateFilter({ states }: BoardFilter): (placed: Placed) => boolean {
  const chosen = new Set(states);
  return ({ state }) => chosen.size === 0 || chosen.has(state);
}

const DAY_MS = 86_400_000;

/** The Monday of the week of an instant, on this computer's calendar. */
function mondayOf(at: number): PlainDate {
  const local = new Date(at);
  const day = Date.UTC(local.getFullYear(), local.getMonth(), local.getDate());
  const sinceMonday = (local.getDay() + 6) % 7;
  return new Date(day - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

const CSV_TITLES = [
  ...[
    'Guest',
    'Property',
    'Check-in',
    'Check-out',
    'Nights',
    'Guests',
    'Total',
    'Currency',
    'State',
    'Made',
    'Expires',
  ],
  ...['Confirmation code', 'Reservation status', 'Follow-up', 'Offer sent', 'Quote id'],
];

function cellsOf({ entry: { summary, annotation }, guestName, state }: Placed) {
  const { total, reservation } = summary;
  const instant = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return [
    ...[guestName, summary.listingTitle ?? summary.listingId, summary.checkIn, summary.checkOut, summary.nights],
    ...[summary.guests, total && (total.exact ?? total.amount), total?.currency ?? null, STATE_NAMES[state]],
    ...[instant(summary.createdAt), instant(summary.expiresAt)],
    ...[reservation?.confirmationCode ?? null, reservation?.status ?? null, annotation.followUpOn],
    ...[instant(annotation.sent[0]?.at), summary.id],
  ];
}
