/**
 * The bounds of all data that the renderer sends to main, by meaning. Only inputs have bounds: stored data and data of the service are read
 * without them, so that a document of an older version still opens. A contract test finds an input without a bound.
 */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../input/max-input.ts';
import { groupedNumber } from '../text/grouped-number.ts';
import { Json } from './primitives.ts';

export { MAX_CHARACTERS, MAX_ENTRIES, MAX_MESSAGE_CHARACTERS, MAX_MESSAGE_DEPTH } from '../input/max-input.ts';

/** The nesting depth of an operation's body. */
const MAX_BODY_DEPTH = 32;

/** The latest instant that a `Date` can hold, in epoch milliseconds. */
const MAX_INSTANT = 8_640_000_000_000_000;

/** An instant that the renderer sends, in epoch milliseconds. */
export const InstantInput = z.number().min(-MAX_INSTANT).max(MAX_INSTANT);

/** A map with at most `max` entries. */
export const mapOf = <Key extends z.ZodString, Value extends z.ZodType>(key: Key, value: Value, max: number) =>
  z.record(key, value).refine((map) => Object.keys(map).length <= max, { error: `must have at most ${max} entries` });

/** The body of an operation as a template. */
export const BodyTemplate = Json.refine((body) => fits(body), {
  error: `must have at most ${groupedNumber(MAX_CHARACTERS.bodyTemplate)} characters and ${MAX_BODY_DEPTH} levels`,
});

/** Whether a body is within its limits. The depth is measured first, because `JSON.stringify` recurses. */
const fits = (body: Json): boolean =>
  isShallow(body, MAX_BODY_DEPTH) && JSON.stringify(body).length <= MAX_CHARACTERS.bodyTemplate;

const isShallow = (value: Json, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1)));
