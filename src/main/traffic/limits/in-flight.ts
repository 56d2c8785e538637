/** The requests that hold permits, from the grant to the answer, and the instants at which their permits are released. */
import type { Answer } from '../../http/answer.ts';
import type { Clock } from '../../platform/ports.ts';
import { type Arrivals, LONG_WINDOW_MS } from './arrivals.ts';
import type { MinuteCounts } from './findings.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { Pace } from './pacer.ts';
import type { UsageLog } from './usage-log.ts';
import type { OwnShare, WindowPermits } from './windows.ts';
import { GUARD_MS, type PermitHolder, type Windows } from './windows.ts';

/** The time during which a request may still arrive after the console has stopped waiting for its answer. */
const UNANSWERED_GUARD_MS = 1_000;
/** The length of the window for which the usage log records the arrival of a request. */
const LOGGED_WINDOW_MS = 60_000;

export interface InFlightRequest extends PermitHolder {
  readonly id: number;
  readonly kind: string;
  readonly pace: Pace;
  readonly ownShareIn: Map<WindowPermits, (end: number) => OwnShare>;
  sentAt: number;
  sent: boolean;
}

/** The facts about a request that the limiter needs to evaluate its answer. */
export interface ResponseContext {
  readonly sentAt: number;
  /** Our share of the requests that the server had counted when it answered. */
  readonly ownShareIn: (window: WindowPermits, now: number) => OwnShare | null;
  readonly exchangeId: string;
}

export interface InFlightOptions {
  readonly windows: Windows;
  readonly time: LimiterTime;
  readonly clock: Clock;
  readonly arrivals: Arrivals;
  readonly minutes: MinuteCounts;
  readonly usageLog: UsageLog | null;
}

export class InFlight {
  readonly #options: InFlightOptions;
  readonly #requests = new Set<InFlightRequest>();
  readonly #lost: LostRequests<InFlightRequest>;
  #nextId: number;
  #rate: number;

  constructor(options: InFlightOptions) {
    this.#options = options;
    this.#lost = new LostRequests(options.arrivals);
    // Above all ids of an earlier process, because the usage log may still have them.
    this.#nextId = Math.floor(options.clock.now());
    this.#rate = options.clock.face().rate;
  }

  get holders(): Iterable<PermitHolder> {
    return this.#requests;
  }

  /** The requests that were sent and not answered yet: their id in the usage log, and when they were sent. */
  unanswered(): [id: number, sentAt: number][] {
    return [...this.#requests].filter(({ sent }) => sent).map(({ id, sentAt }) => [id, sentAt]);
  }

  /** Acquires a permit in every window. */
  begin(kind: string, pace: Pace): InFlightRequest {
    const { windows, time } = this.#options;
    this.#followRate();
    const held = new Set(windows.all);
    const request: InFlightRequest = {
      id: this.#nextId++,
      kind,
      pace,
      held,
      ownShareIn: new Map(),
      sentAt: time.now(),
      sent: false,
    };
    for (const window of held) window.acquire();
    this.#requests.add(request);
    return request;
  }

  /** Records that the request is sent now. Until `cautiousUntil`, the whole excess of its round trip is charged. */
  sent(request: InFlightRequest, cautiousUntil: number): void {
    if (this.#requests.has(request)) this.#sent(request, this.#options.time.now(), cautiousUntil);
  }

  /** Removes a request that has ended; returns false when it had ended before. */
  end(request: InFlightRequest): boolean {
    this.#lost.remove(request);
    return this.#requests.delete(request);
  }

  /** Releases the permits of an answered request, each when its window can no longer count it. */
  answered(request: InFlightRequest, { exchangeId }: Answer, cautiousUntil: number): ResponseContext {
    if (!request.sent) this.#sent(request, request.sentAt, cautiousUntil);
    const { arrivals, time } = this.#options;
    const now = time.now();
    const { kind, sentAt } = request;
    const rate = this.#followRate();
    this.#lost.answered(request, now);
    arrivals.record(kind, Math.max(0, now - sentAt), rate);
    const leftEarly = request.pace !== 'even';
    const chargeInFull = chargesInFull(request, now, cautiousUntil);
    const roundTrip = { kind, sentAt, answeredAt: now, chargeInFull, leftEarly };
    const isTypical = !leftEarly && arrivals.isKnown(kind, rate);
    for (const window of request.held) {
      const at = arrivals.latest(roundTrip, window.windowMs, rate);
      release(request, window, at);
      if (isTypical) window.learnOverhead(at + GUARD_MS - sentAt);
    }
    this.#arrived(request, arrivals.latest(roundTrip, LOGGED_WINDOW_MS, rate), now);
    return {
      sentAt,
      ownShareIn: (window, end) => request.ownShareIn.get(window)?.(end) ?? null,
      exchangeId,
    };
  }

  /**
   * Releases the permits of short windows that lost requests hold, because a request arrives before it counts as lost. Returns when the next
   * request will count as lost, or `null`.
   */
  releaseLost(now: number): number | null {
    return this.#lost.takeLost(now, this.#options.clock.face().rate, (request, at) => {
      for (const window of request.held) if (window.windowMs < LONG_WINDOW_MS) release(request, window, at);
    });
  }

