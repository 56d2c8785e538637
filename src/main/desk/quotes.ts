/** The quotes desk: creates a quote, reads it, changes it, and books it once by a request to book or an instant booking (service.md §7.1). */

import { AppError, invalidInput, isAppError, serverOf, throwIssues } from '../../shared/app-error.ts';
import { allowedSteps, applicationOf } from '../../shared/connection/account.ts';
import type { Connection, Credential } from '../../shared/model/connection.ts';
import { type Json, nightsBetween } from '../../shared/model/primitives.ts';
import {
  type Guest,
  type HoldHours,
  type Party,
  type Quote,
  type QuoteInput,
  type QuoteStay,
  type QuotesSnapshot,
  UNKNOWN_PARTY,
} from '../../shared/model/quote.ts';
import type { AnnotationInput, QuoteOnBoard, QuotesChange } from '../../shared/model/quote-board.ts';
import type { QuotesPlan } from '../../shared/model/quote-plan.ts';
import {
  isUnpriced,
  keyOfSamePlan,
  NO_PRICE,
  NO_PRICE_REMEDY,
  offeredPlan,
  planKey,
} from '../../shared/quote/plan-choice.ts';
import { isHeldByEarlier } from '../../shared/quote/quote-state.ts';
import { BOOKING_OPTION_NAMES } from '../../shared/text/api-names.ts';
import { DAY_MS } from '../../shared/time/units.ts';

import type { ApiAnswer, ApiCall, ApiClient } from '../api/api-client.ts';
import { summarise } from '../api/describe-record.ts';
import { readQuote } from '../api/read-quote.ts';
import { isQuoteUsed, outcomeOf, readReservation, reservationInQuote } from '../api/read-reservation.ts';
import { answerUnusable, withReason } from '../api/unusable-answer.ts';
import type { Clock, Subscribable } from '../platform/ports.ts';
import { checkStay } from './availability.ts';
import type { ConnectionSource } from './connection-source.ts';
import type { PictureCache } from './pictures/picture-cache.ts';
import type { StoredQuote } from './quote-database.ts';
import { earlierQuotes, mayBeBooked, withHeldQuotes } from './quote-links.ts';
import {
  checkIsQuote,
  isAnswerOf,
  isSettled,
  isUnconfirmed,
  keyOf,
  NEW,
  outcomeWithoutReservation,
  type ReadState,
  RequestOrder,
  statusOf,
  withKnownStatus,
} from './quote-outcome.ts';
import { planQuotes, type QuoteLimiter } from './quote-plan.ts';
import type { QuoteStore } from './quote-store.ts';

export interface QuotesDeps {
  readonly api: Pick<ApiClient, 'call'>;
  readonly connections: ConnectionSource;
  readonly pictures: PictureCache;
  readonly store: QuoteStore;
  readonly notes: Notes;
  /** The record of a listing that was loaded or found by a search. */
  readonly recordOf: (connectionId: string, listingId: string) => Json | undefined;
  readonly clockOf: (connectionId: string) => Clock;
  /** Called before a booking is sent, with its guest; never throws. */
  readonly guestUsed?: (connectionId: string, quoteIds: readonly string[], guest: Guest) => void;
  readonly limiterOf: (connectionId: string) => QuoteLimiter;
}

/**
 * Seals and opens the notes of quotes, which may name a guest. A note opens only with the `id` under which it was sealed; `open` returns `null` when
 * the key is lost. Both throw AppError `storageFailed` while the key cannot be read, for example because the key store is locked.
 */
export interface Notes {
  seal(id: string, note: string): Promise<string>;
  open(id: string, sealed: string): Promise<string | null>;
}

interface QuoteRef {
  readonly connectionId: string;
  readonly quoteId: string;
}
interface QuoteRefs {
  readonly connectionId: string;
  readonly quoteIds: readonly string[];
}
interface BookingInput extends QuoteRef {
  readonly ratePlanId: string;
  readonly guest: Guest;
  readonly cardToken: string | null;
}

