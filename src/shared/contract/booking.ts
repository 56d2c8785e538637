/** The console's notes on bookings: the activation of each application, and the listings that it cannot book. */
import { z } from 'zod';
import { ActivationStep, BookingNotesSnapshot } from '../model/booking-notes.ts';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { Id } from '../model/primitives.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfConnection = z.strictObject({ connectionId: Id });

export const booking = {
  notes: query(OfConnection, BookingNotesSnapshot),
  /** Marks an activation step as done, or as not done; nothing is sent. */
  tick: mutation(OfConnection.extend({ applicationId: Id, step: ActivationStep, isDone: z.boolean() }), Nothing),
  /** Deletes the note that the service refused a quote for a listing; nothing is sent. */
  forgetRefusal: mutation(
    OfConnection.extend({ applicationId: Id, listingId: z.string().min(1).max(MAX_CHARACTERS.name) }),
    Nothing,
  ),
  onNotes: event(BookingNotesSnapshot),
};
