import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { causeOf, diagnose } from '../../../../src/main/doctor/diagnose.ts';
import type { HistoryFacts } from '../../../../src/main/doctor/history.ts';
import { confidenceWord, ENOUGH_CONFIDENCE } from '../../../../src/shared/doctor/confidence.ts';
import { type CauseId, Diagnosis } from '../../../../src/shared/model/diagnosis.ts';
import { anyWebUrl } from '../../../support/any-web-url.ts';
import { aCase, type Known } from './facts-of.ts';

/** `likely`: called the cause, `ruledOut`: it cannot be, `possible`: any other. */
function status(known: Known, id: CauseId): 'likely' | 'possible' | 'ruledOut' | undefined {
  const verdict = diagnose(...aCase(known)).verdicts.find(({ cause }) => cause === id);
  if (!verdict) return undefined;
  if (confidenceWord(verdict.confidence) === 'ruled out') return 'ruledOut';
  return verdict.confidence >= ENOUGH_CONFIDENCE ? 'likely' : 'possible';
}

const after = (operation: string) => ({ operation, offsetMs: 5_000, exchangeId: 'later' });
const before = (operation: string) => ({ operation, offsetMs: -60_000, exchangeId: 'earlier' });
const said = (code: string) => ({
  responseBody: { text: JSON.stringify({ error: { code, message: 'No' } }), bytes: 9, cut: false },
});
const exchange401 = { status: 401 };
const quote = { operation: 'quoteCreate', url: 'https://booking.example.test/api/reservations/quotes', method: 'POST' };
const form = (scope: string) => ({
  requestHeaders: [['content-type', 'application/x-www-form-urlencoded']] as [string, string][],
  requestBody: {
    text: `grant_type=client_credentials&scope=${encodeURIComponent(scope)}&client_id=a&client_secret=b`,
    bytes: 90,
    cut: false,
  },
});
const tokenRequest = {
  operation: 'token',
  method: 'POST',
  url: 'https://booking.example.test/oauth2/token',
  status: 401,
  tokenGeneration: null,
  ...form('booking_engine:api'),
};
const oauth = (error: string) => ({ responseBody: { text: JSON.stringify({ error }), bytes: 9, cut: false } });
const preset = (bookingBaseUrl: string) => ({
  presetName: 'Guesty',
  presetAddresses: { baseUrl: null, authUrl: null, bookingBaseUrl, bookingAuthUrl: null },
});

it('names both published limits of renewals', () => {
  const exchange = { ...tokenRequest, status: 429, api: 'booking' as const };
  const verdict = diagnose(...aCase({ exchange })).verdicts.find(({ cause }) => cause === 'renewalLimit');
  expect(JSON.stringify(verdict)).toMatch(/three renewals in 24 hours, the vendor’s page since October 2026 five/);
});

it('never calls a quote without a price right, and says what to do', () => {
  const body = { _id: 'q', rates: { ratePlans: [{ money: { invoiceItems: [], subTotalPrice: 0 } }] } };
  const exchange = { ...quote, status: 200, responseBody: { text: JSON.stringify(body), bytes: 90, cut: false } };
  const diagnosis = diagnose(...aCase({ exchange }));
  expect([causeOf(diagnosis), diagnosis.verdicts[0]?.remedy]).toEqual([
    'activationSteps',
    expect.stringMatching(/one direct booking.*new quote/),
  ]);
  const activated = diagnose(...aCase({ exchange, history: { reservationBefore: before('quoteRequest') } }));
  expect(causeOf(activated)).toBe('notEnough');
});

