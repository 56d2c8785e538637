/** Finds the records in an answer of unknown shape (spec.md, "Records without shown fields"). */
import type { Json } from '../../shared/model/primitives.ts';
import { isObject } from './read-path.ts';

export interface FoundRecords {
  /** Dotted path of the list; empty when the answer itself is one. */
  readonly path: string;
  readonly records: Json[];
}

const MAX_DEPTH = 4;
/** Names that services use for their lists, the best evidence first. */
const LIST_NAMES = [
  'results',
  'data',
  'items',
  'records',
  'listings',
  'properties',
  'units',
  'days',
  'calendar',
  'hits',
  'entries',
  'rows',
];

interface Candidate extends FoundRecords {
  readonly score: number;
}

/** The list that is most likely the records: by its name, its objects and its depth; `null` when there is none. */
export function findRecords(body: Json): FoundRecords | null {
  if (Array.isArray(body)) return { path: '', records: body };
  let best: Candidate | null = null;
  for (const candidate of candidates(body, '', 0)) if (!best || candidate.score > best.score) best = candidate;
  return best && { path: best.path, records: best.records };
}

function* candidates(value: Json, path: string, depth: number): Generator<Candidate> {
  if (!isObject(value) || depth >= MAX_DEPTH) return;
  for (const [key, field] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`;
    if (!Array.isArray(field)) yield* candidates(field, place, depth + 1);
    else if (looksLikeRecords(key, field)) yield { path: place, records: field, score: score(key, field, depth) };
  }
}

function looksLikeRecords(key: string, list: readonly Json[]): boolean {
  return list.length === 0 ? LIST_NAMES.includes(key.toLowerCase()) : list.slice(0, 20).every(isObject);
}

function score(key: string, list: readonly Json[], depth: number): number {
  const rank = LIST_NAMES.indexOf(key.toLowerCase());
  const named = rank < 0 ? 0 : 40 - rank;
  return named + Math.min(20, 4 * Math.log2(list.length + 1)) - 10 * depth;
}
