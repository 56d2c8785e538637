import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Doctor } from '../../../../src/main/doctor/doctor.ts';
import { scanFailures } from '../../../../src/main/doctor/failure-scan.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Exchange, ExchangeFilter } from '../../../../src/shared/model/traffic.ts';
import { matches } from '../../../support/matches.ts';
import { aConnection, anExchange, aStatus, NOW, summaryOf } from './facts-of.ts';

/** Exchanges by their number, the last of them the newest. */
function journalOf(changes: readonly Partial<Exchange>[]) {
  const all = changes.map((change, index) =>
    anExchange({
      seq: index + 1,
      id: `x${index + 1}`,
      chainId: `x${index + 1}`,
      sentAt: NOW + index * 1_000,
      ...change,
    }),
  );
  let reads = 0;
  const found = ({ filter, before, limit }: { filter: ExchangeFilter; before: number | null; limit: number }) =>
    all
      .toReversed()
      .filter((one) => (before === null || one.seq < before) && matches(one, filter))
      .slice(0, limit);
  return {
    all,
    reads: () => reads,
    fullExchanges(question: Parameters<typeof found>[0]) {
      reads += 1;
      return found(question);
    },
    page: (question: Parameters<typeof found>[0]) => ({
      ...{ revision: 1, total: 0, next: null, matched: { count: 0, more: false } },
      exchanges: found(question).map(summaryOf),
    }),
    get(id: string) {
      const one = all.find((exchange) => exchange.id === id);
      if (!one) throw new AppError('notFound', { what: 'The exchange' });
      return one;
    },
    facets: () => ({ operations: [] }),
  };
}

const body = (value: unknown) => {
  const text = JSON.stringify(value);
  return { text, bytes: text.length, cut: false };
};
const page = {
  status: 200,
  responseHeaders: [['content-type', 'text/html']],
  responseBody: { text: '<html><title>Sign in</title></html>', bytes: 40, cut: false },
} as Partial<Exchange>;
const scanned = async (changes: readonly Partial<Exchange>[]) => {
  const { groups, next } = await scanFailures(journalOf(changes), 'one', null);
  return { groups: groups.map(({ exchange, count }) => `${count} × ${exchange.id}`), next };
};

