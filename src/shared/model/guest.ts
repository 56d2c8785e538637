/** Guests that the console remembers: on this computer only, encrypted. */
import { z } from 'zod';
import { EpochMs, Id } from './primitives.ts';

/** A remembered guest. A field that was never filled is empty. `quoteIds`: the quotes on the connection that were for this guest. */
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

/** A page of the guests of a connection, the latest first. `total`: the number that match the search; `all`: the number stored. */
export const GuestRows = z.strictObject({
  total: z.number().int(),
  all: z.number().int(),
  rows: z.array(GuestRecord),
});
export type GuestRows = z.infer<typeof GuestRows>;
