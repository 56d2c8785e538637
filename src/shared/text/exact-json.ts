/** JSON whose numbers keep the digits that a double would lose. */
import type { Json } from '../model/primitives.ts';
import { survivesAsNumber } from '../money/money.ts';

/** A double holds every decimal of up to 15 digits. The digits of a text in quotes are none of a number. */
const MANY_DIGITS = /(?:^|[\s:,[])-?\d[\d.]{15}/;
/** A whole number of more digits than any double holds. Coordinates have as many, and a list of listings has thousands of them. */
const LONG_ID = /(?:^|[\s:,[])-?\d{16,}(?![\d.eE])/;

/** Parses JSON; a number that a double does not hold becomes its text. Throws SyntaxError. */
export const parseExactJson = (text: string): Json => parse(text, MANY_DIGITS, survivesAsNumber);

/** Parses JSON; a whole number of more digits than a double holds becomes its text, because it is an id. Throws SyntaxError. */
export const parseJsonWithIds = (text: string): Json =>
  parse(text, LONG_ID, (source) => !/^-?\d{16,}$/.test(source) || String(Number(source)) === source);

/** Only a text with a `suspect` is parsed value by value, which takes many times as long. */
function parse(text: string, suspect: RegExp, isHeld: (source: string) => boolean): Json {
  if (!suspect.test(text)) return JSON.parse(text) as Json;
  const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => Json;
  return parseWithSource(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isHeld(source) ? source : value,
  );
}

/** With the source text of a primitive value (ECMAScript 2025), which TypeScript's library does not declare. */
type Reviver = (key: string, value: Json, context: { readonly source?: string }) => Json;
