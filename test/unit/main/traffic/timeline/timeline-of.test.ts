/** The incident timeline as a pure function: the two sentences, and what holds for any facts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../../../src/main/traffic/timeline/marks.ts';
import {
  type TimelineFacts,
  type TokenFacts,
  timelineOf,
} from '../../../../../src/main/traffic/timeline/timeline-of.ts';
import {
  IncidentTimeline,
  MAX_INCIDENTS,
  MAX_QUOTA_STEPS,
  type SentencePart,
} from '../../../../../src/shared/model/incident.ts';
import { IssuanceCause, IssuanceOutcome } from '../../../../../src/shared/model/token.ts';
import type { ExchangeSummary } from '../../../../../src/shared/model/traffic.ts';
import { issuanceFixture, NOW, quotaFixture, tokenFixture } from '../../../../support/fixtures.ts';
import { anExchange, summaryOf } from '../../doctor/facts-of.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const exchange = (id: string, at: number, changes: Partial<ExchangeSummary> = {}): ExchangeSummary => ({
  ...summaryOf(anExchange({ id, chainId: id })),
  sentAt: at,
  queuedAt: at,
  credentialId: 'cred-open',
  tokenGeneration: 3,
  ...changes,
});

const token = (changes: Partial<TokenFacts> = {}): TokenFacts => ({
  ...tokenFixture({ issuances: [], issuedAt: null, expiresAt: null, foreignUse: null }),
  ...changes,
});

const factsOf = (changes: Partial<TimelineFacts> = {}): TimelineFacts => ({
  now: NOW,
  from: NOW - 24 * HOUR,
  until: NOW + 1,
  counts: { bucketMs: HOUR, buckets: [] },
  tokens: [token()],
  reset: 'rolling',
  tokenExchanges: [],
  setbacks: [],
  setbacksFrom: null,
  marks: [],
  outage: null,
  ...changes,
});

/** The sentence, with `<exchange>` or `<>` for each instant. */
const words = (parts: readonly SentencePart[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : `<${part.exchangeId ?? ''}>`)).join('');