  /** Releases the permits of a request that will get no answer. */
  lost(request: InFlightRequest, cautiousUntil: number): void {
    if (!request.sent) this.#sent(request, request.sentAt, cautiousUntil);
    const now = this.#options.time.now();
    for (const window of request.held) release(request, window, now + UNANSWERED_GUARD_MS);
    this.#arrived(request, now + UNANSWERED_GUARD_MS, now);
  }

  /** Releases the permits of a request that was never sent. */
  unused(request: InFlightRequest, cautiousUntil: number): void {
    if (request.sent) this.lost(request, cautiousUntil);
    else for (const window of request.held) window.releaseNow();
  }

  #sent(request: InFlightRequest, now: number, cautiousUntil: number): void {
    const { time, minutes, usageLog, arrivals, clock } = this.#options;
    request.sent = true;
    request.sentAt = now;
    minutes.add(time.onClock(now));
    usageLog?.sent(request.id, time.onClock(now));
    for (const window of request.held) request.ownShareIn.set(window, window.beginRoundTrip(now));
    this.#lost.sent(request);
    if (chargesInFull(request, now, cautiousUntil)) return;
    for (const window of request.held) {
      const at = arrivals.latestOfUnanswered(request.kind, now, window.windowMs, clock.face().rate);
      if (at === null) continue;
      release(request, window, at);
      window.learnOverhead(at + GUARD_MS - now);
    }
    if (![...request.held].some(({ windowMs }) => windowMs < LONG_WINDOW_MS)) this.#lost.remove(request);
  }

  #arrived(request: InFlightRequest, at: number, now: number): void {
    const { windows, usageLog, time } = this.#options;
    windows.arrived(at, now);
    usageLog?.arrived(request.id, time.onClock(at));
  }

  /** The rate of the clock. Resets the overhead that was learned at another rate: 40 ms are half a minute of a clock at 720×. */
  #followRate(): number {
    const { clock, windows } = this.#options;
    const { rate } = clock.face();
    if (rate !== this.#rate) for (const window of windows.all) window.resetOverhead();
    this.#rate = rate;
    return rate;
  }
}

/** Whether the whole excess of the round trip is charged. A request of a burst follows an idle time, so it may have to open its connection first. */
const chargesInFull = ({ pace }: InFlightRequest, now: number, cautiousUntil: number): boolean =>
  pace === 'burst' || now < cautiousUntil;

function release({ held }: PermitHolder, window: WindowPermits, arrivedAt: number): void {
  held.delete(window);
  window.releaseAt(arrivedAt + window.windowMs + GUARD_MS);
}

/** The time after which a request that was not overtaken counts as lost. */
const MAX_PATIENCE_MS = 3_000;

interface SentRequest {
  readonly kind: string;
  readonly sentAt: number;
}

/**
 * Decides when an unanswered request counts as lost, long before the wire gives up. Until then the request holds permits of short windows, and a
 * few lost requests would hold them all. A request is overtaken when a request that was sent with it or later is answered; that shows that the
 * network works.
 */
class LostRequests<Request extends SentRequest> {
  readonly #arrivals: Arrivals;
  /** The awaited requests in the order in which they were sent. */
  readonly #awaited = new Set<Request>();
  /** The latest time of sending of all answered requests. */
  #overtakenUntil = Number.NEGATIVE_INFINITY;
  /** The instant of the last answer, or at which the last request counted as lost. */
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
   * Calls `onLost` for each request whose answer is overdue, so that it counts as lost; `at` is the instant at which it became overdue. Returns
   * the instant at which the next request becomes overdue, or `null` when none is awaited. `rate`: how fast the clock runs, 1 in real time.
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
