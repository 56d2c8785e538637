/** The calendars of all listings of a connection, which the app reads by itself and keeps (service.md §6.6). */
import { z } from 'zod';
import { MAX_CHARACTERS } from './bounds.ts';
import { EpochMs, Id } from './primitives.ts';

/**
 * Why no calendar is read now. `noToken`: reading must not cost an issuance. `otherClients`: the requests of other clients go first. `failed`: the
 * service did not answer as expected, so the app waits.
 */
export const FillPause = z.enum(['noToken', 'otherClients', 'failed']);
export type FillPause = z.infer<typeof FillPause>;

/**
 * How far the calendars are read. `homes` counts the listings that have one, `read` those whose calendar is kept, `refused` those whose calendar the
 * service does not give. `oldestAt` is when the oldest kept one was read, on the connection's clock. `isReading`: some are missing or old, and the
 * app is reading them.
 */
export const CalendarsStatus = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  homes: z.number().int(),
  read: z.number().int(),
  refused: z.number().int(),
  oldestAt: EpochMs.nullable(),
  isReading: z.boolean(),
  pause: FillPause.nullable(),
});
export type CalendarsStatus = z.infer<typeof CalendarsStatus>;

export const HomeQuery = z.strictObject({
  connectionId: Id,
  listingId: z.string().min(1).max(MAX_CHARACTERS.name),
});
export type HomeQuery = z.infer<typeof HomeQuery>;
