/** A program may cause an issuance once a day for each credential, when there is no token, and never the last slot or after a 401. */
import { describe, expect, it } from 'vitest';
import { bench, DAY, HOUR } from './token-bench.ts';

const withheld = (reason: string) => ({ data: { code: 'tokenWithheld', reason: expect.stringContaining(reason) } });

describe('a token for a program', () => {
  it('is the one that there is, and is not renewed early', async () => {
    const { tokens, service, openApi, clock } = await bench();
    await tokens.bearer(openApi);
    await clock.advance(DAY - 60_000);
    expect(tokens.status(openApi).state).toBe('due');
    expect(await tokens.provideToProgram(openApi)).toBe(false);
    expect(service.seen).toHaveLength(1);
  });

  it('is issued once for many, recorded with its cause, and once a day', async () => {
    const { tokens, service, openApi, clock } = await bench();
    const many = await Promise.all([1, 2, 3].map(() => tokens.provideToProgram(openApi)));
    expect(many).toEqual([true, false, false]);
    expect(tokens.status(openApi).issuances).toMatchObject([{ cause: 'program' }]);
    await tokens.discard(openApi);
    await clock.advance(20 * HOUR);
    await expect(tokens.provideToProgram(openApi)).rejects.toMatchObject(withheld('already caused one'));
    await clock.advance(4 * HOUR);
    expect(await tokens.provideToProgram(openApi)).toBe(true);
    expect(service.seen).toHaveLength(2);
  });

  it('is not issued after a 401', async () => {
    const { tokens, service, openApi } = await bench();
    const { generation } = await tokens.bearer(openApi);
    service.behave = () => Promise.reject(new TypeError('gone'));
    await tokens.refused(openApi, generation, 401, 'listListings');
    const before = service.seen.length;
    await expect(tokens.provideToProgram(openApi)).rejects.toMatchObject(withheld('refused the last one'));
    expect(service.seen).toHaveLength(before);
  });

  it.each([0, 2])('leaves the last slots to the person, at a reserve of %i', async (issuanceReserve) => {
    const { tokens, openApi, vault, connectionId } = await bench();
    await vault.update({ id: connectionId, issuanceReserve });
    const kept = Math.max(1, issuanceReserve);
    for (let left = 5; left > kept; left -= 1) await tokens.renew(openApi, true);
    await tokens.discard(openApi);
    expect(tokens.status(openApi).quota.remaining).toBe(kept);
    await expect(tokens.provideToProgram(openApi)).rejects.toMatchObject(withheld('kept for you'));
  });
});
