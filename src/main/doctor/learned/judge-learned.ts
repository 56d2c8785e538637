/** The learned judge: a linear model over the words and facts of a text, fitted by `npm run calibrate:doctor` on labelled texts (ADR 43). */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import type { TextMarks } from '../failure.ts';
import model from './weights.json' with { type: 'json' };

/** The learned linear model. `weights`: for each mark, one weight in hundredths for each of the `causes`. */
export interface Model {
  readonly causes: readonly string[];
  readonly weights: Readonly<Record<string, readonly number[]>>;
}

/** The value of one word in a text of n words is this number divided by √n; the value of a fact is 1. */
const WORDS_WEIGHT = 8;
/** The integer in the model's file that stands for a weight of 1. */
export const UNIT = 100;
/** The mark that every text has; its weights are the bias of the model. */
export const ALWAYS = '=always';
/** Whether a mark comes from the words of a text: a word, the stem of a word (`work…`), or two neighbouring words. */
export const isOfWords = (mark: string): boolean => !mark.startsWith('=');
export const isWord = (mark: string): boolean => /^\p{L}+$/u.test(mark);

/** Drops the marks of a text for which the model has no weights, among them all words that it did not learn. */
export const knownMarks = (marks: TextMarks, { weights }: Model = model): TextMarks =>
  new Map([...marks].filter(([mark]) => Object.hasOwn(weights, mark)));

/** The minimum number of known words in a text that the learned judge judges. */
export const MIN_WORDS = 8;
export const saysMuch = (marks: TextMarks): boolean => [...marks.keys()].filter(isWord).length >= MIN_WORDS;

/** Assigns a value to each mark of a text. The more words a text has, the less each word counts. */
export function weighedMarks(marks: Iterable<string>): [mark: string, value: number][] {
  const all = [...new Set(marks)];
  const ofWord = WORDS_WEIGHT / Math.sqrt(Math.max(1, all.filter(isOfWords).length));
  return [...all.map((mark): [string, number] => [mark, isOfWords(mark) ? ofWord : 1]), [ALWAYS, 1]];
}

/** Computes the learned judge's share for each cause; the shares add up to 1. */
export function learnedShares(marks: readonly string[], { causes, weights }: Model = model): Map<CauseId, number> {
  const known = weighedMarks(marks.filter((mark) => Object.hasOwn(weights, mark)));
  const sums = causes.map((_cause, at) =>
    known.reduce((sum, [mark, value]) => sum + (value * (weights[mark]?.[at] ?? 0)) / UNIT, 0),
  );
  const largest = Math.max(...sums);
  const odds = sums.map((sum) => Math.exp(sum - largest));
  const total = odds.reduce((sum, one) => sum + one, 0);
  return new Map(causes.map((cause, at) => [cause as CauseId, (odds[at] ?? 0) / total]));
}

/** Finds the words of a text with the largest weights for a cause, and their lines. */
export function wordsFor(
  cause: CauseId,
  marks: TextMarks,
  { causes, weights }: Model = model,
): { word: string; line: number }[] {
  const at = causes.indexOf(cause);
  const weightOf = (mark: string): number => weights[mark]?.[at] ?? 0;
  return [...marks]
    .filter(([mark]) => isWord(mark) && weightOf(mark) > 0)
    .toSorted(([one], [other]) => weightOf(other) - weightOf(one))
    .slice(0, MAX_NAMED)
    .map(([word, line]) => ({ word, line }));
}

/** The number of words that evidence names. */
const MAX_NAMED = 4;
/** The weight of the learned judge relative to the rules' verdict, tuned on texts of writers that the training left out (docs/doctor.md). */
const WEIGHT = 0.8;
const SUREST = 0.97;

/** Combines the learned judge's share of each cause with the verdict of the rules. Excluded causes get the share 0. */
export function combineShares(
  shares: ReadonlyMap<CauseId, number>,
  named: CauseId,
  confidence: number,
  excluded: ReadonlySet<CauseId>,
): Map<CauseId, number> {
  const sure = named === 'notEnough' ? 0.5 : Math.min(SUREST, confidence);
  const odds = [...shares].map(([cause, share]): [CauseId, number] => [
    cause,
    excluded.has(cause) ? 0 : share ** WEIGHT * (cause === named ? sure / (1 - sure) : 1),
  ]);
  const total = odds.reduce((sum, [, one]) => sum + one, 0);
  return new Map(odds.map(([cause, one]) => [cause, total === 0 ? 0 : one / total]));
}
