/**
 * Finds a span of days and a number of nights in a typed stay. Each kind of token is one letter, and each rule is a pattern of letters. Rules replace
 * the matching tokens by one part until none matches; then only a span and a duration may be left.
 */
import type { Feast } from './feasts.ts';
import type { Token, WrittenDay } from './tokens.ts';

/**
 * One end of a span: its first or last day. `date`: `offset` days from today. `number`: a day without a month, because the other end names the month.
 */
export type End =
  | { readonly kind: 'day'; readonly day: WrittenDay; readonly weekday: number | null }
  | { readonly kind: 'date'; readonly offset: number }
  | { readonly kind: 'weekday'; readonly weekday: number; readonly isNext: boolean }
  | { readonly kind: 'feast'; readonly feast: Feast; readonly year: number | null }
  | { readonly kind: 'number'; readonly number: number };

export interface WrittenMonth {
  readonly year: number | null;
  /** The number of the month, 1–12; null for the month that is `offset` months after the current one. */
  readonly month: number | null;
  readonly offset: number;
}

/**
 * A span of days. `ends`: from one day to another, or one day alone. `weekend`, `week`: `weeks` weeks after the current one. `weekendOf`: the weekend
 * around a day. `weekOf`: the week from a day on. `weekends`: all weekends of a month, or the weekend at index `at` (from 0; −1 is the last).
 * `vague`: a part of a month, or an approximate day.
 */
export type Span =
  | { readonly kind: 'ends'; readonly first: End; readonly last: End | null }
  | { readonly kind: 'weekend' | 'week'; readonly weeks: number }
  | { readonly kind: 'weekendOf' | 'weekOf'; readonly end: End }
  | { readonly kind: 'weekends'; readonly month: WrittenMonth; readonly at: number | null }
  | { readonly kind: 'month'; readonly month: WrittenMonth }
  | { readonly kind: 'vague'; readonly month: WrittenMonth | null };

export interface TokenMeaning {
  readonly span: Span | null;
  readonly nights: number | null;
}

/** A token, or a part that a rule made of tokens. `code`: as in {@link Token}, or D for a duration, E for a day, Q for a month, S for a span. */
type Part =
  | Token
  | { readonly code: 'D'; readonly nights: number }
  | { readonly code: 'E'; readonly end: End }
  | { readonly code: 'Q'; readonly month: WrittenMonth }
  | { readonly code: 'S'; readonly span: Span };

const NIGHTS_OF_WEEK = 7;

const numberOf = (part: Part | undefined): number => ('number' in (part ?? {}) ? ((part as Token).number ?? 1) : 1);
const endOf = (part: Part | undefined): End => {
  if (part?.code === 'E') return part.end;
  if (part?.code === 'w') return { kind: 'weekday', weekday: numberOf(part), isNext: false };
  return { kind: 'number', number: numberOf(part) };
};
const monthOf = (part: Part | undefined): WrittenMonth =>
  part?.code === 'Q' ? part.month : { year: null, month: numberOf(part), offset: 0 };
const duration = (nights: number): Part => ({ code: 'D', nights });
const span = (said: Span): Part => ({ code: 'S', span: said });
const end = (said: End): Part => ({ code: 'E', end: said });
const day = (year: number | null, month: number, dayOfMonth: number): Part =>
  end({ kind: 'day', day: { year, month, day: dayOfMonth }, weekday: null });
const month = (year: number | null, number: number | null, offset = 0): Part => ({
  code: 'Q',
  month: { year, month: number, offset },
});
const weeksOf = (part: Part | undefined): number => (part?.code === 'N' ? 1 : part?.code === 'A' ? 2 : 0);
const pick = (parts: readonly Part[], codes: string): Part | undefined =>
  parts.find(({ code }) => codes.includes(code));

