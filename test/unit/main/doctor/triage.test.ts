import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddressFacts, RefusalFacts } from '../../../../src/main/doctor/facts.ts';
import type { HistoryFacts } from '../../../../src/main/doctor/history.ts';
import type { TokenFacts } from '../../../../src/main/doctor/token-facts.ts';
import { triage } from '../../../../src/main/doctor/triage.ts';
import { type Cause, type CauseId, Refusal } from '../../../../src/shared/model/refusal.ts';
import { anExchange, someFacts } from './facts-of.ts';

const status = (facts: RefusalFacts, id: CauseId): Cause['status'] | undefined =>
  triage(facts).causes.find((cause) => cause.id === id)?.status;

const token = (changes: Partial<TokenFacts> = {}): TokenFacts => ({
  generation: 3,
  ageMs: null,
  leftMs: null,
  scope: null,
  requestedScope: null,
  replaced: false,
  ...changes,
});
const history = (changes: Partial<HistoryFacts>): HistoryFacts => ({ ...someFacts().history, ...changes });
const addressFacts = (changes: Partial<AddressFacts>): AddressFacts => ({ ...someFacts().address, ...changes });
const said = (serverCode: string | null) => ({ ...someFacts().server, serverCode });
const after = (operation: string) => ({ operation, offsetMs: 5_000 });
const before = (operation: string) => ({ operation, offsetMs: -60_000 });
const exchange401 = anExchange({ status: 401 });
const quote = anExchange({ operation: 'quoteCreate' });
const tokenRequest = anExchange({ operation: 'token', status: 401, tokenGeneration: null });

