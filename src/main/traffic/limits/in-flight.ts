/** Requests that have leave to go: each holds a place in every window until nothing at the server can count it any more. */
import type { Clock } from '../../platform/ports.ts';
import type { Arrivals } from './arrivals.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { MinuteCounts } from './minute-counts.ts';
import type { Permit, ResponseHead } from './permit.ts';
import type { ResponseContext } from './reported-limits.ts';
import type { UsageLog } from './usage-log.ts';
import type { OwnShare, WindowPermits } from './window-permits.ts';
import { GUARD_MS, type PermitHolder, type Windows } from './windows.ts';

/** A request without an answer may still be under way when it is given up. */
const UNANSWERED_GUARD_MS = 1_000;
/** Windows from here on are long: what is remembered of a request is what they count. */
const LONG_WINDOW_MS = 60_000;

interface InFlightRequest extends PermitHolder {
  readonly id: number;
  readonly kind: string;
  readonly fromIdle: boolean;
  readonly ownShareIn: Map<WindowPermits, (end: number) => OwnShare>;
  sentAt: number;
  sent: boolean;
}

export interface InFlightOptions {
  readonly windows: Windows;
  readonly time: LimiterTime;
  readonly clock: Clock;
  readonly arrivals: Arrivals;
  readonly minutes: MinuteCounts;
  readonly usageLog: UsageLog | null;
  /** Now every round trip is charged in full. */
  readonly isCautious: (now: number) => boolean;
  /** An answer came. */
  readonly heed: (answer: ResponseHead, context: ResponseContext) => void;
  /** A request is over. */
  readonly ended: () => void;
}

export class InFlight {
  readonly #options: InFlightOptions;
  readonly #requests = new Set<InFlightRequest>();
  #nextId: number;
  #rate: number;

  constructor(options: InFlightOptions) {
    this.#options = options;
    // Larger than any of a process before this one, whose lines may still be in the file.
    this.#nextId = Math.floor(options.clock.now());
    this.#rate = options.clock.face().rate;
  }

  /** Those that hold places. */
  get holders(): Iterable<PermitHolder> {
    return this.#requests;
  }

  /** Those that were sent and have no answer yet: their number in the usageLog, and when they were sent. */
  unanswered(): [id: number, sentAt: number][] {
    return [...this.#requests].filter(({ sent }) => sent).map(({ id, sentAt }) => [id, sentAt]);
  }

  /** Takes a place in every window. `fromIdle`: it may have to open its connection first. */
  begin(kind: string, fromIdle: boolean): Permit {
    const { windows, time } = this.#options;
    this.#heedRate();
    const id = this.#nextId++;
    const held = new Set(windows.all);
    const request: InFlightRequest = {
      id,
      kind,
      fromIdle,
      held,
      ownShareIn: new Map(),
      sentAt: time.now(),
      sent: false,
    };
    for (const window of held) window.acquire();
    this.#requests.add(request);
    const end = (finish: (now: number) => void) => {
      if (!this.#requests.delete(request)) return;
      finish(time.now());
      this.#options.ended();
    };
    return {
      sent: () => {
        if (this.#requests.has(request)) this.#sent(request, time.now());
      },
      answered: (answer) => end((now) => this.#answered(request, answer, now)),
      unanswered: () => end((now) => this.#lost(request, now)),
      unused: () =>
        end((now) => {
          if (request.sent) return this.#lost(request, now);
          for (const window of request.held) window.releaseNow();
        }),
    };
  }

  #sent(request: InFlightRequest, now: number): void {
    const { time, minutes, usageLog, arrivals, clock } = this.#options;
    request.sent = true;
    request.sentAt = now;
    minutes.add(time.onClock(now));
    usageLog?.sent(request.id, time.onClock(now));
    for (const window of request.held) request.ownShareIn.set(window, window.beginRoundTrip(now));
    if (this.#chargeInFull(request, now)) return;
    for (const window of request.held) {
      const at = arrivals.latestOfUnanswered(request.kind, now, window.windowMs, clock.face().rate);
      if (at === null) continue;
      release(request, window, at);
      window.learnOverhead(at + GUARD_MS - now);
    }
  }

  #answered(request: InFlightRequest, answer: ResponseHead, now: number): void {
    if (!request.sent) this.#sent(request, request.sentAt);
    const { arrivals } = this.#options;
    const { kind, sentAt } = request;
    const rate = this.#heedRate();
    arrivals.record(kind, Math.max(0, now - sentAt), rate);
    const trip = { kind, sentAt, answeredAt: now, chargeInFull: this.#chargeInFull(request, now) };
    const learns = !request.fromIdle && arrivals.isKnown(kind, rate);
    for (const window of request.held) {
      const at = arrivals.latest(trip, window.windowMs, rate);
      release(request, window, at);
      if (learns) window.learnOverhead(at + GUARD_MS - sentAt);
    }
    this.#remember(request, arrivals.latest(trip, LONG_WINDOW_MS, rate), now);
    const shareIn = (window: WindowPermits, end: number) => request.ownShareIn.get(window)?.(end) ?? null;
    this.#options.heed(answer, { sentAt, ownShareIn: shareIn, exchangeId: answer.exchangeId ?? null });
  }

  #lost(request: InFlightRequest, now: number): void {
    if (!request.sent) this.#sent(request, request.sentAt);
    for (const window of request.held) release(request, window, now + UNANSWERED_GUARD_MS);
    this.#remember(request, now + UNANSWERED_GUARD_MS, now);
  }

  #remember(request: InFlightRequest, arrivedAt: number, now: number): void {
    const { windows, usageLog, time } = this.#options;
    windows.arrived(arrivedAt, now);
    usageLog?.arrived(request.id, time.onClock(arrivedAt));
  }

  /** How fast the clock runs. What was learned at another rate is forgotten: a trip of 40 ms is half a minute of a clock at 720×. */
  #heedRate(): number {
    const { clock, windows } = this.#options;
    const { rate } = clock.face();
    if (rate !== this.#rate) for (const window of windows.all) window.resetOverhead();
    this.#rate = rate;
    return rate;
  }

  #chargeInFull(request: InFlightRequest, now: number): boolean {
    return request.fromIdle || this.#options.isCautious(now);
  }
}

function release({ held }: PermitHolder, window: WindowPermits, arrivedAt: number): void {
  held.delete(window);
  window.releaseAt(arrivedAt + window.windowMs + GUARD_MS);
}