export class QuotesDesk {
  readonly #deps: QuotesDeps;
  readonly #booking = new Set<string>();
  readonly #changing = new Set<string>();
  readonly #order = new RequestOrder();

  constructor(deps: QuotesDeps) {
    this.#deps = deps;
  }

  get changed(): Subscribable<QuotesChange> {
    return this.#deps.store.changed;
  }

  list(connectionId: string): QuotesSnapshot {
    this.#deps.connections.connection(connectionId);
    const snapshot = this.#deps.store.list(connectionId);
    return { ...snapshot, quotes: snapshot.quotes.map((quote) => this.#asShown(quote)) };
  }

  /** Estimates the requests and the time that several quotes take. Throws AppError `notFound`. */
  plan({ connectionId, quotes }: { connectionId: string; quotes: number }): QuotesPlan {
    this.#deps.connections.connection(connectionId);
    return planQuotes(quotes, this.#deps.limiterOf(connectionId));
  }

  async create(input: QuoteInput): Promise<Quote> {
    throwIssues(checkStay(input));
    const connection = this.#deps.connections.connection(input.connectionId);
    const application = applicationOf(connection, input.applicationId);
    const { connectionId, applicationId, ...values } = input;
    const answer = await this.#askForQuote(connection, application, { ...values });
    return this.#keep(this.#fromAnswer(answer, { ...input, party: partyOf(input) }, NEW));
  }

  /**
   * Reads a quote again. This settles an unconfirmed booking: if the answer shows no reservation, the quote is open again. A deleted quote is
   * restored with its annotation. Throws `answerUnusable` when the answer is not this quote, and `notFound` when the quote was deleted while its
   * answer was in flight.
   */
  async fetch(input: QuoteRef & { applicationId: string | null }): Promise<Quote> {
    const { store } = this.#deps;
    const { connectionId, quoteId } = input;
    const connection = this.#deps.connections.connection(connectionId);
    const known = store.find(connectionId, quoteId)?.quote ?? null;
    const application = applicationOf(connection, known?.applicationId ?? input.applicationId);
    const before = this.#readState(known);
    const request = this.#order.begin();
    const answer = await this.#call(connection, application, 'quoteGet', { quoteId });
    checkIsQuote(answer, quoteId);
    if (known) return this.#keepRead(this.#fromAnswer(answer, known, before), request);
    store.bringBack(connectionId, quoteId);
    const there = this.#current({ connectionId, id: quoteId });
    if (there) return this.#keepRead(this.#fromAnswer(answer, there, before), request);
    const quote = this.#fromAnswer(answer, subjectOf(answer, connection, application), before);
    this.#order.accept(quote, request);
    return this.#keep({ ...quote, replacedBy: store.replacementOf(connectionId, quote.id) });
  }

  /**
   * Creates a quote for another stay, which replaces this quote. The change is stored before its request is sent, so that it is known after an
   * interruption. The new quote and the links between both are stored together. If this quote is booked meanwhile, the new one cannot be booked
   * unless that booking fails. Throws `invalidInput` while another change of this quote is in flight, and for a replaced quote.
   */
  async change({ connectionId, quoteId, ...stay }: QuoteRef & QuoteStay): Promise<Quote> {
    throwIssues(checkStay(stay));
    const { connection, application, quote } = this.#unbookedQuote({ connectionId, quoteId });
    if (isHeldByEarlier(quote)) throw earlierBooked();
    if (quote.replacedBy !== null) throw alreadyReplaced();
    const key = keyOf(quote);
    if (this.#changing.has(key)) throw stillChanging();
    this.#changing.add(key);
    try {
      await this.#keep({ ...quote, pendingChange: stay }, { onDisk: true });
      const { listingId, applicationId } = quote;
      const answer = await this.#askForQuote(connection, application, { ...stay, listingId });
      const subject = { connectionId, applicationId, listingId, ...stay, party: partyOf(stay) };
      return await this.#keepReplacement(this.#fromAnswer(answer, subject, NEW), quote);
    } catch (error) {
      this.#changing.delete(key);
      const current = this.#current(quote);
      // Stored again, so that every window learns that the change has ended.
      if (current) await this.#keep(isUnconfirmed(error) ? current : { ...current, pendingChange: null });
      throw error;
    } finally {
      this.#changing.delete(key);
    }
  }

  /** Drops a pending change. Throws `invalidInput` while the change is in flight. */
  async discardChange({ connectionId, quoteId }: QuoteRef): Promise<void> {
    const quote = this.#current({ connectionId, id: quoteId });
    if (quote && this.#changing.has(keyOf(quote))) throw stillChanging();
    if (quote?.pendingChange) await this.#keep({ ...quote, pendingChange: null });
  }

  /** Stores the chosen rate plan of an open quote; any other quote keeps the plan that was booked. Throws `notFound`. */
  async choosePlan({ connectionId, quoteId, plan }: QuoteRef & { plan: string }): Promise<void> {
    const quote = this.#current({ connectionId, id: quoteId });
    if (!quote) throw new AppError('notFound', { what: 'This quote' });
    if (quote.outcome === 'open') await this.#keep({ ...quote, chosenPlan: plan });
  }

  /** Chooses the rate plan that an offer shows of this quote, unless a person has chosen one. */
  async keepOfferedPlan(ref: QuoteRef): Promise<void> {
    const quote = this.find(ref);
    const offered = quote?.chosenPlan === null ? offeredPlan(quote) : null;
    if (quote && offered) await this.choosePlan({ ...ref, plan: planKey(offered, quote.ratePlans.indexOf(offered)) });
  }

  async applyCoupons(input: QuoteRef & { coupons: string[] }): Promise<Quote> {
    const { connection, application, quote } = this.#openQuote(input);
    const before = this.#readState(quote);
    const values = { quoteId: quote.id, coupons: input.coupons };
    let request = this.#order.begin();
    const answer = await this.#call(connection, application, 'quoteCoupons', values).catch((error) =>
      this.#rethrow(error, quote),
    );
    // The answer to coupons may lack the rate plans; then the quote is read again.
    if (!isAnswerOf(answer.body, quote.id) || readQuote(answer.body).ratePlans.length === 0) {
      request = this.#order.begin();
      const whole = await this.#call(connection, application, 'quoteGet', { quoteId: quote.id });
      checkIsQuote(whole, quote.id);
      return this.#keepRead(this.#fromAnswer(whole, { ...quote, coupons: input.coupons }, before), request);
    }
    return this.#keepRead(this.#fromAnswer(answer, { ...quote, coupons: input.coupons }, before), request);
  }

  request(input: BookingInput & { holdHours: HoldHours }): Promise<Quote> {
    return this.#makeReservation(input, 'quoteRequest', { holdHours: input.holdHours });
  }

  book(input: BookingInput): Promise<Quote> {
    return this.#makeReservation(input, 'quoteInstant', {});
  }

  /** Hides quotes and returns the id of the pending deletion. Throws `invalidInput` while a booking of one of them is in flight. */
  async remove({ connectionId, quoteIds }: QuoteRefs): Promise<string> {
    this.#deps.connections.connection(connectionId);
    if (quoteIds.some((id) => this.#booking.has(keyOf({ connectionId, id })))) throw stillSending();
    return this.#deps.store.remove(connectionId, quoteIds);
  }

  /** Finds a stored quote as the window shows it; `null` when there is none. Sends nothing. */
  find({ connectionId, quoteId }: QuoteRef): Quote | null {
    const quote = this.#current({ connectionId, id: quoteId });
    return quote && this.#asShown(quote);
  }

  /** Returns a quote with its annotation. If the note cannot be decrypted now, `note` is `null` and `isNoteLocked` is set. Throws `notFound`. */
  async get({ connectionId, quoteId }: QuoteRef): Promise<QuoteOnBoard> {
    const quote = this.find({ connectionId, quoteId });
    if (!quote) throw new AppError('notFound', { what: 'This quote' });
    const annotation = this.#deps.store.annotation(connectionId, quoteId);
    if (annotation.note === '') return { quote, annotation };
    try {
      const note = await this.#deps.notes.open(keyOf(quote), annotation.note);
      return { quote, annotation: { ...annotation, note } };
    } catch (error) {
      // Only the note needs the key.
      if (!isAppError(error, 'storageFailed')) throw error;
      return { quote, annotation: { ...annotation, note: null, isNoteLocked: true } };
    }
  }

  /** Changes a quote's annotation. Throws `notFound` and `storageFailed`. */
  async annotate({ connectionId, quoteId, changes }: QuoteRef & { changes: AnnotationInput }): Promise<void> {
    const { note, followUpOn, sentOn } = changes;
    const sealed =
      note === undefined || note === ''
        ? note
        : await this.#deps.notes.seal(keyOf({ connectionId, id: quoteId }), note);
    this.#deps.store.annotate(connectionId, quoteId, {
      ...(sealed === undefined ? {} : { note: sealed }),
      ...(followUpOn === undefined ? {} : { followUpOn }),
      ...(sentOn === undefined ? {} : { sentOn }),
    });
  }

  /** Books a quote. The quote is stored with the outcome `sending` before the request is sent, and is settled by the answer (ADR 5). */
  async #makeReservation(
    input: BookingInput,
    operation: 'quoteRequest' | 'quoteInstant',
    extraValues: object,
  ): Promise<Quote> {
    const { connection, application, quote } = this.#openQuote(input);
    const instant = operation === 'quoteInstant';
    const option = application.bookingOption ?? 'both';
    if (!allowedSteps(option)[instant ? 'instant' : 'request'])
      throw new AppError('bookingOptionForbids', {
        option: BOOKING_OPTION_NAMES[option],
        step: instant ? 'instant booking' : 'a request to book',
      });
    this.#checkReplacement(quote);
    const plan = quote.ratePlans.find(({ id }) => id === input.ratePlanId);
    if (plan && isUnpriced(plan)) throw notNow(`${NO_PRICE} ${NO_PRICE_REMEDY}`);
    const key = keyOf(quote);
    if (this.#booking.has(key)) throw stillSending();
    this.#booking.add(key);
    try {
      const { ratePlanId, guest, cardToken } = input;
      await this.#keep({ ...quote, chosenPlan: ratePlanId, outcome: 'sending' }, { onDisk: true });
      this.#deps.guestUsed?.(quote.connectionId, [quote.id], guest);
      const answer = await this.#call(connection, application, operation, {
        quoteId: quote.id,
        ratePlanId,
        guest,
        cardToken: cardToken ?? undefined,
        ...extraValues,
      });
      const reservation = readReservation(answer.body, quote.id) ?? reservationInQuote(answer.body);
      if (reservation === null)
        throw new AppError('outcomeUnknown', {
          what: instant ? 'Instant booking' : 'Request to book',
          reason: withReason('the answer shows no reservation', answer.body),
          exchangeId: answer.exchangeId,
        });
      return await this.#keep({
        ...(this.#current(quote) ?? quote),
        outcome: outcomeOf(reservation),
        reservation: { ...reservation, at: answer.receivedAt, raw: answer.body },
        exchangeId: answer.exchangeId,
      });
    } catch (error) {
      await this.#stepFailed(quote, error);
      return await this.#rethrow(error, quote);
    } finally {
      this.#booking.delete(key);
    }
  }

  /** Checks that a quote may be booked. Throws `invalidInput` for a replaced quote, and when an earlier quote is or may be booked already. */
  #checkReplacement(quote: Quote): void {
    const isEarlierBooked = earlierQuotes(quote, (id) => this.#ofSame(quote, id)).some(mayBeBooked);
    if (isEarlierBooked) throw earlierBooked();
    if (quote.replacedBy !== null) throw notNow('A newer quote replaces this one; book the newer one.');
  }

  #ofSame({ connectionId }: Quote, id: string): Quote | null {
    return this.#current({ connectionId, id });
  }

