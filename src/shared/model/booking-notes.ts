/** The console's notes on an application's bookings: its activation (service.md §7.9), and the listings that are not bookable through it. */
import { z } from 'zod';
import { EpochMs, Id } from './primitives.ts';

/** A step before an application's first reservation. It is done when a person marks it, or when the console makes a reservation. */
export const ActivationStep = z.enum(['directBooking', 'reservation']);
export type ActivationStep = z.infer<typeof ActivationStep>;

/** A listing that is not bookable through this application. `code` is the service's error code: `NOT_FOUND` or `FORBIDDEN` (service.md §8.3). */
export const NotBookable = z.strictObject({ listingId: z.string(), code: z.string(), at: EpochMs });
export type NotBookable = z.infer<typeof NotBookable>;

/**
 * The notes of one application: the times of its first quote and of each activation step, null before. `notBookable` has the newest listing first.
 */
export const ApplicationNotes = z.strictObject({
  applicationId: Id,
  quotedAt: EpochMs.nullable(),
  directBookingAt: EpochMs.nullable(),
  reservationAt: EpochMs.nullable(),
  notBookable: z.array(NotBookable),
});
export type ApplicationNotes = z.infer<typeof ApplicationNotes>;

/** The notes of a connection's applications. An application without notes is left out. */
export const BookingNotesSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  applications: z.array(ApplicationNotes),
});
export type BookingNotesSnapshot = z.infer<typeof BookingNotesSnapshot>;
