/** Looks on while requests are sent: counts those of each task, attempts that failed too, and knows how long answers take. */
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Subscribable, Wire } from '../platform/ports.ts';

/** The median of so many is how long an answer takes. */
const REMEMBERED = 21;

/** `lastMs` are of a clock at this rate: at another one the same trips are longer or shorter. */
interface Trips {
  readonly clock: Clock;
  readonly rate: number;
  readonly lastMs: number[];
}

export class WireWatch {
  readonly #sent = new Emitter<string>();
  readonly #trips = new Map<string, Trips>();

  /** The id of the task for which a request is sent now. */
  get sent(): Subscribable<string> {
    return this.#sent;
  }

  /** The same wire, looked at. `clock` is the connection's. */
  over(wire: Wire, clock: Clock): Wire {
    return async (request, about) => {
      if (about.taskId) this.#sent.emit(about.taskId);
      const sentAt = clock.now();
      const answered = await wire(request, about);
      this.#note(keyOf(about.connectionId, about.operation), clock, Math.max(0, clock.now() - sentAt));
      return answered;
    };
  }

  /** How long an operation's answers usually take, in ms of the connection's clock; `null` before the first at its rate of now. */
  latencyMs(connectionId: string, operation: string): number | null {
    const trips = this.#trips.get(keyOf(connectionId, operation));
    if (!trips || trips.rate !== trips.clock.face().rate) return null;
    const sorted = [...trips.lastMs].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  }

  #note(key: string, clock: Clock, tripMs: number): void {
    const { rate } = clock.face();
    const known = this.#trips.get(key);
    const trips = known?.rate === rate ? known : { clock, rate, lastMs: [] };
    trips.lastMs.push(tripMs);
    if (trips.lastMs.length > REMEMBERED) trips.lastMs.shift();
    this.#trips.set(key, trips);
  }
}

const keyOf = (connectionId: string, operation: string): string => `${connectionId}\n${operation}`;
