/** Finds the marks of a text, which the learned judge weighs: its words and statuses, and the facts that the readers found (ADR 43). */
import { asWords } from '../facts/concepts.ts';
import { CLOCK_TOLERANCE_MS, type Facts } from '../facts/facts.ts';
import { failedPartOf } from '../facts/network-errors.ts';
import { MEANINGS, statementOf } from '../facts/statements.ts';
import type { TextMarks } from '../failure.ts';
import { courseOf, type LineFacts } from '../read/line-facts.ts';
import { isWord, MIN_WORDS } from './judge-learned.ts';

/** Matches words as a person writes them; a longer run of letters is an id. */
const WORD = /(?<![\w.-])\p{L}[\p{L}_-]{1,23}(?![\w-])/gu;
const wordsOf = (text: string): string[] => asWords((text.match(WORD) ?? []).join(' ')).match(/\p{L}{2,24}/gu) ?? [];

/** The length of the stem that words of one family share in most languages. */
const STEM = 4;
const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '');

/** Finds a line's words, their stems and the pairs of neighbouring words, because “not work” means something other than “work”. */
function phrasesOf(words: readonly string[]): string[] {
  const bare = words.map(plain);
  const stems = bare.flatMap((word) => (word.length < STEM ? [] : `${word.slice(0, STEM)}…`));
  return [...words, ...stems, ...bare.slice(1).map((word, at) => `${bare[at]} ${word}`)];
}

/** Match a failure count of zero, as test runners and load tests print it: "0 failed", "http_req_failed....: 0.00%". */
const NONE_FAILED = [
  /(?<![.,:\d])0 (?:failed|failures|errors)\b/i,
  /(?:failed|failures|errors)\b["'. ]{0,60}[:=]["' ]{0,3}0(?:\.0+)?(?![.,:]?\d)/i,
];

/** The highest length class of a text. Class n has at least 2^n words. */
const MAX_LENGTH = 6;

/** Finds the marks of a text for the learned judge, without quoted earlier mails when the newest mail has enough words. */
export function textMarks(lines: readonly LineFacts[]): TextMarks {
  const marks = new Map<string, number>();
  const newest = lines.filter(({ depth }) => depth === 0);
  const isEnough = newest.flatMap(({ text }) => wordsOf(text)).length >= MIN_WORDS;
  for (const { text, number, statuses, steps, meanings, isLost, isGuess } of isEnough ? newest : lines) {
    const names = [
      ...phrasesOf(wordsOf(text)),
      ...statuses.map((status) => `=${status}`),
      ...steps.flatMap((step) => statuses.map((status) => `=${step} ${status}`)),
      ...meanings.map((meaning) => `=${isGuess ? 'guesses' : 'says'} ${meaning}`),
      ...(isLost ? ['=says networkError'] : []),
      ...(NONE_FAILED.some((sum) => sum.test(text)) ? ['=says noneFailed'] : []),
    ];
    for (const name of names) if (!marks.has(name)) marks.set(name, number + 1);
  }
  const words = [...marks.keys()].filter(isWord).length;
  marks.set(`=words ${Math.min(MAX_LENGTH, Math.floor(Math.log2(Math.max(1, words))))}`, 0);
  marks.set(`=course ${courseOf(lines)}`, 0);
  marks.set(`=last ${lines.flatMap(({ statuses }) => statuses).at(-1) ?? 'none'}`, 0);
  return marks;
}

/** Converts the facts about a failure to marks for the learned judge. */
export function factMarks({ failure, surroundings, address, ...facts }: Facts): string[] {
  const { status, tokenLeftMs, skewMs, sentences } = facts;
  const token = tokenLeftMs === null ? 'unknown' : tokenLeftMs < 0 ? 'expired' : 'alive';
  const clock = skewMs === null ? 'unknown' : Math.abs(skewMs) > CLOCK_TOLERANCE_MS ? 'off' : 'right';
  const text = Object.entries(surroundings.text ?? {}).filter(([, value]) => value !== null && value !== false);
  return [
    `status ${status}`,
    `class ${status === null ? 'none' : Math.floor(status / 100)}`,
    `endpoint ${facts.endpoint}`,
    `api ${facts.api}`,
    `answeredBy ${facts.answeredBy.kind}`,
    `standing ${facts.standing.kind}`,
    `authorization ${failure.authorization.kind}`,
    `scheme ${address.scheme}`,
    `service ${address.service !== null}`,
    `host ${address.host !== null}`,
    `token ${token}`,
    `clock ${clock}`,
    `lost ${failure.networkError && failedPartOf(failure.networkError).lost}`,
    `isToken ${facts.isToken}`,
    `isStatusImplied ${facts.isStatusImplied}`,
    `headersSent ${failure.requestHeadersKnown}`,
    `headersReceived ${failure.responseHeadersKnown}`,
    `body ${failure.responseBody !== null}`,
    `recovered ${surroundings.recovered !== null}`,
    `doneBefore ${surroundings.doneBefore}`,
    ...MEANINGS.filter((meaning) => statementOf(sentences, meaning) !== null).map((meaning) => `said ${meaning}`),
    ...text.map(([name]) => `text ${name}`),
  ].map((name) => `=${name}`);
}
