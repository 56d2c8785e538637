/** The requests in flight, from the permit to the answer, and the instants at which they count as arrived. */
import { SECOND_MS } from '../../../shared/time/units.ts';
import type { Clock } from '../../platform/ports.ts';
import { LOST_AFTER_MS } from './arrivals.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { Pace } from './pacer.ts';
import type { RoundTrips } from './round-trips.ts';
import type { Slot } from './slots.ts';
import type { UsageLog } from './usage-log.ts';
import type { Windows } from './windows.ts';

export interface InFlightRequest {
  readonly id: number;
  readonly kind: string;
  readonly pace: Pace;
  /** The team's permission for this request; `null` without a team. */
  readonly slot: Slot | null;
  sentAt: number;
  /** The permits that the request holds: none in the state `arrived`; in the state `lost`, permits of windows longer than `LOST_AFTER_MS`. */
  state: 'granted' | 'sent' | 'lost' | 'arrived';
}

export interface InFlightOptions {
  readonly windows: Windows;
  readonly time: LimiterTime;
  readonly clock: Clock;
  readonly roundTrips: RoundTrips;
  readonly usageLog: UsageLog | null;
}

export class InFlight {
  readonly #options: InFlightOptions;
  /** The requests that have not ended, in the order of their permits. */
  readonly #requests = new Set<InFlightRequest>();
  /** The latest time of sending of all answered requests; earlier ones are overtaken. */
  #overtakenUntil = Number.NEGATIVE_INFINITY;
  /** The latest instant at which an answer came, or a request began to count as lost. */
  #lastEventAt = Number.NEGATIVE_INFINITY;
  #nextId: number;

  constructor(options: InFlightOptions) {
    this.#options = options;
    // Above all ids of an earlier process, because the usage log may still have them.
    this.#nextId = Math.floor(options.clock.now());
  }

  /** The requests whose arrival is not known: their id in the usage log, and when they were sent. */
  unanswered(): [id: number, sentAt: number][] {
    return [...this.#requests]
      .filter(({ state }) => state === 'sent' || state === 'lost')
      .map(({ id, sentAt }) => [id, sentAt]);
  }

  /** Acquires a permit in every window. */
  begin(kind: string, pace: Pace, slot: Slot | null): InFlightRequest {
    const { windows, time } = this.#options;
    const request: InFlightRequest = { id: this.#nextId++, kind, pace, slot, sentAt: time.now(), state: 'granted' };
    windows.arrivals.awaited += 1;
    this.#requests.add(request);
    return request;
  }

  /** Records that the request is sent now. */
  sent(request: InFlightRequest): void {
    if (request.state !== 'granted' || !this.#requests.has(request)) return;
    const { time, usageLog, roundTrips, windows } = this.#options;
    request.state = 'sent';
    request.sentAt = time.now();
    usageLog?.sent(request.id, time.onClock(request.sentAt));
    const [shortest] = windows.all;
    if (!shortest) return;
    const at = roundTrips.arrivalOfSlow(request.kind, shortest.windowMs, request.sentAt, this.#rate);
    if (at !== null) this.#arrived(request, at);
  }

  /** Ends a request that was answered; returns false when it had ended before. */
  answered(request: InFlightRequest): boolean {
    this.sent(request);
    if (!this.#requests.delete(request)) return false;
    const { time, roundTrips } = this.#options;
    const { kind, sentAt, pace } = request;
    const answeredAt = time.now();
    this.#overtakenUntil = Math.max(this.#overtakenUntil, sentAt);
    this.#lastEventAt = answeredAt;
    roundTrips.record(kind, answeredAt - sentAt, this.#rate);
    const roundTrip = { kind, sentAt, answeredAt, leftEarly: pace !== 'even' };
    this.#arrived(request, roundTrips.latestArrival(roundTrip, this.#rate));
    return true;
  }

  /** Ends a request that was sent and will get no answer; returns false when it had ended before. */
  withoutAnswer(request: InFlightRequest): boolean {
    this.sent(request);
    this.releaseLost(this.#options.time.now());
    if (!this.#requests.delete(request)) return false;
    const lostAt = request.sentAt + LOST_AFTER_MS * this.#rate;
    // It may still arrive, for a second after the console has stopped waiting.
    this.#arrived(request, request.state === 'lost' ? lostAt : this.#options.time.now() + SECOND_MS);
    return true;
  }

  /** Ends a request that was not sent, or else does as {@link withoutAnswer}; returns false when it had ended before. */
  unused(request: InFlightRequest): boolean {
    if (request.state !== 'granted') return this.withoutAnswer(request);
    if (!this.#requests.delete(request)) return false;
    this.#options.windows.arrivals.awaited -= 1;
    request.slot?.unused();
    return true;
  }

  /**
   * Releases the permits of short windows that lost requests hold. A request that was overtaken is lost after `LOST_AFTER_MS`, because the network
   * works. While no answer comes, one request after another is lost, because the network may stall and then deliver all at once. Returns when the
   * next request will be lost; `null` when none is awaited.
   */
  releaseLost(now: number): number | null {
    const { arrivals } = this.#options.windows;
    for (const request of this.#requests) {
      if (request.state !== 'sent') continue;
      const since =
        request.sentAt <= this.#overtakenUntil ? request.sentAt : Math.max(request.sentAt, this.#lastEventAt);
      const at = since + LOST_AFTER_MS * this.#rate;
      if (now < at) return at;
      this.#lastEventAt = Math.max(this.#lastEventAt, at);
      request.state = 'lost';
      arrivals.awaited -= 1;
      arrivals.lost += 1;
    }
    return null;
  }

  /** Records the latest instant at which a request can have arrived, and releases the permits that it holds. */
  #arrived(request: InFlightRequest, at: number): void {
    if (request.state === 'arrived') return;
    const { windows, usageLog, time } = this.#options;
    if (request.state === 'lost') windows.arrivals.lost -= 1;
    else windows.arrivals.awaited -= 1;
    request.state = 'arrived';
    windows.arrivals.add(at);
    request.slot?.arrived(at);
    windows.forget(time.now());
    usageLog?.arrived(request.id, time.onClock(at));
  }

  /** How fast the connection's clock runs; 1 in real time. */
  get #rate(): number {
    return this.#options.clock.face().rate;
  }
}
