import { describe, expect, it } from 'vitest';
import { bench, DAY, HOUR } from './token-bench.ts';

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: { code: string }) => error.code,
  );

async function withReserve(issuanceReserve: number) {
  const made = await bench();
  await made.vault.update({ id: made.connectionId, issuanceReserve });
  return made;
}

describe('the last slot', () => {
  it('is spent by a person only after a confirmation', async () => {
    const { tokens, service, openApi, clock } = await bench();
    const start = clock.now();
    for (let turn = 0; turn < 4; turn += 1) await tokens.renew(openApi, false);
    await expect(tokens.renew(openApi, false)).rejects.toMatchObject({
      data: { code: 'lastSlot', label: 'Open API', nextSlotAt: start + DAY, assumption: 'rolling' },
    });
    expect(service.seen).toHaveLength(4);
    expect(tokens.status(openApi)).toMatchObject({ state: 'valid', generation: 4 });
    await tokens.renew(openApi, true);
    expect(await code(tokens.renew(openApi, true))).toBe('quotaExhausted');
    expect(service.seen).toHaveLength(5);
  });

  it('is spent by the console without a confirmation when there is no reserve', async () => {
    const { tokens, openApi } = await bench();
    for (let turn = 0; turn < 4; turn += 1) await tokens.renew(openApi, false);
    await tokens.discard(openApi);
    expect(await code(tokens.bearer(openApi))).toBe('fine');
  });

  it('of an application is its third renewal', async () => {
    const { tokens, app } = await bench();
    for (let turn = 0; turn < 3; turn += 1) await tokens.renew(app, false);
    expect(await code(tokens.renew(app, false))).toBe('lastSlot');
  });
});

describe('the reserve', () => {
  it('is not spent by the console', async () => {
    const { tokens, service, openApi, clock } = await withReserve(2);
    const start = clock.now();
    for (let turn = 0; turn < 3; turn += 1) await tokens.renew(openApi, false);
    expect(await tokens.refused(openApi, 3, 401, 'list')).toBe('final');
    await expect(tokens.bearer(openApi)).rejects.toMatchObject({
      data: { code: 'reserveKept', reserve: 2, nextSlotAt: start + DAY, assumption: 'rolling' },
    });
    expect(tokens.status(openApi)).toMatchObject({
      state: 'blocked',
      reserve: 2,
      retryAt: start + DAY,
      reason: expect.stringContaining('reserved for emergencies'),
    });
    expect(service.seen).toHaveLength(3);
    await clock.advance(DAY);
    expect(await code(tokens.bearer(openApi))).toBe('fine');
  });

  it('can be spent by a person, the last slot after a confirmation', async () => {
    const { tokens, openApi } = await withReserve(3);
    for (let turn = 0; turn < 4; turn += 1) await tokens.renew(openApi, false);
    expect(await code(tokens.renew(openApi, false))).toBe('lastSlot');
    expect(await code(tokens.renew(openApi, true))).toBe('fine');
  });

  it('the status of a due token names the reserve', async () => {
    const { tokens, service, openApi, clock } = await withReserve(3);
    await tokens.bearer(openApi);
    await clock.advance(DAY - HOUR / 4);
    await tokens.renew(openApi, false);
    await clock.advance(DAY - HOUR / 4);
    service.behave = async () => service.issue({}, { 'ratelimit-limit': '5', 'ratelimit-remaining': '2' });
    await tokens.renew(openApi, false);
    await clock.advance(DAY - HOUR / 4);
    expect(tokens.status(openApi)).toMatchObject({
      state: 'due',
      reason: expect.stringContaining('reserved for emergencies'),
    });
    const sent = service.seen.length;
    expect((await tokens.bearer(openApi)).generation).toBe(3);
    expect(service.seen).toHaveLength(sent);
  });
});
