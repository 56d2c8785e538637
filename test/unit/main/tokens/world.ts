/** A console on a machine whose clock may be set to anything, and a service that lives in true time. */
import { tokenRulesOf } from '../../../../src/main/api/presets.ts';
import { Recorder } from '../../../../src/main/http/recorder.ts';
import type { Clock } from '../../../../src/main/platform/ports.ts';
import { Ledger } from '../../../../src/main/tokens/ledger.ts';
import { TokenClient } from '../../../../src/main/tokens/token-client.ts';
import { TokenService } from '../../../../src/main/tokens/token-service.ts';
import { clockAccuracy } from '../../../../src/main/traffic/clocks/clock-accuracy.ts';
import { ServiceClocks, type StoredSkews } from '../../../../src/main/traffic/clocks/service-clocks.ts';
import type { VaultFile } from '../../../../src/main/vault/vault-file.ts';
import { FakeCipher } from '../../../support/fake-cipher.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { MemoryJournal } from '../../../support/memory-journal.ts';
import { MemoryLineFile } from '../../../support/memory-line-file.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { newConnection, openVault } from '../vault/open-vault.ts';
import { DAY } from './token-bench.ts';

export const START = Date.UTC(2026, 10, 21, 9);

/** A service in true time, and a console on a machine whose clock may be set to anything. */
export class World {
  #trueMs = START;
  #jumpedMs = 0;
  readonly machine: ManualClock;
  readonly issuedAt: number[] = [];
  readonly exchanges: { status: number; api: boolean }[] = [];
  readonly #document = new MemoryDocument<VaultFile>();
  readonly #skews = new MemoryDocument<StoredSkews>();
  readonly #cipher = new FakeCipher();
  #starts = 0;
  readonly lines = new MemoryLineFile();
  /** The fault of the next token requests. */
  fault: 'none' | 'unsent' | 'lostBefore' | 'lostAfter' | 'failed' = 'none';
  /** No request leaves the machine. */
  isOffline = false;
  /** The requests that the app tried to send. */
  tried = 0;
  /** Token requests that have arrived are answered after this promise. */
  gate = Promise.resolve();
  /** Operations without permission. */
  readonly forbidden = new Set<string>();
  inFlight = 0;
  maxInFlight = 0;
  /** Called for each API request that arrives, with the time since its token expired, negative before. */
  arrived: (pastMs: number) => void = () => {};
  /** The status of the answer to an expired token. */
  expiredStatus: 401 | 403 = 401;

  constructor(wrongMs: number) {
    this.machine = new ManualClock(START + wrongMs);
  }

  get true(): number {
    return this.#trueMs;
  }

  async pass(ms: number): Promise<void> {
    this.#trueMs += ms;
    await this.machine.advance(ms);
  }

  /** Time passes while the machine sleeps: the monotonic clock stands still. */
  sleep(ms: number): void {
    this.#trueMs += ms;
    this.jump(ms);
  }

  jump(ms: number): void {
    this.#jumpedMs += ms;
    this.machine.jumpTo(this.machine.now() + ms);
  }

