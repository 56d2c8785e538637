/** The wires of all connections: one to its API hosts and one to its token endpoints, each made once. */
import type { ExchangeSink } from '../http/raw-exchange.ts';
import { Recorder, type ServiceClock } from '../http/recorder.ts';
import type { ExchangeContext, Wire } from '../http/wire.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock, Fetch } from '../platform/ports.ts';

export interface WiresOptions {
  readonly kit: Pick<PlatformKit, 'clock' | 'random' | 'log'>;
  readonly journal: ExchangeSink;
  readonly clockOf: (connectionId: string) => Clock;
  /** `undefined` for the sandbox: its clock is right by definition. */
  readonly skewOf: (connectionId: string) => ServiceClock | undefined;
  readonly networksOf: (connectionId: string) => { readonly api: Fetch; readonly token: Fetch };
  /** Called for each request to an API, just before it is sent. */
  readonly onSend: (context: ExchangeContext) => void;
}

interface ConnectionWires {
  readonly api: Wire;
  readonly token: Wire;
}

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

  /** A connection was removed. */
  forget(connectionId: string): void {
    this.#wires.delete(connectionId);
  }

  #of(connectionId: string): ConnectionWires {
    const known = this.#wires.get(connectionId);
    if (known) return known;
    const { kit, journal, clockOf, skewOf, networksOf, onSend } = this.#parts;
    const { clock: machine, random, log } = kit;
    const skew = skewOf(connectionId);
    const shared = { clock: clockOf(connectionId), machine, journal, random, log, ...(skew ? { skew } : {}) };
    const { api, token } = networksOf(connectionId);
    const wires = {
      api: new Recorder({ ...shared, fetch: api, onSend }).wire,
      token: new Recorder({ ...shared, fetch: token }).wire,
    };
    this.#wires.set(connectionId, wires);
    return wires;
  }
}
