/** A model test: random events of a journal in random order, compared with an array. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawExchange } from '../../../../src/main/http/raw-exchange.ts';
import { redactExchange } from '../../../../src/main/http/redact-exchange.ts';
import { summaryOf } from '../../../../src/main/journal/store/store.ts';
import {
  type Exchange,
  type ExchangeFilter,
  filterOf,
  OutcomeClass,
  outcomeClass,
} from '../../../../src/shared/model/traffic.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { matches } from '../../../support/matches.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { aRaw, CHOICES, ServerRig } from './raws.ts';

const DAY_MS = 86_400_000;
const CONNECTIONS = ['one', 'two'];
const OPERATIONS = ['search', 'calendar', 'token'];
const HOSTS = ['booking.example', 'open.example'];
const CREDENTIALS = ['open-1', 'booking-1'];
const WORDS = ['lisbon', 'lisboa', 'accommodates', 'accommodation', 'a1', '2026', '7f3a9c', 'x', 'porto', 'Zürich'];
const STATUSES = [200, 201, 401, 403, 404, 429, 500, null];

interface Recorded {
  readonly exchange: Exchange;
  readonly recordedAt: number;
}

const someRaws = fc.array(
  fc.record({
    connectionId: fc.constantFrom(...CONNECTIONS),
    operation: fc.constantFrom(...OPERATIONS),
    host: fc.constantFrom(...HOSTS),
    status: fc.constantFrom(...STATUSES),
    taskId: fc.constantFrom(null, 'task-1'),
    credentialId: fc.constantFrom(null, ...CREDENTIALS),
    sentAt: fc.integer({ min: 0, max: 150_000 }),
    words: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 12 },
);
const someFilter: fc.Arbitrary<ExchangeFilter> = fc
  .record({
    connectionId: fc.constantFrom(...CONNECTIONS),
    search: fc
      .array(
        fc
          .tuple(fc.constantFrom(...WORDS), fc.integer({ min: 1, max: 13 }))
          .map(([word, length]) => word.slice(0, length)),
        { maxLength: 2 },
      )
      .map((words) => words.join(' ')),
    outcomes: fc.uniqueArray(fc.constantFrom(...OutcomeClass.options), { maxLength: 2 }),
    operations: fc.uniqueArray(fc.constantFrom(...OPERATIONS, 'never'), { maxLength: 2 }),
    hosts: fc.uniqueArray(fc.constantFrom(...HOSTS), { maxLength: 1 }),
    taskId: fc.constantFrom(null, null, 'task-1'),
    credentials: fc.uniqueArray(fc.constantFrom(...CREDENTIALS, 'never'), { maxLength: 2 }),
    from: fc.constantFrom(null, null, 30_000, 60_000),
    until: fc.constantFrom(null, null, 90_000, 120_000),
  })
  .map(({ connectionId, ...conditions }) => filterOf(connectionId, conditions));

type Step =
  | { kind: 'record'; raws: typeof someRaws extends fc.Arbitrary<infer Raws> ? Raws : never }
  | { kind: 'clear'; connectionId: string; canRestore: boolean }
  | { kind: 'restore' | 'keepCleared'; connectionId: string }
  | { kind: 'days'; days: number }
  | { kind: 'fillDisk' | 'makeRoom' | 'restart' | 'damage' }
  | { kind: 'look'; filter: ExchangeFilter };

const someStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: someRaws.map((raws) => ({ kind: 'record' as const, raws })), weight: 6 },
  { arbitrary: someFilter.map((filter) => ({ kind: 'look' as const, filter })), weight: 4 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...CONNECTIONS), fc.boolean())
      .map(([connectionId, canRestore]) => ({ kind: 'clear' as const, connectionId, canRestore })),
    weight: 1,
  },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom('restore' as const, 'restore' as const, 'keepCleared' as const),
        fc.constantFrom(...CONNECTIONS),
      )
      .map(([kind, connectionId]) => ({ kind, connectionId })),
    weight: 3,
  },
  { arbitrary: fc.integer({ min: 1, max: 40 }).map((days) => ({ kind: 'days' as const, days })), weight: 1 },
  {
    arbitrary: fc
      .constantFrom('fillDisk' as const, 'makeRoom' as const, 'restart' as const, 'damage' as const)
      .map((kind) => ({ kind })),
    weight: 3,
  },
);

class World {
  readonly clock = new ManualClock();
  readonly #file: string;
  #rig: ServerRig;
  #kept: Recorded[] = [];
  /** What waits for the disk, oldest first. */
  #waiting: RawExchange[] = [];
  /** By connection: what the last clearing deleted, while it can be restored. */
  readonly #cleared = new Map<string, Recorded[]>();
  #seq = 0;
  #ids = 0;

  constructor(folder: string) {
    this.#file = join(folder, 'journal.db');
    for (const ending of ['', '-wal', '-shm']) rmSync(`${this.#file}${ending}`, { force: true });
    this.#rig = new ServerRig(this.#file, CHOICES, { clock: this.clock });
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'record':
        return this.#record(step.raws);
      case 'clear':
        return this.#clear(step);
      case 'restore':
        return this.#restore(step.connectionId);
      case 'keepCleared':
        return this.#keepCleared(step.connectionId);
      case 'days':
        // Retrying a full disk every minute for weeks takes long even on a manual clock.
        if (this.#rig.state.storage === 'file') await this.clock.advance(step.days * DAY_MS);
        return this.#runRetention();
      case 'fillDisk':
        return this.#rig.fillDisk();
      case 'makeRoom':
        return this.#makeRoom();
      case 'restart':
        return this.#restart();
      case 'damage':
        return this.#damage();
      case 'look':
        return this.#look(step.filter);
    }
  }

  #record(raws: Extract<Step, { kind: 'record' }>['raws']): void {
    const made = raws.map(({ words, sentAt, ...changes }) => {
      this.#ids += 1;
      const body = JSON.stringify({ words });
      return aRaw({ ...changes, id: `x${this.#ids}`, sentAt, responseBody: { text: body, bytes: body.length } });
    });
    const summaries = this.#rig.record(...made);
    if (summaries.length === 0) {
      expect(this.#rig.state).toMatchObject({ storage: 'memory', reason: 'the disk is full' });
      this.#waiting.push(...made);
      return;
    }
    expect(summaries.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    this.#keep(made, summaries);
    // Recording the same exchanges again changes nothing.
    expect(this.#rig.record(...made)).toEqual(summaries);
  }

  #keep(raws: readonly RawExchange[], summaries: readonly { id: string; seq: number }[]): void {
    summaries.forEach(({ seq }, index) => {
      expect(seq).toBeGreaterThan(this.#seq);
      this.#seq = seq;
      const raw = raws[index];
      if (raw) this.#kept.push({ exchange: { seq, ...redactExchange(raw, CHOICES) }, recordedAt: this.clock.now() });
    });
  }

  /** Takes over what was written since: the disk may have room for a part of it. */
  #keepWaiting(): void {
    const written: { id: string; seq: number }[] = [];
    for (const { id } of this.#waiting) {
      const [summary] = this.#rig.ask('chain', id);
      if (!summary) break;
      written.push(summary);
    }
    this.#keep(this.#waiting.splice(0, written.length), written);
  }

  #clear({ connectionId, canRestore }: Extract<Step, { kind: 'clear' }>): void {
    let isRestorable = false;
    try {
      isRestorable = this.#rig.ask('clear', { connectionId, canRestore });
    } catch (error) {
      this.#expectFull(error);
      return;
    }
    const ofThis = ({ exchange }: Recorded) => exchange.connectionId === connectionId;
    const exchanges = this.#kept.filter(ofThis);
    this.#kept = this.#kept.filter((kept) => !ofThis(kept));
    this.#cleared.delete(connectionId);
    expect(isRestorable).toBe(canRestore && exchanges.length > 0);
    if (isRestorable) this.#cleared.set(connectionId, exchanges);
  }

  #expectFull(error: unknown): void {
    expect(error).toMatchObject({ code: 'storageFailed' });
    expect(this.#rig.state.storage).toBe('memory');
  }

  #restore(connectionId: string): void {
    const cleared = this.#cleared.get(connectionId);
    try {
      this.#rig.ask('restore', connectionId);
    } catch (error) {
      if (this.#rig.state.storage === 'memory') this.#expectFull(error);
      else expect([(error as { code: string }).code, cleared]).toEqual(['notFound', undefined]);
      return;
    }
    expect(cleared).toBeDefined();
    this.#kept = [...this.#kept, ...(cleared ?? [])].sort((a, b) => a.exchange.seq - b.exchange.seq);
    this.#cleared.delete(connectionId);
  }

  #keepCleared(connectionId: string): void {
    try {
      this.#rig.ask('keepCleared', connectionId);
      this.#cleared.delete(connectionId);
    } catch (error) {
      this.#expectFull(error);
    }
  }

  async #makeRoom(): Promise<void> {
    this.#rig.makeRoom();
    await this.clock.advance(120_000);
    expect(this.#rig.state.storage).toBe('file');
    this.#keepWaiting();
    expect(this.#waiting).toEqual([]);
  }

  /** With room on the disk, closing the journal loses nothing. */
  async #restart(): Promise<void> {
    await this.#makeRoom();
    this.#rig.close();
    this.#cleared.clear();
    this.#rig = new ServerRig(this.#file, CHOICES, { clock: this.clock });
  }

  async #damage(): Promise<void> {
    await this.#makeRoom();
    this.#rig.close();
    writeFileSync(this.#file, 'no database '.repeat(1_000));
    this.#rig = new ServerRig(this.#file, CHOICES, { clock: this.clock });
    expect(this.#rig.state.quarantined).not.toBeNull();
    this.#kept = [];
    this.#cleared.clear();
    this.#seq = 0;
  }

  /** Advances until retention has run, and deletes the same exchanges from the array. */
  async #runRetention(): Promise<void> {
    await this.clock.advance(this.#rig.state.storage === 'file' ? 61 * 60_000 : 5_000);
    this.#keepWaiting();
    const { storage } = this.#rig.state;
    // While the disk fails, retention deletes nothing.
    if (storage === 'file')
      this.#kept = this.#kept.filter(({ recordedAt }) => recordedAt >= this.clock.now() - 30 * DAY_MS);
  }

  async #look(filter: ExchangeFilter): Promise<void> {
    await this.#runRetention();
    const kept = this.#kept.map(({ exchange }) => exchange);
    const wanted = kept.filter((exchange) => matches(exchange, filter)).reverse();
    const seen: unknown[] = [];
    let before: number | null = null;
    do {
      const page: ReturnType<typeof this.ask> = this.ask(filter, before);
      expect(page.matched).toEqual({ count: wanted.length, more: false });
      expect(page.total).toBe(kept.filter(({ connectionId }) => connectionId === filter.connectionId).length);
      seen.push(...page.exchanges);
      before = page.next;
    } while (before !== null);
    expect(seen).toEqual(wanted.map(summaryOf));
    for (const exchange of wanted.slice(0, 2)) {
      expect(this.#rig.ask('get', exchange.id)).toEqual(exchange);
      expect(this.#rig.ask('chain', exchange.chainId)).toEqual([summaryOf(exchange)]);
    }
    this.#lookAtTime(filter, kept);
    this.#lookAtLatest(filter.connectionId, kept);
    expect(this.#rig.state).toMatchObject({ lost: 0, exchanges: kept.length });
  }

  ask(filter: ExchangeFilter, before: number | null) {
    return this.#rig.ask('page', { filter, before, limit: 7 });
  }

  #lookAtTime(filter: ExchangeFilter, kept: readonly Exchange[]): void {
    const inTime = kept.filter((exchange) => matches(exchange, filter));
    // Buckets of parts of minutes and of whole minutes are counted in two ways.
    for (const [until, bucketMs] of [
      [101 * 1_500, 25.25 * 1_500],
      [240_000, 60_000],
    ] as const) {
      const { buckets } = this.#rig.ask('timeline', { filter, until, bucketMs, buckets: 4 });
      for (const { at, counts } of buckets)
        for (const kind of OutcomeClass.options) {
          const inside = inTime.filter(
            ({ sentAt, status }) => sentAt >= at && sentAt < at + bucketMs && outcomeClass(status) === kind,
          );
          expect(counts[kind]).toBe(inside.length);
        }
    }
    const ofConnection = kept.filter(({ connectionId }) => connectionId === filter.connectionId);
    const facets = this.#rig.ask('facets', filter.connectionId);
    const counted = (of: 'operation' | 'host' | 'credentialId') =>
      Object.fromEntries(
        Object.entries(Object.groupBy(ofConnection, (it) => it[of] ?? ''))
          .filter(([name]) => name !== '')
          .map(([name, all]) => [name, all?.length]),
      );
    expect(Object.fromEntries(facets.operations.map(({ name, count }) => [name, count]))).toEqual(counted('operation'));
    expect(Object.fromEntries(facets.hosts.map(({ name, count }) => [name, count]))).toEqual(counted('host'));
    expect(Object.fromEntries(facets.credentials.map(({ name, count }) => [name, count]))).toEqual(
      counted('credentialId'),
    );
    const times = ofConnection.map(({ sentAt }) => sentAt);
    expect(facets.oldestAt).toBe(times.length === 0 ? null : Math.min(...times));
    expect(facets.newestAt).toBe(times.length === 0 ? null : Math.max(...times));
  }

  #lookAtLatest(connectionId: string, kept: readonly Exchange[]): void {
    const { exchanges, turns } = this.#rig.ask('latest', connectionId);
    const own = kept.filter((one) => one.connectionId === connectionId && one.credentialId !== null).reverse();
    const kindOf = ({ credentialId, operation, status }: Exchange) => `${credentialId} ${operation} ${status}`;
    const newest = own.filter((one, index) => own.findIndex((other) => kindOf(other) === kindOf(one)) === index);
    expect(exchanges).toEqual(newest.map(summaryOf));
    for (const { operation, after, by } of turns) {
      const alike = own.filter((one) => one.operation === operation);
      const isTurn = (accepted: Exchange, other: Exchange) =>
        outcomeClass(accepted.status) === 'ok' && other.status === 403;
      const at = (sentAt: number) => alike.filter((one) => one.sentAt === sentAt);
      expect(at(after).some((one) => at(by).some((two) => isTurn(one, two) || isTurn(two, one)))).toBe(true);
    }
  }

  end(): void {
    this.#rig.close();
  }
}

describe('the journal', () => {
  let folder = '';
  beforeAll(() => {
    folder = makeTempFolder();
  });
  afterAll(() => removeTempFolder(folder));

  it('agrees with an array, whatever happens to the disk and the worker', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someStep, { minLength: 5, maxLength: 40 }), someFilter, async (steps, filter) => {
        const world = new World(folder);
        try {
          for (const step of steps) await world.take(step);
          await world.take({ kind: 'makeRoom' });
          await world.take({ kind: 'look', filter });
        } finally {
          world.end();
        }
      }),
      { numRuns: 12 },
    );
  });
});
