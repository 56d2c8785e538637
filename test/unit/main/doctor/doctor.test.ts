import { describe, expect, it } from 'vitest';
import { Doctor, type DoctorDeps } from '../../../../src/main/doctor/doctor.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { FailureGroup } from '../../../../src/shared/model/failure-group.ts';
import type { Exchange } from '../../../../src/shared/model/traffic.ts';
import { aConnection, anExchange, aStatus, NOW, summaryOf } from './facts-of.ts';

class TestDoctor extends Doctor {
  async refusals(connectionId: string): Promise<FailureGroup[]> {
    return (await this.failures({ connectionId, before: null, only: 'refusals' })).groups;
  }
}

function doctorOf(exchanges: Exchange[], deps: Partial<DoctorDeps> = {}): TestDoctor {
  return new TestDoctor({
    journal: {
      page: () => ({
        revision: 1,
        total: exchanges.length,
        next: null,
        matched: { count: exchanges.length, more: false },
        exchanges: exchanges.map(summaryOf),
      }),
      get(id) {
        const found = exchanges.find((exchange) => exchange.id === id);
        if (!found) throw new AppError('notFound', { what: 'The exchange' });
        return found;
      },
      fullExchanges: () => exchanges,
      facets: () => ({ operations: [] }),
    },
    tokens: { status: () => aStatus() },
    vault: { connection: () => aConnection() },
    ...deps,
  });
}

const at = (seconds: number, changes: Partial<Exchange>): Exchange => {
  const sentAt = NOW + seconds * 1_000;
  const id = changes.id ?? `at${seconds}`;
  return anExchange({ id, chainId: id, queuedAt: sentAt, sentAt, ...changes });
};
const tokenAnswer = (seconds: number, body: object, changes: Partial<Exchange> = {}): Exchange =>
  at(seconds, {
    operation: 'token',
    method: 'POST',
    url: 'https://booking.example.test/oauth2/token',
    status: 200,
    tokenGeneration: null,
    requestBody: { text: 'grant_type=client_credentials&scope=booking_engine%3Aapi', bytes: 58, cut: false },
    responseBody: { text: JSON.stringify(body), bytes: 80, cut: false },
    ...changes,
  });

