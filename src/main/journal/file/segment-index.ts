/**
 * The full-text index of one segment. It stores terms without texts (contentless), and for each term only the exchanges that have it
 * (detail=none). Prefixes of one to four letters have lists of their own. A longer prefix is looked up in the segment's vocabulary and replaced
 * by the few terms that begin with it, which is far cheaper than a prefix query. Outcome, operation, host and task are indexed as terms too, so
 * that FTS5 intersects filters like search terms.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ExchangeFilter } from '../../../shared/model/traffic.ts';
import { type NameKind, outcomeNumber } from './row.ts';
import type { Segment } from './segment.ts';
import type { SegmentNames } from './segment-names.ts';
import { termsOf } from './terms.ts';

const MAX_INDEXED_PREFIX = 4;
/** The number of terms above which a prefix query is cheaper. */
const MAX_ALTERNATIVES = 64;
const MAX_VOCABULARY = 50_000;
const LETTERS = /^\p{L}+$/u;

export const indexTable = (segment: number): string => `words_${segment}`;

/** The first letters of terms that stand for filter conditions. They belong to the private use area, so no text contains such a term. */
const CONDITIONS = { outcome: '\uE001', operation: '\uE002', host: '\uE003', task: '\uE004' } as const;
export const conditionTerm = (kind: keyof typeof CONDITIONS, id: number): string => CONDITIONS[kind] + id.toString(36);

export function createIndex(db: DatabaseSync, segment: number): void {
  db.exec(
    `CREATE VIRTUAL TABLE ${indexTable(segment)} USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii', prefix='1 2 3 4')`,
  );
}

const belongsInVocabulary = (term: string): boolean => term.length > MAX_INDEXED_PREFIX && LETTERS.test(term);

/** Writes the terms of exchanges into the index of a segment. */
export class IndexWriter {
  readonly #segment: Segment;
  readonly #insert: StatementSync;
  readonly #insertVocabulary: StatementSync;
  readonly #known: Set<string>;

  constructor(db: DatabaseSync, segment: Segment) {
    this.#segment = segment;
    this.#insert = db.prepare(`INSERT INTO ${indexTable(segment.id)} (rowid, words) VALUES (?, ?)`);
    this.#insertVocabulary = db.prepare('INSERT OR IGNORE INTO vocabulary (era, word) VALUES (?, ?)');
    const words = db.prepare('SELECT word FROM vocabulary WHERE era = ?').all(segment.id);
    this.#known = new Set(words.map(({ word }) => String(word)));
  }

  /** Indexes an exchange. Returns the estimated size in bytes. */
  add(seq: number, terms: ReadonlySet<string>, conditions: readonly string[]): number {
    const text = [...terms, ...conditions].join(' ');
    this.#insert.run(seq, text);
    for (const term of terms) if (belongsInVocabulary(term) && !this.#known.has(term)) this.#addToVocabulary(term);
    return text.length;
  }

  #addToVocabulary(term: string): void {
    if (!this.#segment.vocabulary) return;
    if (this.#known.size >= MAX_VOCABULARY) {
      this.#segment.vocabulary = false;
      return;
    }
    this.#known.add(term);
    this.#insertVocabulary.run(this.#segment.id, term);
  }
}

/** The FTS5 query of a filter. `everything`: all exchanges of the segment match, without a query. `nothing`: none can match. */
export type IndexQuery =
  | { readonly kind: 'everything' | 'nothing' }
  | { readonly kind: 'match'; readonly expression: string };

/** Builds the query for one segment. */
export function indexQueryOf(
  db: DatabaseSync,
  segment: Segment,
  names: SegmentNames,
  filter: ExchangeFilter,
): IndexQuery {
  const parts: string[] = [];
  const named = (kind: NameKind & keyof typeof CONDITIONS, wanted: readonly string[]): boolean => {
    if (wanted.length === 0) return true;
    const ids = wanted.map((name) => names.find(kind, name)).filter((id) => id !== null);
    parts.push(anyOf(ids.map((id) => conditionTerm(kind, id))));
    return ids.length > 0;
  };
  const possible =
    named('operation', filter.operations) &&
    named('host', filter.hosts) &&
    named('task', filter.taskId === null ? [] : [filter.taskId]);
  if (!possible) return { kind: 'nothing' };
  if (filter.outcomes.length > 0)
    parts.push(anyOf(filter.outcomes.map((it) => conditionTerm('outcome', outcomeNumber(it)))));
  for (const term of termsOf(filter.search)) {
    const alternatives = segment.vocabulary && belongsInVocabulary(term) ? termsWithPrefix(db, segment.id, term) : null;
    if (alternatives?.length === 0) return { kind: 'nothing' };
    parts.push(alternatives && alternatives.length <= MAX_ALTERNATIVES ? anyOf(alternatives) : `"${term}"*`);
  }
  return parts.length === 0 ? { kind: 'everything' } : { kind: 'match', expression: parts.join(' AND ') };
}

const anyOf = (terms: readonly string[]): string => `(${terms.map((term) => `"${term}"`).join(' OR ')})`;

/** The segment's terms that begin with a prefix, at most MAX_ALTERNATIVES + 1. A truncated term stands for longer ones, as in the index. */
function termsWithPrefix(db: DatabaseSync, segment: number, prefix: string): string[] {
  return db
    .prepare('SELECT word FROM vocabulary WHERE era = ? AND word >= ? AND word < ? LIMIT ?')
    .all(segment, prefix, `${prefix}\u{10FFFF}`, MAX_ALTERNATIVES + 1)
    .map(({ word }) => String(word));
}