const TABLE: [string, Partial<RefusalFacts>, CauseId, Cause['status']][] = [
  ['the prefix was there', { authorization: 'bearer' }, 'bearerMissing', 'ruledOut'],
  ['another scheme was sent', { authorization: 'other' }, 'bearerMissing', 'likely'],
  ['no Authorization header at all', { authorization: 'absent' }, 'bearerMissing', 'likely'],

  ['past its lifetime, 401', { exchange: exchange401, token: token({ leftMs: -60_000 }) }, 'tokenExpired', 'likely'],
  ['past its lifetime, 403', { token: token({ leftMs: -60_000 }) }, 'tokenExpired', 'likely'],
  ['well within its lifetime', { token: token({ leftMs: 3_600_000 }) }, 'tokenExpired', 'ruledOut'],
  ['so near to its end that clocks decide', { token: token({ leftMs: 60_000 }) }, 'tokenExpired', 'possible'],
  ['its age is unknown', { token: token() }, 'tokenExpired', 'possible'],
  [
    'past its lifetime by our clock, yet accepted afterwards',
    { token: token({ leftMs: -60_000 }), history: history({ otherAfter: after('listListings') }) },
    'tokenExpired',
    'ruledOut',
  ],
  ['a newer token is refused too', { history: history({ newerRefused: true }) }, 'tokenExpired', 'ruledOut'],

  [
    'a newer token was accepted though this one had not expired',
    { token: token({ leftMs: 3_600_000 }), history: history({ newerAccepted: after('search'), settled: true }) },
    'tokenUnknown',
    'likely',
  ],
  [
    'a newer token was accepted, but this one had expired anyway',
    { token: token({ leftMs: -1_000 }), history: history({ newerAccepted: after('search'), settled: true }) },
    'tokenUnknown',
    'possible',
  ],
  ['accepted afterwards', { history: history({ sameAfter: after('search') }) }, 'tokenUnknown', 'ruledOut'],
  ['accepted only before', { history: history({ otherBefore: before('search') }) }, 'tokenUnknown', 'possible'],
  ['a newer token is refused too', { history: history({ newerRefused: true }) }, 'tokenUnknown', 'ruledOut'],

  ['issued with the scope of the other API', { token: token({ scope: 'open-api' }) }, 'wrongApi', 'likely'],
  ['issued with the right scope', { token: token({ scope: 'booking_engine:api' }) }, 'wrongApi', 'ruledOut'],
  ['one right scope of two', { token: token({ scope: 'x booking_engine:api' }) }, 'wrongApi', 'ruledOut'],
  ['asked for the wrong scope', { token: token({ requestedScope: 'open-api' }) }, 'wrongApi', 'likely'],
  ['asked for the right scope', { token: token({ requestedScope: 'booking_engine:api' }) }, 'wrongApi', 'ruledOut'],
  ['credentials stored for the other API', { credentialApi: 'openApi' }, 'wrongApi', 'likely'],
  [
    'accepted by this API before',
    { credentialApi: 'booking', history: history({ otherBefore: before('quoteGet') }) },
    'wrongApi',
    'ruledOut',
  ],
  ['nothing is known about it', {}, 'wrongApi', 'possible'],

  [
    'another host than the preset names',
    {
      address: addressFacts({
        hostMatchesPreset: false,
        baseMatchesPreset: false,
        presetName: 'Guesty',
        presetHost: 'h.test',
      }),
    },
    'wrongEnvironment',
    'likely',
  ],
  [
    'the right host under another base path',
    { address: addressFacts({ hostMatchesPreset: true, baseMatchesPreset: false, presetName: 'Guesty' }) },
    'wrongEnvironment',
    'likely',
  ],
  [
    'as the preset says',
    { address: addressFacts({ hostMatchesPreset: true, baseMatchesPreset: true, presetName: 'Guesty' }) },
    'wrongEnvironment',
    'possible',
  ],
  ['a version twice in the path', { address: addressFacts({ doubledVersion: true }) }, 'wrongEnvironment', 'likely'],
  [
    'the token came from elsewhere',
    { address: addressFacts({ tokenFromSameAddress: false }) },
    'wrongEnvironment',
    'likely',
  ],
  [
    'the same base accepted another request',
    { address: addressFacts({ underBase: true }), history: history({ baseAccepted: before('search') }) },
    'wrongEnvironment',
    'ruledOut',
  ],
  [
    'the same base accepted another request, but the token came from elsewhere',
    {
      address: addressFacts({ underBase: true, tokenFromSameAddress: false }),
      history: history({ baseAccepted: before('search') }),
    },
    'wrongEnvironment',
    'likely',
  ],
  ['no preset to compare with', {}, 'wrongEnvironment', 'possible'],
  ['the sandbox', { address: addressFacts({ ownSandbox: true }) }, 'wrongEnvironment', 'ruledOut'],

  [
    'the same token is accepted elsewhere, 403',
    { history: history({ otherAfter: after('listListings') }) },
    'noPermission',
    'likely',
  ],
  [
    'the same token is accepted elsewhere, 401',
    { exchange: exchange401, history: history({ otherAfter: after('listListings') }) },
    'noPermission',
    'possible',
  ],
  ['the documented code FORBIDDEN', { server: said('FORBIDDEN') }, 'noPermission', 'likely'],
  ['a newer token is refused too', { history: history({ newerRefused: true }) }, 'noPermission', 'likely'],
  [
    'a newer token is accepted',
    { history: history({ newerAccepted: after('search'), settled: true }) },
    'noPermission',
    'ruledOut',
  ],
  ['the same token worked later', { history: history({ sameAfter: after('search') }) }, 'noPermission', 'possible'],
  ['nothing to compare with', {}, 'noPermission', 'possible'],

  [
    'search works with this token, quotes do not',
    { exchange: quote, history: history({ otherAfter: after('search') }) },
    'activationSteps',
    'likely',
  ],
  [
    'a reservation was made through a quote before',
    { exchange: quote, history: history({ reservationBefore: before('quoteRequest') }) },
    'activationSteps',
    'ruledOut',
  ],
  [
    'another quote step works',
    { exchange: anExchange({ operation: 'quoteInstant' }), history: history({ otherBefore: before('quoteCreate') }) },
    'activationSteps',
    'possible',
  ],
  ['nothing was sent yet', { exchange: quote }, 'activationSteps', 'possible'],

  ['invalid_client', { exchange: tokenRequest, server: said('invalid_client') }, 'credentialsWrong', 'likely'],
  ['another code', { exchange: tokenRequest }, 'credentialsWrong', 'possible'],
  ['credentials stored for the other API', { exchange: tokenRequest, credentialApi: 'openApi' }, 'wrongApi', 'likely'],
  [
    'asked with the scope of the other API',
    {
      exchange: { ...tokenRequest, requestBody: { text: 'scope=open-api', bytes: 14, cut: false } },
    },
    'wrongApi',
    'likely',
  ],
];

