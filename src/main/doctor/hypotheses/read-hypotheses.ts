/**
 * Reads from the text around a failure which causes people suggest. Statements that are denied, asked or supposed do not count. The result has
 * causes and sentences of this program, never a word of the text.
 */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import { asWords, isNamed, namedIn } from '../facts/concepts.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { PHRASES, type Phrase } from './phrases.ts';

/** A cause that a text suggests. `isVague`: its words are also used for other causes. */
export interface Hypothesis {
  readonly cause: CauseId;
  readonly says: string;
  readonly isVague: boolean;
}

/** How far a word of denial may stand before and behind what it denies, in characters. */
const BEFORE = 40;
const AFTER = 24;
const DENIED = /\b(?:not|never|neither|nor|cannot|ni|nunca|tampoco|ningun[ao]?|no(?! longer| more))\b/;
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
  return [...found.values()];
}

/** The phrases that a clause affirms: those without a word of denial near them. A word of denial that is part of the phrase itself does not deny it. */
const phrasesIn = ({ text }: Clause): Phrase[] => {
  const words = asWords(text);
  return PHRASES.filter(({ concepts }) => {
    if (!isNamed(words, concepts)) return false;
    const parts = namedIn(words, concepts);
    if (parts.some((part) => DENIED.test(part))) return true;
    const from = Math.min(...parts.map((part) => words.indexOf(part)));
    const end = Math.max(...parts.map((part) => words.indexOf(part) + part.length));
    return !DENIED.test(words.slice(Math.max(0, from - BEFORE), end + AFTER));
  });
};
