/** What the console remembers of an application's bookings: its activation (service.md §7.9) and the listings that it cannot book. */
import { z } from 'zod';
import { EpochMs, Id } from './primitives.ts';

/** The two steps before an application's first reservation; a person, or a reservation of the console, ticks them off. */
export const ActivationStep = z.enum(['directBooking', 'reservation']);
export type ActivationStep = z.infer<typeof ActivationStep>;

/** A listing that the service does not let this application book, and its code: `NOT_FOUND` or `FORBIDDEN` (service.md §8.3). */
export const NotBookable = z.strictObject({ listingId: z.string(), code: z.string(), at: EpochMs });
export type NotBookable = z.infer<typeof NotBookable>;

/** An instant is when a step was done, or was ticked off; `null` before. `quotedAt`: of the first quote. The newest `notBookable` is first. */
export const ApplicationNotes = z.strictObject({
  applicationId: Id,
  quotedAt: EpochMs.nullable(),
  directBookingAt: EpochMs.nullable(),
  reservationAt: EpochMs.nullable(),
  notBookable: z.array(NotBookable),
});
export type ApplicationNotes = z.infer<typeof ApplicationNotes>;

/** Applications without a note are missing. */
export const BookingNotesSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  applications: z.array(ApplicationNotes),
});
export type BookingNotesSnapshot = z.infer<typeof BookingNotesSnapshot>;