describe('the failures of the journal', () => {
  it('are those of any status, without an answer, and those that a success hides; what a person cancelled is none', async () => {
    const coupons = {
      requestBody: body({ listingId: 'l', coupons: 'SPRING' }),
      responseBody: body({ _id: 'q', coupons: [] }),
    };
    const { groups } = await scanned([
      { status: 200 },
      { status: 503 },
      { status: null, error: 'timedOut' },
      { status: null, error: 'cancelled' },
      { status: 400, operation: 'picture' },
      page,
      {
        status: 200,
        operation: 'quoteCreate',
        method: 'POST',
        url: 'https://booking.example.test/api/reservations/quotes',
        requestHeaders: [['content-type', 'application/json']],
        ...coupons,
      },
      { status: 429 },
      { status: 404, connectionId: 'another' },
    ]);
    expect(groups).toEqual(['1 × x8', '1 × x7', '1 × x6', '1 × x3', '1 × x2']);
  });

  it('are one group when operation, credential, status and the service’s code are the same', async () => {
    const code = (error_code: string) => ({ status: 400, responseBody: body({ error_code, message: 'no' }) });
    const { groups } = await scanned([
      code('MIN_NIGHT_MISMATCH'),
      code('MIN_NIGHT_MISMATCH'),
      code('LISTING_CALENDAR_BLOCKED'),
      { ...code('MIN_NIGHT_MISMATCH'), credentialId: 'other' },
      { ...code('MIN_NIGHT_MISMATCH'), operation: 'quoteCreate' },
    ]);
    expect(groups).toEqual(['1 × x5', '1 × x4', '1 × x3', '2 × x2']);
  });

  it('are read in pages that lose none and repeat none, whatever they are', async () => {
    const some = fc.array(
      fc.record({
        status: fc.constantFrom(200, 401, 403, 404, 429, 500, null),
        operation: fc.constantFrom(...Array.from({ length: 12 }, (_, index) => `operation ${index}`)),
      }),
      { maxLength: 260 },
    );
    await fc.assert(
      fc.asyncProperty(some, async (changes) => {
        const journal = journalOf(changes);
        const counts: number[] = [];
        let before: number | null = null;
        for (let pages = 0; pages <= changes.length + 1; pages += 1) {
          const scan: Awaited<ReturnType<typeof scanFailures>> = await scanFailures(journal, 'one', before);
          expect(scan.groups.length).toBeLessThanOrEqual(20);
          counts.push(...scan.groups.map(({ count }) => count));
          if (scan.next === null) break;
          before = scan.next;
        }
        expect(counts.reduce((total, count) => total + count, 0)).toBe(
          changes.filter(({ status }) => status !== 200).length,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('end a page after a thousand of one kind, which a storm has', async () => {
    const storm = journalOf(Array.from({ length: 2_500 }, () => ({ status: 429 })));
    const first = await scanFailures(storm, 'one', null);
    expect([first.groups.map(({ count }) => count), first.next]).toEqual([[1_000], 1_501]);
    expect(storm.reads()).toBeLessThanOrEqual(33);
  });
});

describe('Doctor, all failures', () => {
  const doctorOf = (changes: readonly Partial<Exchange>[], deps = {}) =>
    new Doctor({
      journal: journalOf(changes),
      tokens: { status: () => aStatus() },
      vault: { connection: () => aConnection() },
      ...deps,
    });

  it('diagnoses the newest of each group, whatever its status', async () => {
    const { groups } = await doctorOf([{ status: 429 }, { status: 429 }, { status: 502, responseBody: null }]).failures(
      {
        connectionId: 'one',
        before: null,
        only: null,
      },
    );
    expect(groups.map(({ status, count, diagnosis }) => [status, count, diagnosis.verdicts[0]?.cause])).toEqual([
      [502, 1, 'upstreamFault'],
      [429, 2, 'rateLimit'],
    ]);
  });

  it('say how far back they were read', async () => {
    const storm = Array.from({ length: 1_200 }, () => ({ status: 429 }));
    const { next, readTo } = await scanFailures(journalOf(storm), 'one', null);
    expect([next, readTo]).toEqual([201, NOW + 200 * 1_000]);
    expect(await scanFailures(journalOf([{ status: 200 }]), 'one', null)).toEqual({
      groups: [],
      next: null,
      readTo: null,
    });
  });

  it('diagnoses one exchange by its id', async () => {
    const doctor = doctorOf([{ status: 429 }]);
    expect(await doctor.failure('x1')).toMatchObject({ exchangeId: 'x1', count: 1 });
    await expect(doctor.failure('gone')).rejects.toThrow('notFound');
  });

  it('reads the claims of the token that was sent, and no other token’s', async () => {
    const asked: unknown[] = [];
    const claims = {
      expiresAt: NOW - 3_600_000,
      issuedAt: null,
      notBefore: null,
      scopes: [],
      audience: [],
      issuerHost: null,
    };
    const doctor = doctorOf([{ status: 401, tokenGeneration: 2 }], {
      async claimsOf(...of: unknown[]) {
        asked.push(of);
        return claims;
      },
    });
    const { diagnosis } = await doctor.failure('x1');
    expect(asked).toEqual([['key', 2]]);
    expect(diagnosis.verdicts[0]).toMatchObject({ cause: 'tokenExpired' });
    expect(diagnosis.verdicts[0]?.evidence[0]?.text).toContain('By its own claim');
  });

  it('weighs this computer’s clock where a certificate was refused by its dates', async () => {
    const certificate = {
      status: null,
      error: 'unreachable',
      responseHeaders: null,
      responseBody: null,
      failure: { code: 'unreachable', host: 'h', reason: 'certificate is not yet valid', exchangeId: 'x1' },
    } as Partial<Exchange>;
    const first = async (skewMs: number) =>
      (await doctorOf([certificate], { skewOf: () => skewMs }).failure('x1')).diagnosis.verdicts[0]?.cause;
    expect([await first(7_200_000), await first(500)]).toEqual(['clockWrong', 'tlsFailure']);
  });
});
