/** A model test: random events of the console, its clock and the network, in random order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../../src/main/tokens/ledger.ts';
import { ledgerKey } from '../../../../src/main/tokens/token-endpoint.ts';
import { isSpent } from '../../../../src/shared/token/issuance-slots.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { settle } from '../../../support/manual-clock.ts';
import { MemoryLineFile } from '../../../support/memory-line-file.ts';
import { DAY, HOUR } from './token-bench.ts';
import { World } from './world.ts';

const jump = fc.oneof(fc.integer({ min: -4 * HOUR, max: 4 * HOUR }), fc.integer({ min: -50 * HOUR, max: 50 * HOUR }));
const long = fc.oneof(fc.nat(2 * HOUR), fc.nat(30 * HOUR));
const operation = fc.constantFrom('listings', 'calendar', 'search');
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: long }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('call' as const), operation, times: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('jump' as const), ms: jump }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sleep' as const), ms: long }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const), ms: fc.oneof(fc.constant(0), jump) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('renew' as const, 'discard' as const, 'adopt' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forbid' as const), operation }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom('none', 'none', 'unsent', 'lostBefore', 'lostAfter', 'failed'),
    }),
  },
);

async function play(wrongMs: number, steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const world = new World(wrongMs);
  let office = await world.start();
  let [awoke, jumpedBetween] = [false, false];
  world.arrived = (pastMs) => {
    // An answer in flight may be the one that measures the clock; a few seconds are jitter.
    if (office.clock.fresh) expect(pastMs).toBeLessThan(4_000);
  };
  const tooMany = () => world.exchanges.filter((it) => it.status === 429).length;

  for (const next of steps) {
    if (next.do === 'pass') await world.pass(next.ms);
    if (next.do === 'call')
      await Promise.all(Array.from({ length: next.times }, () => office.call(next.operation).catch(() => [])));
    if (next.do === 'jump') {
      world.jump(next.ms);
      office.clock.now();
      await world.pass(6 * 60_000);
    }
    if (next.do === 'sleep') {
      world.sleep(next.ms);
      office.skews.onWake();
      office.tokens.refresh();
      awoke = true;
    }
    if (next.do === 'restart') {
      office.stop();
      world.jump(next.ms);
      jumpedBetween ||= Math.abs(next.ms) > 2_000;
      office = await world.start();
    }
    if (next.do === 'renew') await office.tokens.renew(office.id, true).catch(() => {});
    if (next.do === 'discard') await office.tokens.discard(office.id);
    if (next.do === 'adopt' && world.issuedAt.length > 0) {
      // The person enters the issue time by the service's clock, however wrong this machine's clock is.
      const text = `planted-token-${world.issuedAt.length}`;
      const age = world.true - (world.issuedAt.at(-1) ?? 0);
      if (age < DAY) await office.tokens.adopt(office.id, text, world.issuedAt.at(-1) ?? null).catch(() => {});
    }
    if (next.do === 'forbid') {
      if (world.forbidden.has(next.operation)) world.forbidden.clear();
      else world.forbidden.add(next.operation);
    }
    if (next.do === 'fault') world.fault = next.fault;
    await settle();

    for (const end of world.issuedAt)
      expect(world.issuedAt.filter((at) => at > end - DAY && at <= end).length).toBeLessThanOrEqual(5);
    expect(world.maxInFlight).toBeLessThanOrEqual(1);
    // The endpoint answers 429 only when the clock was set while nothing ran, or before the service's time was first measured.
    if (!jumpedBetween && (wrongMs === 0 || !awoke)) expect(tooMany()).toBe(0);
    if (!jumpedBetween && wrongMs === 0) expect(office.status().foreignUse).toBeNull();
    const { issuances } = ledgerView(office);
    expect(issuances.filter(isSpent).length).toBeGreaterThanOrEqual(world.issuedAt.length);
  }
  world.fault = 'none';
  world.forbidden.clear();
  await world.pass(2 * DAY);
  await office.call().catch(() => {});
  await world.pass(2 * HOUR);
  const last = await office.call();
  expect(last.at(-1)).toBe(200);
  office.stop();
  return world;
}

function ledgerView(office: Awaited<ReturnType<World['start']>>) {
  const { connection, credential } = office.vault.connectionOf(office.id);
  return office.ledger.view(ledgerKey(connection, credential));
}

describe('whatever happens', () => {
  it('never too many issuances, never two at once, no token known to be expired, and in the end it works', async () => {
    const wrong = fc.oneof(fc.constant(0), jump);
    await fc.assert(
      fc.asyncProperty(wrong, fc.array(step, { minLength: 5, maxLength: 30 }), async (wrongMs, steps) => {
        await play(wrongMs, steps);
      }),
      { numRuns: 12 },
    );
  });

  it('the ledger stays readable and writable after a crash at any byte', async () => {
    const world = await play(3 * HOUR, [
      { do: 'call', operation: 'listings', times: 2 },
      { do: 'fault', fault: 'lostAfter' },
      { do: 'renew' },
      { do: 'fault', fault: 'failed' },
      { do: 'renew' },
      { do: 'restart', ms: -5 * HOUR },
      { do: 'call', operation: 'listings', times: 1 },
    ]);
    const { text } = world.lines;
    const key = { api: 'openApi', clientId: 'open-client', tokenUrl: 'https://api.test/open/oauth2/token' } as const;
    for (let length = 0; length <= text.length; length += 1) {
      const file = new MemoryLineFile();
      file.text = text.slice(0, length);
      const left = text.slice(0, length).split('\n').slice(0, -1);
      const refused = left.filter((line) => line.includes('"kind":"refused"')).length;
      const sent = left.filter((line) => line.includes('"kind":"sent"')).length;
      const ledger = Ledger.open({ file, log: new FakeLog(), now: () => 0 });
      expect(ledger.view(key).issuances.filter(isSpent).length).toBe(sent - refused);
      ledger.begin(key, { id: 'after', at: world.true, cause: 'start', renewal: true });
      const again = Ledger.open({ file, log: new FakeLog(), now: () => 0 });
      expect(again.view(key).issuances.filter(isSpent).length).toBe(sent - refused + 1);
    }
  });
});