describe('timelineOf', () => {
  it('copes without any event', () => {
    const timeline = timelineOf(factsOf({ tokens: [] }));
    expect(timeline).toMatchObject({ incidents: [], quotas: [], brokenAt: null });
    expect(words(timeline.burned)).toBe('No token quota is known for this connection.');
    expect(words(timeline.lastWorked)).toBe('Nothing was refused in the recorded time.');
  });

  it('says what used up the quota, with links to the exchanges', () => {
    const issuances = [
      issuanceFixture({ id: 'one', at: NOW - 5 * HOUR, cause: 'start' }),
      issuanceFixture({ id: 'two', at: NOW - 4 * HOUR, cause: 'unauthorized' }),
      issuanceFixture({ id: 'three', at: NOW - 3 * HOUR, cause: 'unauthorized' }),
      issuanceFixture({ id: 'four', at: NOW - 2 * HOUR, cause: 'person' }),
      issuanceFixture({ id: 'five', at: NOW - HOUR, cause: 'person', outcome: 'refused' }),
    ];
    const { burned } = timelineOf(
      factsOf({
        tokens: [
          token({
            issuances,
            quota: quotaFixture({ used: 5, remaining: 0 }),
            foreignUse: { count: 1, since: NOW - 2 * HOUR, noticedAt: NOW - 90 * MINUTE },
          }),
          token({ credentialId: 'other', label: 'Website' }),
        ],
        tokenExchanges: issuances.slice(1).map(({ id, at }) => exchange(`ex-${id}`, at + 900, { operation: 'token' })),
      }),
    );
    expect(words(burned)).toBe(
      'Open API: 5 of 5 issuances of the quota are used. Tokens in the last 24 hours: 1 by the app for a first request (<>), ' +
        '2 by the app after a 401 (<ex-two> and <ex-three>), 1 by a person (<ex-four>) and 1 by other clients, noticed <>.',
    );
  });

  it('says when an operation last worked and what changed since', () => {
    const lastOk = exchange('ok', NOW - 3 * HOUR, { status: 200 });
    const first = exchange('bad', NOW - HOUR, { tokenGeneration: 4 });
    const marks: Mark[] = [
      { kind: 'slept', connectionId: 'one', at: NOW - 2.5 * HOUR, host: null },
      { kind: 'woke', connectionId: 'one', at: NOW - 2.4 * HOUR, host: null },
      { kind: 'slept', connectionId: 'one', at: NOW - 9 * HOUR, host: null },
      { kind: 'woke', connectionId: 'one', at: NOW - 8 * HOUR, host: null },
    ];
    const issuances = [issuanceFixture({ at: NOW - 2 * HOUR, cause: 'person' })];
    const { lastWorked, brokenAt } = timelineOf(
      factsOf({
        tokens: [token({ issuances })],
        marks,
        tokenExchanges: [exchange('issued', NOW - 2 * HOUR, { operation: 'token', status: 200 })],
        setbacks: [first],
        outage: { lastOk, first, settledBy: null },
      }),
    );
    expect(words(lastWorked)).toBe(
      'Search last worked <ok> and then got 403 <bad>; in between: the computer slept for 6 min <> and ' +
        'Open API: token requested by a person <issued>.',
    );
    expect(brokenAt).toEqual({ at: first.sentAt, exchangeId: 'bad', text: 'Search: 403' });
  });

  it('blames no token of another credential and no circuit of another host', () => {
    const lastOk = exchange('ok', NOW - 3 * HOUR, { status: 200 });
    const first = exchange('bad', NOW - HOUR);
    const issuances = [issuanceFixture({ at: NOW - 2 * HOUR, cause: 'person' })];
    const marks: Mark[] = [
      { kind: 'circuitOpened', connectionId: 'c', at: NOW - 2 * HOUR, host: 'elsewhere.example.test' },
      { kind: 'circuitClosed', connectionId: 'c', at: NOW - 1.5 * HOUR, host: 'elsewhere.example.test' },
    ];
    const other = token({ credentialId: 'cred-booking', api: 'booking', label: 'Website', issuances });
    const outage = { lastOk, first, settledBy: null };
    const { lastWorked } = timelineOf(factsOf({ tokens: [token(), other], marks, outage }));
    expect(words(lastWorked)).toContain('nothing that the app knows of changed');
    const ofHost = marks.map((mark) => ({ ...mark, host: first.host }));
    expect(words(timelineOf(factsOf({ marks: ofHost, outage })).lastWorked)).toContain('in between: the circuit of');
  });

  it('says that nothing changed, that another token was adopted, and that it works again', () => {
    const lastOk = exchange('ok', NOW - 3 * HOUR, { status: 200 });
    const first = exchange('bad', NOW - HOUR);
    const settledBy = exchange('again', NOW - MINUTE, { status: 200 });
    const sentence = (outage: TimelineFacts['outage']) => words(timelineOf(factsOf({ outage })).lastWorked);
    expect(sentence({ lastOk, first, settledBy: null })).toContain('nothing that the app knows of changed');
    expect(sentence({ lastOk, first: { ...first, tokenGeneration: 9 }, settledBy })).toBe(
      'Search last worked <ok> and then got 403 <bad>; in between another token was adopted; it works again since <again>.',
    );
    expect(sentence({ lastOk: null, first, settledBy: null })).toBe(
      'Search has no recorded success before it got 403 <bad>.',
    );
  });

  it('marks an expiry only of a token that was not replaced before', () => {
    const kinds = (facts: Partial<TokenFacts>) =>
      timelineOf(factsOf({ from: NOW - 72 * HOUR, tokens: [token(facts)] })).incidents.filter(
        ({ kind }) => kind === 'expiry',
      );
    const issued = (hours: number) => issuanceFixture({ id: `${hours}`, at: NOW - hours * HOUR, settledAt: null });
    expect(kinds({ issuances: [issued(30)] })).toEqual([expect.objectContaining({ at: NOW - 6 * HOUR })]);
    expect(kinds({ issuances: [issued(30), issued(7)] })).toEqual([]);
    expect(kinds({ issuances: [issued(30), issued(2)] })).toHaveLength(1);
    // The service stated a lifetime of one hour.
    const issuedAt = NOW - 3 * HOUR + 500;
    expect(kinds({ issuances: [issued(3)], issuedAt, expiresAt: issuedAt + HOUR })).toEqual([
      expect.objectContaining({ at: issuedAt + HOUR }),
    ]);
    expect(kinds({ issuedAt, expiresAt: issuedAt + HOUR })).toHaveLength(1);
  });

  it('joins a close and the next start to one restart, and ends circuits with the process', () => {
    const mark = (kind: Mark['kind'], minutes: number, host: string | null = null): Mark => ({
      kind,
      connectionId: 'one',
      at: NOW - HOUR + minutes * MINUTE,
      host,
    });
    const { incidents } = timelineOf(
      factsOf({
        marks: [
          mark('started', 0),
          mark('circuitOpened', 1, 'api.example'),
          mark('circuitClosed', 3, 'api.example'),
          mark('circuitOpened', 4, 'api.example'),
          mark('closed', 6),
          mark('started', 10),
          mark('started', 12),
          mark('circuitOpened', 13, 'api.example'),
        ],
      }),
    );
    expect(incidents.map(({ text }) => text)).toEqual([
      'The app started',
      'The circuit of api.example was open for 2 min',
      'The circuit of api.example was open for 2 min',
      'The app was closed for 4 min',
      'The app started; it had not closed properly',
      'The circuit of api.example opened',
    ]);
  });

  const anInstant = fc.integer({ min: NOW - 40 * HOUR, max: NOW + 4 * HOUR });
  const anIssuance = fc.record({
    id: fc.string({ minLength: 1, maxLength: 8 }),
    at: anInstant,
    cause: fc.constantFrom(...IssuanceCause.options),
    renewal: fc.boolean(),
    outcome: fc.constantFrom(...IssuanceOutcome.options),
    settledAt: fc.option(anInstant),
  });
  const aMark = fc.record({
    kind: fc.constantFrom<Mark['kind']>('started', 'closed', 'slept', 'woke', 'circuitOpened', 'circuitClosed'),
    connectionId: fc.constant('one'),
    at: anInstant,
    host: fc.constantFrom(null, 'a.example', 'b.example'),
  });
  const aSetback = fc
    .tuple(fc.nat(1e9), anInstant, fc.constantFrom(401, 403, 429, 200, 500, null))
    .map(([id, at, status]) => exchange(`x${id}`, at, { status }));

  it('lists only what touches the range, in order, within its bounds, for any facts', () => {
    fc.assert(
      fc.property(
        fc.array(anIssuance, { maxLength: 60 }),
        fc.array(aMark, { maxLength: 60 }),
        fc.array(aSetback, { maxLength: 500, size: 'max' }),
        anInstant,
        fc.integer({ min: 1, max: 30 * HOUR }),
        fc.option(
          fc.record({ count: fc.integer({ min: 1, max: 5 }), since: fc.option(anInstant), noticedAt: anInstant }),
        ),
        (issuances, marks, setbacks, from, span, foreignUse) => {
          const until = from + span;
          const tokens = [token({ issuances, foreignUse })];
          const timeline = timelineOf(factsOf({ from, until, marks, setbacks, tokens }));
          IncidentTimeline.parse(timeline);
          const { incidents } = timeline;
          expect(incidents.length).toBeLessThanOrEqual(MAX_INCIDENTS);
          for (const [index, it] of incidents.entries()) {
            expect(it.at).toBeLessThan(until);
            expect(it.until ?? it.at).toBeGreaterThanOrEqual(it.until === null ? from : it.at);
            expect(it.at).toBeGreaterThanOrEqual(incidents[index - 1]?.at ?? Number.NEGATIVE_INFINITY);
          }
          const refused = setbacks.filter(
            ({ sentAt, status }) => sentAt >= from && sentAt < until && [401, 403, 429].includes(status ?? 0),
          );
          const counted = incidents.filter(({ kind }) => kind === 'setback').reduce((sum, { count }) => sum + count, 0);
          expect(counted).toBe(refused.length);
          const steps = timeline.quotas[0]?.steps ?? [];
          expect(steps.length).toBeLessThanOrEqual(MAX_QUOTA_STEPS);
          expect(steps.every(({ at }, index) => at >= (steps[index - 1]?.at ?? from) && at < until)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('merges 50,000 setbacks and counts each', () => {
    const setbacks = Array.from({ length: 50_000 }, (_, index) =>
      exchange(`x${index}`, NOW - index * 1_000, { status: index % 2 === 0 ? 403 : 429 }),
    );
    const { incidents } = timelineOf(factsOf({ setbacks }));
    expect(incidents.length).toBeLessThanOrEqual(MAX_INCIDENTS);
    expect(incidents.reduce((sum, { count }) => sum + count, 0)).toBe(50_000);
    expect(new Set(incidents.map(({ text }) => text))).toEqual(new Set(['Search: 403', 'Search: 429']));
  });
});
