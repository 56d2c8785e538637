/** Looks on while requests are sent: counts those of each task, attempts that failed too, and knows how long answers take. */
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Subscribable, Wire } from '../platform/ports.ts';

/** The median of so many is how long an answer takes. */
const REMEMBERED = 21;

export class WireWatch {
  readonly #sent = new Emitter<string>();
  readonly #trips = new Map<string, number[]>();

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
      this.#note(keyOf(about.connectionId, about.operation), Math.max(0, clock.now() - sentAt));
      return answered;
    };
  }

  /** How long an operation's answers usually take, in ms of the connection's clock; `null` before the first. */
  latencyMs(connectionId: string, operation: string): number | null {
    const sorted = [...(this.#trips.get(keyOf(connectionId, operation)) ?? [])].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  }

  #note(key: string, tripMs: number): void {
    const trips = this.#trips.get(key) ?? [];
    trips.push(tripMs);
    if (trips.length > REMEMBERED) trips.shift();
    this.#trips.set(key, trips);
  }
}

const keyOf = (connectionId: string, operation: string): string => `${connectionId}\n${operation}`;
