import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findForeignIssuances, foreignUse } from '../../../../src/main/tokens/foreign-use.ts';
import { Ledger } from '../../../../src/main/tokens/ledger.ts';
import { quotaOf, wouldRenew } from '../../../../src/main/tokens/quota.ts';
import type { QuotaReset } from '../../../../src/shared/model/connection.ts';
import type { Api } from '../../../../src/shared/model/primitives.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { MemoryLineFile } from '../../../support/memory-line-file.ts';
import { specRules } from '../../../support/spec-rules.ts';
import { bench, DAY, HOUR } from './token-bench.ts';

const NINE = Date.UTC(2026, 10, 21, 9);

/** A token endpoint that counts the issuances of all clients of one client ID. */
class CountingServer {
  readonly #api: Api;
  readonly #reset: QuotaReset;
  issued: number[] = [];

  constructor(api: Api, reset: QuotaReset) {
    this.#api = api;
    this.#reset = reset;
  }

  get limit(): number {
    return this.#api === 'openApi' ? 5 : 3;
  }

  used(now: number): number {
    const since = this.#reset === 'rolling' ? now - DAY : Math.floor(now / DAY) * DAY - 1;
    const renewal = (at: number) => this.issued.some((before) => before < at && before > at - DAY);
    return this.issued.filter((at) => at > since && (this.#api === 'openApi' || renewal(at))).length;
  }

  /** Requests a token. Returns whether one was issued. */
  ask(now: number): boolean {
    const renews = this.#api === 'openApi' || this.issued.some((before) => before > now - DAY);
    if (renews && this.used(now) >= this.limit) return false;
    this.issued.push(now);
    return true;
  }

  reported(now: number) {
    const remaining = Math.max(0, this.limit - this.used(now));
    return { limit: this.limit, remaining, resetAt: null, receivedAt: now };
  }
}

const KEY = { api: 'openApi', clientId: 'client', tokenUrl: 'https://api.test/oauth2/token' } as const;

/** The console with its ledger, as a client of that endpoint. */
class Office {
  readonly #file = new MemoryLineFile();
  #ledger = Ledger.open({ file: this.#file, log: new FakeLog(), now: () => 0 });
  readonly server: CountingServer;
  readonly #api: Api;
  readonly #assumed: QuotaReset;
  #count = 0;
  now = NINE;

  constructor(api: Api, reset: QuotaReset, assumed: QuotaReset) {
    this.#api = api;
    this.#assumed = assumed;
    this.server = new CountingServer(api, reset);
  }

  get view() {
    return this.#ledger.view({ ...KEY, api: this.#api });
  }

  get findings() {
    return findForeignIssuances({ rules: specRules(this.#api), reset: this.#assumed, ...this.view });
  }

  /** Requests a token if the ledger allows it. Returns whether the answer reported a count. */
  ask(how: 'well' | 'lostBefore' | 'lostAfter' | 'failed' | 'crashed', tripMs: number): boolean {
    const { issuances, reported: server } = this.view;
    if (!quotaOf({ rules: specRules(this.#api), reset: this.#assumed, issuances, server, now: this.now }).mayIssue)
      return false;
    this.#count += 1;
    const id = `i${this.#count}`;
    const renewal = wouldRenew(issuances, this.now);
    this.#ledger.begin({ ...KEY, api: this.#api }, { id, at: this.now, cause: 'start', renewal });
    const arrives = this.now + Math.floor(tripMs / 2);
    this.now += tripMs;
    const end = { at: this.now, server: null };
    if (how === 'failed') this.#ledger.settle(id, { outcome: 'refused', ...end });
    if (how === 'lostBefore') this.#ledger.settle(id, { outcome: 'lost', ...end });
    if (how === 'failed' || how === 'lostBefore') return false;
    const issued = this.server.ask(arrives);
    const said = { ...this.server.reported(arrives), receivedAt: this.now };
    if (how === 'lostAfter') this.#ledger.settle(id, { outcome: issued ? 'lost' : 'refused', ...end });
    if (how === 'crashed') this.#ledger = Ledger.open({ file: this.#file, log: new FakeLog(), now: () => 0 });
    if (how !== 'well') return false;
    const outcome = issued ? ('confirmed' as const) : ('refused' as const);
    this.#ledger.settle(id, { outcome, at: this.now, server: said, exhausted: !issued });
    return true;
  }

  /** Another desktop requests a token. `isTold`: the team tells this ledger. */
  other(isTold: boolean): void {
    this.server.ask(this.now);
    const about = { cause: 'start', renewal: false, outcome: 'confirmed', settledAt: this.now } as const;
    if (isTold) this.#ledger.learn({ ...KEY, api: this.#api }, [{ id: 'theirs', at: this.now, ...about }]);
  }

  forgive(): void {
    this.server.issued = [];
    this.#ledger.resetQuota({ ...KEY, api: this.#api }, this.now);
  }

  restart(): void {
    this.#ledger = Ledger.open({ file: this.#file, log: new FakeLog(), now: () => 0 });
  }
}

const trip = fc.oneof(fc.nat(500), fc.nat(30_000));
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.oneof(fc.nat(HOUR), fc.nat(30 * HOUR)) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      how: fc.constantFrom('well', 'well', 'well', 'lostBefore', 'lostAfter', 'failed', 'crashed'),
      tripMs: trip,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('forgive' as const, 'restart' as const) }) },
);
const kinds = fc.constantFrom<[Api, QuotaReset, QuotaReset]>(
  ['openApi', 'rolling', 'rolling'],
  ['booking', 'rolling', 'rolling'],
  ['openApi', 'utcMidnight', 'utcMidnight'],
  ['booking', 'utcMidnight', 'utcMidnight'],
  ['openApi', 'utcMidnight', 'rolling'],
);

describe('foreign use', () => {
  it('is not reported when the service resets at midnight and the console assumes a rolling window', () => {
    const office = new Office('openApi', 'utcMidnight', 'rolling');
    const at = (hour: number, how: 'well' | 'lostAfter') => {
      office.now = NINE + hour * HOUR;
      office.ask(how, 200);
    };
    at(0, 'well');
    at(16, 'lostAfter');
    at(17, 'well');
    at(25, 'well');
    expect(office.findings).toEqual([]);
  });

  it.each([
    [true, []],
    [false, [1]],
  ])('is not that of a colleague, which the team tells (told: %s)', (isTold, counts) => {
    const office = new Office('openApi', 'rolling', 'rolling');
    office.ask('well', 200);
    office.now += HOUR;
    office.other(isTold);
    office.now += HOUR;
    office.ask('well', 200);
    expect(office.findings.map(({ count }) => count)).toEqual(counts);
  });

  it('is never reported while only this console issues, through losses, refusals, quota resets and crashes', () => {
    fc.assert(
      fc.property(kinds, fc.array(step, { maxLength: 40 }), ([api, reset, assumed], steps) => {
        const office = new Office(api, reset, assumed);
        for (const next of steps) {
          if (next.do === 'wait') office.now += next.ms;
          if (next.do === 'ask') office.ask(next.how, next.tripMs);
          if (next.do === 'forgive') office.forgive();
          if (next.do === 'restart') office.restart();
          expect(office.findings).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is always noticed between two reported counts, and never overstated', () => {
    const rounds = fc.array(
      fc.record({ waitMs: fc.integer({ min: 60_000, max: 20 * HOUR }), foreign: fc.nat(3), tripMs: trip }),
      { minLength: 2, maxLength: 25 },
    );
    fc.assert(
      fc.property(rounds, (played) => {
        const office = new Office('openApi', 'rolling', 'rolling');
        const foreignAt: number[] = [];
        let answers = 0;
        for (const round of played) {
          const before = office.findings;
          const early = foreignAt.length;
          office.now += round.waitMs;
          if (answers > 0)
            for (let turn = 0; turn < round.foreign; turn += 1)
              if (office.server.ask(office.now - 1_000)) foreignAt.push(office.now - 1_000);
          const quiet = foreignAt.slice(0, early).every((at) => at + DAY + 10_000 < office.now - round.waitMs);
          if (!office.ask('well', round.tripMs)) break;
          answers += 1;
          const found = office.findings.reduce((sum, notice) => sum + notice.count, 0);
          expect(found).toBeLessThanOrEqual(foreignAt.length);
          // Within seconds of the end of a window, of either kind, a count is ambiguous; a later one is not.
          const clear = [office.now, ...office.server.issued].every(
            (at) => Math.abs(at + DAY - office.now) > 60_000 && Math.min(at % DAY, DAY - (at % DAY)) > 60_000,
          );
          if (foreignAt.length > early && quiet && clear) {
            expect(office.findings.length).toBe(before.length + 1);
            expect(office.findings.at(-1)?.count).toBe(foreignAt.length - early);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is shown for two days after the last finding', () => {
    const findings = [
      { count: 1, since: NINE, at: NINE + HOUR },
      { count: 2, since: NINE + 20 * HOUR, at: NINE + DAY },
    ];
    expect(foreignUse(findings, NINE + DAY)).toEqual({ count: 3, since: NINE, noticedAt: NINE + DAY });
    expect(foreignUse(findings, NINE + 3 * DAY)).toBeNull();
    expect(foreignUse([], NINE)).toBeNull();
    const far = [...findings, { count: 1, since: NINE + 9 * DAY, at: NINE + 10 * DAY }];
    expect(foreignUse(far, NINE + 10 * DAY)).toEqual({ count: 1, since: NINE + 9 * DAY, noticedAt: NINE + 10 * DAY });
  });
});

describe('a token manager', () => {
  const counts = (remaining: number) => ({ 'ratelimit-limit': '5', 'ratelimit-remaining': String(remaining) });

  it('reports foreign use of the client ID with its start and count, also after a restart', async () => {
    const { tokens, service, openApi, clock, restart } = await bench();
    service.behave = async () => service.issue({}, counts(4));
    await tokens.bearer(openApi);
    const since = clock.now();
    expect(tokens.status(openApi).foreignUse).toBeNull();
    await clock.advance(HOUR);
    service.behave = async () => service.issue({}, counts(1));
    await tokens.renew(openApi, true);
    const foreign = { count: 2, since, noticedAt: clock.now() };
    expect(tokens.status(openApi).foreignUse).toEqual(foreign);
    const again = await restart();
    expect(again.tokens.status(openApi).foreignUse).toEqual(foreign);
  });

  it('treats a 429 as foreign use when slots should be left', async () => {
    const { tokens, service, openApi, clock } = await bench();
    service.behave = async () => ({ status: 429, headers: { 'retry-after': '7200' } });
    await tokens.bearer(openApi).catch(() => {});
    expect(tokens.status(openApi).foreignUse).toEqual({ count: 5, since: null, noticedAt: clock.now() });
  });

  it('treats a 429 with a short wait as a rate limit', async () => {
    const { tokens, service, openApi } = await bench();
    service.behave = async () => ({ status: 429, headers: { 'retry-after': '2' } });
    await tokens.bearer(openApi).catch(() => {});
    expect(tokens.status(openApi).foreignUse).toBeNull();
  });
});

describe('the work for a finding', () => {
  /** How often it reads the outcome of an issuance, in a ledger with `old` issuances from before the reported counts. */
  function reads(old: number, unit: 'issuances' | 'renewals'): number {
    let count = 0;
    const issuances = Array.from({ length: old + 40 }, (_, index) => {
      const at = NINE + (index - old) * 5 * HOUR;
      const issuance = { id: `i${index}`, at, cause: 'expiry' as const, renewal: true, settledAt: at + 300 };
      return Object.defineProperty({ ...issuance, outcome: 'confirmed' as const }, 'outcome', {
        get() {
          count += 1;
          return 'confirmed';
        },
      });
    });
    const countReports = issuances
      .slice(old)
      .map(({ id }) => ({ issuanceId: id, limit: 5, remaining: 1, exhausted: false }));
    findForeignIssuances({ rules: { unit, limit: 5 }, reset: 'rolling', issuances, countReports });
    return count;
  }

  it.each(['issuances', 'renewals'] as const)('does not grow with the age of the ledger (%s)', (unit) => {
    expect(reads(400, unit) - reads(20, unit)).toBe(0);
  });
});
