/**
 * Decides when an unanswered request counts as lost, long before the wire gives up: until then it holds permits of short windows, and a few
 * lost requests would hold them all. A request is overtaken when one that was sent with it or later is answered, so the network works.
 */
import type { Arrivals } from './arrivals.ts';

/** A request that nothing has overtaken counts as lost after this time. */
const MAX_PATIENCE_MS = 3_000;

interface SentRequest {
  readonly kind: string;
  readonly sentAt: number;
}

export class LostRequests<Request extends SentRequest> {
  readonly #arrivals: Arrivals;
  /** In the order in which they were sent. */
  readonly #awaited = new Set<Request>();
  /** When the latest of all answered requests was sent. */
  #overtakenUntil = Number.NEGATIVE_INFINITY;
  /** When the last answer came, or the last request counted as lost. */
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

  /** The request needs no decision: it has ended, or it holds no permit of a short window. */
  remove(request: Request): void {
    this.#awaited.delete(request);
  }

  /**
   * Calls `onLost` for each request that counts as lost by now, with the instant `at` since which it does. Returns when the next request
   * will count as lost, or `null`. `rate` is the speed of the clock.
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

  /** While nothing is answered, only one request after another counts as lost: the network may stall and deliver all at once. */
  #lostAt({ kind, sentAt }: Request, rate: number): number {
    if (sentAt <= this.#overtakenUntil) return sentAt + this.#arrivals.patienceMs(kind, rate);
    return Math.max(sentAt, this.#lastEventAt) + MAX_PATIENCE_MS * rate;
  }
}
