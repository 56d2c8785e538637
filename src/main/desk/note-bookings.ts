/** Records in the booking notes what answers to quote operations show: that an application is activated, or cannot book a listing. */
import { isAppError } from '../../shared/app-error.ts';
import type { ApiAnswer, ApiCall, ApiClient } from '../api/api-client.ts';
import { outcomeOf, readReservation, reservationInQuote } from '../api/read-reservation.ts';
import type { BookingNotes } from './booking-notes.ts';

type Api = Pick<ApiClient, 'call'>;

/** Wraps an API client, so that each answer is also recorded in the booking notes. */
export const noteBookings = (api: Api, notes: BookingNotes): Api => ({
  async call(call) {
    const of = { connectionId: call.connection.id, applicationId: call.credentialId };
    const { listingId } = call.values;
    try {
      const answer = await api.call(call);
      if (call.operation === 'quoteCreate' && typeof listingId === 'string') await notes.quoted(of, listingId);
      else if (hasReservation(call, answer)) await notes.reserved(of);
      return answer;
    } catch (error) {
      if (call.operation === 'quoteCreate' && typeof listingId === 'string')
        await notes.quoteRefused(of, listingId, refusalCodeOf(error));
      throw error;
    }
  },
});

/** Whether the answer has a valid reservation. A declined reservation does not show that the application is activated. */
function hasReservation({ operation, values }: ApiCall, { body }: ApiAnswer): boolean {
  if (operation !== 'quoteRequest' && operation !== 'quoteInstant' && operation !== 'quoteGet') return false;
  const ofStep = operation === 'quoteGet' ? null : readReservation(body, String(values.quoteId));
  const reservation = ofStep ?? reservationInQuote(body);
  return reservation !== null && outcomeOf(reservation) !== 'used';
}

/** The service's code of a refusal; `null` for a refusal without a code, and for any other failure. */
const refusalCodeOf = (error: unknown): string | null =>
  isAppError(error, 'refused') || isAppError(error, 'forbidden') ? error.data.server.serverCode : null;
