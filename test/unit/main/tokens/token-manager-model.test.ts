/**
 * A model test: the token manager against an honest token endpoint that counts, with random events in random order. At its limit the endpoint
 * answers 429; only a person, whom unconfirmed issuances do not block, may ask it then.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledgerKey } from '../../../../src/main/tokens/token-endpoint.ts';
import type { Api } from '../../../../src/shared/model/primitives.ts';
import { isSpent } from '../../../../src/shared/token/issuance-slots.ts';
import { type ManualClock, settle } from '../../../support/manual-clock.ts';
import { deferred, type FakeTokenEndpoint, noAnswer } from './fake-token-endpoint.ts';
import { bench, DAY, HOUR, startTokens } from './token-bench.ts';

const FAULTS = ['none', 'none', 'none', 'unsent', 'lost', 'broken', 'gateway', 'html', 'slow'] as const;
type Fault = (typeof FAULTS)[number];

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.oneof(fc.nat(HOUR), fc.nat(30 * HOUR)) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('call' as const), times: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fault' as const), fault: fc.constantFrom(...FAULTS) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refused' as const), age: fc.nat(2), times: fc.nat(10) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forbidden' as const), times: fc.nat(10) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('renew' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('worked' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('used' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('adopt' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dies' as const), times: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), issued: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disk' as const), full: fc.boolean() }) },
);

/** Makes the endpoint behave by `state.fault` at the moment of each request. */
function misbehave(
  service: FakeTokenEndpoint,
  clock: ManualClock,
  state: { fault: Fault; open: (() => void)[]; disarm: () => void },
  atLimit: () => boolean,
): void {
  service.behave = async () => {
    if (atLimit()) return { status: 429 };
    switch (state.fault) {
      case 'unsent':
        throw noAnswer(false);
      case 'lost':
        service.issue();
        throw noAnswer(true);
      case 'broken':
        return { status: 500 };
      case 'gateway':
        service.issue();
        return { status: 504 };
      case 'html':
        service.issue();
        return { status: 200, body: '<html>' };
      case 'slow': {
        const gate = deferred<'answered' | 'timedOut'>();
        state.open.push(() => gate.resolve('answered'));
        state.disarm = clock.after(30_000, () => gate.resolve('timedOut'));
        const ended = await gate.promise;
        state.disarm();
        const answer = service.issue();
        if (ended === 'timedOut') throw noAnswer(true);
        return answer;
      }
      default:
        return service.issue();
    }
  };
}

