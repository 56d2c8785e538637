/** Requests that have leave to go: each holds a place in every window until nothing at the server can count it any more. */
import type { Clock } from '../../platform/ports.ts';
import type { Arrivals } from './arrivals.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { Minutes } from './minutes.ts';
import type { Notes } from './notes.ts';
import type { Answer, Permit } from './permit.ts';
import type { Speaker } from './server-words.ts';
import type { OwnShare, WindowPlaces } from './window-places.ts';
import { GUARD_MS, type Holder, type Windows } from './windows.ts';

/** A request without an answer may still be under way when it is given up. */
const LOST_GUARD_MS = 1_000;
/** Windows from here on are long: what is remembered of a request is what they count. */
const LONG_WINDOW_MS = 60_000;

interface Flight extends Holder {
  readonly id: number;
  readonly kind: string;
  readonly fromRest: boolean;
  readonly sharesIn: Map<WindowPlaces, (end: number) => OwnShare>;
  sentAt: number;
  sent: boolean;
}

export interface FlightsOptions {
  readonly windows: Windows;
  readonly time: LimiterTime;
  readonly clock: Clock;
  readonly arrivals: Arrivals;
  readonly minutes: Minutes;
  readonly notes: Notes | null;
  /** Now every round trip is charged in full. */
  readonly cautious: (now: number) => boolean;
  /** An answer came. */
  readonly heed: (answer: Answer, speaker: Speaker) => void;
  /** A flight is over. */
  readonly ended: () => void;
}

export class Flights {
  readonly #options: FlightsOptions;
  readonly #flights = new Set<Flight>();
  #nextId: number;
  #rate: number;

  constructor(options: FlightsOptions) {
    this.#options = options;
    // Larger than any of a process before this one, whose lines may still be in the file.
    this.#nextId = Math.floor(options.clock.now());
    this.#rate = options.clock.face().rate;
  }

  /** Those that hold places. */
  get holders(): Iterable<Holder> {
    return this.#flights;
  }

  /** Those that were sent and have no answer yet: their number in the notes, and when they were sent. */
  underWay(): [id: number, sentAt: number][] {
    return [...this.#flights].filter(({ sent }) => sent).map(({ id, sentAt }) => [id, sentAt]);
  }

  /** Takes a place in every window. `fromRest`: it may have to open its connection first. */
  begin(kind: string, fromRest: boolean): Permit {
    const { windows, time } = this.#options;
    this.#heedRate();
    const id = this.#nextId++;
    const held = new Set(windows.all);
    const flight: Flight = { id, kind, fromRest, held, sharesIn: new Map(), sentAt: time.now(), sent: false };
    for (const window of held) window.take();
    this.#flights.add(flight);
    const end = (finish: (now: number) => void) => {
      if (!this.#flights.delete(flight)) return;
      finish(time.now());
      this.#options.ended();
    };
    return {
      sent: () => {
        if (this.#flights.has(flight)) this.#sent(flight, time.now());
      },
      answered: (answer) => end((now) => this.#answered(flight, answer, now)),
      unanswered: () => end((now) => this.#lost(flight, now)),
      unused: () =>
        end((now) => {
          if (flight.sent) return this.#lost(flight, now);
          for (const window of flight.held) window.putBack();
        }),
    };
  }

  #sent(flight: Flight, now: number): void {
    const { time, minutes, notes, arrivals, clock } = this.#options;
    flight.sent = true;
    flight.sentAt = now;
    minutes.add(time.onClock(now));
    notes?.sent(flight.id, time.onClock(now));
    for (const window of flight.held) flight.sharesIn.set(window, window.roundTrip(now));
    if (this.#inFull(flight, now)) return;
    for (const window of flight.held) {
      const at = arrivals.latestOfSlow(flight.kind, now, window.windowMs, clock.face().rate);
      if (at === null) continue;
      giveBack(flight, window, at);
      window.learn(at + GUARD_MS - now);
    }
  }

  #answered(flight: Flight, answer: Answer, now: number): void {
    if (!flight.sent) this.#sent(flight, flight.sentAt);
    const { arrivals } = this.#options;
    const { kind, sentAt } = flight;
    const rate = this.#heedRate();
    arrivals.note(kind, Math.max(0, now - sentAt));
    const trip = { kind, sentAt, answeredAt: now, inFull: this.#inFull(flight, now) };
    const learns = !flight.fromRest && arrivals.knows(kind);
    for (const window of flight.held) {
      const at = arrivals.latest(trip, window.windowMs, rate);
      giveBack(flight, window, at);
      if (learns) window.learn(at + GUARD_MS - sentAt);
    }
    this.#remember(flight, arrivals.latest(trip, LONG_WINDOW_MS, rate), now);
    const shareIn = (window: WindowPlaces, end: number) => flight.sharesIn.get(window)?.(end) ?? null;
    this.#options.heed(answer, { sentAt, shareIn, exchangeId: answer.exchangeId ?? null });
  }

  #lost(flight: Flight, now: number): void {
    if (!flight.sent) this.#sent(flight, flight.sentAt);
    for (const window of flight.held) giveBack(flight, window, now + LOST_GUARD_MS);
    this.#remember(flight, now + LOST_GUARD_MS, now);
  }

  #remember(flight: Flight, arrivedAt: number, now: number): void {
    const { windows, notes, time } = this.#options;
    windows.arrived(arrivedAt, now);
    notes?.arrived(flight.id, time.onClock(arrivedAt));
  }

  /** How fast the clock runs. What was learned at another rate is forgotten: a trip of 40 ms is half a minute of a clock at 720×. */
  #heedRate(): number {
    const { arrivals, clock, windows } = this.#options;
    const { rate } = clock.face();
    if (rate !== this.#rate) {
      arrivals.forgetTrips();
      for (const window of windows.all) window.unlearn();
    }
    this.#rate = rate;
    return rate;
  }

  #inFull(flight: Flight, now: number): boolean {
    return flight.fromRest || this.#options.cautious(now);
  }
}

function giveBack({ held }: Holder, window: WindowPlaces, arrivedAt: number): void {
  held.delete(window);
  window.giveBack(arrivedAt + window.windowMs + GUARD_MS);
}
