/** Runs the console's limiters, or the plainest limiter that works, in one world before one server, in virtual time. */

import type { Clock } from '../../../src/main/platform/ports.ts';
import type { Permit, PermitRequest } from '../../../src/main/traffic/limits/limiter.ts';
import { Limiters } from '../../../src/main/traffic/limits/limiters.ts';
import type { Lane } from '../../../src/shared/model/rates.ts';
import { answerOf } from '../../support/answer-of.ts';
import { FakeLog } from '../../support/fake-log.ts';
import { MemoryUnsyncedLineFile } from '../../support/memory-unsynced-line-file.ts';
import type { RateServer } from '../../support/rate-servers/models.ts';
import { fractions } from '../../support/rate-servers/network.ts';
import { VirtualClock } from '../../support/rate-servers/virtual-clock.ts';
import type { ForeignUse, World } from './disorder-worlds.ts';
import { EvenPace } from './even-pace.ts';
import { percentile } from './percentile.ts';

const BACKLOG = 100;
const CLICK_EVERY_MS = 10_000;
/** The wire's wait for an answer. */
const TIMEOUT_MS = 30_000;
/** How long a killed process takes to start again. */
const RESTART_MS = 2_000;
const PAGES = 51;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export interface Disorder {
  /** Answers 429 to our requests. */
  readonly rejected429: number;
  /** Useful answers, of what the limits allow. Not of `lists`. */
  readonly efficiency?: number;
  /** How long an interactive request is queued, 99th percentile. */
  readonly click_p99_ms: number;
  /** The share of our requests that are answered 429. */
  readonly refused_share: number;
  /** From the creation of a list of 51 pages to its last answer, the longest. Only of `lists`. */
  readonly list_max_ms?: number;
}