  #answer(status: number, body: unknown): Response {
    this.exchanges.push({ status, api: !JSON.stringify(body).includes('access_token') });
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', date: new Date(this.#trueMs).toUTCString() },
    });
  }

  readonly #fetch = async (request: Request): Promise<Response> => {
    this.tried += 1;
    if (this.isOffline)
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENETDOWN' }) });
    this.#trueMs += 40;
    this.machine.jumpTo(this.machine.now() + 40);
    return request.url.endsWith('/oauth2/token') ? this.#token() : this.#api(request);
  };

  async #token(): Promise<Response> {
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    try {
      await this.gate;
      const { fault } = this;
      if (fault === 'unsent') throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
      if (fault === 'lostBefore') throw new TypeError('terminated');
      if (fault === 'failed') return this.#answer(500, {});
      if (this.issuedAt.filter((at) => at > this.#trueMs - DAY).length >= 5) return this.#answer(429, {});
      this.issuedAt.push(this.#trueMs);
      if (fault === 'lostAfter') throw new TypeError('terminated');
      const access_token = `planted-token-${this.issuedAt.length}`;
      return this.#answer(200, { token_type: 'Bearer', expires_in: 86_400, access_token });
    } finally {
      this.inFlight -= 1;
    }
  }

  #api(request: Request): Response {
    const number = Number(/(\d+)$/.exec(request.headers.get('authorization') ?? '')?.[1]);
    const pastMs = this.#trueMs - (this.issuedAt[number - 1] ?? 0) - DAY;
    this.arrived(pastMs);
    if (pastMs >= 0) return this.#answer(this.expiredStatus, []);
    return this.#answer(this.forbidden.has(new URL(request.url).pathname.slice(4)) ? 403 : 200, []);
  }

  async start() {
    this.#starts += 1;
    const { machine } = this;
    const [log, random] = [new FakeLog(), new SequenceRandom(this.#starts, `run${this.#starts}`)];
    const options = { document: this.#document, cipher: this.#cipher, clock: machine, idPrefix: `v${this.#starts}` };
    const { vault } = await openVault(options);
    if (vault.snapshot().connections.length === 0) await vault.create(newConnection({ applications: [] }));
    const steady = () => machine.now() - this.#jumpedMs;
    // Its check twice a minute would take nearly all the time of a run of a hundred hours.
    const seldom: Clock = {
      now: () => machine.now(),
      face: () => machine.face(),
      after: (ms, run) => machine.after(10 * ms, run),
    };
    const skews = new ServiceClocks({ machine: seldom, monotonic: steady, document: this.#skews, log });
    const clockOf = (id: string) => skews.clockOf(id);
    const [connection] = vault.snapshot().connections;
    const [connectionId, id] = [connection?.id ?? '', connection?.openApi?.id ?? ''];
    const clock = skews.clockOf(connectionId);
    const journal = new MemoryJournal();
    const { wire } = new Recorder({ fetch: this.#fetch, clock, journal, random, skew: clock });
    const ledger = Ledger.open({ file: this.lines, log, now: () => machine.now() });
    const client = new TokenClient({ wire: () => wire });
    const time = clockAccuracy(skews, clockOf);
    const tokens = new TokenService({
      vault,
      client,
      ledger,
      clockOf,
      rulesOf: tokenRulesOf,
      random,
      log,
      clockAccuracy: time,
    });
    skews.moved.subscribe(({ connectionId: moved, byMs, first, firstEver }) => {
      if (first) tokens.clockCorrected(moved, byMs, firstEver);
    });
    await tokens.ready();

    const about = {
      connectionId,
      credentialId: id,
      api: 'openApi' as const,
      operation: 'list',
      chainId: 'c',
      attempt: 1,
    };
    /** One call as the pipeline makes it, with the first credential or another. Returns the status of each attempt. */
    const call = async (operation = 'listings', credentialId = id): Promise<number[]> => {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const { authorization, generation } = await tokens.bearer(credentialId);
        const request = new Request(`https://api.test/v1/${operation}`, {
          headers: { authorization: authorization.reveal() },
        });
        const { status } = await wire(request, {
          ...about,
          credentialId,
          queuedAt: clock.now(),
          tokenGeneration: generation,
        });
        statuses.push(status);
        if (status === 200) {
          tokens.worked(credentialId, generation, operation);
          break;
        }
        if ((await tokens.refused(credentialId, generation, status === 403 ? 403 : 401, operation)) === 'final') break;
      }
      await settle();
      return statuses;
    };
    return {
      tokens,
      ledger,
      vault,
      skews,
      id,
      connectionId,
      clock,
      journal,
      call,
      status: () => tokens.status(id),
      stop: () => {
        tokens.stop();
        void skews.close();
      },
    };
  }
}
