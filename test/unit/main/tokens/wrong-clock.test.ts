import { describe, expect, it } from 'vitest';
import { timeKnowledge } from '../../../../src/main/compose/time.ts';
import { SkewBook, type SkewMemory } from '../../../../src/main/platform/skew-book.ts';
import { Ledger } from '../../../../src/main/tokens/ledger.ts';
import { TokenClient } from '../../../../src/main/tokens/token-client.ts';
import { TokenDesk } from '../../../../src/main/tokens/token-desk.ts';
import { Journal } from '../../../../src/main/traffic/journal.ts';
import { Recorder } from '../../../../src/main/traffic/recorder.ts';
import type { VaultFile } from '../../../../src/main/vault/vault-file.ts';
import { FakeCipher } from '../../../support/fake-cipher.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { MemoryLineFile } from '../../../support/memory-line-file.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { newConnection, openVault } from '../vault/open-vault.ts';
import { DAY, HOUR } from './token-bench.ts';

const START = Date.UTC(2026, 10, 21, 9);
const MINUTE = 60_000;

/** A service in true time, and a console on a machine whose clock may be set to anything. */
class World {
  #trueMs = START;
  #jumpedMs = 0;
  readonly machine: ManualClock;
  readonly issuedAt: number[] = [];
  readonly exchanges: { status: number; api: boolean }[] = [];
  readonly #document = new MemoryDocument<VaultFile>();
  readonly #skews = new MemoryDocument<SkewMemory>();
  readonly #lines = new MemoryLineFile();
  readonly #cipher = new FakeCipher();
  #starts = 0;
  #count = 0;
  /** Which status tells that a token expired. */
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
    this.#trueMs += 40;
    this.machine.jumpTo(this.machine.now() + 40);
    if (request.url.endsWith('/oauth2/token')) {
      if (this.issuedAt.filter((at) => at > this.#trueMs - DAY).length >= 5) return this.#answer(429, {});
      this.issuedAt.push(this.#trueMs);
      const access_token = `planted-token-${this.issuedAt.length}`;
      return this.#answer(200, { token_type: 'Bearer', expires_in: 86_400, access_token });
    }
    const number = Number(/(\d+)$/.exec(request.headers.get('authorization') ?? '')?.[1]);
    const good = (this.issuedAt[number - 1] ?? 0) + DAY > this.#trueMs;
    return this.#answer(good ? 200 : this.expiredStatus, []);
  };

  async start() {
    this.#starts += 1;
    const { machine } = this;
    const [log, random] = [new FakeLog(), new SequenceRandom(this.#starts, `run${this.#starts}`)];
    const options = { document: this.#document, cipher: this.#cipher, clock: machine, idPrefix: `v${this.#starts}` };
    const { vault } = await openVault(options);
    if (vault.snapshot().connections.length === 0) await vault.create(newConnection({ applications: [] }));
    const steady = () => machine.now() - this.#jumpedMs;
    const skews = new SkewBook({ machine, steady, document: this.#skews, log });
    const clockOf = (id: string) => skews.clockOf(id);
    const [connection] = vault.snapshot().connections;
    const [connectionId, id] = [connection?.id ?? '', connection?.openApi?.id ?? ''];
    const clock = skews.clockOf(connectionId);
    const journal = new Journal({ clock: machine });
    const { wire } = new Recorder({ fetch: this.#fetch, clock, journal, random, skew: clock });
    const ledger = Ledger.open({ file: this.#lines, log });
    const client = new TokenClient({ wire: () => wire });
    const time = timeKnowledge(skews, clockOf);
    const desk = new TokenDesk({ vault, client, ledger, clockOf, random, log, time });
    skews.moved.subscribe(({ byMs, first, firstEver }) => {
      if (first) desk.clockMoved(connectionId, byMs, firstEver);
    });
    await desk.ready();

    const about = {
      connectionId,
      credentialId: id,
      api: 'openApi' as const,
      operation: 'list',
      chainId: 'c',
      attempt: 1,
    };
    /** One call as the pipeline makes it; gives the status of each attempt. */
    const call = async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const { authorization, generation } = await desk.bearer(id);
        const request = new Request('https://api.test/v1/listings', {
          headers: { authorization: authorization.reveal() },
        });
        const { status } = await wire(request, { ...about, queuedAt: clock.now(), tokenGeneration: generation });
        statuses.push(status);
        if (status === 200) {
          desk.worked(id, generation, 'list');
          break;
        }
        if ((await desk.refused(id, generation, status === 403 ? 403 : 401, 'list')) === 'final') break;
      }
      await settle();
      return statuses;
    };
    this.#count += 1;
    return { desk, id, connectionId, clock, journal, call, status: () => desk.status(id), stop: () => desk.stop() };
  }
}

const close = (value: number | null, expected: number) => expect(Math.abs((value ?? 0) - expected)).toBeLessThan(4_000);

describe.each([0, 3 * HOUR, -3 * HOUR])('on a machine whose clock is wrong by %d ms', (wrong) => {
  it('a token lives exactly as long as the service says, and is counted when it was issued', async () => {
    const world = new World(wrong);
    const { call, status, desk, connectionId } = await world.start();
    expect(await call()).toEqual([200]);
    close(status().expiresAt, START + DAY);
    close(status().issuances[0]?.at ?? 0, START);
    close(status().quota.nextSlotAt, START + DAY);
    const snapshot = desk.snapshot(connectionId);
    close(snapshot.skew?.offsetMs ?? 0, -wrong);
    close(snapshot.clock.anchorVirtual, -wrong);
    await world.pass(DAY - HOUR);
    expect(await call()).toEqual([200]);
    await world.pass(HOUR);
    expect(await call()).toEqual([200]);
    expect(world.issuedAt).toHaveLength(2);
    expect(world.exchanges.filter((it) => it.status !== 200)).toEqual([]);
  });

  it('an exchange lasts as long as it lasted', async () => {
    const world = new World(wrong);
    const { call, journal, connectionId } = await world.start();
    await call();
    const { exchanges } = journal.page({ connectionId, search: '', outcome: 'all', limit: 10 });
    expect(exchanges).toHaveLength(2);
    for (const exchange of exchanges) expect(exchange.durationMs).toBe(40);
  });

  it('the sixth token of a day is not asked for', async () => {
    const world = new World(wrong);
    const { desk, id, status } = await world.start();
    for (let turn = 0; turn < 5; turn += 1) {
      await desk.renew(id, true);
      await world.pass(HOUR);
    }
    await expect(desk.renew(id, true)).rejects.toMatchObject({ code: 'quotaExhausted' });
    close(status().quota.nextSlotAt, START + DAY);
    expect(world.exchanges.map((it) => it.status)).toEqual([200, 200, 200, 200, 200]);
  });

  it.each([3 * HOUR, -3 * HOUR, 30 * HOUR, -30 * HOUR])('a jump of %d ms while running costs nothing', async (jump) => {
    const world = new World(wrong);
    const { call, status } = await world.start();
    await call();
    await world.pass(20 * HOUR);
    world.jump(jump);
    expect(await call()).toEqual([200]);
    expect(status().state).toBe('valid');
    close(status().expiresAt, START + DAY);
    expect(world.issuedAt).toHaveLength(1);
  });

  it.each([3 * HOUR, -3 * HOUR, 30 * HOUR, -30 * HOUR, -400 * DAY, 400 * DAY])(
    'a jump of %d ms between two runs costs nothing',
    async (jump) => {
      const world = new World(wrong);
      const first = await world.start();
      await first.call();
      first.stop();
      await world.pass(20 * HOUR);
      world.jump(jump);
      const second = await world.start();
      expect(await second.call()).toEqual([200]);
      close(second.status().expiresAt, START + DAY);
      expect(second.status().state).toBe('valid');
      expect(await second.call()).toEqual([200]);
      expect(world.issuedAt).toHaveLength(1);
    },
  );

  it.each([401, 403] as const)(
    'a token that expired between two runs is tried once, and renewed on its %d',
    async (status) => {
      const world = new World(wrong);
      world.expiredStatus = status;
      const first = await world.start();
      await first.call();
      first.stop();
      await world.pass(30 * HOUR);
      const second = await world.start();
      expect(second.status()).toMatchObject({ state: 'due', reason: expect.stringContaining('not yet compared') });
      expect(await second.call()).toEqual([status, 200]);
      expect(second.status()).toMatchObject({ state: 'valid', generation: 2 });
      expect(second.status().issuances.at(-1)?.cause).toBe('expiry');
      expect(await second.call()).toEqual([200]);
      expect(world.issuedAt).toHaveLength(2);
    },
  );
});

describe('when the clock went back between two runs', () => {
  it('the quota is not blocked for longer than a day', async () => {
    const world = new World(0);
    const first = await world.start();
    for (let turn = 0; turn < 5; turn += 1) await first.desk.renew(first.id, true);
    await first.desk.forget(first.id);
    first.stop();
    world.jump(-400 * DAY);
    const second = await world.start();
    await expect(second.desk.bearer(second.id)).rejects.toMatchObject({ code: 'quotaExhausted' });
    await world.pass(DAY + 3 * MINUTE);
    expect(await second.call()).toEqual([200]);
    close(second.status().issuances.at(-1)?.at ?? 0, world.true);
    second.stop();
    const third = await world.start();
    close(third.status().issuances.at(-1)?.at ?? 0, world.true);
    expect(third.status().foreign).toBeNull();
  });
});
