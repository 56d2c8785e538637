/** Guest records: guests that the console remembers, encrypted on this computer. */
import { z } from 'zod';
import { EpochMs, Id } from './primitives.ts';

/** A guest record. A field that was never filled in is empty. `quoteIds` are the connection's quotes for this guest. */
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

/** A page of a connection's guest records, newest first. `total` counts the records that match the search, `all` counts all. */
export const GuestRows = z.strictObject({ total: z.number().int(), all: z.number().int(), rows: z.array(GuestRecord) });
export type GuestRows = z.infer<typeof GuestRows>;
