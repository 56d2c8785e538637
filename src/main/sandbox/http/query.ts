/** Parses query parameters and bodies. Issues become the service's error envelope. */
import { z } from 'zod';
import { dayNumber, PlainDate } from '../../../shared/model/primitives.ts';
import type { Stay } from '../world/world.ts';
import { wrongParameters } from './error-answer.ts';

/** The longest stay of a search or quote. */
const MAX_NIGHTS = 365;

export const WholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
export const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');
/** A query parameter with words that are separated by spaces or commas. */
export const WordList = z.string().transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''));
/** A query parameter with items that are separated by commas. An item may contain spaces. */
export const CommaList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Parses `value`. Throws the error that `toError` makes of one sentence for each issue. */
export function parseOrThrow<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  toError: (errors: string[]) => Error = wrongParameters,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw toError(
    parsed.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)),
  );
}

/** Returns the stay between two dates; null without dates. Throws a 400 for a single date, for dates in the wrong order, or for too many nights. */
export function stayOf(
  checkIn: PlainDate | undefined,
  checkOut: PlainDate | undefined,
  toError: (errors: string[]) => Error = wrongParameters,
): Stay | null {
  if (checkIn === undefined && checkOut === undefined) return null;
  if (checkIn === undefined || checkOut === undefined) throw toError(['checkIn and checkOut must be given together']);
  const stay = { from: dayNumber(checkIn), to: dayNumber(checkOut) };
  if (stay.to <= stay.from) throw toError(['checkOut must be after checkIn']);
  if (stay.to - stay.from > MAX_NIGHTS) throw toError([`a stay is at most ${MAX_NIGHTS} nights long`]);
  return stay;
}

export const StayDates = { checkIn: PlainDate.optional(), checkOut: PlainDate.optional() };

/** Copies the named fields of a record and its `_id`; a dotted name selects an inner field. Without names, returns the whole record. */
export function withFields(
  record: Record<string, unknown>,
  fields: readonly string[] | undefined,
): Record<string, unknown> {
  if (!fields || fields.length === 0) return record;
  const kept: Record<string, unknown> = { _id: record._id };
  for (const field of fields) {
    const [first, ...rest] = field.split('.');
    if (first === undefined || !(first in record)) continue;
    const value = record[first];
    if (rest.length === 0 || !isRecord(value)) kept[first] = value;
    else
      kept[first] = {
        ...(isRecord(kept[first]) ? kept[first] : {}),
        ...withoutId(withFields(value, [rest.join('.')])),
      };
  }
  return kept;
}

function withoutId({ _id, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts a text to lower case without accents, for comparisons. */
export function normalized(text: string): string {
  const plain = /[^ -~]/.test(text) ? text.normalize('NFD').replaceAll(/\p{M}/gu, '') : text;
  return plain.toLowerCase();
}
