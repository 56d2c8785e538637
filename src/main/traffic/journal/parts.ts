/** The part of each era that a filter can find something in, and the questions that are asked of it. */
import type { SQLInputValue } from 'node:sqlite';
import type { ExchangeFilter } from '../../../shared/model/traffic.ts';
import type { Era } from './era.ts';
import type { EraBook } from './era-book.ts';
import { indexTable, questionOf } from './era-index.ts';
import type { Row } from './row.ts';

/** Requests end in another order than they were sent in, but not by much. */
const MOST_STRAYS = 500;

interface Bounds {
  /** Every row of the era is meant. */
  readonly isWhole: boolean;
  readonly first: number;
  readonly last: number;
  /** Places between `first` and `last` that are not meant. */
  readonly strays: readonly number[];
  /** Bounds of `sent_at` that rows must be held against, when there are too many strays to be listed; else `null`. */
  readonly times: readonly [number, number] | null;
}

export interface Part extends Bounds {
  readonly era: Era;
  /** What the full-text index is asked; `null` when every row between the bounds is meant. */
  readonly match: string | null;
}

/** The parts, newest first. */
export function* partsOf(book: EraBook, filter: ExchangeFilter): Generator<Part> {
  for (const era of book.of(filter.connectionId)) {
    const bounds = era.count === 0 ? null : boundsOf(book, era, filter);
    if (!bounds) continue;
    const question = questionOf(book.db, era, book.names(era), filter);
    if (question.kind === 'nothing') continue;
    yield { era, ...bounds, match: question.kind === 'match' ? question.expression : null };
  }
}

/** Which places in the journal a span of time can be at; `null` when none. Times grow with the place, but not strictly. */
function boundsOf(book: EraBook, era: Era, filter: ExchangeFilter): Bounds | null {
  const whole: Bounds = { isWhole: true, first: era.firstSeq, last: era.lastSeq, strays: [], times: null };
  if (filter.from === null && filter.until === null) return whole;
  const span = spanOf(book, era);
  const from = filter.from ?? span.oldest;
  const until = filter.until ?? span.newest + 1;
  if (from <= span.oldest && span.newest < until) return whole;
  if (span.newest < from || span.oldest >= until) return null;
  const places = book
    .sql(
      `SELECT min(seq) AS first, max(seq) AS last FROM exchanges INDEXED BY exchanges_by_time
       WHERE era = ? AND sent_at >= ? AND sent_at < ?`,
    )
    .get(era.id, from, until);
  if (places?.first == null) return null;
  const [first, last] = [Number(places.first), Number(places.last)];
  const strays = book
    .sql(
      `SELECT seq FROM exchanges INDEXED BY exchanges_by_time
       WHERE era = ? AND (sent_at < ? OR sent_at >= ?) AND seq BETWEEN ? AND ? LIMIT ?`,
    )
    .all(era.id, from, until, first, last, MOST_STRAYS + 1)
    .map(({ seq }) => Number(seq));
  return strays.length > MOST_STRAYS
    ? { isWhole: false, first, last, strays: [], times: [from, until] }
    : { isWhole: false, first, last, strays, times: null };
}

/** When the oldest and the newest exchange of an era were sent. */
export function spanOf(book: EraBook, era: Era): { oldest: number; newest: number } {
  const end = (which: 'min' | 'max'): string =>
    `(SELECT ${which}(sent_at) FROM exchanges INDEXED BY exchanges_by_time WHERE era = ?1)`;
  const row = book.sql(`SELECT ${end('min')} AS oldest, ${end('max')} AS newest`).get(era.id);
  return { oldest: Number(row?.oldest), newest: Number(row?.newest) };
}

/** The rows of a part, newest first, of those before `before`. */
export function rowsOf(book: EraBook, part: Part, before: number | null, limit: number): Row[] {
  const last = before === null ? part.last : Math.min(part.last, before - 1);
  if (last < part.first) return [];
  const { from, where, values } = askedOf({ ...part, last }, true);
  const seq = part.match === null ? 'x.seq' : 'f.rowid';
  return book.sql(`SELECT x.* FROM ${from} WHERE ${where} ORDER BY ${seq} DESC LIMIT ?`).all(...values, limit);
}

/** How many rows a part has, counted up to `bound`. */
export function countOf(book: EraBook, part: Part, bound: number): number {
  const { era, match, times, isWhole } = part;
  if (match === null && isWhole) return Math.min(era.count, bound);
  const { from, where, values } = askedOf(part, times !== null);
  return counted(book, `${from} WHERE ${where}`, values, bound);
}

function counted(book: EraBook, what: string, values: readonly SQLInputValue[], bound: number): number {
  return Number(book.sql(`SELECT count(*) AS n FROM (SELECT 1 FROM ${what} LIMIT ?)`).get(...values, bound)?.n);
}

/** How many rows of a part were sent in each span of `bucketMs` since `start`, by outcome. */
export function bucketsOf(
  book: EraBook,
  part: Part,
  span: readonly [number, number],
  start: number,
  bucketMs: number,
): { bucket: number; outcome: number; count: number }[] {
  // A span of time is always asked for here, so its index covers what has no match.
  const { from, where, values } =
    part.match === null
      ? {
          from: 'exchanges x INDEXED BY exchanges_by_time',
          where: 'x.era = ? AND x.sent_at >= ? AND x.sent_at < ?',
          values: [part.era.id, ...span],
        }
      : askedOf(part, true);
  return book
    .sql(
      `SELECT CAST((x.sent_at - ?) / ? AS INTEGER) AS bucket, x.outcome AS outcome, count(*) AS n FROM ${from} WHERE ${where} GROUP BY 1, 2`,
    )
    .all(start, bucketMs, ...values)
    .map((row) => ({ bucket: Number(row.bucket), outcome: Number(row.outcome), count: Number(row.n) }));
}

interface Asked {
  readonly from: string;
  readonly where: string;
  readonly values: readonly SQLInputValue[];
}

function askedOf({ era, match, first, last, strays, times }: Part, withRows: boolean): Asked {
  const place = match === null ? 'x.seq' : 'f.rowid';
  const others = strays.length === 0 ? '' : ` AND ${place} NOT IN (SELECT value FROM json_each(?))`;
  const timed = `${others}${times === null ? '' : ' AND x.sent_at >= ? AND x.sent_at < ?'}`;
  const bounds = [first, last, ...(strays.length === 0 ? [] : [JSON.stringify(strays)]), ...(times ?? [])];
  if (match === null)
    return {
      from: 'exchanges x INDEXED BY exchanges_by_era',
      where: `x.era = ? AND x.seq BETWEEN ? AND ?${timed}`,
      values: [era.id, ...bounds],
    };
  const index = indexTable(era.id);
  return {
    from: withRows ? `${index} f CROSS JOIN exchanges x ON x.seq = f.rowid` : `${index} f`,
    where: `f.${index} MATCH ? AND f.rowid BETWEEN ? AND ?${timed}`,
    values: [match, ...bounds],
  };
}