describe('Doctor', () => {
  it('returns nothing when nothing was refused', async () => {
    expect(
      await doctorOf([at(0, { status: 200 }), at(1, { status: 500 }), at(2, { status: null })]).refusals('one'),
    ).toEqual([]);
  });

  it('hides no refusal behind thousands of another operation, or of pictures', async () => {
    const quote = at(0, { id: 'quote', operation: 'quoteCreate', status: 401 });
    const search = at(2, { id: 'search', operation: 'search' });
    const pictures = Array.from({ length: 1_500 }, (_, index) => at(3 + index, { operation: 'picture' }));
    const all = [...pictures.toReversed(), search, quote];
    const doctor = doctorOf(all, {
      journal: {
        page: ({ filter: { operations }, limit }) => {
          const found = all.filter(({ operation }) => operations.length === 0 || operations.includes(operation));
          const exchanges = found.slice(0, limit).map(summaryOf);
          const next = found.length > limit ? 1 : null;
          return { revision: 1, total: all.length, next, matched: { count: found.length, more: false }, exchanges };
        },
        get: (id) => all.find((exchange) => exchange.id === id) ?? search,
        fullExchanges: () => [],
        facets: () => ({ operations: ['picture', 'search', 'quoteCreate'].map((name) => ({ name, count: 1 })) }),
      },
    });
    expect((await doctor.refusals('one')).map(({ exchangeId }) => exchangeId)).toEqual(['search', 'quote']);
  });

  it('returns the last refusal of each operation, newest first', async () => {
    const refusals = await doctorOf([
      at(0, { id: 'old' }),
      at(5, { id: 'new' }),
      at(3, { id: 'quote', operation: 'quoteCreate', status: 401 }),
      at(9, { id: 'picture', operation: 'picture' }),
    ]).refusals('one');
    expect(refusals.map((refusal) => refusal.exchangeId)).toEqual(['new', 'quote']);
  });

  it('is settled by a later success of that operation, not by an earlier one or by another operation', async () => {
    const settled = async (others: Exchange[]) =>
      (await doctorOf([at(0, { id: 'refused' }), ...others]).refusals('one'))[0]?.settled;
    expect(await settled([at(1, { status: 200 })])).toBe(true);
    expect(await settled([at(-1, { status: 200 })])).toBe(false);
    expect(await settled([at(1, { status: 200, operation: 'calendar' })])).toBe(false);
    expect(await settled([at(1, { status: 200, credentialId: 'other' })])).toBe(false);
  });

  it('reads the reported error from the recorded answer', async () => {
    const body = { error: { code: 'FORBIDDEN', message: 'Out of scope', data: { requestId: 'req-7' } } };
    const [refusal] = await doctorOf([
      at(0, { responseBody: { text: JSON.stringify(body), bytes: 90, cut: false } }),
    ]).refusals('one');
    expect(refusal).toMatchObject({ serverCode: 'FORBIDDEN', serverMessage: 'Out of scope', requestId: 'req-7' });
  });

  it('judges a refusal whose recorded headers hold what HTTP does not allow', async () => {
    const responseHeaders: [string, string][] = [
      ['x-note', 'cut here…'],
      ['not a name', 'x'],
      ['x-request-id', 'req-8'],
    ];
    const [refusal] = await doctorOf([at(0, { responseHeaders })]).refusals('one');
    expect(refusal).toMatchObject({ exchangeId: 'at0', requestId: 'req-8' });
  });

  it('knows an older token from its recorded token request', async () => {
    const [refusal] = await doctorOf(
      [tokenAnswer(-7_200, { expires_in: 3_600, scope: 'booking_engine:api' }), at(0, { tokenGeneration: 2 })],
      { tokens: { status: () => aStatus({ generation: 3 }) } },
    ).refusals('one');
    const [first, ...others] = refusal?.diagnosis.verdicts ?? [];
    expect(first).toMatchObject({ cause: 'tokenExpired' });
    expect(first?.confidence).toBeGreaterThan(0.9);
    expect(first?.evidence[0]?.text).toContain('59 min 59 s before the request');
    expect(others.find(({ cause }) => cause === 'wrongApi')?.confidence).toBeLessThan(0.001);
    expect(first?.remedy).toContain('a newer token is in use');
  });

  it.each([0, -5, 86_400_000, '24h', null])(
    'assumes the usual lifetime for an older token of expires_in %s',
    async (expires_in) => {
      const [refusal] = await doctorOf([tokenAnswer(-7_200, { expires_in }), at(0, { tokenGeneration: 2 })], {
        tokens: { status: () => aStatus({ generation: 3 }) },
      }).refusals('one');
      const expired = refusal?.diagnosis.verdicts.find(({ cause }) => cause === 'tokenExpired');
      expect(expired?.evidence[0]?.text).toContain('22 h');
    },
  );

  it('counts the latest acceptance before a 401, of whatever operation', async () => {
    const [refusal] = await doctorOf([
      at(-70, { id: 'search', status: 200 }),
      at(-64, { id: 'booking', operation: 'quoteInstant', status: 200 }),
      at(0, { status: 401 }),
    ]).refusals('one');
    const unknown = refusal?.diagnosis.verdicts.find(({ cause }) => cause === 'tokenUnknown');
    expect(unknown?.evidence.find(({ exchangeId }) => exchangeId !== null)).toMatchObject({
      text: 'The token still worked for “Instant booking” 1 min 4 s earlier; no request with it has been accepted since.',
      exchangeId: 'booking',
    });
  });

  it('names a token that the service forgot until the quota was used, and what works without a slot', async () => {
    const unknown = {
      text: '{"error":{"code":"UNAUTHORIZED","message":"The access token is not known"}}',
      bytes: 9,
      cut: false,
    };
    const used = { ...aStatus().quota, used: 3, remaining: 0, mayIssue: false, nextSlotAt: NOW + 86_340_000 };
    const [refusal] = await doctorOf(
      [1, 2, 3, 4].flatMap((generation) => [
        tokenAnswer(generation * 20 - 85, { expires_in: 86_400 }),
        at(generation * 20 - 80, { status: 401, tokenGeneration: generation, responseBody: unknown }),
      ]),
      {
        tokens: {
          status: (id) =>
            id === 'key'
              ? aStatus({ generation: 4, issuedAt: NOW - 5_000, quota: used })
              : aStatus({ credentialId: id, label: 'Partner portal' }),
        },
        vault: {
          connection: () => {
            const { applications, ...rest } = aConnection();
            return { ...rest, applications: applications.flatMap((one) => [one, { ...one, id: 'other' }]) };
          },
        },
      },
    ).refusals('one');
    const [first] = refusal?.diagnosis.verdicts ?? [];
    expect(first).toMatchObject({ cause: 'tokenUnknown' });
    expect(first?.confidence).toBeGreaterThan(0.7);
    expect(first?.remedy).toContain('the quota is used up; the next slot is free at 2026-11-22 08:59:00 UTC');
    expect(first?.remedy).toContain('“Partner portal”, which has 3 slots left');
    expect(first?.remedy).toContain('adopt a token');
  });

  it('sees a replay with a new token in the same chain', async () => {
    const [refusal] = await doctorOf([
      at(0, { id: 'first', chainId: 'chain', status: 401 }),
      at(1, { id: 'second', chainId: 'chain', attempt: 2, status: 200, tokenGeneration: 4 }),
    ]).refusals('one');
    expect(refusal).toMatchObject({ exchangeId: 'first', settled: true });
    expect(refusal?.diagnosis.verdicts[0]).toMatchObject({ cause: 'tokenUnknown' });
    expect(refusal?.diagnosis.verdicts[0]?.confidence).toBeGreaterThan(0.7);
  });

  it('does not count an older 401 as evidence of a missing permission', async () => {
    const older = (status: number) => at(-60, { id: 'older', status, tokenGeneration: 2 });
    const evidenceOf = async (status: number) => {
      const [refusal] = await doctorOf([older(status), at(0, { tokenGeneration: 3 })]).refusals('one');
      const texts = refusal?.diagnosis.verdicts
        .find(({ cause }) => cause === 'noPermission')
        ?.evidence.map(({ text }) => text);
      return texts?.join(' ') ?? '';
    };
    expect(await evidenceOf(403)).toContain('An older token was refused');
    expect(await evidenceOf(401)).not.toContain('An older token was refused');
  });

  it('compares the address with the preset when it has one', async () => {
    const proven = (value: string | null) => ({ value, provenance: 'documented' as const, remark: '' });
    const presetOf = () => ({
      name: 'Guesty',
      addresses: {
        baseUrl: proven(null),
        authUrl: proven(null),
        bookingBaseUrl: proven('https://elsewhere.example.test/api'),
        bookingAuthUrl: proven(null),
      },
    });
    const [refusal] = await doctorOf([at(0, {})], { presetOf }).refusals('one');
    expect(refusal?.diagnosis.verdicts[0]?.cause).toBe('wrongEnvironment');
  });

  it('works without the connection, the credential or the token', async () => {
    const gone = () => {
      throw new AppError('notFound', { what: 'It' });
    };
    const refusals = await doctorOf([at(0, {})], { tokens: { status: gone }, vault: { connection: gone } }).refusals(
      'one',
    );
    expect(refusals).toHaveLength(1);
  });

  it('does not hide its own failure', async () => {
    const broken = () => {
      throw new TypeError('broken');
    };
    await expect(doctorOf([at(0, {})], { tokens: { status: broken } }).refusals('one')).rejects.toThrow(TypeError);
  });
});
