/** What the console remembers of bookings: the activation of each application and the listings that it cannot book. */
import { z } from 'zod';
import { ActivationStep, BookingNotesSnapshot } from '../model/booking-notes.ts';
import { Id } from '../model/primitives.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfConnection = z.strictObject({ connectionId: Id });

export const booking = {
  notes: query(OfConnection, BookingNotesSnapshot),
  /** Ticks an activation step off, or takes the tick back; nothing is sent. */
  tick: mutation(OfConnection.extend({ applicationId: Id, step: ActivationStep, isDone: z.boolean() }), Nothing),
  onNotes: event(BookingNotesSnapshot),
};
