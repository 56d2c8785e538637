/** Facts that the console infers about records whose fields are unknown (service.md §1.5). */
import { z } from 'zod';
import { Json } from './primitives.ts';

/** The inferred kind of a field. */
export const FieldKind = z.enum([
  'text',
  'number',
  'boolean',
  'money',
  'date',
  'instant',
  'picture',
  'address',
  'link',
  'list',
  'object',
  'identifier',
]);
export type FieldKind = z.infer<typeof FieldKind>;

/** A field found in records. `path` is dotted ("address.city"); `coverage` is the share of records that have it, 0–1. */
export const Column = z.strictObject({
  path: z.string(),
  title: z.string(),
  kind: FieldKind,
  coverage: z.number(),
  suggested: z.boolean(),
});
export type Column = z.infer<typeof Column>;

/** One field of one record, for the detail view. */
export const Fact = z.strictObject({ path: z.string(), title: z.string(), kind: FieldKind, value: Json });
export type Fact = z.infer<typeof Fact>;

/**
 * An amount in major units with its ISO 4217 code; `currency` is null when the answer names none. `exact`: the amount as a plain decimal, set
 * when a double cannot represent it; `amount` is then the nearest number.
 */
export const Money = z.strictObject({
  amount: z.number(),
  currency: z.string().nullable(),
  exact: z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .optional(),
});
export type Money = z.infer<typeof Money>;

/** A picture of the service, as the path under which the console's own protocol serves it (`/pictures/<id>`). */
export const PictureRef = z.strictObject({ src: z.string(), caption: z.string().nullable() });
export type PictureRef = z.infer<typeof PictureRef>;
