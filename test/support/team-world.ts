/** Desktops of one team in virtual time, with their real limiters and slots, before a real engine and a model of the service. */

import type { Engine, Script } from '../../src/main/team/engine.ts';
import { TeamSlots } from '../../src/main/team/slots/team-slots.ts';
import type { RecordProblem } from '../../src/main/team/team-key.ts';
import { Limiter } from '../../src/main/traffic/limits/limiter.ts';
import type { Lane, RateRule } from '../../src/shared/model/rates.ts';
import { answerOf } from './answer-of.ts';
import type { RateServer } from './rate-servers/models.ts';
import { type Delays, fractions, sendOver } from './rate-servers/network.ts';
import { VirtualClock } from './rate-servers/virtual-clock.ts';

/** Virtual time that stands still while the engine works. */
export class TeamClock extends VirtualClock {
  readonly #working = new Set<Promise<unknown>>();

  /** Runs work in real time; virtual time waits for it. */
  async real<Result>(work: Promise<Result>): Promise<Result> {
    this.#working.add(work);
    try {
      return await work;
    } finally {
      this.#working.delete(work);
    }
  }

  protected override async settle(): Promise<void> {
    await super.settle();
    while (this.#working.size > 0) {
      await Promise.allSettled([...this.#working]);
      await super.settle();
    }
  }
}

/** One way of a desktop to the engine, in ms: each call takes `low` to `high`. */
export interface EnginePath {
  readonly low: number;
  readonly high: number;
}

interface LineWorld {
  readonly engine: Pick<Engine, 'evaluate'>;
  readonly clock: TeamClock;
  engineClock(): number;
}

/** A desktop's line to the engine, which a test can cut and delay. */
export class EngineLine {
  /** `request` loses calls, `reply` loses replies. */
  cut: 'request' | 'reply' | null = null;
  #isKilled = false;
  calls = 0;
  /** Changes what the engine replies. */
  forge: ((reply: string) => string) | null = null;
  realMs = 0;
  readonly #world: LineWorld;
  readonly #delay: () => number;

  constructor(world: LineWorld, delay: () => number) {
    this.#world = world;
    this.#delay = delay;
  }

  /** Ends the process: no call leaves or returns any more. */
  kill(): void {
    this.#isKilled = true;
  }

  async evaluate(script: Script, keys: readonly string[], [, ...args]: readonly string[]): Promise<unknown> {
    const { clock, engine, engineClock } = this.#world;
    this.calls += 1;
    if (this.#isKilled) return new Promise(() => {});
    await this.#wait(this.#delay());
    const lost = () => this.#wait(400).then(() => Promise.reject(new Error('no reply')));
    if (this.cut === 'request') return lost();
    const began = performance.now();
    const reply = await clock.real(engine.evaluate(script, keys, [String(engineClock()), ...args]));
    this.realMs += performance.now() - began;
    if (this.cut === 'reply') return lost();
    await this.#wait(this.#delay());
    if (this.#isKilled) return new Promise(() => {});
    return this.forge ? this.forge(String(reply)) : reply;
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#world.clock.after(ms, resolve));
  }
}

export interface TeamWorldOptions {
  readonly engine: Pick<Engine, 'evaluate'>;
  readonly team: string;
  readonly rules: readonly RateRule[];
  readonly server: RateServer;
  readonly seed: number;
  readonly path?: EnginePath;
  /** The ways to the service of the desktop of an index; each way is drawn anew. */
  readonly delaysOf: (index: number, fraction: () => number) => () => Delays;
}

export interface Desktop {
  readonly limiter: Limiter;
  readonly line: EngineLine;
  /** The number of answered requests, by lane. */
  readonly answered: Record<Lane, number>;
  /** The waits for a permit of the lane `interactive`, in ms. */
  readonly waits: number[];
  send(lane: Lane, signal?: AbortSignal): Promise<void>;
  /** Sends bulk requests all the time, `depth` queued or in flight, until an instant. */
  saturate(until: number, depth?: number): void;
}

export class TeamWorld {
  readonly clock = new TeamClock();
  readonly desktops: Desktop[] = [];
  readonly problems: (RecordProblem | null)[] = [];
  /** How far the engine's clock is from the true time, in ms. */
  engineSkew = 0;
  readonly #options: TeamWorldOptions;

  constructor(options: TeamWorldOptions) {
    this.#options = options;
  }

  /** Adds a desktop of a person whose own clock is any time away. */
  add(person: string, machine = 'm'): Desktop {
    const { engine, team, rules, server, seed, path = { low: 1, high: 3 }, delaysOf } = this.#options;
    const { clock } = this;
    const index = this.desktops.length;
    const fraction = fractions(seed * 1_000 + index);
    const line = new EngineLine(
      { engine, clock, engineClock: () => clock.now() + this.engineSkew },
      () => path.low + fraction() * (path.high - path.low),
    );
    const skew = Math.floor(fraction() * 10_000_000);
    const limiter = new Limiter({ api: 'booking', rules, clock, elapsed: () => clock.now() - skew });
    const names = { team, desktop: `${person}:${machine}`, run: `r${index}` };
    const onProblem = (problem: RecordProblem | null) => this.problems.push(problem);
    limiter.share((view) => new TeamSlots({ engine: line, ...names, view, onProblem }));
    const delays = delaysOf(index, fraction);
    const answered = { interactive: 0, background: 0, bulk: 0 };
    const waits: number[] = [];
    const send = async (lane: Lane, signal?: AbortSignal) => {
      const askedAt = clock.now();
      const permit = await limiter.acquire({ kind: 'read', lane, signal });
      permit.sent();
      if (lane === 'interactive') waits.push(clock.now() - askedAt);
      await new Promise<void>((resolve) =>
        sendOver(clock, server, delays(), (reply) => {
          permit.answered(answerOf(reply, clock.now()));
          answered[lane] += 1;
          resolve();
        }),
      );
    };
    const saturate = (until: number, depth = 8) => {
      const worker = async () => {
        while (clock.now() < until) await send('bulk');
      };
      for (let count = 0; count < depth; count += 1) void worker();
    };
    const desktop: Desktop = { limiter, line, answered, waits, send, saturate };
    this.desktops.push(desktop);
    return desktop;
  }

  async run(ms: number): Promise<void> {
    await this.clock.advanceTo(this.clock.now() + ms);
  }

  close(): void {
    for (const { limiter } of this.desktops) limiter.close();
  }
}
