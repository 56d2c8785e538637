/** The part of each era that a filter can find something in, and the questions that are asked of it. */
import type { SQLInputValue } from 'node:sqlite';
import { type ExchangeFilter, OutcomeClass } from '../../../shared/model/traffic.ts';
import type { InBucket } from '../file/minute-counts.ts';
import type { Row } from '../file/row.ts';
import type { Era } from '../file/segment.ts';
import type { EraBook } from '../file/segment-catalog.ts';
import { indexTable, questionOf } from '../file/segment-index.ts';
import { type Bounds, boundsOf } from './segment-range.ts';

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
  const { era, match, span, times } = part;
  if (match === null && span === null) return Math.min(era.count, bound);
  if (match === null && span !== null) return counted(book, BY_TIME, [era.id, ...span], bound);
  const { from, where, values } = askedOf(part, times !== null);
  return counted(book, `${from} WHERE ${where}`, values, bound);
}

const BY_TIME = 'exchanges x INDEXED BY exchanges_by_time WHERE x.era = ? AND x.sent_at >= ? AND x.sent_at < ?';

function counted(book: EraBook, what: string, values: readonly SQLInputValue[], bound: number): number {
  return Number(book.sql(`SELECT count(*) AS n FROM (SELECT 1 FROM ${what} LIMIT ?)`).get(...values, bound)?.n);
}

/** How many rows of a part were sent in each of `buckets` spans of `bucketMs` since `start`, by outcome. */
export function bucketsOf(
  book: EraBook,
  part: Part,
  bounds: readonly [number, number],
  { start, bucketMs, buckets }: { start: number; bucketMs: number; buckets: number },
): InBucket[] {
  if (part.match === null)
    return Array.from({ length: buckets }, (_, bucket) => {
      const at = start + bucket * bucketMs;
      const span = [Math.max(at, bounds[0]), Math.min(at + bucketMs, bounds[1])] as const;
      return span[0] < span[1] ? inBucketOf(book, part.era, bucket, span) : [];
    }).flat();
  const { from, where, values } = askedOf(part, true);
  return book
    .sql(
      `SELECT CAST((x.sent_at - ?) / ? AS INTEGER) AS bucket, x.outcome AS outcome, count(*) AS n FROM ${from} WHERE ${where} GROUP BY 1, 2`,
    )
    .all(start, bucketMs, ...values)
    .map((row) => ({ bucket: Number(row.bucket), outcome: Number(row.outcome), count: Number(row.n) }));
}

const OUTCOMES = OutcomeClass.options.map((_, outcome) => outcome);
const COUNTS = OUTCOMES.map((outcome) => `count(*) FILTER (WHERE x.outcome = ${outcome}) AS of${outcome}`).join(', ');

/** Counted side by side, for grouping would sort all of them first. */
function inBucketOf(book: EraBook, era: Era, bucket: number, span: readonly [number, number]): InBucket[] {
  const row = book.sql(`SELECT ${COUNTS} FROM ${BY_TIME}`).get(era.id, ...span);
  return OUTCOMES.map((outcome) => ({ bucket, outcome, count: Number(row?.[`of${outcome}`] ?? 0) }));
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
