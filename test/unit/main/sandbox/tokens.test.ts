import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, makeRig } from './rig.ts';

const OPEN_LISTINGS = '/open-api/v1/listings?limit=1';
const SEARCH = '/booking/v1/search?limit=1';

describe('token endpoints', () => {
  it('answers the Open API as service.md §3.1 and §3.3 show it', async () => {
    const rig = await makeRig();
    const reply = await rig.requestToken('openApi');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      token_type: 'Bearer',
      expires_in: 86_400,
      access_token: expect.any(String),
      scope: 'open-api',
    });
    const headers = [
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'x-ratelimit-limit-day',
      'x-ratelimit-remaining-day',
    ];
    expect(headers.map((name) => reply.headers.get(name))).toEqual(['5', '4', '86400', '5', '4']);
    expect(reply.headers.get('x-request-id')).toBeTruthy();
  });

  it('answers the Booking Engine without a scope', async () => {
    const rig = await makeRig();
    const reply = await rig.requestToken('booking');
    expect(reply.body).toEqual({ token_type: 'Bearer', expires_in: 86_400, access_token: expect.any(String) });
    expect(reply.headers.get('ratelimit-limit')).toBeNull();
  });

  it.each([
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_id: 'nobody' }, 401, 'invalid_client'],
    [{ client_id: 'sandbox-website' }, 401, 'invalid_client'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ scope: 'booking_engine:api' }, 400, 'invalid_scope'],
    [{ client_secret: '' }, 400, 'invalid_request'],
  ])('refuses %o', async (changes, status, error) => {
    const rig = await makeRig();
    const reply = await rig.requestToken('openApi', 0, changes);
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual({ error, error_description: expect.any(String) });
    expect(rig.sandbox.state().applications[0]).toMatchObject({ issuedInWindow: 0, liveTokens: 0 });
  });

  it('requires the form-encoded content type', async () => {
    const rig = await makeRig();
    const reply = await rig.send('POST', '/open-api/oauth2/token', { body: { grant_type: 'client_credentials' } });
    expect([reply.status, reply.body.error]).toEqual([415, 'invalid_request']);
  });

  it('issues five Open API tokens in 24 h and frees a slot when the oldest leaves the window', async () => {
    const rig = await makeRig();
    for (let issued = 0; issued < 5; issued += 1) {
      await rig.mint('openApi');
      await rig.machine.advance(HOUR);
    }
    const refused = await rig.requestToken('openApi');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(19 * 3_600));
    expect(refused.headers.get('ratelimit-reset')).toBe(String(19 * 3_600));
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    await rig.machine.advance(19 * HOUR - 1);
    expect((await rig.requestToken('openApi')).status).toBe(429);
    await rig.machine.advance(1);
    expect((await rig.requestToken('openApi')).status).toBe(200);
    expect(rig.sandbox.state().answered429).toBe(2);
  });

  it('issues a first Booking Engine token and three renewals to each application', async () => {
    const rig = await makeRig();
    for (let issued = 0; issued < 4; issued += 1) await rig.mint('booking', 0);
    const refused = await rig.requestToken('booking', 0);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('86400');
    expect(refused.body).toMatchObject({
      error: { code: 'TOO_MANY_REQUESTS', data: { requestId: expect.any(String) } },
    });
    await rig.mint('booking', 1);
    expect(rig.sandbox.state().applications.map(({ issuedInWindow }) => issuedInWindow)).toEqual([0, 4, 1]);
  });

  it('shares no slot between simultaneous requests', async () => {
    const rig = await makeRig();
    const replies = await Promise.all(Array.from({ length: 12 }, () => rig.requestToken('openApi')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(replies.map(({ body }) => body.access_token).filter(Boolean)).size).toBe(5);
  });

  it('never issues more than the quota in any 24 h', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('openApi' as const, 'booking' as const),
        fc.array(fc.integer({ min: 0, max: 10 * HOUR }), { maxLength: 40 }),
        async (api, waits) => {
          const rig = await makeRig();
          const issued: number[] = [];
          for (const wait of waits) {
            rig.machine.jumpTo(rig.machine.now() + wait);
            if ((await rig.requestToken(api)).status === 200) issued.push(rig.machine.now());
          }
          // A first token of the Booking Engine is no renewal, so a window may begin with one more.
          const limit = api === 'openApi' ? 5 : 4;
          return issued.every((start) => issued.filter((at) => at >= start && at < start + DAY).length <= limit);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('resets the quota on command and keeps tokens valid', async () => {
    const rig = await makeRig();
    const token = await rig.mint('openApi');
    for (let issued = 0; issued < 4; issued += 1) await rig.mint('openApi');
    rig.sandbox.apply({ kind: 'resetQuota', api: 'openApi' });
    expect(rig.sandbox.state().applications[0]).toMatchObject({ issuedInWindow: 0, liveTokens: 5 });
    expect((await rig.requestToken('openApi')).headers.get('ratelimit-remaining')).toBe('4');
    expect((await rig.send('GET', OPEN_LISTINGS, { token })).status).toBe(200);
  });
});

describe('bearer check', () => {
  it('answers 403 with the documented text without the prefix', async () => {
    const rig = await makeRig();
    const token = await rig.mint('openApi');
    for (const authorization of [token, `bearer${token}`, '', 'Basic abc']) {
      const reply = await rig.send('GET', OPEN_LISTINGS, { headers: { authorization } });
      expect([reply.status, reply.body]).toEqual([
        403,
        { message: "You don't have permission to access, please contact support" },
      ]);
    }
    const booking = await rig.send('GET', SEARCH);
    expect(booking.status).toBe(403);
    expect(booking.body).toMatchObject({
      error: {
        code: 'FORBIDDEN',
        message: expect.any(String),
        data: { requestId: booking.headers.get('x-request-id') },
      },
    });
  });

  it('answers 401 for an expired token, at the second its lifetime ends', async () => {
    const rig = await makeRig();
    const [open, booking] = [await rig.mint('openApi'), await rig.mint('booking')];
    await rig.machine.advance(DAY - 1);
    expect((await rig.send('GET', OPEN_LISTINGS, { token: open })).status).toBe(200);
    await rig.machine.advance(1);
    expect((await rig.send('GET', OPEN_LISTINGS, { token: open })).body).toEqual({
      message: expect.stringContaining('expired'),
    });
    expect((await rig.send('GET', OPEN_LISTINGS, { token: open })).status).toBe(401);
    expect((await rig.send('GET', SEARCH, { token: booking })).body).toMatchObject({ error: { code: 'UNAUTHORIZED' } });
  });

  it('answers 403 for a token of the other API', async () => {
    const rig = await makeRig();
    const [open, booking] = [await rig.mint('openApi'), await rig.mint('booking')];
    expect((await rig.send('GET', OPEN_LISTINGS, { token: booking })).status).toBe(403);
    expect((await rig.send('GET', SEARCH, { token: open })).status).toBe(403);
  });

  it('answers 403 for text that is not a token and 401 for a token that it did not sign', async () => {
    const [rig, other] = [await makeRig(), await makeRig()];
    other.machine.jumpTo(other.machine.now() + 1);
    const foreign = (await makeRig({ machine: other.machine })).mint('openApi');
    expect((await rig.send('GET', OPEN_LISTINGS, { token: 'made-up' })).status).toBe(403);
    expect((await rig.send('GET', OPEN_LISTINGS, { token: await foreign })).status).toBe(401);
  });

  it.each(['expireTokens', 'revokeTokens'] as const)('answers 401 after %s, and only for that API', async (kind) => {
    const rig = await makeRig();
    const [open, booking] = [await rig.mint('openApi'), await rig.mint('booking')];
    rig.sandbox.apply({ kind, api: 'booking' });
    expect((await rig.send('GET', SEARCH, { token: booking })).status).toBe(401);
    expect((await rig.send('GET', OPEN_LISTINGS, { token: open })).status).toBe(200);
    expect(rig.sandbox.state().applications.map(({ liveTokens }) => liveTokens)).toEqual([1, 0, 0]);
    expect((await rig.send('GET', SEARCH, { token: await rig.mint('booking') })).status).toBe(200);
  });

  it('answers 403 for an operation without permission, and for no other', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    rig.sandbox.apply({ kind: 'setPermission', operation: 'search', allowed: false });
    expect(rig.sandbox.state().denied).toEqual(['search']);
    expect((await rig.send('GET', SEARCH, { token })).status).toBe(403);
    expect((await rig.send('GET', '/booking/reservations/quotes/none', { token })).status).toBe(404);
    rig.sandbox.apply({ kind: 'setPermission', operation: 'search', allowed: true });
    expect((await rig.send('GET', SEARCH, { token })).status).toBe(200);
  });
});
