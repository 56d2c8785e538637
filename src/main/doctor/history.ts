/** Finds evidence about a refused request in other requests of the same connection. */

import type { Exchange, ExchangeSummary } from '../../shared/model/traffic.ts';
import { DAY_MS } from '../../shared/time/units.ts';
import { isUnder } from './rules/expected-base.ts';

/** A request near the refused one. `offsetMs`: its distance in time, negative when it was earlier. */
export interface Neighbour {
  readonly operation: string;
  readonly offsetMs: number;
  readonly exchangeId: string;
}

/** A neighbouring request that the service accepted (2xx). */
export type Accepted = Neighbour;

/** Evidence from neighbouring requests of the same connection. */
export interface HistoryFacts {
  /** Another operation that was accepted with the same token, before and after the refusal. */
  readonly otherBefore: Accepted | null;
  readonly otherAfter: Accepted | null;
  /** The same operation accepted with the same token, before and after the refusal. */
  readonly sameBefore: Accepted | null;
  readonly sameAfter: Accepted | null;
  /** The same operation accepted with a newer token, after the refusal. */
  readonly newerAccepted: Accepted | null;
  /** Whether the same operation with a newer token was answered with the same status, after the refusal. */
  readonly newerRefused: boolean;
  /** Whether the same operation with an older token was answered with the same status, before the refusal. */
  readonly olderRefused: boolean;
  /** The nearest accepted request of the same API under the same base address; for a token request, another token request. */
  readonly baseAccepted: Accepted | null;
  /** An accepted reservation from a quote before the refusal: from the quote of this request if there is one. */
  readonly reservationBefore: Accepted | null;
  /** `same` when `reservationBefore` was made from the quote of this request, else `other`; null when neither is known. */
  readonly reservationOfQuote: 'same' | 'other' | null;
  /** The same operation with another application within a day: the accepted one, and, only without it, one refused with the same status. */
  readonly acceptedElsewhere: Accepted | null;
  readonly refusedElsewhere: Neighbour | null;
  /** True when a later request of the same operation was accepted, with any token. */
  readonly settled: boolean;
}

/** Finds the evidence in neighbouring requests. `base`: the connection's present base address; null without one. */
export function historyOf(exchange: Exchange, all: readonly ExchangeSummary[], base: string | null): HistoryFacts {
  const offset = (other: ExchangeSummary) => other.sentAt - exchange.sentAt;
  const after = (other: ExchangeSummary) =>
    offset(other) > 0 || (other.chainId === exchange.chainId && other.attempt > exchange.attempt);
  const others = all
    .filter((other) => other.id !== exchange.id)
    .sort((one, two) => Math.abs(offset(one)) - Math.abs(offset(two)));
  const near = (matches: (other: ExchangeSummary) => boolean): Neighbour | null => {
    const found = others.find(matches);
    return found ? { operation: found.operation, offsetMs: offset(found), exchangeId: found.id } : null;
  };
  const nearest = (matches: (other: ExchangeSummary) => boolean): Accepted | null =>
    near((other) => isAccepted(other) && matches(other));
  const sameToken = (other: ExchangeSummary) =>
    exchange.tokenGeneration !== null &&
    other.credentialId === exchange.credentialId &&
    other.tokenGeneration === exchange.tokenGeneration;
  const sameOperation = (other: ExchangeSummary) =>
    other.operation === exchange.operation && other.credentialId === exchange.credentialId;
  const generation = exchange.tokenGeneration;
  const newer = (other: ExchangeSummary) =>
    generation !== null && other.tokenGeneration !== null && other.tokenGeneration > generation;
  const older = (other: ExchangeSummary) =>
    generation !== null && other.tokenGeneration !== null && other.tokenGeneration < generation;
  // A 401 concerns the token and a 403 the permission: one is no evidence for the other.
  const refusedAlike = (other: ExchangeSummary) => other.status === exchange.status;
  const elsewhere = newestElsewhere(exchange, all);
  const acceptedElsewhere = nearest((other) => elsewhere.has(other));
  const isReservation = (other: ExchangeSummary) =>
    (other.operation === 'quoteInstant' || other.operation === 'quoteRequest') && !after(other);
  const reservation = nearest(isReservation);
  const quote = quoteAt(exchange.url);
  const ofQuote = nearest((other) => isReservation(other) && quote !== null && quoteAt(other.url) === quote);
  const isToken = (other: ExchangeSummary) => other.operation === 'token';
  const isPicture = (other: ExchangeSummary) => other.operation === 'picture';
  return {
    otherBefore: nearest((other) => sameToken(other) && !sameOperation(other) && !isToken(other) && !after(other)),
    otherAfter: nearest((other) => sameToken(other) && !sameOperation(other) && !isToken(other) && after(other)),
    sameBefore: nearest((other) => sameToken(other) && sameOperation(other) && !after(other)),
    sameAfter: nearest((other) => sameToken(other) && sameOperation(other) && after(other)),
    newerAccepted: nearest((other) => sameOperation(other) && newer(other) && after(other)),
    newerRefused: others.some((other) => refusedAlike(other) && sameOperation(other) && newer(other) && after(other)),
    olderRefused: others.some((other) => refusedAlike(other) && sameOperation(other) && older(other) && !after(other)),
    baseAccepted: nearest(
      (other) =>
        base !== null &&
        isUnder(exchange.url, base) &&
        isUnder(other.url, base) &&
        !isPicture(other) &&
        other.api === exchange.api &&
        isToken(other) === isToken(exchange),
    ),
    reservationBefore: ofQuote ?? reservation,
    reservationOfQuote: quote === null ? null : ofQuote ? 'same' : reservation ? 'other' : null,
    acceptedElsewhere,
    refusedElsewhere: acceptedElsewhere ? null : near((other) => elsewhere.has(other) && refusedAlike(other)),
    settled: others.some((other) => isAccepted(other) && sameOperation(other) && after(other)),
  };
}

/**
 * Returns the newest answer of each other application to the same operation, if both are within a day and this application had no success between
 * them, because permissions may change.
 */
function newestElsewhere(exchange: Exchange, all: readonly ExchangeSummary[]): ReadonlySet<ExchangeSummary> {
  const alike = all.filter(({ operation, api }) => operation === exchange.operation && api === exchange.api);
  const worked = alike.filter((other) => other.credentialId === exchange.credentialId && isAccepted(other));
  const newest = new Map<string, ExchangeSummary>();
  for (const other of alike.toSorted((one, two) => two.sentAt - one.sentAt)) {
    if (other.credentialId === null || other.credentialId === exchange.credentialId) continue;
    if (!isAccepted(other) && other.status !== 401 && other.status !== 403) continue;
    if (!newest.has(other.credentialId)) newest.set(other.credentialId, other);
  }
  const isComparable = ({ sentAt }: ExchangeSummary): boolean => {
    const [from, until] = sentAt < exchange.sentAt ? [sentAt, exchange.sentAt] : [exchange.sentAt, sentAt];
    return until - from <= DAY_MS && !worked.some((own) => own.sentAt > from && own.sentAt < until);
  };
  return new Set([...newest.values()].filter(isComparable));
}

const isAccepted = (exchange: ExchangeSummary): boolean =>
  exchange.status !== null && exchange.status >= 200 && exchange.status < 300;

/** The address of the quote to which a step belongs (service.md §7.1); null for another address, and for a masked id. */
const quoteAt = (url: string): string | null => /^[^?#]*\/quotes\/[^/?#[]+(?=\/)/.exec(url)?.[0] ?? null;
