/** Lets the limiters of a connection share their limits with a team. One connection to the engine serves both APIs; alone there is none. */
import type { Limiters } from '../traffic/limits/limiters.ts';
import type { Engine, EngineAddress } from './engine.ts';
import { TeamSlots } from './slots/team-slots.ts';

/** The place of a desktop in a team. The engine sees all names, so they must reveal nothing. */
export interface TeamPlace {
  readonly team: string;
  readonly person: string;
  readonly machine: string;
  readonly address: EngineAddress;
}

export interface TeamLimitsDeps {
  readonly rates: Pick<Limiters, 'share'>;
  readonly open: (address: EngineAddress) => Pick<Engine, 'evaluate' | 'close'>;
  /** A name of this process, which no earlier one had. */
  readonly run: string;
}

export class TeamLimits {
  readonly #deps: TeamLimitsDeps;
  readonly #engines = new Map<string, Pick<Engine, 'evaluate' | 'close'>>();

  constructor(deps: TeamLimitsDeps) {
    this.#deps = deps;
  }

  /** Shares the limits of a connection from now on. */
  join(connectionId: string, { team, person, machine, address }: TeamPlace): void {
    this.leave(connectionId);
    const { rates, open, run } = this.#deps;
    const engine = open(address);
    this.#engines.set(connectionId, engine);
    const desktop = `${person}:${machine}`;
    rates.share(connectionId, (api) => (view) => new TeamSlots({ engine, team: `${team}:${api}`, desktop, run, view }));
  }

  /** Ends the sharing, and says goodbye. */
  leave(connectionId: string): void {
    const engine = this.#engines.get(connectionId);
    if (!engine) return;
    this.#engines.delete(connectionId);
    this.#deps.rates.share(connectionId, null);
    engine.close();
  }

  close(): void {
    for (const connectionId of [...this.#engines.keys()]) this.leave(connectionId);
  }
}