async function play(api: Api, steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]): Promise<void> {
  const start = await bench();
  const { clock, service, disk, cipher } = start;
  const id = api === 'openApi' ? start.openApi : start.app;
  let { tokens, ledger, vault, activity } = start;
  const state: { fault: Fault; open: (() => void)[]; disarm: () => void } = {
    fault: 'none',
    open: [],
    disarm: () => {},
  };
  /** The generations that the service accepted for longer than it had said. */
  const outlived = new Set<number>();
  const worked = (...operations: string[]) => {
    const { generation, expiresAt } = tokens.status(id);
    for (const operation of operations) tokens.worked(id, generation, operation);
    if (expiresAt !== null && expiresAt <= clock.now()) outlived.add(generation);
  };
  const inWindow = () => service.issuedAt.filter((at) => at > clock.now() - DAY);
  /** When the endpoint was asked although it had issued all that its quota allows. */
  const askedAtLimit: number[] = [];
  misbehave(service, clock, state, () => {
    const isAtLimit = inWindow().length >= (api === 'openApi' ? 5 : 4);
    if (isAtLimit) askedAtLimit.push(clock.now());
    return isAtLimit;
  });

  const check = () => {
    const renewals = inWindow().filter((at) => service.issuedAt.some((before) => before < at && at - before < DAY));
    expect(inWindow().length).toBeLessThanOrEqual(api === 'openApi' ? 5 : 4);
    if (api === 'booking') expect(renewals.length).toBeLessThanOrEqual(3);
    expect(service.maxInFlight).toBeLessThanOrEqual(1);
    const { connection, credential } = vault.connectionOf(id);
    const counted = ledger.view(ledgerKey(connection, credential)).issuances.filter(isSpent);
    expect(counted.length).toBeGreaterThanOrEqual(service.issuedAt.length);
    const { issuances } = ledger.view(ledgerKey(connection, credential));
    // An automatic request below the limit may be of the same instant.
    const byPerson = (at: number) => issuances.filter((it) => it.at === at && it.cause === 'person').length;
    for (const at of askedAtLimit)
      expect(byPerson(at)).toBeGreaterThanOrEqual(askedAtLimit.filter((other) => other === at).length);
    const status = tokens.status(id);
    if ((status.state === 'valid' || status.state === 'due') && !outlived.has(status.generation))
      expect(status.expiresAt).toBeGreaterThan(clock.now());
    if (status.retryAt !== null && status.state === 'blocked') expect(status.retryAt).toBeGreaterThan(clock.now());
    expect(status.reason).toMatch(/\.$/);
  };
  const call = () =>
    tokens.bearer(id).then(
      ({ authorization, generation }) => {
        const number = Number(/(\d+)$/.exec(authorization.reveal())?.[1]);
        const isExpired = clock.now() >= (service.issuedAt[number - 1] ?? 0) + DAY;
        // An expired token is tried only when no other can be had.
        if (isExpired && !outlived.has(generation))
          expect(tokens.status(id).state).toMatch(/^(blocked|unreachable|rejected)$/);
      },
      () => {},
    );
  const calls: Promise<unknown>[] = [];

  for (const next of steps) {
    const sent = service.seen.length;
    if (next.do === 'wait') await clock.advance(next.ms);
    if (next.do === 'call') for (let turn = 0; turn < next.times; turn += 1) calls.push(call());
    if (next.do === 'fault') state.fault = next.fault;
    if (next.do === 'release') for (const open of state.open.splice(0)) open();
    if (next.do === 'refused') {
      const generation = Math.max(0, tokens.status(id).generation - next.age);
      for (let turn = 0; turn < next.times; turn += 1)
        calls.push(tokens.refused(id, generation, 401, 'listListings').catch(() => {}));
      await settle();
      expect(service.seen.length - sent).toBeLessThanOrEqual(1);
    }
    if (next.do === 'forbidden') {
      const { expiresAt } = tokens.status(id);
      for (let turn = 0; turn < next.times; turn += 1)
        calls.push(tokens.refused(id, tokens.status(id).generation, 403, 'neverWorked'));
      await settle();
      if (expiresAt === null || expiresAt > clock.now()) expect(service.seen.length).toBe(sent);
      expect(service.seen.length - sent).toBeLessThanOrEqual(1);
    }
    if (next.do === 'renew') calls.push(tokens.renew(id, true).catch(() => {}));
    if (next.do === 'discard') calls.push(tokens.discard(id).catch(() => {}));
    if (next.do === 'worked') worked('listListings');
    if (next.do === 'used') activity.recordUse(start.connectionId);
    if (next.do === 'adopt') {
      const issuedAt = service.issuedAt.at(-1) ?? Number.NEGATIVE_INFINITY;
      const text = `planted-token-${service.issuedAt.length}`;
      if (clock.now() - issuedAt < DAY) calls.push(tokens.adopt(id, text, issuedAt).catch(() => {}));
      await settle();
      expect(service.seen.length).toBe(sent);
    }
    if (next.do === 'dies') {
      const { generation, expiresAt } = tokens.status(id);
      worked('one', 'two');
      for (let turn = 0; turn < next.times; turn += 1)
        for (const operation of ['one', 'two', 'three']) calls.push(tokens.refused(id, generation, 403, operation));
      await settle();
      if (expiresAt !== null) expect(service.seen.length - sent).toBeLessThanOrEqual(1);
    }
    if (next.do === 'disk') disk.lines.failAppends = disk.document.failWrites = next.full;
    if (next.do === 'crash') {
      await settle();
      // A request in flight never ends for the killed process; the endpoint may have issued a token all the same.
      if (service.inFlight > 0 && next.issued) service.issue();
      state.disarm();
      state.open.length = 0;
      calls.length = 0;
      service.inFlight = 0;
      tokens.stop();
      ({ tokens, ledger, vault, activity } = await startTokens(disk, clock, service, cipher));
    }
    await settle();
    check();
  }
  state.fault = 'none';
  for (const open of state.open.splice(0)) open();
  await settle();
  await Promise.all(calls);
  check();
  tokens.stop();
}

describe.each(['openApi', 'booking'] as const)('whatever happens to the token of %s', (api) => {
  it('never too many issuances in 24 hours, never two at once, no expired token, and the ledger never under-counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => play(api, steps)),
      { numRuns: 25 },
    );
  });
});
