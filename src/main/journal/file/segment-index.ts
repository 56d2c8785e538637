/**
 * The full-text index of one era: which exchanges have which words. It keeps words only, no texts (contentless), and of each only whether
 * an exchange has it (detail=none). Beginnings of one to four letters have lists of their own; longer beginnings of plain words are looked
 * up in the era's vocabulary and become a few whole words, which cost far less than a beginning of unknown length. What can be filtered
 * by is indexed as a word too, so that conditions are intersected like words.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ExchangeFilter } from '../../../shared/model/traffic.ts';
import { type NameKind, outcomeNumber } from './row.ts';
import type { Segment } from './segment.ts';
import type { SegmentNames } from './segment-names.ts';
import { termsOf } from './terms.ts';

const MAX_INDEXED_PREFIX = 4;
/** More than these are rather looked up by their beginning. */
const MAX_ALTERNATIVES = 64;
const MAX_VOCABULARY = 50_000;
const LETTERS = /^\p{L}+$/u;

export const indexTable = (segment: number): string => `words_${segment}`;

/** A condition as a word that no text has: letters of the private use area begin it. */
const CONDITIONS = { outcome: '\uE001', operation: '\uE002', host: '\uE003', task: '\uE004' } as const;
export const conditionTerm = (kind: keyof typeof CONDITIONS, id: number): string => CONDITIONS[kind] + id.toString(36);

export function createIndex(db: DatabaseSync, segment: number): void {
  db.exec(
    `CREATE VIRTUAL TABLE ${indexTable(segment)} USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii', prefix='1 2 3 4')`,
  );
}

const inVocabulary = (word: string): boolean => word.length > MAX_INDEXED_PREFIX && LETTERS.test(word);

/** Writes the words of exchanges into an era. */
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

  /** About how many bytes it will take is returned. */
  add(seq: number, words: ReadonlySet<string>, conditions: readonly string[]): number {
    const text = [...words, ...conditions].join(' ');
    this.#insert.run(seq, text);
    for (const word of words) if (inVocabulary(word) && !this.#known.has(word)) this.#addToVocabulary(word);
    return text.length;
  }

  #addToVocabulary(word: string): void {
    if (!this.#segment.vocabulary) return;
    if (this.#known.size >= MAX_VOCABULARY) {
      this.#segment.vocabulary = false;
      return;
    }
    this.#known.add(word);
    this.#insertVocabulary.run(this.#segment.id, word);
  }
}

/** What the index is asked for a filter. `everything`: it need not be asked. `nothing`: no exchange of the era can match. */
export type IndexQuery =
  | { readonly kind: 'everything' | 'nothing' }
  | { readonly kind: 'match'; readonly expression: string };

/** Makes the question of one era. */
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
  for (const word of termsOf(filter.search)) {
    const alternatives = segment.vocabulary && inVocabulary(word) ? termsWithPrefix(db, segment.id, word) : null;
    if (alternatives?.length === 0) return { kind: 'nothing' };
    parts.push(alternatives && alternatives.length <= MAX_ALTERNATIVES ? anyOf(alternatives) : `"${word}"*`);
  }
  return parts.length === 0 ? { kind: 'everything' } : { kind: 'match', expression: parts.join(' AND ') };
}

const anyOf = (words: readonly string[]): string => `(${words.map((word) => `"${word}"`).join(' OR ')})`;

/** The era's words that begin so, and one more than are useful. A word cut at the cap stands for longer ones, as in the index. */
function termsWithPrefix(db: DatabaseSync, segment: number, prefix: string): string[] {
  return db
    .prepare('SELECT word FROM vocabulary WHERE era = ? AND word >= ? AND word < ? LIMIT ?')
    .all(segment, prefix, `${prefix}\u{10FFFF}`, MAX_ALTERNATIVES + 1)
    .map(({ word }) => String(word));
}
