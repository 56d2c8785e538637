/** The wires to the API hosts and token endpoints of all connections. */
import type { Clock, Fetch, Log, Random } from '../platform/ports.ts';
import type { ExchangeSink } from './raw-exchange.ts';
import { RecentSecrets } from './recent-secrets.ts';
import { Recorder, type ServiceClock } from './recorder.ts';
import type { ExchangeContext, Wire } from './wire.ts';

export interface WiresOptions {
  /** `clock` is the machine's. */
  readonly kit: { readonly clock: Clock; readonly random: Random; readonly log: Log };
  readonly journal: ExchangeSink;
  readonly clockOf: (connectionId: string) => Clock;
  /** The clock of a service; `undefined` for the sandbox, whose clock is right by definition. */
  readonly skewOf: (connectionId: string) => ServiceClock | undefined;
  readonly networksOf: (connectionId: string) => { readonly api: Fetch; readonly token: Fetch };
  /** Called for each request to an API, just before it is sent. */
  readonly onSend: (context: ExchangeContext) => void;
}

interface ConnectionWires {
  readonly api: Wire;
  readonly token: Wire;
}

/** The wires of all connections: each has one for the API hosts and one for the token endpoints, made on first use. */
export class Wires {
  readonly #parts: WiresOptions;
  readonly #wires = new Map<string, ConnectionWires>();

  constructor(parts: WiresOptions) {
    this.#parts = parts;
  }

  apiWireOf(connectionId: string): Wire {
    return this.#of(connectionId).api;
  }

  tokenWireOf(connectionId: string): Wire {
    return this.#of(connectionId).token;
  }

  /** Drops the wires of a removed connection. */
  remove(connectionId: string): void {
    this.#wires.delete(connectionId);
  }

  #of(connectionId: string): ConnectionWires {
    const known = this.#wires.get(connectionId);
    if (known) return known;
    const { kit, journal, clockOf, skewOf, networksOf, onSend } = this.#parts;
    const { clock: machine, random, log } = kit;
    const skew = skewOf(connectionId);
    // One for both wires: an API may repeat what the token endpoint was sent.
    const recentSecrets = new RecentSecrets();
    const parts = { clock: clockOf(connectionId), machine, journal, random, log, recentSecrets };
    const shared = skew ? { ...parts, skew } : parts;
    const { api, token } = networksOf(connectionId);
    const wires = {
      api: new Recorder({ ...shared, fetch: api, onSend }).wire,
      token: new Recorder({ ...shared, fetch: token }).wire,
    };
    this.#wires.set(connectionId, wires);
    return wires;
  }
}
