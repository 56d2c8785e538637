/**
 * Finds the parameter that a wrong name means: by equal letters, by another operation's name for the same value, by a common word, or by a typing
 * error.
 */
import type { KnownOperation, KnownParameter } from '../../../shared/request/known-operation.ts';

/** Words that people use as the name of a parameter, by the value that the parameter takes. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  checkIn: ['arrival', 'arrivaldate', 'checkindate', 'startdate', 'datefrom', 'fromdate', 'start', 'from'],
  checkOut: ['departure', 'departuredate', 'checkoutdate', 'enddate', 'dateto', 'todate', 'end', 'to'],
  from: ['startdate', 'datefrom', 'fromdate', 'start', 'checkin'],
  to: ['enddate', 'dateto', 'todate', 'end', 'checkout'],
  guests: ['people', 'persons', 'pax', 'occupancy', 'guestcount', 'numberofguests', 'numguests'],
  location: ['place', 'town', 'destination', 'where'],
  cardToken: ['token', 'paymenttoken', 'cardtoken', 'paymentmethod'],
  ratePlanId: ['rateplan', 'planid', 'rate'],
  holdHours: ['hold', 'reserveduntil', 'holdhours'],
};
/** The minimum number of letters of a name in which typing errors are looked for; a shorter name resembles too many others. */
const MIN_LETTERS = 5;
const MAX_ERRORS = 2;

/**
 * Finds the parameter that a misspelt name means; null when none resembles it. `known`: this operation's parameters; `others`: the other operations.
 */
export function parameterMeantBy(
  name: string,
  known: readonly KnownParameter[],
  others: readonly KnownOperation[],
): KnownParameter | null {
  const letters = lettersOf(name);
  const withValue = (values: readonly (string | null)[]) =>
    known.find(({ value }) => value !== null && values.includes(value)) ?? null;
  const elsewhere = others
    .flatMap(({ query, body }) => [...query, ...(body ?? [])])
    .filter((one) => lettersOf(one.name) === letters)
    .map(({ value }) => value);
  const words = Object.entries(WORDS).flatMap(([value, list]) => (list.includes(letters) ? [value] : []));
  return (
    known.find((one) => lettersOf(one.name) === letters) ??
    withValue(elsewhere) ??
    withValue(words) ??
    (letters.length < MIN_LETTERS
      ? null
      : (known.find((one) => errors(lettersOf(one.name), letters) <= MAX_ERRORS) ?? null))
  );
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How many letters to add, remove or replace to make one text of the other (Levenshtein); `MAX_ERRORS` + 1 if surely more, or for a short text. */
function errors(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_ERRORS || one.length < MIN_LETTERS) return MAX_ERRORS + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= other.length; index += 1) {
      const isSame = one[at - 1] === other[index - 1];
      next.push(Math.min((row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1, (row[index - 1] ?? 0) + (isSame ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
