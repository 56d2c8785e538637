/** Lets the limiters of a connection share their limits with a team. Both APIs use one connection to the engine. */
import type { Api } from '../../shared/model/primitives.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import type { Engine } from './engine.ts';
import { TeamSlots } from './slots/team-slots.ts';
import type { RecordProblem } from './team-key.ts';

/** The names by which the engine knows a desktop in a team, and the engine itself. The engine sees all names, so they must reveal nothing. */
export interface TeamPlace {
  readonly team: string;
  readonly person: string;
  readonly machine: string;
  readonly engine: Pick<Engine, 'evaluate'>;
  /** Reports a reply of the engine that was not used; `null` once replies can be used again. */
  readonly onProblem: (api: Api, problem: RecordProblem | null) => void;
}

export interface TeamLimitsDeps {
  readonly rates: Pick<Limiters, 'share'>;
  /** A random name of this process, which no earlier process had. */
  readonly run: string;
}

export class TeamLimits {
  readonly #deps: TeamLimitsDeps;
  readonly #joined = new Set<string>();

  constructor(deps: TeamLimitsDeps) {
    this.#deps = deps;
  }

  /** Shares the limits of a connection from now on. */
  join(connectionId: string, { team, person, machine, engine, onProblem }: TeamPlace): void {
    this.leave(connectionId);
    const { rates, run } = this.#deps;
    this.#joined.add(connectionId);
    const desktop = `${person}:${machine}`;
    rates.share(connectionId, (api) => {
      const slots = { engine, desktop, run, team: `${team}:${api}` };
      return (view) => new TeamSlots({ ...slots, view, onProblem: (problem) => onProblem(api, problem) });
    });
  }

  /** Ends the sharing and leaves the team in the engine. */
  leave(connectionId: string): void {
    if (this.#joined.delete(connectionId)) this.#deps.rates.share(connectionId, null);
  }

  close(): void {
    for (const connectionId of [...this.#joined]) this.leave(connectionId);
  }
}
