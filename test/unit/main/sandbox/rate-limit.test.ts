import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOOKING_RATES, RateLimit } from '../../../../src/main/sandbox/http/rate-limit.ts';
import { makeRig } from './rig.ts';

describe('rate limit', () => {
  it('never admits more than a limit in any window, and always admits when Retry-After has passed', () => {
    const rules = [
      { windowMs: 1_000, limit: 5 },
      { windowMs: 10_000, limit: 20 },
    ] as const;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 300 }), (waits) => {
        const limit = new RateLimit(rules);
        const admitted: number[] = [];
        let now = 0;
        for (const wait of waits) {
          now += wait;
          const { admitted: yes, headers } = limit.admit(now);
          if (yes) admitted.push(now);
          else {
            now += Number(headers['retry-after']) * 1_000;
            expect(limit.admit(now).admitted).toBe(true);
            admitted.push(now);
          }
        }
        return rules.every(({ windowMs, limit: most }) =>
          admitted.every((start) => admitted.filter((at) => at >= start && at < start + windowMs).length <= most),
        );
      }),
    );
  });

  it('is shared by all applications of the account, reports the remaining requests, and counts no token request', async () => {
    const rig = await makeRig();
    const [one, two] = [await rig.mint('booking', 0), await rig.mint('booking', 1)];
    const search = (token: string) => rig.send('GET', '/booking/v1/search?limit=1', { token });
    expect((await search(one)).headers.get('x-ratelimit-remaining-second')).toBe('4');
    await search(two);
    await search(one);
    await search(two);
    const last = await search(one);
    expect(['second', 'minute', 'hour'].map((window) => last.headers.get(`x-ratelimit-limit-${window}`))).toEqual([
      '5',
      '275',
      '16500',
    ]);
    expect(['second', 'minute', 'hour'].map((window) => last.headers.get(`x-ratelimit-remaining-${window}`))).toEqual([
      '0',
      '270',
      '16495',
    ]);
    const refused = await search(two);
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      refused.headers.get('x-ratelimit-remaining-second'),
    ]).toEqual([429, '1', '0']);
    expect(refused.body).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } });
    await rig.machine.advance(1_000);
    expect((await search(two)).status).toBe(200);
  });

  it('sends the rate-limit headers with errors of the operation too', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const reply = await rig.send('GET', '/booking/listings/none', { token });
    expect([reply.status, reply.headers.get('x-ratelimit-remaining-second')]).toEqual([404, '4']);
  });

  it('reaches the limit of a minute at a steady five per second', () => {
    const limit = new RateLimit(BOOKING_RATES);
    const admitted = Array.from({ length: 300 }, (_, at) => limit.admit(at * 200).admitted);
    expect(admitted.filter(Boolean)).toHaveLength(275);
  });

  it('goes on with a clock that was set back', () => {
    const limit = new RateLimit(BOOKING_RATES);
    const hour = 3_600_000;
    const admitted = (from: number) => Array.from({ length: 6 }, () => limit.admit(from).admitted);
    expect(admitted(hour)).toEqual([true, true, true, true, true, false]);
    // Still full, and free again a second later.
    expect(admitted(0)).toEqual(Array(6).fill(false));
    expect(admitted(1_001)).toEqual([true, true, true, true, true, false]);
  });

  it('does not limit the Open API by default', async () => {
    for (const enforceOpenApiRates of [false, true]) {
      const rig = await makeRig({ enforceOpenApiRates });
      const token = await rig.mint('openApi');
      const replies = [];
      for (let sent = 0; sent < 20; sent += 1)
        replies.push(await rig.send('GET', '/open-api/v1/listings?limit=1', { token }));
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(enforceOpenApiRates ? 5 : 0);
      expect(replies[0]?.headers.get('x-ratelimit-limit-second')).toBe(enforceOpenApiRates ? '15' : null);
    }
  });
});
