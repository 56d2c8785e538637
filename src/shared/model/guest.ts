/** Guests that the console remembers: on this computer only, encrypted. */
import { z } from 'zod';
import { EpochMs, Id } from './primitives.ts';

/** A remembered guest. A field that nobody typed is empty. `quoteIds`: the quotes on the connection that were for this guest. */
export const GuestRecord = z.strictObject({
  id: Id,
  connectionId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  quoteIds: z.array(z.string()),
  lastAt: EpochMs,
});
export type GuestRecord = z.infer<typeof GuestRecord>;

/** One page of the guests of a connection, the latest first. `total`: those that match the search; `all`: those that are kept. */
export const GuestRows = z.strictObject({
  total: z.number().int(),
  all: z.number().int(),
  rows: z.array(GuestRecord),
});
export type GuestRows = z.infer<typeof GuestRows>;