const TABLE: [string, Known, CauseId, 'likely' | 'possible' | 'ruledOut'][] = [
  ['the prefix was there', {}, 'bearerMissing', 'ruledOut'],
  [
    'another scheme was sent',
    { failure: { authorization: { kind: 'bareToken', scheme: null } } },
    'bearerMissing',
    'likely',
  ],
  [
    'no Authorization header at all',
    { failure: { authorization: { kind: 'absent', scheme: null } } },
    'bearerMissing',
    'likely',
  ],

  ['past its lifetime, 401', { exchange: exchange401, token: { leftMs: -60_000 } }, 'tokenExpired', 'likely'],
  ['past its lifetime, 403', { token: { leftMs: -60_000 } }, 'tokenExpired', 'likely'],
  ['well within its lifetime', { token: { leftMs: 3_600_000 } }, 'tokenExpired', 'ruledOut'],
  ['so near to its end that clocks decide', { token: { leftMs: 60_000 } }, 'tokenExpired', 'possible'],
  ['its age is unknown', { token: {} }, 'tokenExpired', 'possible'],
  [
    'past its lifetime by our clock, yet accepted afterwards',
    { token: { leftMs: -60_000 }, history: { otherAfter: after('listListings') } },
    'tokenExpired',
    'ruledOut',
  ],
  ['a newer token is refused too', { history: { newerRefused: true } }, 'tokenExpired', 'ruledOut'],

  [
    'a newer token was accepted though this one had not expired',
    { token: { leftMs: 3_600_000 }, history: { newerAccepted: after('search'), settled: true } },
    'tokenUnknown',
    'likely',
  ],
  [
    'a newer token was accepted, but this one had expired anyway',
    { token: { leftMs: -1_000 }, history: { newerAccepted: after('search'), settled: true } },
    'tokenUnknown',
    'possible',
  ],
  ['accepted afterwards', { history: { sameAfter: after('search') } }, 'tokenUnknown', 'ruledOut'],
  ['accepted only before', { history: { otherBefore: before('search') } }, 'tokenUnknown', 'possible'],
  ['a newer token is refused too', { history: { newerRefused: true } }, 'tokenUnknown', 'ruledOut'],

  ['issued with the scope of the other API', { token: { scope: 'open-api' } }, 'wrongApi', 'likely'],
  ['issued with the right scope', { token: { scope: 'booking_engine:api' } }, 'wrongApi', 'ruledOut'],
  ['one right scope of two', { token: { scope: 'x booking_engine:api' } }, 'wrongApi', 'ruledOut'],
  ['asked for the wrong scope', { token: { requestedScope: 'open-api' } }, 'wrongApi', 'likely'],
  ['asked for the right scope', { token: { requestedScope: 'booking_engine:api' } }, 'wrongApi', 'ruledOut'],
  ['credentials stored for the other API', { connection: { credentialApi: 'openApi' } }, 'wrongApi', 'likely'],
  [
    'accepted by this API before',
    { connection: { credentialApi: 'booking' }, history: { otherBefore: before('quoteGet') } },
    'wrongApi',
    'ruledOut',
  ],
  ['nothing is known about it', {}, 'wrongApi', 'possible'],

  ['another host than the preset names', { connection: preset('https://h.test/api') }, 'wrongEnvironment', 'likely'],
  [
    'the right host under another base path, 404',
    { exchange: { status: 404 }, connection: preset('https://booking.example.test/other') },
    'wrongBasePath',
    'likely',
  ],
  ['as the preset says', { connection: preset('https://booking.example.test/api') }, 'wrongEnvironment', 'possible'],
  [
    'a version twice in the path',
    { exchange: { url: 'https://booking.example.test/api/v1/v1/search' } },
    'wrongBasePath',
    'likely',
  ],
  ['the token came from elsewhere', { token: { fromSameAddress: false } }, 'wrongEnvironment', 'likely'],
  [
    'the same base accepted another request',
    { connection: {}, history: { baseAccepted: before('search') } },
    'wrongEnvironment',
    'ruledOut',
  ],
  [
    'the same base accepted another request, but the token came from elsewhere',
    { token: { fromSameAddress: false }, connection: {}, history: { baseAccepted: before('search') } },
    'wrongEnvironment',
    'likely',
  ],
  ['no preset to compare with', { connection: {} }, 'wrongEnvironment', 'possible'],
  ['the sandbox', { connection: { ownSandbox: true } }, 'wrongEnvironment', 'ruledOut'],

  [
    'the same token is accepted elsewhere, 403',
    { history: { otherAfter: after('listListings') } },
    'noPermission',
    'likely',
  ],
  [
    'the same token is accepted elsewhere, 401',
    { exchange: exchange401, history: { otherAfter: after('listListings') } },
    'noPermission',
    'possible',
  ],
  ['the documented code FORBIDDEN', { exchange: said('FORBIDDEN') }, 'noPermission', 'likely'],
  ['a newer token is refused too', { history: { newerRefused: true } }, 'noPermission', 'likely'],
  [
    'a newer token is accepted',
    { history: { newerAccepted: after('search'), settled: true } },
    'noPermission',
    'ruledOut',
  ],
  ['the same token worked later', { history: { sameAfter: after('search') } }, 'noPermission', 'possible'],
  ['nothing to compare with', {}, 'noPermission', 'possible'],

  [
    'search works with this token, quotes do not',
    { exchange: quote, history: { otherAfter: after('search') } },
    'activationSteps',
    'likely',
  ],
  [
    'a reservation was made through a quote before',
    { exchange: quote, history: { reservationBefore: before('quoteRequest') } },
    'activationSteps',
    'ruledOut',
  ],
  [
    'another quote step works',
    { exchange: { ...quote, operation: 'quoteInstant' }, history: { otherBefore: before('quoteCreate') } },
    'activationSteps',
    'possible',
  ],
  ['nothing was sent yet', { exchange: quote }, 'activationSteps', 'possible'],

  ['invalid_client', { exchange: { ...tokenRequest, ...oauth('invalid_client') } }, 'credentialsWrong', 'likely'],
  ['a 401 without a code', { exchange: tokenRequest }, 'credentialsWrong', 'likely'],
  ['another code', { exchange: { ...tokenRequest, ...oauth('unauthorized_client') } }, 'credentialsWrong', 'possible'],
  [
    'credentials stored for the other API',
    { exchange: tokenRequest, connection: { credentialApi: 'openApi' } },
    'wrongApi',
    'likely',
  ],
  [
    'asked with the scope of the other API',
    { exchange: { ...tokenRequest, ...form('open-api') } },
    'wrongApi',
    'likely',
  ],
];

