/** A token endpoint that issues the same token until it expires. */
import { describe, expect, it } from 'vitest';
import { settle } from '../../../support/manual-clock.ts';
import { noAnswer } from './fake-token-endpoint.ts';
import { bench, DAY, HOUR } from './token-bench.ts';

/** The endpoint has one token per day and tells the whole seconds that are left; `lies`: always 86400. */
async function sameTokenUntilExpiry({ lies = false } = {}) {
  const made = await bench();
  const { clock, service, activity, connectionId } = made;
  let current = { text: '', until: Number.NEGATIVE_INFINITY };
  service.behave = async () => {
    if (clock.now() >= current.until)
      current = { text: `planted-day-${service.seen.length}`, until: clock.now() + DAY };
    const left = lies ? DAY : current.until - clock.now();
    return service.issue({ access_token: current.text, expires_in: Math.floor(left / 1_000) });
  };
  const use = async (hours: number) => {
    for (let minutes = 0; minutes < hours * 60; minutes += 10) {
      await clock.advance(10 * 60_000);
      activity.recordUse(connectionId);
      await settle();
    }
  };
  return { ...made, use, current: () => current };
}

describe('an endpoint that issues the same token again', () => {
  it.each([{ lies: false }, { lies: true }])(
    'is asked again only when that token has expired (%o)',
    async (options) => {
      const { tokens, service, app, use, clock, current } = await sameTokenUntilExpiry(options);
      const { authorization } = await tokens.bearer(app);
      await use(23.9);
      expect(service.seen).toHaveLength(2);
      expect(tokens.status(app)).toMatchObject({
        state: 'valid',
        reason: expect.stringContaining('the same token again'),
      });
      expect((await tokens.bearer(app)).authorization.reveal()).toBe(authorization.reveal());
      await use(0.5);
      const renewed = await tokens.bearer(app);
      expect(renewed.authorization.reveal()).toBe(`Bearer ${current().text}`);
      expect(clock.now()).toBeLessThan(current().until);
      expect(service.seen).toHaveLength(3);
    },
  );

  it('is not asked early after a restart either', async () => {
    const { tokens, service, app, use, restart, connectionId } = await sameTokenUntilExpiry();
    await tokens.bearer(app);
    await use(23.7);
    expect(service.seen).toHaveLength(2);
    const again = await restart();
    again.activity.recordUse(connectionId);
    await again.tokens.bearer(app);
    await settle();
    expect(service.seen).toHaveLength(2);
  });

  it('spends two slots a day at most, and never leaves the application without a token', async () => {
    const { tokens, service, app, use } = await sameTokenUntilExpiry();
    for (let turn = 0; turn < 10 * 48; turn += 1) {
      await tokens.bearer(app);
      await use(0.5);
    }
    expect(service.seen.length).toBeLessThanOrEqual(20);
  });

  it('is not asked for another one because of a 401 of an unexpired token', async () => {
    const { tokens, service, app, clock } = await sameTokenUntilExpiry();
    await tokens.bearer(app);
    tokens.worked(app, 1, 'search');
    await clock.advance(HOUR);
    expect(await tokens.refused(app, 1, 401, 'search')).toBe('retry');
    tokens.worked(app, 2, 'search');
    await clock.advance(HOUR);
    expect(await tokens.refused(app, 1, 401, 'search')).toBe('final');
    expect(await tokens.refused(app, 2, 401, 'search')).toBe('final');
    expect(service.seen).toHaveLength(2);
  });
});

describe('the same token, adopted by a person', () => {
  it('starts without the refusals of before', async () => {
    const { tokens, service, openApi } = await bench();
    await tokens.bearer(openApi);
    for (const operation of ['one', 'two']) tokens.worked(openApi, 1, operation);
    service.behave = async () => {
      throw noAnswer(false);
    };
    for (const operation of ['one', 'two']) await tokens.refused(openApi, 1, 403, operation);
    service.behave = async () => service.issue();
    const sent = service.seen.length;
    await tokens.adopt(openApi, 'planted-token-1', null);
    expect(tokens.status(openApi).refusals).toEqual([]);
    expect(await tokens.refused(openApi, 2, 403, 'another')).toBe('final');
    expect(service.seen).toHaveLength(sent);
  });
});
