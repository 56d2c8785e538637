/** Records what the answers to quote steps show about an application: whether it is activated, and which listings it cannot book. */
import { isAppError } from '../../shared/app-error.ts';
import type { ApiAnswer, ApiCall, ApiClient } from '../api/api-client.ts';
import { outcomeOf, readReservation, reservationInQuote } from '../api/read-reservation.ts';
import type { BookingNotes } from './booking-notes.ts';

type Api = Pick<ApiClient, 'call'>;

/** An API client that also records each call's answer in the notes; calls and answers are unchanged. */
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

/** True for a reservation that is valid; a declined one proves no more than none. */
function hasReservation({ operation, values }: ApiCall, { body }: ApiAnswer): boolean {
  if (operation !== 'quoteRequest' && operation !== 'quoteInstant' && operation !== 'quoteGet') return false;
  const ofStep = operation === 'quoteGet' ? null : readReservation(body, String(values.quoteId));
  const reservation = ofStep ?? reservationInQuote(body);
  return reservation !== null && outcomeOf(reservation) !== 'used';
}

/** The service's code of a refusal; `null` for any other failure. */
const refusalCodeOf = (error: unknown): string | null =>
  isAppError(error, 'refused') || isAppError(error, 'forbidden') ? error.data.server.serverCode : null;
