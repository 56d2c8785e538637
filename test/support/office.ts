/** Desktops that request tokens from one service with one quota, in virtual time: alone, or as a team on a real engine behind a line that fails. */
import type { Engine, Script } from '../../src/main/team/engine.ts';
import { mintKeys } from '../../src/main/team/issuance/mint-script.ts';
import { TeamBook } from '../../src/main/team/issuance/team-book.ts';
import type { RecordProblem, TeamKey } from '../../src/main/team/team-key.ts';
import { type IssuanceBook, LocalBook, type SharedToken } from '../../src/main/tokens/issuance-book.ts';
import { Ledger } from '../../src/main/tokens/ledger.ts';
import { Secret } from '../../src/main/vault/secret.ts';
import type { StoredToken } from '../../src/main/vault/stored-token.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time/units.ts';
import { FakeLog } from './fake-log.ts';
import { connectionFixture, credentialFixture } from './fixtures.ts';
import { MemoryLineFile } from './memory-line-file.ts';
import { SequenceRandom } from './sequence-random.ts';
import { TeamClock } from './team-world.ts';

export const LIMIT = 5;
/** Where a desktop dies in a request: its line is written, the answer is on its way, or the answer is in its vault. */
export type Death = 'recorded' | 'sent' | 'answered';
/** What the line to the engine does to a call. */
export type Fault = 'none' | 'drop' | 'swallow' | 'delay' | 'duplicate';

/** The token endpoint: five tokens in any 24 hours, without mercy. */
class Service {
  issued: number[] = [];
  /** Requests beyond the quota. */
  excess = 0;
  readonly refused = new Set<string>();

  issue(now: number): SharedToken | null {
    if (this.issued.filter((at) => at > now - DAY_MS).length >= LIMIT) {
      this.excess += 1;
      return null;
    }
    this.issued.push(now);
    const accessToken = new Secret(`planted-token-${this.issued.length}`);
    return { accessToken, tokenType: 'Bearer', scope: null, issuedAt: now, expiresAt: now + DAY_MS, notes: [] };
  }
}

export class Office {
  readonly clock = new TeamClock();
  readonly service = new Service();
  readonly desktops: Desktop[] = [];
  readonly problems: (RecordProblem | null)[] = [];
  lostWrites = 0;
  deaths = 0;
  /** The longest time from a claim to its answer, in ms. */
  longestWait = 0;
  readonly engine: Pick<Engine, 'evaluate' | 'command'> | null;
  readonly team: string;
  readonly key: TeamKey;

  /** Without an engine each desktop counts alone. */
  constructor(engine: Pick<Engine, 'evaluate' | 'command'> | null, team: string, key: TeamKey, size: number) {
    this.engine = engine;
    this.team = team;
    this.key = key;
    for (let index = 0; index < size; index += 1) this.add();
  }

  get keys(): string[] {
    const quota = this.desktops[0]?.local.quotaKey ?? '';
    return mintKeys(this.team, this.key.nameOf('quota', quota));
  }

  pass(ms: number): Promise<void> {
    return this.clock.advanceTo(this.clock.now() + ms);
  }

  async flush(): Promise<void> {
    const { engine, keys } = this;
    if (engine) await this.ask(() => engine.command('DEL', ...keys));
  }

  /** A replica takes over that has not got the writes of the last second. */
  async failover(): Promise<void> {
    const { engine, keys, clock } = this;
    if (!engine) return;
    const [book = ''] = keys;
    const fields = (await this.ask(() => engine.command('HGETALL', book))) as string[];
    for (let index = 0; index < fields.length; index += 2) {
      const [field = '', value = ''] = fields.slice(index, index + 2);
      if (!field.startsWith('i:') || JSON.parse(value).at < clock.now() - 1_000) continue;
      await this.ask(() => engine.command('HDEL', book, field, 'open'));
      this.lostWrites += 1;
    }
  }

  /** Adds a desktop that knows nothing. */
  add(): Desktop {
    const desktop = new Desktop(this, this.desktops.length);
    this.desktops.push(desktop);
    return desktop;
  }

  /** The token that lives longest of those that desktops hold. */
  get best(): StoredToken | null {
    const held = this.desktops.flatMap(({ token }) =>
      token && token.expiresAt > this.clock.now() + MINUTE_MS ? [token] : [],
    );
    return held.toSorted((one, other) => other.expiresAt - one.expiresAt)[0] ?? null;
  }

  /** Asks the engine until it answers: the machine may be too busy for the client's deadline. */
  async ask(call: () => Promise<unknown>): Promise<unknown> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.clock.real(call());
      } catch (error) {
        if (tries === 20) throw error;
      }
    }
  }

  /** The desktops are off for a time, which then costs no calls. */
  async night(ms: number): Promise<void> {
    for (const desktop of this.desktops) desktop.kill();
    await this.pass(ms);
    for (const desktop of this.desktops) desktop.start();
  }
}

