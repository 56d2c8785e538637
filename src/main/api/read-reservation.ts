/** Reads the reservation of a quote from bodies whose fields are unknown except the status "reserved" (spec.md, Resources). */
import type { Json } from '../../shared/model/primitives.ts';
import { firstText, isObject } from './read-json.ts';

export interface ReadReservation {
  readonly id: string | null;
  readonly status: string | null;
  readonly confirmationCode: string | null;
}

/** Reads the answer to a booking: the reservation itself, or an object that holds it as `reservation`, `inquiry`, `data` or `result`. */
export function readReservation(body: Json): ReadReservation {
  if (!isObject(body)) return { id: null, status: null, confirmationCode: null };
  for (const key of ['reservation', 'inquiry', 'data', 'result']) {
    const inner = body[key];
    if (isObject(inner)) return readReservation(inner);
  }
  return {
    id: firstText(body, 'reservationId', '_id', 'id'),
    status: firstText(body, 'status'),
    confirmationCode: firstText(body, 'confirmationCode', 'platformConfirmationCode', 'confirmation_code'),
  };
}

/** Finds a reservation in a quote's own body; `null` when there is none. The quote's own `status` is no evidence of one. */
export function reservationInQuote(body: Json): ReadReservation | null {
  if (!isObject(body)) return null;
  for (const key of ['reservation', 'inquiry']) {
    const inner = body[key];
    if (isObject(inner)) return readReservation(inner);
  }
  const id = firstText(body, 'reservationId', 'inquiryId');
  if (id === null) return null;
  return { id, status: firstText(body, 'reservationStatus'), confirmationCode: firstText(body, 'confirmationCode') };
}
