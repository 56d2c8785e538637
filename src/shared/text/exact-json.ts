/** Parses JSON without losing digits of numbers that a double cannot represent: such a number becomes its text. */
import type { Json } from '../model/primitives.ts';
import { survivesAsNumber } from '../money/money.ts';

/** Matches a number of more than 15 digits, which a double may be unable to represent. It does not match digits within a quoted text. */
const MANY_DIGITS = /(?:^|[\s:,[])-?\d[\d.]{15}/;
/** Matches a whole number of more digits than a double can represent. Fractions do not match: listings have thousands of long coordinates. */
const LONG_ID = /(?:^|[\s:,[])-?\d{16,}(?![\d.eE])/;

/** Parses JSON. Every number that a double cannot represent becomes its text. Throws SyntaxError. */
export const parseExactJson = (text: string): Json => parse(text, MANY_DIGITS, survivesAsNumber);

/** Parses JSON. A whole number that a double cannot represent becomes a text, because it is an id. Throws SyntaxError. */
export const parseJsonWithIds = (text: string): Json =>
  parse(text, LONG_ID, (source) => !/^-?\d{16,}$/.test(source) || String(Number(source)) === source);

/**
 * Parses JSON. A number becomes its text unless `isHeld` says that a double holds it. A text without a `suspect` number is parsed at once, much
 * faster.
 */
function parse(text: string, suspect: RegExp, isHeld: (source: string) => boolean): Json {
  if (!suspect.test(text)) return JSON.parse(text) as Json;
  const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => Json;
  return parseWithSource(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isHeld(source) ? source : value,
  );
}

/** A reviver that receives the source text of a primitive value (ECMAScript 2025); TypeScript's library does not declare it yet. */
type Reviver = (key: string, value: Json, context: { readonly source?: string }) => Json;