/** The rules. In each round, the first rule that matches anywhere replaces the matched parts by one part, or removes them. */
const RULES: readonly (readonly [RegExp, (parts: readonly Part[]) => Part | null])[] = [
  // Dates that stand for themselves.
  [/d/, ([part]) => end({ kind: 'day', day: (part as Token).day ?? { year: null, month: 0, day: 0 }, weekday: null })],
  [
    /fy?/,
    ([part, year]) => end({ kind: 'feast', feast: (part as Token).feast as Feast, year: year ? numberOf(year) : null }),
  ],
  // "in 2 weeks", "3 nights", "a week".
  [/in[uk]/, ([, count, unit]) => end({ kind: 'date', offset: numberOf(count) * nightsOf(unit) })],
  [/r/, ([part]) => end({ kind: 'date', offset: numberOf(part) })],
  [/[na][uk](?![NTA])/, ([count, unit]) => duration((count?.code === 'a' ? 1 : numberOf(count)) * nightsOf(unit))],
  [/pn/, ([, count]) => duration(numberOf(count))],
  // "last weekend in June", "second weekend of May", before their month is read with the number.
  [/[oL]ei?[mQ]y?/, (parts) => weekendsOf(parts)],
  // "5 January 2027", "January 5th, 2027", "January 2027".
  [/[no]my?/, ([date, name, year]) => day(year ? numberOf(year) : null, numberOf(name), numberOf(date))],
  [/m[no]y?(?![uk])/, ([name, date, year]) => day(year ? numberOf(year) : null, numberOf(name), numberOf(date))],
  [/my/, ([name, year]) => month(numberOf(year), numberOf(name))],
  // "a weekend", "to 19", "19 a 24", "in July".
  [/[na](?=e)/, () => null],
  [/(?<=[noEw])a(?=[noEw])/, () => ({ code: 't' })],
  [/[ai]/, () => null],
  // "next week", "the month that comes".
  [/[NTA]e|e[NTA]/, (parts) => span({ kind: 'weekend', weeks: weeksOf(pick(parts, 'NTA')) })],
  [/[NA]k|k[NA]/, (parts) => span({ kind: 'week', weeks: weeksOf(pick(parts, 'NTA')) })],
  [/[NTA]M|M[NTA]/, (parts) => month(null, null, weeksOf(pick(parts, 'NTA')))],
  [/[NT](?=[mQ])|(?<=[mQ])[NT]/, () => null],
  [
    /[NTA]w|w[NTA]/,
    (parts) => end({ kind: 'weekday', weekday: numberOf(pick(parts, 'w')), isNext: pick(parts, 'NA') !== undefined }),
  ],
  [/[NT](?=E)|(?<=E)[NT]/, () => null],
  // "Friday 9 July", "Friday the 9th".
  [/wE|Ew/, (parts) => withWeekday(pick(parts, 'E'), numberOf(pick(parts, 'w')))],
  [/w(?=[no])/, () => null],
  // "weekend of 10 July", "weekends in July", "week of 4 January".
  [/eE|Ee/, (parts) => span({ kind: 'weekendOf', end: endOf(pick(parts, 'E')) })],
  [/e[mQ]|[mQ]e/, (parts) => weekendsOf(parts)],
  [/kE/, (parts) => span({ kind: 'weekOf', end: endOf(pick(parts, 'E')) })],
  [/k[mQ]/, () => null],
  [/v[mQ]|[mQ]v/, (parts) => span({ kind: 'vague', month: monthOf(pick(parts, 'mQ')) })],
  [/v/, () => span({ kind: 'vague', month: null })],
  // A range, or a single day, month or weekend.
  [/c(?=t)/, () => null],
  [/[Ewno][thc][Ewno]/, ([first, , last]) => span({ kind: 'ends', first: endOf(first), last: endOf(last) })],
  [/(?<=D)h|h(?=D)/, () => null],
  [/[Ew]/, ([part]) => span({ kind: 'ends', first: endOf(part), last: null })],
  [/[mQ]/, ([part]) => span({ kind: 'month', month: monthOf(part) })],
  [/e/, () => span({ kind: 'weekend', weeks: 0 })],
];

/** Parses tokens as a stay; null when they have no meaning. */
export function meaningOfTokens(tokens: readonly Token[]): TokenMeaning | null {
  let parts: readonly Part[] = tokens;
  for (;;) {
    const next = reduced(parts);
    if (next === null) break;
    parts = next;
  }
  const letters = parts.map(({ code }) => code).join('');
  if (!/^(?:S?D?|DS)$/.test(letters) || letters === '') return null;
  const found = (code: string) => parts.find((part) => part.code === code);
  const [spanPart, durationPart] = [found('S'), found('D')];
  return {
    span: spanPart?.code === 'S' ? spanPart.span : null,
    nights: durationPart?.code === 'D' ? durationPart.nights : null,
  };
}

function reduced(parts: readonly Part[]): readonly Part[] | null {
  const letters = parts.map(({ code }) => code).join('');
  for (const [pattern, make] of RULES) {
    const match = pattern.exec(letters);
    if (!match) continue;
    const taken = parts.slice(match.index, match.index + match[0].length);
    const made = make(taken);
    return [...parts.slice(0, match.index), ...(made ? [made] : []), ...parts.slice(match.index + taken.length)];
  }
  return null;
}

const nightsOf = (unit: Part | undefined): number => (unit?.code === 'k' ? NIGHTS_OF_WEEK : numberOf(unit));

function weekendsOf(parts: readonly Part[]): Part {
  const [year, place] = [pick(parts, 'y'), pick(parts, 'oL')];
  const named = monthOf(pick(parts, 'mQ'));
  const at = place === undefined ? null : place.code === 'L' ? -1 : numberOf(place) - 1;
  return span({ kind: 'weekends', month: year ? { ...named, year: numberOf(year) } : named, at });
}

function withWeekday(part: Part | undefined, weekday: number): Part {
  const said = endOf(part);
  return end(said.kind === 'day' ? { ...said, weekday } : said);
}
