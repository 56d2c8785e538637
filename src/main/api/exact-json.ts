/** JSON whose numbers keep the digits that a double would lose. */
import type { Json } from '../../shared/model/primitives.ts';
import { survivesAsNumber } from '../../shared/money.ts';

/** A double holds every decimal of up to 15 digits. */
const MANY_DIGITS = /\d[\d.]{15}/;

/** Parses JSON; a number that a double does not hold becomes its text. Throws SyntaxError. */
export function parseExactJson(text: string): Json {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text) as Json;
  const parse = JSON.parse as (text: string, reviver: Reviver) => Json;
  return parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && !survivesAsNumber(source) ? source : value,
  );
}

/** With the source text of a primitive value (ECMAScript 2025), which TypeScript's library does not declare. */
type Reviver = (key: string, value: Json, context: { readonly source?: string }) => Json;
