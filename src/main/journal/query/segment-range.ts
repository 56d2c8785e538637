/** Where in an era the exchanges of a span of time are. */
import type { ExchangeFilter } from '../../../shared/model/traffic.ts';
import type { Era } from '../file/segment.ts';
import type { EraBook } from '../file/segment-catalog.ts';

export interface Bounds {
  readonly first: number;
  readonly last: number;
  /** The span that is asked for, when not all of the era lies in it. */
  readonly span: readonly [number, number] | null;
  /** Places between `first` and `last` whose time is outside the span. */
  readonly strays: readonly number[];
  /** The span once more, when there are too many strays to be listed: rows must be held against it. */
  readonly times: readonly [number, number] | null;
}

/** Requests end in another order than they were sent in, but seldom by more than this. */
const NEAR_MS = 5 * 60_000;
const MOST_STRAYS = 500;

/** Which places a span of time can be at; `null` when none. Times grow with the place, but not strictly. */
export function boundsOf(book: EraBook, era: Era, filter: ExchangeFilter): Bounds | null {
  const whole: Bounds = { first: era.firstSeq, last: era.lastSeq, span: null, strays: [], times: null };
  if (filter.from === null && filter.until === null) return whole;
  const known = spanOf(book, era);
  const from = filter.from ?? known.oldest;
  const until = filter.until ?? known.newest + 1;
  if (from <= known.oldest && known.newest < until) return whole;
  if (known.newest < from || known.oldest >= until) return null;
  const row = book
    .sql(
      `SELECT min(seq) AS first, max(seq) AS last, count(*) AS n FROM exchanges INDEXED BY exchanges_by_time
       WHERE era = ? AND sent_at >= ? AND sent_at < ?`,
    )
    .get(era.id, from, until);
  if (row?.first == null) return null;
  const [first, last] = [Number(row.first), Number(row.last)];
  const between = book
    .sql('SELECT count(*) AS n FROM exchanges INDEXED BY exchanges_by_era WHERE era = ? AND seq BETWEEN ? AND ?')
    .get(era.id, first, last);
  const strays = straysOf(book, era, [from, until], [first, last], Number(between?.n) - Number(row.n));
  const bounds = { first, last, span: [from, until] as const };
  return strays ? { ...bounds, strays, times: null } : { ...bounds, strays: [], times: [from, until] };
}

/** The places between `first` and `last` outside the span, of which there are `count`; `null` when they are many or far from it. */
function straysOf(
  book: EraBook,
  era: Era,
  [from, until]: readonly [number, number],
  [first, last]: readonly [number, number],
  count: number,
): number[] | null {
  if (count === 0) return [];
  if (count > MOST_STRAYS) return null;
  const near = book.sql(
    `SELECT seq FROM exchanges INDEXED BY exchanges_by_time
     WHERE era = ? AND sent_at >= ? AND sent_at < ? AND seq BETWEEN ? AND ?`,
  );
  const rows = [
    ...near.all(era.id, from - NEAR_MS, from, first, last),
    ...near.all(era.id, until, until + NEAR_MS, first, last),
  ];
  return rows.length === count ? rows.map(({ seq }) => Number(seq)) : null;
}

/** When the oldest and the newest exchange of an era were sent. */
export function spanOf(book: EraBook, era: Era): { oldest: number; newest: number } {
  const end = (which: 'min' | 'max'): string =>
    `(SELECT ${which}(sent_at) FROM exchanges INDEXED BY exchanges_by_time WHERE era = ?1)`;
  const row = book.sql(`SELECT ${end('min')} AS oldest, ${end('max')} AS newest`).get(era.id);
  return { oldest: Number(row?.oldest), newest: Number(row?.newest) };
}
