/** Looks on while requests are sent: counts those of each task, attempts that failed too, and knows how long answers take. */
import type { Api } from '../../shared/model/primitives.ts';
import type { ExchangeContext, Wire } from '../http/wire.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Subscribable } from '../platform/ports.ts';

/** The median of so many is how long an answer takes. */
const REMEMBERED = 21;

/** `lastMs` are of a clock at this rate: at another one the same trips are longer or shorter, as the network is real. */
interface Trips {
  readonly connectionId: string;
  readonly api: Api;
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
      this.#note(about, clock, Math.max(0, clock.now() - sentAt));
      return answered;
    };
  }

  /** How long an operation's answers usually take, in ms of the connection's clock: as its own did, else as others of its API; `null` before the first. */
  latencyMs(connectionId: string, api: Api, operation: string): number | null {
    const own = this.#trips.get(keyOf({ connectionId, api, operation }));
    const all = own
      ? [own]
      : [...this.#trips.values()].filter((it) => it.connectionId === connectionId && it.api === api);
    const known = all.flatMap(({ clock, rate, lastMs }) => lastMs.map((ms) => (ms / rate) * clock.face().rate));
    const sorted = known.sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  }

  #note(about: Pick<ExchangeContext, 'connectionId' | 'api' | 'operation'>, clock: Clock, tripMs: number): void {
    const { rate } = clock.face();
    const key = keyOf(about);
    const known = this.#trips.get(key);
    const { connectionId, api } = about;
    const trips = known?.rate === rate ? known : { connectionId, api, clock, rate, lastMs: [] };
    trips.lastMs.push(tripMs);
    if (trips.lastMs.length > REMEMBERED) trips.lastMs.shift();
    this.#trips.set(key, trips);
  }
}

const keyOf = ({ connectionId, api, operation }: Pick<ExchangeContext, 'connectionId' | 'api' | 'operation'>): string =>
  [connectionId, api, operation].join('\n');
