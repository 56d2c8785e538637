import { describe, expect, it } from 'vitest';
import type { SandboxMemory } from '../../../../src/main/sandbox/memory.ts';
import { SandboxState } from '../../../../src/shared/model/sandbox.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { DAY, firstPlanId, freeStay, GUEST, HOUR, makeRig, quoteBody, type Rig } from './rig.ts';

const LIST = '/open-api/v1/listings?limit=1';
const SEARCH = '/booking/v1/search?limit=1';
const STAY = freeStay(4);

describe('faults', () => {
  it.each([400, 401, 403, 429, 500, 502, 503] as const)('answer %i in the envelope of each API', async (status) => {
    const rig = await makeRig();
    const [open, booking] = [await rig.mint('openApi'), await rig.mint('booking')];
    rig.sandbox.apply({ kind: 'addFault', target: 'any', effect: { kind: 'answer', status }, times: 3 });
    const replies = [
      await rig.send('GET', LIST, { token: open }),
      await rig.send('GET', SEARCH, { token: booking }),
      await rig.requestToken('openApi'),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([status, status, status]);
    expect(replies[0]?.body).toEqual({ message: expect.any(String) });
    expect(replies[1]?.body).toEqual({
      error: {
        code: expect.any(String),
        message: expect.any(String),
        data: { requestId: expect.any(String), moreDetails: null },
      },
    });
    expect(replies[2]?.body).toEqual({ error: expect.any(String), error_description: expect.any(String) });
    if (status === 429)
      for (const reply of replies) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await rig.send('GET', LIST, { token: open })).status).toBe(200);
    expect(rig.sandbox.state().faults).toEqual([]);
    expect(rig.sandbox.state().answered429).toBe(status === 429 ? 3 : 0);
  });

  it('affect their target only, count down, and can be removed', async () => {
    const rig = await makeRig();
    const [open, booking] = [await rig.mint('openApi'), await rig.mint('booking')];
    const { faults } = rig.sandbox.apply({
      kind: 'addFault',
      target: 'search',
      effect: { kind: 'answer', status: 503 },
      times: null,
    });
    expect((await rig.send('GET', LIST, { token: open })).status).toBe(200);
    expect((await rig.send('GET', SEARCH, { token: booking })).status).toBe(503);
    expect((await rig.send('GET', '/booking/listings?limit=1', { token: booking })).status).toBe(503);
    rig.sandbox.apply({ kind: 'removeFault', id: faults[0]?.id ?? '' });
    expect((await rig.send('GET', SEARCH, { token: booking })).status).toBe(200);
    rig.sandbox.apply({ kind: 'addFault', target: 'listListings', effect: { kind: 'answer', status: 500 }, times: 2 });
    await rig.send('GET', LIST, { token: open });
    expect(rig.sandbox.state().faults).toMatchObject([{ target: 'listListings', times: 1 }]);
  });

  it('drop a connection before or after the work is done', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const quote = (await rig.send('POST', '/booking/reservations/quotes', { token, body: quoteBody(STAY) })).body;
    const instant = () =>
      rig.send('POST', `/booking/reservations/quotes/${quote._id}/instant`, {
        token,
        body: { ratePlanId: firstPlanId(quote), guest: GUEST },
      });
    rig.sandbox.apply({ kind: 'addFault', target: 'quoteInstant', effect: { kind: 'drop', when: 'before' }, times: 1 });
    await expect(instant()).rejects.toThrow(TypeError);
    expect(rig.sandbox.state().reservations).toBe(0);
    rig.sandbox.apply({ kind: 'addFault', target: 'quoteInstant', effect: { kind: 'drop', when: 'after' }, times: 1 });
    await expect(instant()).rejects.toThrow(TypeError);
    expect(rig.sandbox.state().reservations).toBe(1);
  });

  it('spend a slot of the quota when the answer of a token request is lost', async () => {
    const rig = await makeRig();
    rig.sandbox.apply({ kind: 'addFault', target: 'token', effect: { kind: 'drop', when: 'after' }, times: 1 });
    await expect(rig.requestToken('openApi')).rejects.toThrow(TypeError);
    expect(rig.sandbox.state().applications[0]?.issuedInWindow).toBe(1);
    rig.sandbox.apply({ kind: 'addFault', target: 'token', effect: { kind: 'drop', when: 'before' }, times: 1 });
    await expect(rig.requestToken('openApi')).rejects.toThrow(TypeError);
    expect(rig.sandbox.state().applications[0]?.issuedInWindow).toBe(1);
  });

  it('delay an answer in machine time, however fast the clock runs', async () => {
    const rig = await makeRig();
    rig.sandbox.apply({ kind: 'setClockRate', rate: 720 });
    const token = await rig.mint('openApi');
    rig.sandbox.apply({ kind: 'addFault', target: 'any', effect: { kind: 'delay', delayMs: 3_000 }, times: 1 });
    let answered = false;
    const reply = rig.send('GET', LIST, { token }).finally(() => {
      answered = true;
    });
    await rig.machine.advance(2_999);
    expect(answered).toBe(false);
    await rig.machine.advance(1);
    expect((await reply).status).toBe(200);
  });
});