describe('triage', () => {
  it.each(TABLE)('%s: %#', (_, facts, id, expected) => {
    expect(status(someFacts(facts), id)).toBe(expected);
  });

  it('claims nothing without facts', () => {
    const refusal = triage(someFacts());
    for (const cause of refusal.causes) expect(cause.evidence.length).toBeGreaterThan(0);
    const others = refusal.causes.filter((cause) => cause.id !== 'bearerMissing');
    expect(others.map((cause) => cause.status)).toEqual(others.map(() => 'possible'));
  });

  it('judges activation only for quote steps, and credentials only for token requests', () => {
    const ids = (facts: RefusalFacts) => triage(facts).causes.map((cause) => cause.id);
    expect(ids(someFacts())).not.toContain('activationSteps');
    expect(ids(someFacts({ exchange: quote }))).toContain('activationSteps');
    expect(ids(someFacts({ exchange: tokenRequest })).sort()).toEqual([
      'credentialsWrong',
      'wrongApi',
      'wrongEnvironment',
    ]);
  });

  it('names the only cause that is left', () => {
    const refusal = triage(
      someFacts({
        authorization: 'bearer',
        address: addressFacts({ underBase: true }),
        history: history({ sameAfter: after('search'), settled: true }),
      }),
    );
    expect(refusal.causes[0]).toMatchObject({ id: 'noPermission', status: 'likely' });
    expect(refusal.causes.slice(1).every((cause) => cause.status === 'ruledOut')).toBe(true);
  });

  const accepted = fc.option(
    fc.record({ operation: fc.constantFrom('search', 'quoteCreate'), offsetMs: fc.integer({ min: -9e7, max: 9e7 }) }),
    { nil: null },
  );
  const maybe = fc.option(fc.boolean(), { nil: null });
  const text = fc.option(fc.string(), { nil: null });
  const anyFacts: fc.Arbitrary<RefusalFacts> = fc
    .record({
      operation: fc.constantFrom('search', 'quoteCreate', 'token', 'listListings', 'somethingElse'),
      status: fc.constantFrom(401 as const, 403 as const),
      server: text.map((code) => said(code)),
      authorization: fc.constantFrom('bearer' as const, 'other' as const, 'absent' as const),
      token: fc.option(
        fc.record({
          generation: fc.option(fc.nat(), { nil: null }),
          ageMs: fc.option(fc.integer(), { nil: null }),
          leftMs: fc.option(fc.integer(), { nil: null }),
          scope: text,
          requestedScope: text,
          replaced: fc.boolean(),
        }),
        { nil: null },
      ),
      credentialApi: fc.constantFrom(null, 'openApi' as const, 'booking' as const),
      history: fc.record({
        otherBefore: accepted,
        otherAfter: accepted,
        sameBefore: accepted,
        sameAfter: accepted,
        newerAccepted: accepted,
        newerRefused: fc.boolean(),
        olderRefused: fc.boolean(),
        baseAccepted: accepted,
        reservationBefore: accepted,
        settled: fc.boolean(),
      }),
      address: fc.record({
        host: fc.constant('h.test'),
        ownSandbox: fc.boolean(),
        underBase: maybe,
        presetName: text,
        presetHost: text,
        hostMatchesPreset: maybe,
        baseMatchesPreset: maybe,
        doubledVersion: fc.boolean(),
        tokenFromSameAddress: maybe,
      }),
    })
    .map(({ operation, ...facts }) => ({ ...facts, exchange: anExchange({ operation, status: facts.status }) }));

  it('gives every cause evidence, calls a cause likely only with a fact for it and none against it, and ranks by status', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const refusal = Refusal.parse(triage(facts));
        const order = { likely: 0, possible: 1, ruledOut: 2 };
        for (const cause of refusal.causes) {
          const weights = cause.evidence.map((evidence) => evidence.weight);
          expect(weights.length).toBeGreaterThan(0);
          expect(cause.status === 'likely').toBe(weights.includes('supports') && !weights.includes('rulesOut'));
          expect(cause.status === 'ruledOut').toBe(weights.includes('rulesOut'));
          expect(cause.next).not.toBe('');
        }
        const ranks = refusal.causes.map((cause) => order[cause.status]);
        expect(ranks).toEqual([...ranks].sort());
      }),
    );
  });
});