describe('diagnose', () => {
  it.each(TABLE)('%s: %#', (_, known, id, expected) => {
    expect(status(known, id)).toBe(expected);
  });

  it('claims nothing without facts, and asks', () => {
    const diagnosis = diagnose(...aCase({}));
    expect(causeOf(diagnosis)).toBe('notEnough');
    expect(diagnosis.ask).toContain('when the token was issued');
    for (const verdict of diagnosis.verdicts) expect(verdict.evidence.length).toBeGreaterThan(0);
  });

  it('judges activation only for quote steps, and credentials only for token requests', () => {
    const ids = (known: Known) => diagnose(...aCase(known)).verdicts.map(({ cause }) => cause);
    expect(ids({})).not.toContain('activationSteps');
    expect(ids({ exchange: quote })).toContain('activationSteps');
    expect(ids({ exchange: tokenRequest }).sort()).toEqual([
      'credentialsWrong',
      'scopeMisspelt',
      'wrongApi',
      'wrongContentType',
    ]);
  });

  it('names the only cause that is left', () => {
    const diagnosis = diagnose(
      ...aCase({
        connection: {},
        history: { sameAfter: after('search'), otherAfter: after('calendar'), settled: true },
      }),
    );
    expect(diagnosis.verdicts[0]?.cause).toBe('noPermission');
    expect(diagnosis.verdicts.slice(1).every(({ confidence }) => confidence < 0.02)).toBe(true);
  });

  it('names the observation that tells two causes apart', () => {
    const diagnosis = diagnose(...aCase({ exchange: quote, history: { otherAfter: after('search') } }));
    expect(
      diagnosis.verdicts
        .slice(0, 2)
        .map(({ cause }) => cause)
        .sort(),
    ).toEqual(['activationSteps', 'noPermission']);
    expect(diagnosis.tellApart).toContain('one direct booking');
  });

  const accepted = fc.option(
    fc.record({
      operation: fc.constantFrom('search', 'quoteCreate'),
      offsetMs: fc.integer({ min: -9e7, max: 9e7 }),
      exchangeId: fc.constant('other'),
    }),
    { nil: null },
  );
  const text = fc.option(fc.string(), { nil: null });
  const headers = fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 4 });
  const anyCase: fc.Arbitrary<Known> = fc.record({
    exchange: fc.record({
      operation: fc.constantFrom('search', 'quoteCreate', 'token', 'listListings', 'somethingElse'),
      status: fc.option(fc.constantFrom(200, 302, 400, 401, 403, 404, 429, 500, 503), { nil: null }),
      error: text,
      responseBody: fc.option(
        fc
          .oneof(fc.string(), fc.json(), fc.constantFrom('<html><title>x', '{"error":{"code":"FORBIDDEN"}}'))
          .map((body) => ({ text: body, bytes: 1, cut: false })),
        { nil: null },
      ),
      responseHeaders: fc.option(headers, { nil: null }),
      requestHeaders: headers,
    }),
    failure: fc.record({
      operation: fc.constantFrom(null, 'search'),
      url: fc.oneof(anyWebUrl, fc.string(), fc.constant(null)),
    }),
    connection: fc.record({ ownSandbox: fc.boolean(), credentialApi: fc.constantFrom(null, 'openApi' as const) }),
    token: fc.record({
      ageMs: fc.option(fc.integer(), { nil: null }),
      leftMs: fc.option(fc.integer(), { nil: null }),
      scope: text,
      requestedScope: text,
      replaced: fc.boolean(),
      fromSameAddress: fc.option(fc.boolean(), { nil: null }),
    }),
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
      reservationOfQuote: fc.constantFrom('same', 'other', null),
      acceptedElsewhere: accepted,
      refusedElsewhere: accepted,
      settled: fc.boolean(),
    } satisfies { [Key in keyof HistoryFacts]: fc.Arbitrary<HistoryFacts[Key]> }),
  });

  it('is bounded, ranked, shares out no more than certainty, and gives every cause evidence and a remedy', () => {
    fc.assert(
      fc.property(anyCase, (known) => {
        const diagnosis = Diagnosis.parse(diagnose(...aCase(known)));
        const { verdicts, outcome, ask } = diagnosis;
        const confidences = verdicts.map(({ confidence }) => confidence);
        expect(confidences).toEqual([...confidences].sort((one, two) => two - one));
        expect(confidences.reduce((sum, confidence) => sum + confidence, 0)).toBeLessThanOrEqual(1.02);
        expect(ask !== null).toBe(outcome === 'notEnough');
        for (const { evidence, remedy, source, confidence } of verdicts) {
          expect(evidence.length).toBeGreaterThan(0);
          expect(remedy).not.toBe('');
          expect(source).toMatch(/service\.md|RFC/);
          if (confidence >= 0.4) expect(evidence.some(({ weight }) => weight === 'for')).toBe(true);
        }
        expect(diagnose(...aCase(known))).toEqual(diagnosis);
      }),
    );
  });
});