describe('state', () => {
  it('fits the contract, and is published after commands and soon after requests', async () => {
    const rig = await makeRig();
    const told: SandboxState[] = [];
    rig.sandbox.changed.subscribe((state) => told.push(state));
    rig.sandbox.apply({ kind: 'setListings', count: 500 });
    expect(told.map(({ listings, revision }) => [listings, revision])).toEqual([[500, 1]]);
    const token = await rig.mint('openApi');
    for (let sent = 0; sent < 10; sent += 1) await rig.send('GET', LIST, { token });
    expect(told).toHaveLength(1);
    await rig.machine.advance(250);
    expect(told).toHaveLength(2);
    expect(told[1]).toMatchObject({ requests: 11, applications: [{ liveTokens: 1, issuedInWindow: 1 }, {}, {}] });
    expect(SandboxState.parse(rig.sandbox.state())).toEqual(told[1]);
    rig.sandbox.setStatus({ running: true, origin: 'https://127.0.0.1:1', fingerprint: 'AA', failure: null });
    expect(rig.sandbox.state()).toMatchObject({ running: true, origin: 'https://127.0.0.1:1' });
  });

  it('is reset to that of a first start, except credentials and time', async () => {
    const rig = await makeRig();
    const credentials = rig.sandbox.credentials();
    const token = await rig.mint('openApi');
    rig.sandbox.apply({ kind: 'setClockRate', rate: 100 });
    await rig.machine.advance(1_000);
    rig.sandbox.apply({ kind: 'setListings', count: 3 });
    rig.sandbox.apply({ kind: 'setQuoteShape', shape: 'nested' });
    rig.sandbox.apply({ kind: 'addFault', target: 'any', effect: { kind: 'answer', status: 500 }, times: null });
    const state = rig.sandbox.apply({ kind: 'reset' });
    expect(state).toMatchObject({ listings: 240, quoteShape: 'flat', faults: [], requests: 0, clock: { rate: 1 } });
    expect(rig.clock.now() - rig.machine.now()).toBe(99_000);
    expect(rig.sandbox.credentials()).toEqual(credentials);
    expect((await rig.send('GET', LIST, { token })).status).toBe(401);
  });

  it('expires a token of a day after two minutes at 720 times the speed', async () => {
    const rig = await makeRig();
    rig.sandbox.apply({ kind: 'setClockRate', rate: 720 });
    const token = await rig.mint('openApi');
    await rig.machine.advance(119_990);
    expect((await rig.send('GET', LIST, { token })).status).toBe(200);
    await rig.machine.advance(10);
    expect((await rig.send('GET', LIST, { token })).status).toBe(401);
  });
});

