/** Derives a quote's outcome from what the service reported about this quote, and from nothing else. */
import { isAppError } from '../../shared/app-error.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { Quote, QuoteOutcome } from '../../shared/model/quote.ts';
import type { ApiAnswer } from '../api/api-client.ts';
import { readQuote } from '../api/read-quote.ts';
import type { ReadReservation } from '../api/read-reservation.ts';
import { answerUnusable } from '../api/unusable-answer.ts';

/** The state of a quote when a request about it was sent. `booking`: whether its booking was in flight. */
export interface ReadState {
  readonly quote: Quote | null;
  readonly booking: boolean;
}

export const NEW: ReadState = { quote: null, booking: false };

/** Numbers the requests about quotes, so that an answer that arrives after the answer to a later request is recognised as outdated. */
export class RequestOrder {
  #requests = 0;
  readonly #answered = new Map<string, number>();

  begin(): number {
    this.#requests += 1;
    return this.#requests;
  }

  /** Records that an answer arrived. Returns false when the answer is outdated. */
  accept(quote: Pick<Quote, 'connectionId' | 'id'>, request: number): boolean {
    const key = keyOf(quote);
    if (request < (this.#answered.get(key) ?? 0)) return false;
    this.#answered.set(key, request);
    return true;
  }
}

export const keyOf = ({ connectionId, id }: Pick<Quote, 'connectionId' | 'id'>): string => `${connectionId}\n${id}`;

/**
 * Returns the outcome of a quote after an answer that shows no reservation. An unconfirmed booking counts as not made, and the quote is open again:
 * booking again is safe, because a quote is single-use. The outcome stays if the quote has changed since the request, or if its booking was in flight
 * then.
 */
export function outcomeWithoutReservation(known: Quote | null, before: ReadState): QuoteOutcome {
  if (known === null) return 'open';
  return known.outcome === 'unknown' && known === before.quote && !before.booking ? 'open' : known.outcome;
}

/** True when the service reported that the quote is a reservation. */
export const isSettled = ({ outcome }: Quote): boolean =>
  outcome === 'reserved' || outcome === 'booked' || outcome === 'used';

/** Completes a reservation that an answer shows without a status, by the status of the known reservation with the same id. */
export function withKnownStatus(found: ReadReservation | null, known: ReadReservation | null): ReadReservation | null {
  if (found?.status !== null || found.id === null || found.id !== known?.id) return found;
  return { ...found, status: known.status, confirmationCode: found.confirmationCode ?? known.confirmationCode };
}

export const statusOf = ({ reservation }: Quote): string =>
  reservation?.status ?? 'the service does not show its status';

/** Whether a body is the quote with this id: it contains the id, or it is a whole quote with rate plans and no id. */
export function isAnswerOf(body: Json, id: string): boolean {
  const { ids, ratePlans, isWhole } = readQuote(body);
  return ids.includes(id) || (isWhole && ids.length === 0 && ratePlans.length > 0);
}

/** Checks that an answer is the quote with this id. Throws AppError `answerUnusable`. */
export function checkIsQuote(answer: ApiAnswer, id: string): void {
  if (isAnswerOf(answer.body, id)) return;
  const problem = readQuote(answer.body).ids.length === 0 ? 'it is not a quote' : 'it is another quote';
  throw answerUnusable(problem, answer);
}

/** True for a booking error after which the service may have made the booking. */
export function isUnconfirmed(error: unknown): boolean {
  return isAppError(error, 'outcomeUnknown') || isAppError(error, 'answerUnusable') || !isAppError(error);
}
