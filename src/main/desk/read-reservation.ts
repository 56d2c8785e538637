/** Reads what became of a quote, from bodies whose fields are not shown beyond the status "reserved" (spec.md, Resources). */
import type { Json } from '../../shared/model/primitives.ts';

export interface ReadReservation {
  readonly id: string | null;
  readonly status: string | null;
  readonly confirmationCode: string | null;
}

type JsonObject = { [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textAt = (object: JsonObject, ...keys: string[]): string | null => {
  for (const key of keys) {
    const value = object[key];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return null;
};

/** Reads the answer of a closing step: the reservation itself, or an object that holds one as `reservation`, `inquiry` or `data`. */
export function readReservation(body: Json): ReadReservation {
  if (!isObject(body)) return { id: null, status: null, confirmationCode: null };
  for (const key of ['reservation', 'inquiry', 'data', 'result']) {
    const inner = body[key];
    if (isObject(inner)) return readReservation(inner);
  }
  return {
    id: textAt(body, 'reservationId', '_id', 'id'),
    status: textAt(body, 'status'),
    confirmationCode: textAt(body, 'confirmationCode', 'platformConfirmationCode', 'confirmation_code'),
  };
}

/** Reads a sign of a reservation in a quote's own body; `null` when there is none. A quote's own `status` is no such sign. */
export function reservationInQuote(body: Json): ReadReservation | null {
  if (!isObject(body)) return null;
  for (const key of ['reservation', 'inquiry']) {
    const inner = body[key];
    if (isObject(inner)) return readReservation(inner);
  }
  const id = textAt(body, 'reservationId', 'inquiryId');
  if (id === null) return null;
  return { id, status: textAt(body, 'reservationStatus'), confirmationCode: textAt(body, 'confirmationCode') };
}