export class Desktop {
  fault: Fault = 'none';
  token: StoredToken | null = null;
  local!: LocalBook;
  #book!: IssuanceBook;
  #line = { isKilled: false };
  #request: Promise<string> | null = null;
  #runs = 0;
  readonly #file = new MemoryLineFile();
  readonly #office: Office;
  readonly #index: number;

  constructor(office: Office, index: number) {
    this.#office = office;
    this.#index = index;
    this.start();
  }

  start(): void {
    const { clock, engine, team, key, problems } = this.#office;
    this.#runs += 1;
    this.#line = { isKilled: false };
    this.#request = null;
    const random = new SequenceRandom(this.#index + 1, `d${this.#index}-${this.#runs}`);
    const ledger = Ledger.open({ file: this.#file, log: new FakeLog(), now: () => clock.now() });
    const credential = credentialFixture({ clientId: 'planted-client', label: 'planted-label' });
    const connection = connectionFixture({ openApi: credential });
    const vault = { connectionOf: () => ({ connection, credential }) };
    const rules = { unit: 'issuances', limit: LIMIT, confirmed: null } as never;
    this.local = new LocalBook(
      { vault, rulesOf: () => ({ rules, assumed: false }), ledger, clock, random },
      credential.id,
    );
    this.#book = engine
      ? new TeamBook({
          ...{ team, key, clock, random, local: this.local, desktop: `planted-person-${this.#index}` },
          engine: { evaluate: (...call) => this.#evaluate(engine, this.#line, ...call) },
          onProblem: (problem) => problems.push(problem),
        })
      : this.local;
    if (this.token) this.#book.hold(this.token);
  }

  kill(): void {
    this.#office.deaths += 1;
    this.#line.isKilled = true;
    if (this.#book instanceof TeamBook) this.#book.close();
  }

  /** Gets a token that the service accepts; resolves with what happened. Dies on the way if told so. */
  request(death?: Death): Promise<string> {
    this.#request ??= this.#requested(death).finally(() => {
      this.#request = null;
    });
    return this.#request;
  }

  async #requested(death?: Death): Promise<string> {
    const { clock, service } = this.#office;
    const [line, book, began] = [this.#line, this.#book, clock.now()];
    const isRefused = this.token !== null && service.refused.has(this.token.accessToken.reveal());
    if (this.token && !isRefused && this.token.expiresAt > clock.now()) return 'has';
    const request = { cause: isRefused ? 'unauthorized' : 'start', confirmLastSlot: false } as const;
    const claimed = await book.claim({ request, replaces: this.token, isRefused }).catch((error) => error);
    this.#office.longestWait = Math.max(this.#office.longestWait, clock.now() - began);
    if (claimed instanceof Error) return (claimed as Error & { data: { code: string } }).data.code;
    if (claimed.kind === 'taken') {
      this.#keep(claimed.token);
      return 'taken';
    }
    if (death === 'recorded') return this.#die();
    await this.#after(20);
    if (line.isKilled) return 'died';
    const token = service.issue(clock.now());
    if (death === 'sent') return this.#die();
    await this.#after(20);
    if (line.isKilled) return 'died';
    if (token) this.#keep(token);
    if (death === 'answered') return this.#die();
    const outcome = token ? 'confirmed' : 'refused';
    book.settle(claimed.id, { outcome, at: clock.now(), server: null }, token);
    return outcome;
  }

  #keep(token: SharedToken): void {
    this.token = { ...token, generation: 1, origin: 'issued' };
  }

  #die(): string {
    this.kill();
    return 'died';
  }

  #after(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#office.clock.after(ms, resolve));
  }

  async #evaluate(
    engine: Pick<Engine, 'evaluate'>,
    line: { readonly isKilled: boolean },
    script: Script,
    keys: readonly string[],
    [, ...args]: readonly string[],
  ): Promise<unknown> {
    const { clock } = this.#office;
    const { fault } = this;
    const run = () => {
      const now = String(clock.now());
      return this.#office.ask(() => engine.evaluate(script, keys, [now, ...args]));
    };
    const noReply = () => this.#after(400).then(() => Promise.reject(new Error('no reply')));
    if (line.isKilled) return new Promise(() => {});
    await this.#after(5);
    if (fault === 'drop') return noReply();
    if (fault === 'delay') {
      clock.after(3_000, () => void run().catch(() => {}));
      return noReply();
    }
    const reply = await run();
    if (fault === 'swallow') return noReply();
    if (fault === 'duplicate') clock.after(700, () => void run().catch(() => {}));
    await this.#after(5);
    return line.isKilled ? new Promise(() => {}) : reply;
  }
}
