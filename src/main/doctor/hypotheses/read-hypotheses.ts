/**
 * Reads from the text around a failure which causes people suggest. Statements that are denied, asked or supposed do not count. The result has
 * causes and sentences of this program, never a word of the text.
 */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { PHRASES, type Phrase } from './phrases.ts';
import { PATTERNS, type Word } from './vocabulary.ts';

/** A cause that a text suggests. `isVague`: its words are also used for other causes. */
export interface Hypothesis {
  readonly cause: CauseId;
  readonly says: string;
  readonly isVague: boolean;
}

interface Span {
  readonly from: number;
  readonly end: number;
}

/** The largest distance between words that belong together. */
const MAX_SPREAD = 120;
const BEFORE = 40;
const AFTER = 24;
const DENIED = /\b(?:not|never|neither|nor|cannot|ni|nunca|tampoco|ningun[ao]?|no(?! longer| more))\b/g;
/** Phrases with which something is supposed. */
const SUPPOSITIONS = (
  'maybe|perhaps|whether|might|possibly|wonder|wondering|suspect|guess|assume|probably|could it|could this|could that|' +
  'could be|could the|should we|should i|in case|either|quiza|quizas|tal vez|puede ser|puede que|podria|acaso|si es|si hay'
).split('|');
const isSupposed = (text: string): boolean => {
  const words = ` ${text.replace(/\W+/g, ' ')} `;
  return SUPPOSITIONS.some((phrase) => words.includes(` ${phrase} `));
};

/** The causes that lines suggest, each cause and sentence once. */
export function readHypotheses(lines: readonly string[]): Hypothesis[] {
  const found = new Map<string, Hypothesis>();
  for (const clause of clausesOf(lines)) {
    if (clause.asks || isSupposed(clause.text)) continue;
    for (const { cause, says, isVague } of phrasesIn(clause)) {
      const key = `${cause} ${says}`;
      const known = found.get(key);
      if (!known || (known.isVague && !isVague)) found.set(key, { cause, says, isVague });
    }
  }
  return [...found.values()].map((one) => ({ ...one, isVague: one.isVague || isExplained(one, found) }));
}

/** Causes that another cause explains: a token that was revoked is old as well. */
const EXPLAINED_BY: Partial<Record<CauseId, readonly CauseId[]>> = {
  tokenExpired: ['tokenUnknown'],
  noPermission: ['listingNotBookable', 'bookingOption'],
};

/** Causes that may be present although the text says that requests work again: a fresh token works, but for a day only. */
const PAST_NO_MORE: ReadonlySet<CauseId> = new Set(['nothingWrong', 'tokenExpired', 'tokenUnknown']);

/** Whether another cause in the text explains this one, or the text says that requests work again, so that the cause is past. */
const isExplained = ({ cause }: Hypothesis, found: ReadonlyMap<string, Hypothesis>): boolean =>
  [...found.values()].some(
    (other) =>
      !other.isVague &&
      (EXPLAINED_BY[cause]?.includes(other.cause) || (other.cause === 'nothingWrong' && !PAST_NO_MORE.has(cause))),
  );

function phrasesIn({ text }: Clause): Phrase[] {
  const cache = new Map<Word, Span[]>();
  const spansOf = (word: Word): Span[] => {
    const spans =
      cache.get(word) ??
      (PATTERNS.get(word) ?? [])
        // A search copies no pattern, as matchAll does.
        .flatMap((one) => (text.search(one) === -1 ? [] : [...text.matchAll(one)]))
        .map(spanOf);
    cache.set(word, spans);
    return spans;
  };
  return PHRASES.filter(({ all }) => {
    const spans: Span[][] = [];
    for (const words of all) {
      const found = words.flatMap(spansOf);
      if (found.length === 0) return false;
      spans.push(found);
    }
    return together(spans).some((match) => !isDenied(text, match));
  });
}

const spanOf = (match: RegExpExecArray): Span => ({ from: match.index, end: match.index + match[0].length });

/**
 * Combinations of one span of each list that do not overlap and are near enough; for each span of the first list, the first combination that
 * fits.
 */
function together(lists: readonly (readonly Span[])[]): Span[][] {
  const [first = [], ...others] = lists;
  return first.slice(0, 8).flatMap((start) => {
    const match = [start];
    for (const list of others) {
      const next = list.find(
        (span) =>
          match.every((one) => span.end <= one.from || span.from >= one.end) &&
          Math.max(span.end, ...match.map(({ end }) => end)) - Math.min(span.from, ...match.map(({ from }) => from)) <=
            MAX_SPREAD,
      );
      if (!next) return [];
      match.push(next);
    }
    return [match];
  });
}

/** Whether a word of denial stands around the match without being part of it. */
function isDenied(text: string, match: readonly Span[]): boolean {
  const from = Math.max(0, Math.min(...match.map((span) => span.from)) - BEFORE);
  const end = Math.max(...match.map((span) => span.end)) + AFTER;
  // Several languages deny twice: “todavía no hay ninguna reserva”.
  if (match.some((span) => text.slice(span.from, span.end).search(DENIED) !== -1)) return false;
  return [...text.slice(0, end).matchAll(DENIED)].some(
    (denial) =>
      denial.index >= from &&
      !match.some((span) => denial.index < span.end && denial.index + denial[0].length > span.from),
  );
}
