/** Reads the facts of each line of a text: statuses, lost answers, steps, meanings. The learned judge and the course of events use them. */
import { sentencesOf } from '../facts/concepts.ts';
import { networkErrorIn } from '../facts/network-errors.ts';
import { MEANINGS, type Meaning, statementOf } from '../facts/statements.ts';
import type { Course } from '../failure.ts';
import { instantIn } from './instants.ts';
import { MAX_LINE, MAX_LINES } from './limits.ts';
import { statusesIn } from './statuses.ts';
import type { TextLine } from './text-lines.ts';

export interface LineFacts extends TextLine {
  /** The statuses of answers, in their order. */
  readonly statuses: readonly number[];
  /** The first instant that the line names, in epoch ms. */
  readonly at: number | null;
  /** True when the line names the error of a connection. */
  readonly isLost: boolean;
  /** The steps of a client that the line names. */
  readonly steps: readonly string[];
  readonly meanings: readonly Meaning[];
  /** True when the line is a guess or a question of the sender, and therefore no statement of the service. */
  readonly isGuess: boolean;
}

const STEPS: Readonly<Record<string, RegExp>> = {
  token: /token|oauth/i,
  listings: /listing|propert/i,
  search: /search/i,
  quote: /quote|offer/i,
  book: /instant|inquir|book|reserv/i,
  calendar: /calend|kalend|availab/i,
  coupon: /coupon|promo|gutschein|cup[oó]n|voucher/i,
};
/** Words with which people guess, and questions. */
const GUESS =
  /\b(?:I|we) (?:think|guess|believe|suspect|assume)\b|\b(?:maybe|perhaps|probably|my guess|I bet|vielleicht|vermutlich|wahrscheinlich|peut-être|quizás?|tal vez|forse|talvez)\b|\?\s*$/i;

/** Whether a line of a pasted text is a question or a guess of its sender. Such a line is no statement of the service. */
export const isGuess = (text: string): boolean => GUESS.test(text);

export const lineFacts = (lines: readonly TextLine[]): LineFacts[] =>
  lines.slice(0, MAX_LINES).map((line) => {
    const text = line.text.slice(0, MAX_LINE);
    const sentences = sentencesOf(text);
    return {
      ...line,
      text,
      statuses: statusesIn(text),
      at: instantIn(text),
      isLost: networkErrorIn(text) !== null,
      steps: Object.keys(STEPS).filter((step) => STEPS[step]?.test(text)),
      meanings: MEANINGS.filter((meaning) => statementOf(sentences, meaning) !== null),
      isGuess: isGuess(text),
    };
  });

interface Event {
  readonly isGood: boolean;
  readonly isRetried: boolean;
  readonly address: string | null;
  readonly steps: readonly string[];
  readonly at: number | null;
  readonly number: number;
}

/** Statuses after which the same request may succeed: with a new token, later, or by another try. */
const RETRIED: ReadonlySet<number> = new Set([401, 408, 425, 429]);
export const isRetried = (status: number): boolean => status >= 500 || RETRIED.has(status);
/** The maximum number of failures of one request that count as retries before a success. */
export const MAX_FAILED_ATTEMPTS = 3;
/** Stands for the status of a lost answer. */
const LOST = 599;

export function courseOf(lines: readonly LineFacts[]): Course {
  let last: Pick<Event, 'address' | 'steps'> = { address: null, steps: [] };
  const events = lines.flatMap((line): (Event & { depth: number })[] => {
    const { text, statuses, isLost, steps, at, depth, number } = line;
    const address = ADDRESS.exec(text)?.[0] ?? null;
    if (text.trim() === '' || address !== null || steps.length > 0) last = { address, steps };
    return (statuses.length === 0 && isLost ? [LOST] : statuses).map((status) => ({
      ...{ ...last, at, depth, number, isGood: status < 300, isRetried: isRetried(status) },
    }));
  });
  // What a mail repeats is older than what it tells.
  const newest = events.filter(({ depth }) => depth === 0);
  return ofEvents(inOrder(newest.some(({ isGood }) => isGood) ? newest : events));
}

const ADDRESS = /https?:\/\/[^\s"'<>|,;)]{4,400}|(?<![\w/])\/(?:v\d|api|oauth2|listings|search)\b[^\s"'<>|,;)]{0,400}/;

/** Returns the events oldest first; a text may list them newest first. */
function inOrder(events: readonly Event[]): readonly Event[] {
  const times = events.flatMap(({ at }) => at ?? []);
  return (times.at(-1) ?? 0) < (times[0] ?? 0) ? events.toReversed() : events;
}

/** Whether two events may be of the same request, as far as their lines tell. */
const isSameStep = (one: Event, other: Event): boolean =>
  one.address !== null && other.address !== null
    ? one.address.endsWith(other.address) || other.address.endsWith(one.address)
    : one.steps.length === 0 || other.steps.length === 0 || one.steps.some((step) => other.steps.includes(step));

function ofEvents(events: readonly Event[]): Course {
  const failures = events.filter(({ isGood }) => !isGood);
  if (events.length === 0) return 'none';
  if (failures.length === 0) return 'good';
  if (failures.length === events.length) return 'bad';
  const isMadeGood = (event: Event): boolean =>
    event.isRetried &&
    events
      .slice(events.indexOf(event) + 1)
      .some((one) => one.isGood && one.number !== event.number && isSameStep(one, event));
  if (events.at(-1)?.isGood !== true) return 'endsBad';
  return failures.length <= MAX_FAILED_ATTEMPTS && failures.every(isMadeGood) ? 'recovered' : 'endsGood';
}