/** A clock that runs 200 ppm fast and is set back or forward by up to two seconds every five minutes. */
class DriftingClock implements Clock {
  readonly #clock: VirtualClock;
  readonly #begin: number;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
    this.#begin = clock.now();
  }

  /** Monotonic, drifting. */
  readonly elapsed = (): number => (this.#clock.now() - this.#begin) * 1.0002;

  now(): number {
    const step = ((Math.floor((this.#clock.now() - this.#begin) / 300_000) * 7_919) % 4_001) - 2_000;
    return Math.round(this.#begin + this.elapsed() + step);
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#clock.after(delayMs / 1.0002, run);
  }

  face() {
    return this.#clock.face();
  }
}

interface PermitSource {
  acquire(request: PermitRequest): Promise<Permit>;
}

interface PermitSources {
  limiterOf(connectionId: string, api: 'booking'): PermitSource;
  stop(): void;
}

export interface DisorderOptions {
  readonly hours: number;
  readonly seed: number;
  /** Runs the plainest limiter that works. */
  readonly isPlain?: boolean;
}

export class DisorderRun {
  readonly #world: World;
  readonly #server: RateServer;
  readonly #clock = new VirtualClock();
  readonly #begin = this.#clock.now();
  readonly #endsAt: number;
  readonly #fate: ReturnType<World['network']>;
  readonly #fraction: () => number;
  readonly #files = new Map<string, MemoryUnsyncedLineFile>();
  readonly #isPlain: boolean;
  #limiters: PermitSources;
  /** The number of the running process; what an earlier one waited for is gone. */
  #process = 0;
  #sent = 0;
  #useful = 0;
  #rejected = 0;
  readonly #clickWaits: number[] = [];
  readonly #listTimes: number[] = [];

  constructor(world: World, server: RateServer, { hours, seed, isPlain = false }: DisorderOptions) {
    this.#world = world;
    this.#server = server;
    this.#endsAt = this.#begin + hours * HOUR_MS;
    this.#fraction = fractions(seed * 7_919);
    this.#fate = world.network(fractions(seed));
    this.#isPlain = isPlain;
    this.#limiters = this.#open();
  }

  async run(): Promise<Disorder> {
    const { load, foreign, restartEveryMs } = this.#world;
    this.#startWork();
    if (load === 'lists') this.#lists();
    if (foreign) this.#foreign(foreign);
    if (restartEveryMs) this.#restarts(restartEveryMs);
    this.#clicks();
    await this.#clock.advanceTo(this.#endsAt);
    const possible = Math.min(
      ...this.#world.rules.map(({ windowMs, limit }) => (limit / windowMs) * (this.#endsAt - this.#begin)),
    );
    return {
      rejected429: this.#rejected,
      ...(load === 'lists' ? { list_max_ms: Math.max(...this.#listTimes) } : { efficiency: this.#useful / possible }),
      click_p99_ms: percentile(this.#clickWaits, 0.99),
      refused_share: this.#rejected / this.#sent,
    };
  }

  #open(): PermitSources {
    const drifting = this.#world.clockDrifts ? new DriftingClock(this.#clock) : null;
    const clock = drifting ?? this.#clock;
    if (this.#isPlain) {
      const evenPace = new EvenPace(this.#world.rules, clock);
      return { stop() {}, limiterOf: () => evenPace };
    }
    return new Limiters({
      // Nobody looks at the gauges: their snapshots never become due, which would take a third of the time.
      clock: { now: () => clock.now(), after: () => () => {}, face: () => clock.face() },
      clockOf: () => clock,
      rulesOf: () => this.#world.rules,
      elapsedOf: () => drifting?.elapsed,
      usageFileOf: (connectionId, api) => this.#fileOf(`${connectionId}-${api}`),
      log: new FakeLog(),
    });
  }

  #fileOf(name: string): MemoryUnsyncedLineFile {
    const known = this.#files.get(name) ?? new MemoryUnsyncedLineFile();
    this.#files.set(name, known);
    return known;
  }

  get #limiter(): PermitSource {
    return this.#limiters.limiterOf('connection', 'booking');
  }

  get #isOver(): boolean {
    return this.#clock.now() >= this.#endsAt;
  }

  #startWork(): void {
    if (this.#world.load !== 'backlog') return;
    const mine = this.#process;
    const worker = async () => {
      while (!this.#isOver && mine === this.#process) await this.#request('bulk', 'task');
    };
    for (let turn = 0; turn < BACKLOG; turn += 1) void worker();
  }

  #clicks(): void {
    const click = () => {
      if (this.#isOver) return;
      const askedAt = this.#clock.now();
      void this.#request('interactive', '', () => this.#clickWaits.push(this.#clock.now() - askedAt));
      this.#clock.after(CLICK_EVERY_MS * (0.5 + this.#fraction()), click);
    };
    this.#clock.after(CLICK_EVERY_MS, click);
  }

  /** Lists of 51 pages, each one to five minutes after the one before. */
  #lists(): void {
    const load = async () => {
      if (this.#isOver) return;
      const begin = this.#clock.now();
      const pages = Array.from({ length: PAGES }, () => this.#request('background', 'list'));
      await Promise.all(pages);
      this.#listTimes.push(this.#clock.now() - begin);
      this.#clock.after(MINUTE_MS * (1 + 4 * this.#fraction()), () => void load());
    };
    this.#clock.after(MINUTE_MS, () => void load());
  }

  /** Another client of the account. */
  #foreign({ share, gap }: ForeignUse): void {
    const meanMs = Math.max(...this.#world.rules.map(({ windowMs, limit }) => windowMs / limit)) / share;
    const arrive = () => {
      this.#server.arrive(this.#clock.now());
      this.#clock.after(meanMs * gap(this.#fraction), arrive);
    };
    this.#clock.after(meanMs, arrive);
  }

  #restarts(everyMs: number): void {
    const restart = () => {
      this.#process += 1;
      this.#limiters.stop();
      this.#clock.after(RESTART_MS, () => {
        this.#limiters = this.#open();
        this.#startWork();
        this.#clock.after(everyMs - RESTART_MS, restart);
      });
    };
    this.#clock.after(everyMs, restart);
  }

  /** Sends one request through the limiter; settles when it is answered or given up. */
  async #request(lane: Lane, task: string, onSent = () => {}): Promise<void> {
    const mine = this.#process;
    const permit = await this.#limiter.acquire({ kind: 'search', lane, task });
    if (mine !== this.#process) return new Promise(() => {});
    onSent();
    permit.sent();
    this.#sent += 1;
    await this.#exchange(permit, mine);
  }

  #exchange(permit: Permit, mine: number): Promise<void> {
    const clock = this.#clock;
    const { thereMs, backMs, arrives, answers, status } = this.#fate(clock.now() - this.#begin);
    return new Promise((resolve) => {
      if (!answers)
        clock.after(TIMEOUT_MS, () => {
          if (mine === this.#process) permit.unanswered();
          resolve();
        });
      if (!arrives) return;
      clock.after(Math.round(thereMs), () => {
        const { accepted, headers } = this.#server.arrive(clock.now());
        if (!accepted) this.#rejected += 1;
        if (!answers) return;
        clock.after(Math.round(backMs), () => {
          if (accepted && status === 200) this.#useful += 1;
          const shown = accepted && !this.#world.headers ? {} : headers;
          if (mine === this.#process)
            permit.answered(answerOf({ status: accepted ? status : 429, headers: shown }, clock.now()));
          resolve();
        });
      });
    });
  }
}
