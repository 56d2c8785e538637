/**
 * Reads the reservation of a quote from an answer. The service documents only the status "reserved" (service.md §7.8); all words that answers may use
 * are in resources/answers/reservations.json.
 */
import words from '../../../resources/answers/reservations.json' with { type: 'json' };
import { AppError, serverOf } from '../../shared/app-error.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { QuoteOutcome } from '../../shared/model/quote.ts';
import { firstText, isObject, type JsonObject, readPath } from './read-json.ts';

export interface ReadReservation {
  readonly id: string | null;
  readonly status: string | null;
  readonly confirmationCode: string | null;
}

const RESERVED = new Set(words.statuses.reserved.values);
const BOOKED = new Set(words.statuses.booked.values);
const USED = new Set(words.statuses.used.values);
const NO_RESERVATION = new Set(words.noReservation.values);

/** Returns the outcome that a reservation's status means; `used` when the status is missing or unknown. */
export function outcomeOf({ status }: ReadReservation): Extract<QuoteOutcome, 'reserved' | 'booked' | 'used'> {
  const word = wordOf(status);
  if (RESERVED.has(word)) return 'reserved';
  return BOOKED.has(word) ? 'booked' : 'used';
}

/** Reads the reservation from the answer to a booking: the answer itself or an object in it. `null` for an empty body or a mere quote. */
export function readReservation(body: Json, quoteId: string): ReadReservation | null {
  if (!isObject(body)) return null;
  for (const key of ['reservation', 'inquiry', 'data', 'result']) {
    const found = readReservation(body[key] ?? null, quoteId);
    if (found) return found;
  }
  const fields = fieldsOf(body);
  const isQuote = 'rates' in body || 'ratePlans' in body;
  const reservation = { ...fields, id: isQuote || fields.id === quoteId ? null : fields.id };
  return isReported(reservation) ? reservation : null;
}

/** Returns the reservation that the body of a quote contains, or `null`. The quote's own `status` proves no reservation. */
export function reservationInQuote(body: Json): ReadReservation | null {
  if (!isObject(body)) return null;
  const found = namedReservation(body);
  if (found) return found;
  for (const key of ['quote', 'data', 'result', 'results']) {
    const inner = reservationInQuote(body[key] ?? null);
    if (inner) return inner;
  }
  return null;
}

/** Whether the service refused a quote because it was already turned into a reservation. */
export function isQuoteUsed(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  const message = wordOf(serverOf(error.data)?.serverMessage ?? null);
  return words.quoteUsed.values.some((text) => message.includes(text));
}

function namedReservation(quote: JsonObject): ReadReservation | null {
  const { reservation, inquiry } = quote;
  if (isObject(reservation)) {
    const fields = fieldsOf(reservation);
    if (isReported(fields) && !NO_RESERVATION.has(wordOf(fields.status))) return fields;
  }
  if (isObject(inquiry)) {
    const fields = fieldsOf(inquiry);
    if (isKnownStatus(fields.status)) return fields;
  }
  const id = firstText(quote, 'reservationId');
  if (id === null) return null;
  return { id, status: textAt(quote, 'reservationStatus'), confirmationCode: firstText(quote, 'confirmationCode') };
}

function fieldsOf(object: JsonObject): ReadReservation {
  return {
    id: firstText(object, 'reservationId', '_id', 'id'),
    status: textAt(object, 'status'),
    confirmationCode: firstText(object, 'confirmationCode', 'platformConfirmationCode', 'confirmation_code'),
  };
}

/** The text of a field. A number yields none: a numeric `status` belongs to an error. */
function textAt(object: JsonObject, path: string): string | null {
  return typeof readPath(object, path) === 'string' ? firstText(object, path) : null;
}

function isReported({ id, status, confirmationCode }: ReadReservation): boolean {
  return id !== null || confirmationCode !== null || isKnownStatus(status);
}

function isKnownStatus(status: string | null): boolean {
  const word = wordOf(status);
  return RESERVED.has(word) || BOOKED.has(word) || USED.has(word);
}

const wordOf = (text: string | null): string => (text ?? '').toLowerCase();