  /** Updates the outcome after a failed booking, unless a read has already done so. */
  async #stepFailed(quote: Quote, error: unknown): Promise<void> {
    const current = this.#current(quote);
    if (current?.outcome !== 'sending') return;
    if (!isUnconfirmed(error)) await this.#keep({ ...current, outcome: 'open' });
    else {
      const exchangeId = (isAppError(error, 'outcomeUnknown') ? error.data.exchangeId : null) ?? current.exchangeId;
      await this.#keep({ ...current, outcome: 'unknown', exchangeId });
    }
  }

  /** Rethrows an error of the service. If the error says that the quote is a reservation, marks the quote as used and throws `quoteUsed`. */
  async #rethrow(error: unknown, quote: Quote): Promise<never> {
    if (!isQuoteUsed(error)) throw error;
    const current = this.#current(quote);
    const exchangeId = serverOf(error.data)?.exchangeId ?? quote.exchangeId;
    if (current && !isSettled(current)) await this.#keep({ ...current, outcome: 'used', exchangeId });
    throw new AppError('quoteUsed', { status: statusOf(current ?? quote) }, { cause: error });
  }

  /** Returns the quote if it can be booked. Throws the errors of {@link #unbookedQuote}, and `quoteExpired`. */
  #openQuote(input: QuoteRef): OwnedQuote {
    const owned = this.#unbookedQuote(input);
    const { expiresAt } = owned.quote;
    const now = this.#deps.clockOf(owned.connection.id).now();
    if (now >= expiresAt) throw new AppError('quoteExpired', { expiredAt: expiresAt });
    return owned;
  }

  /** Returns the quote if it cannot be booked already. Throws `notFound`, `quoteUsed`, `outcomeUnknown`, or `invalidInput` during a booking. */
  #unbookedQuote(input: QuoteRef): OwnedQuote {
    const connection = this.#deps.connections.connection(input.connectionId);
    const quote = this.#deps.store.find(input.connectionId, input.quoteId)?.quote;
    if (!quote) throw new AppError('notFound', { what: `Quote ${input.quoteId}` });
    if (quote.outcome === 'sending') throw stillSending();
    if (quote.outcome === 'unknown')
      throw new AppError('outcomeUnknown', {
        what: 'the earlier booking',
        reason: 'it has not been looked up yet',
        exchangeId: quote.exchangeId,
      });
    if (quote.outcome !== 'open') throw new AppError('quoteUsed', { status: statusOf(quote) });
    return { connection, application: applicationOf(connection, quote.applicationId), quote };
  }

  /** Creates a quote at the service. A lost answer is reported as repeatable, because a quote reserves nothing. */
  #askForQuote(connection: Connection, application: Credential, values: Record<string, unknown>): Promise<ApiAnswer> {
    return this.#call(connection, application, 'quoteCreate', values).catch((error: unknown) => {
      if (!isAppError(error, 'outcomeUnknown')) throw error;
      throw new AppError('outcomeUnknown', { ...error.data, mayRepeat: true }, { cause: error });
    });
  }

  #call(
    connection: Connection,
    application: Credential,
    operation: ApiCall['operation'],
    values: Record<string, unknown>,
  ): Promise<ApiAnswer> {
    return this.#deps.api.call({ connection, credentialId: application.id, operation, values, exactAmounts: true });
  }

  #current({ connectionId, id }: Pick<Quote, 'connectionId' | 'id'>): Quote | null {
    return this.#deps.store.find(connectionId, id)?.quote ?? null;
  }

  #readState(quote: Quote | null): ReadState {
    return { quote, booking: quote !== null && this.#booking.has(keyOf(quote)) };
  }

  #fromAnswer(answer: ApiAnswer, input: QuoteSubject, before: ReadState): Quote {
    const read = readQuote(answer.body);
    const id = before.quote?.id ?? read.id;
    if (id === null) throw answerUnusable('the quote in it has no id', answer);
    const known = this.#current({ connectionId: input.connectionId, id }) ?? before.quote;
    const createdAt = read.createdAt ?? known?.createdAt ?? answer.receivedAt;
    const reservation = known?.reservation ?? null;
    const wanted = (input.coupons ?? []).map((coupon) => (typeof coupon === 'string' ? coupon : coupon.code));
    const applied = new Set(read.coupons.map((coupon) => coupon.code.toUpperCase()));
    const reported = reservationInQuote(answer.body) ?? reservationInQuote(read.source);
    const found = withKnownStatus(reported, reservation);
    return {
      id,
      connectionId: input.connectionId,
      applicationId: input.applicationId,
      listingId: input.listingId,
      listingTitle: this.#titleOf(input.connectionId, input.listingId) ?? known?.listingTitle ?? null,
      picture: null,
      checkIn: input.checkIn,
      checkOut: input.checkOut,
      nights: Math.max(0, nightsBetween(input.checkIn, input.checkOut)),
      guests: input.guests,
      party: mergeParty(read.party, input),
      replaces: known?.replaces ?? null,
      replacedBy: known?.replacedBy ?? null,
      pendingChange: known?.pendingChange ?? null,
      chosenPlan: known?.chosenPlan ?? null,
      createdAt,
      // Quotes live for a day (service.md §7.7).
      expiresAt: read.expiresAt ?? createdAt + DAY_MS,
      expiryBasis: read.expiresAt === null ? 'assumed' : 'server',
      ratePlans: read.ratePlans,
      coupons: read.coupons,
      droppedCoupons: wanted.filter((coupon) => !applied.has(coupon.toUpperCase())),
      outcome: found
        ? outcomeOf(found)
        : read.isWhole
          ? outcomeWithoutReservation(known, before)
          : (known?.outcome ?? 'open'),
      reservation: found ? { ...found, at: reservation?.at ?? answer.receivedAt, raw: answer.body } : reservation,
      exchangeId: answer.exchangeId,
      raw: answer.body,
    };
  }

  /**
   * Stores a quote that was read, unless the answer to a later request came first. A reservation is always stored, so that its quote is not booked
   * again. Throws `notFound` when the quote was deleted meanwhile.
   */
  async #keepRead(quote: Quote, request: number): Promise<Quote> {
    const current = this.#current(quote);
    if (!current) throw new AppError('notFound', { what: 'This quote' });
    const isLate = !this.#order.accept(quote, request);
    return isLate && (isSettled(current) || !isSettled(quote)) ? current : this.#keep(quote);
  }

  /** Stores a new quote and links it with `earlier`, which it replaces. */
  async #keepReplacement(quote: Quote, earlier: Quote): Promise<Quote> {
    const current = this.#current(earlier);
    // The service may change the quote instead of creating another one.
    if (!current || current.id === quote.id) return this.#keep({ ...quote, pendingChange: null });
    const chosenPlan = keyOfSamePlan(quote.ratePlans, current.ratePlans, current.chosenPlan);
    const [kept] = await this.#keepAll([
      { ...quote, chosenPlan, replaces: current.id },
      { ...current, pendingChange: null, replacedBy: quote.id },
    ]);
    return kept ?? quote;
  }

  /** Stores a quote. Throws `notFound` when the connection was removed meanwhile. */
  async #keep(quote: Quote, options?: { onDisk: boolean }): Promise<Quote> {
    const [kept] = await this.#keepAll([quote], options);
    return kept ?? quote;
  }

  /** Stores quotes of one connection together with the other quotes whose links change. */
  async #keepAll(quotes: readonly Quote[], options?: { onDisk: boolean }): Promise<Quote[]> {
    const linked = withHeldQuotes(quotes, (quote, id) => this.#ofSame(quote, id));
    const kept = linked.map((quote) => this.#toStore(quote));
    await this.#deps.store.putAll(kept, options);
    return kept.map((stored) => stored.quote);
  }

  /** The stored form of a quote. A reservation loses its pending change, because no quote can replace it. */
  #toStore(given: Quote): StoredQuote {
    const quote = isSettled(given) ? { ...given, pendingChange: null } : given;
    this.#deps.connections.connection(quote.connectionId);
    const known = this.#deps.store.find(quote.connectionId, quote.id);
    const record = this.#deps.recordOf(quote.connectionId, quote.listingId);
    const seen = record === undefined ? undefined : summarise(record).pictures[0]?.thumbnail;
    const pictureUrl = seen ?? known?.pictureUrl ?? null;
    return { pictureUrl, quote: this.#withPictureRef(quote, pictureUrl) };
  }

  /** The shown form of a quote: with a picture, and without a pending change if the change is in flight or the quote is a reservation. */
  #asShown(quote: Quote): Quote {
    const kept = this.#deps.store.find(quote.connectionId, quote.id);
    const pendingChange = this.#changing.has(keyOf(quote)) || isSettled(quote) ? null : quote.pendingChange;
    return this.#withPictureRef({ ...quote, pendingChange }, kept?.pictureUrl ?? null);
  }

  #withPictureRef(quote: Quote, pictureUrl: string | null): Quote {
    return {
      ...quote,
      picture: pictureUrl === null ? null : this.#deps.pictures.reference(quote.connectionId, pictureUrl),
    };
  }

  #titleOf(connectionId: string, listingId: string): string | null {
    const record = this.#deps.recordOf(connectionId, listingId);
    return record === undefined ? null : summarise(record).title;
  }
}

