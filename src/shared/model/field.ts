/** Fields of records as the console infers them, because their schema is not known (service.md §1.5). */
import { z } from 'zod';
import { Json } from './primitives.ts';

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

/** A field that occurs in records. `path` is dotted ("address.city"). `coverage` is the share of records that have the field, from 0 to 1. */
export const Column = z.strictObject({
  path: z.string(),
  title: z.string(),
  kind: FieldKind,
  coverage: z.number(),
  suggested: z.boolean(),
});
export type Column = z.infer<typeof Column>;

export const Fact = z.strictObject({ path: z.string(), title: z.string(), kind: FieldKind, value: Json });
export type Fact = z.infer<typeof Fact>;

/**
 * An amount in major units. `currency` is an ISO 4217 code or null. `exact` is the amount as a plain decimal, set only when a double cannot represent
 * it.
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

/** A picture of the service. `src` is the path at which the console's own protocol serves it (`/pictures/<id>`). */
export const PictureRef = z.strictObject({ src: z.string(), caption: z.string().nullable() });
export type PictureRef = z.infer<typeof PictureRef>;
