/** The schemas that bound data from the renderer. Stored data and the service's data have no bounds, so that an older document still opens. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../input/max-input.ts';
import { groupedNumber } from '../text/grouped-number.ts';
import { Json } from './primitives.ts';

export { MAX_CHARACTERS, MAX_ENTRIES, MAX_MESSAGE_CHARACTERS, MAX_MESSAGE_DEPTH } from '../input/max-input.ts';

/** The greatest depth to which an operation's body may be nested. */
const MAX_BODY_DEPTH = 32;

/** The latest instant that a `Date` can hold, in epoch milliseconds. */
const MAX_INSTANT = 8_640_000_000_000_000;

/** An instant that the renderer sends, in epoch ms. */
export const InstantInput = z.number().min(-MAX_INSTANT).max(MAX_INSTANT);

export const mapOf = <Key extends z.ZodString, Value extends z.ZodType>(key: Key, value: Value, max: number) =>
  z.record(key, value).refine((map) => Object.keys(map).length <= max, { error: `must have at most ${max} entries` });

/** The body of an operation as a JSON template, within its limits of size and depth. */
export const BodyTemplate = Json.refine((body) => fits(body), {
  error: `must have at most ${groupedNumber(MAX_CHARACTERS.bodyTemplate)} characters and ${MAX_BODY_DEPTH} levels`,
});

/** Whether a body is within both limits. The depth is measured first, because `JSON.stringify` recurses and could overflow the stack. */
const fits = (body: Json): boolean =>
  isShallow(body, MAX_BODY_DEPTH) && JSON.stringify(body).length <= MAX_CHARACTERS.bodyTemplate;

const isShallow = (value: Json, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1)));