const notNow = (message: string) => invalidInput('quoteId', message);
const stillSending = () => notNow('The booking of this quote is still in flight; wait for its answer.');
const stillChanging = () => notNow('This quote is being changed; wait for the new quote.');
const alreadyReplaced = () => notNow('A newer quote replaces this one; change the newer one.');
const earlierBooked = () =>
  notNow('The quote that this one replaces is booked, or its booking is unconfirmed; look at that one first.');

interface OwnedQuote {
  readonly connection: Connection;
  readonly application: Credential;
  readonly quote: Quote;
}

/** The listing and the stay of a quote, from a person's input, a known quote or an answer. */
interface QuoteSubject {
  readonly connectionId: string;
  readonly applicationId: string;
  readonly listingId: string;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly guests: number | null;
  readonly party?: Party;
  readonly coupons?: readonly (string | { readonly code: string })[];
}

/** Reads the subject of a quote that this console did not create. Throws `answerUnusable` when the answer lacks the listing or the dates. */
function subjectOf(answer: ApiAnswer, connection: Connection, application: Credential): QuoteSubject {
  const read = readQuote(answer.body);
  if (read.listingId === null || read.checkIn === null || read.checkOut === null)
    throw answerUnusable('it does not say which listing and dates the quote is for', answer);
  return {
    connectionId: connection.id,
    applicationId: application.id,
    listingId: read.listingId,
    checkIn: read.checkIn,
    checkOut: read.checkOut,
    guests: read.guests,
    party: read.party,
  };
}

/** Merges two parties: counts of the answer replace counts of the request. */
function mergeParty(read: Party, { party = UNKNOWN_PARTY }: QuoteSubject): Party {
  return {
    adults: read.adults ?? party.adults,
    children: read.children ?? party.children,
    infants: read.infants ?? party.infants,
  };
}

const partyOf = ({ adults, children, infants }: Pick<QuoteStay, 'adults' | 'children' | 'infants'>): Party => ({
  adults: adults ?? null,
  children: children ?? null,
  infants: infants ?? null,
});
