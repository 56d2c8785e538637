/**
 * Decides when an unanswered request counts as lost, long before the wire gives up. Until then the request holds permits of short windows, and a
 * few lost requests would hold them all. A request is overtaken when a request that was sent with it or later is answered; that shows that the
 * network works.
 */
import type { Arrivals } from './arrivals.ts';

/** The time after which a request that was not overtaken counts as lost. */
const MAX_PATIENCE_MS = 3_000;

interface SentRequest {
  readonly kind: string;
  readonly sentAt: number;
}

export class LostRequests<Request extends SentRequest> {
  readonly #arrivals: Arrivals;
  /** The awaited requests in the order in which they were sent. */
  readonly #awaited = new Set<Request>();
  /** The latest time of sending of all answered requests. */
  #overtakenUntil = Number.NEGATIVE_INFINITY;
  /** When the last answer came, or the last request was counted as lost. */
  #lastEventAt = Number.NEGATIVE_INFINITY;

  constructor(arrivals: Arrivals) {
    this.#arrivals = arrivals;
  }

  sent(request: Request): void {
    this.#awaited.add(request);
  }

  answered(request: Request, now: number): void {
    this.#awaited.delete(request);
    this.#overtakenUntil = Math.max(this.#overtakenUntil, request.sentAt);
    this.#lastEventAt = now;
  }

  /** Removes a request that needs no decision, because it has ended or holds no permit of a short window. */
  remove(request: Request): void {
    this.#awaited.delete(request);
  }

  /**
   * Calls `onLost` for each request that counts as lost by now, with the instant `at` since which it does. Returns when the next request will
   * count as lost, or `null`. `rate` is the speed of the clock.
   */
  takeLost(now: number, rate: number, onLost: (request: Request, at: number) => void): number | null {
    for (const request of this.#awaited) {
      const at = this.#lostAt(request, rate);
      if (now < at) return at;
      this.#awaited.delete(request);
      this.#lastEventAt = Math.max(this.#lastEventAt, at);
      onLost(request, at);
    }
    return null;
  }

  /**
   * The instant at which a request counts as lost. While no answer comes, requests count as lost one after another, because the network may stall
   * and then deliver all at once.
   */
  #lostAt({ kind, sentAt }: Request, rate: number): number {
    if (sentAt <= this.#overtakenUntil) return sentAt + this.#arrivals.patienceMs(kind, rate);
    return Math.max(sentAt, this.#lastEventAt) + MAX_PATIENCE_MS * rate;
  }
}