describe('a restart', () => {
  const again = (rig: Rig) => makeRig({ machine: rig.machine, document: rig.document });

  it('keeps tokens valid, quotas, reservations, quotes and settings, and stores no token and no secret', async () => {
    const rig = await makeRig();
    const [open, booking] = [await rig.mint('openApi'), await rig.mint('booking')];
    for (let issued = 0; issued < 4; issued += 1) await rig.mint('openApi');
    const quote = (await rig.send('POST', '/booking/reservations/quotes', { token: booking, body: quoteBody(STAY) }))
      .body;
    await rig.send('POST', `/booking/reservations/quotes/${quote._id}/inquiry`, {
      token: booking,
      body: { ratePlanId: firstPlanId(quote), guest: GUEST },
    });
    rig.sandbox.apply({ kind: 'setListings', count: 300 });
    const secrets = [rig.sandbox.credentials().openApi, ...rig.sandbox.credentials().applications].map(
      ({ clientSecret }) => clientSecret,
    );
    await rig.sandbox.close();
    for (const secret of [open, booking, ...secrets, GUEST.email]) expect(rig.document.text).not.toContain(secret);

    await rig.machine.advance(HOUR);
    const next = await again(rig);
    expect(next.sandbox.credentials()).toEqual(rig.sandbox.credentials());
    expect((await next.send('GET', LIST, { token: open })).status).toBe(200);
    expect((await next.requestToken('openApi')).status).toBe(429);
    expect(next.sandbox.state()).toMatchObject({ listings: 300, reservations: 1 });
    expect((await next.send('GET', `/booking/reservations/quotes/${quote._id}`, { token: booking })).body).toEqual({
      ...quote,
      reservation: { _id: expect.any(String), status: 'reserved', confirmationCode: expect.any(String) },
    });
    expect(next.clock.now()).toBe(next.machine.now());
  });

  it('writes an issuance before it answers the token, so that a crash loses none', async () => {
    const rig = await makeRig();
    const token = await rig.mint('openApi');
    const next = await again(rig);
    expect((await next.send('GET', LIST, { token })).status).toBe(200);
  });

  it('continues the clock at its rate, never backwards, after a quit or a crash', async () => {
    for (const quit of [true, false]) {
      const rig = await makeRig();
      rig.sandbox.apply({ kind: 'setClockRate', rate: 1_000 });
      await rig.machine.advance(63_210);
      const last = rig.clock.now();
      if (quit) await rig.sandbox.close();
      const crashed = new MemoryDocument<SandboxMemory>();
      crashed.text = rig.document.text;
      const machine = new ManualClock(rig.machine.now() + DAY);
      const next = await makeRig({ machine, document: crashed });
      expect(next.clock.now()).toBeGreaterThanOrEqual(last + DAY);
      expect(next.clock.now()).toBeLessThanOrEqual(last + DAY + (quit ? 0 : 15_000_000));
      expect(next.clock.face().rate).toBe(1_000);
    }
  });

  it('does not set the clock back when the machine’s clock was set back', async () => {
    const rig = await makeRig();
    await rig.mint('openApi');
    const last = rig.clock.now();
    await rig.sandbox.close();
    const next = await makeRig({ machine: new ManualClock(rig.machine.now() - DAY), document: rig.document });
    expect(next.clock.now()).toBeGreaterThanOrEqual(last);
  });

  it('starts with a new memory when the stored one cannot be read, and survives a failed write', async () => {
    const document = new MemoryDocument<SandboxMemory>();
    document.text = '{"version":7}';
    const rig = await makeRig({ document });
    expect(rig.log.text).toContain('starts with a new memory');
    document.failWrites = true;
    const token = await rig.mint('openApi');
    expect((await rig.send('GET', LIST, { token })).status).toBe(200);
    expect(rig.log.text).toContain('could not be written');
    expect(rig.log.text).not.toContain(token);
  });
});
