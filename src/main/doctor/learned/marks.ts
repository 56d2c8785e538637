/** Finds the marks by which the learned judge knows a failure: words and statuses of the text, and facts that the readers found (ADR 43). */
import { asWords, sentencesOf } from '../facts/concepts.ts';
import { CLOCK_TOLERANCE_MS, type Facts } from '../facts/facts.ts';
import { lostBy, networkErrorIn } from '../facts/network-errors.ts';
import { MEANINGS, statementOf } from '../facts/statements.ts';
import type { PlainLine } from '../read/plain-mail.ts';

/** The marks of a text, each with the number of the line that has it first. A word is its own mark; the name of any other mark begins with `=`. */
export type TextMarks = ReadonlyMap<string, number>;

const MAX_LINES = 400;
const MAX_LINE = 2_000;
/** Matches words as a person writes them; a longer row of signs is an id. */
const WORD = /(?<![\w.-])\p{L}[\p{L}_-]{1,23}(?![\w-])/gu;
/** Matches a status that is no amount, no time and no part of a number. */
const STATUS =
  /(?<!\w|\d[.,:/-]|[$€£#+-]\s?)([1-5]\d\d)(?!\w|[.:/-]\d|,\d{3}\b|\s?(?:ms|kb|mb|kib|bytes|b|eur|usd|€|%|results|listings|s|rows)\b)/gi;
const STATUSES = new Set(
  [200, 201, 204, 301, 302, 400, 401, 403, 404, 405, 407, 415, 422, 429, 500, 502, 503, 504].map(String),
);
/** The steps of a client that a line may tell of. */
const STEPS: Readonly<Record<string, RegExp>> = {
  token: /token|oauth/i,
  listings: /listing|propert/i,
  search: /search/i,
  quote: /quote|offer/i,
  book: /instant|inquir|book|reserv/i,
  calendar: /calend|kalend|availab/i,
  coupon: /coupon|promo|gutschein|cup[oó]n|voucher/i,
};

export function textMarks(all: readonly PlainLine[]): TextMarks {
  const marks = new Map<string, number>();
  const statuses: string[] = [];
  for (const { text, number } of all.slice(0, MAX_LINES)) {
    const line = text.slice(0, MAX_LINE);
    const found = [...line.matchAll(STATUS)].flatMap(([, status = '']) => (STATUSES.has(status) ? status : []));
    statuses.push(...found);
    const steps = Object.keys(STEPS).filter((step) => STEPS[step]?.test(line));
    const said = sentencesOf(line);
    const names = [
      ...(asWords((line.match(WORD) ?? []).join(' ')).match(/\p{L}{2,24}/gu) ?? []),
      ...found.map((status) => `=${status}`),
      ...steps.flatMap((step) => found.map((status) => `=${step} ${status}`)),
      ...MEANINGS.filter((meaning) => statementOf(said, meaning) !== null).map((meaning) => `=says ${meaning}`),
      ...(networkErrorIn(line) === null ? [] : ['=says networkError']),
    ];
    for (const name of names) if (!marks.has(name)) marks.set(name, number + 1);
  }
  marks.set(`=course ${courseOf(statuses.map((status) => status < '300'))}`, 0);
  marks.set(`=last ${statuses.at(-1) ?? 'none'}`, 0);
  return marks;
}

/** The course of a text by its statuses: whether they are successes, and how it begins and ends. */
function courseOf(successes: readonly boolean[]): string {
  if (successes.length === 0) return 'none';
  if (successes.every((one) => one === successes[0])) return successes[0] ? 'good' : 'bad';
  return `${successes[0] ? 'good' : 'bad'} to ${successes.at(-1) ? 'good' : 'bad'}`;
}

/** The marks of the facts. */
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
    `lost ${failure.networkError && lostBy(failure.networkError).lost}`,
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
