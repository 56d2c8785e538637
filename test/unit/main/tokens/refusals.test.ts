import { describe, expect, it } from 'vitest';
import { TokenStatus } from '../../../../src/shared/model/token.ts';
import { settle } from '../../../support/manual-clock.ts';
import { deferred } from './fake-token-endpoint.ts';
import { bench, DAY, HOUR } from './token-bench.ts';

type Bench = Awaited<ReturnType<typeof bench>>;

/** A token service whose Open API token worked for each operation. */
async function working(...operations: string[]): Promise<Bench> {
  const made = await bench();
  await made.tokens.bearer(made.openApi);
  for (const operation of operations) made.tokens.worked(made.openApi, 1, operation);
  return made;
}

describe('a 403', () => {
  it('never issues a token for an operation that never worked, however often it is refused', async () => {
    const { tokens, service, openApi } = await working('list');
    for (const operation of ['search', 'calendar', 'quote'])
      for (let turn = 0; turn < 20; turn += 1) expect(await tokens.refused(openApi, 1, 403, operation)).toBe('final');
    expect(service.seen).toHaveLength(1);
    expect(tokens.status(openApi).state).toBe('valid');
  });

  it('is remembered per operation, until that operation works', async () => {
    const { tokens, openApi, clock } = await working();
    const firstAt = clock.now();
    await tokens.refused(openApi, 1, 403, 'search');
    await clock.advance(HOUR);
    await tokens.refused(openApi, 1, 403, 'search');
    await tokens.refused(openApi, 1, 403, 'quote');
    expect(TokenStatus.parse(tokens.status(openApi)).refusals).toEqual([
      { operation: 'search', generation: 1, firstAt, lastAt: firstAt + HOUR, times: 2 },
      { operation: 'quote', generation: 1, firstAt: firstAt + HOUR, lastAt: firstAt + HOUR, times: 1 },
    ]);
    tokens.worked(openApi, 1, 'search');
    expect(tokens.status(openApi).refusals.map((it) => it.operation)).toEqual(['quote']);
    await tokens.renew(openApi, false);
    expect(tokens.status(openApi).refusals).toEqual([]);
  });

  it('is published when it is first remembered', async () => {
    const { tokens, openApi, published } = await working();
    await tokens.refused(openApi, 1, 403, 'search');
    await settle();
    expect(published.at(-1)?.tokens[0]?.refusals).toHaveLength(1);
  });

  it('renews a token that has expired by the clock, and the request is replayed', async () => {
    const { tokens, service, openApi, clock } = await working('list');
    await clock.advance(DAY);
    expect(await tokens.refused(openApi, 1, 403, 'list')).toBe('retry');
    expect(service.seen).toHaveLength(2);
    expect(tokens.status(openApi).issuances.at(-1)?.cause).toBe('expiry');
  });

  it('of an old generation costs nothing, and the request is replayed with the new one', async () => {
    const { tokens, service, openApi } = await working('list');
    await tokens.renew(openApi, false);
    for (let turn = 0; turn < 10; turn += 1) expect(await tokens.refused(openApi, 1, 403, 'list')).toBe('retry');
    await tokens.refused(openApi, 2, 403, 'list');
    expect(await tokens.refused(openApi, 1, 403, 'list')).toBe('final');
    expect(service.seen).toHaveLength(2);
  });
});

describe('a token that died early', () => {
  it('is renewed once two operations that had worked with it are refused', async () => {
    const { tokens, service, openApi } = await working('list', 'search', 'quote');
    expect(await tokens.refused(openApi, 1, 403, 'list')).toBe('final');
    expect(await tokens.refused(openApi, 1, 403, 'list')).toBe('final');
    expect(service.seen).toHaveLength(1);
    expect(await tokens.refused(openApi, 1, 403, 'search')).toBe('retry');
    expect(service.seen).toHaveLength(2);
    expect(tokens.status(openApi)).toMatchObject({
      state: 'valid',
      generation: 2,
      reason: expect.stringContaining('died early'),
      refusals: [],
    });
    expect(tokens.status(openApi).issuances.at(-1)?.cause).toBe('diedEarly');
  });

  it('is not assumed when another operation still works', async () => {
    const { tokens, service, openApi } = await working('list', 'search', 'quote');
    await tokens.refused(openApi, 1, 403, 'list');
    tokens.worked(openApi, 1, 'quote');
    expect(await tokens.refused(openApi, 1, 403, 'search')).toBe('final');
    expect(service.seen).toHaveLength(1);
  });

  it('costs one issuance for any number of late refusals', async () => {
    const { tokens, service, openApi } = await working('list', 'search');
    const gate = deferred();
    service.behave = async () => {
      await gate.promise;
      return service.issue();
    };
    await tokens.refused(openApi, 1, 403, 'list');
    const answers = ['search', 'list', 'search', 'calendar'].map((it) => tokens.refused(openApi, 1, 403, it));
    await settle();
    expect(tokens.status(openApi)).toMatchObject({
      state: 'renewing',
      reason: expect.stringContaining('two operations'),
    });
    gate.resolve();
    expect(await Promise.all(answers)).toEqual(['retry', 'retry', 'retry', 'retry']);
    expect(service.seen).toHaveLength(2);
  });

  it('is not replaced again for a day when its replacement met the same refusals', async () => {
    const { tokens, service, openApi, clock } = await working('list', 'search');
    await tokens.refused(openApi, 1, 403, 'list');
    await tokens.refused(openApi, 1, 403, 'search');
    expect(await tokens.refused(openApi, 2, 403, 'search')).toBe('final');
    await clock.advance(HOUR);
    for (const operation of ['list', 'search']) tokens.worked(openApi, 2, operation);
    for (const operation of ['list', 'search']) expect(await tokens.refused(openApi, 2, 403, operation)).toBe('final');
    expect(service.seen).toHaveLength(2);
  });

  it('is replaced again when its replacement worked and died too', async () => {
    const { tokens, service, openApi } = await working('list', 'search');
    await tokens.refused(openApi, 1, 403, 'list');
    await tokens.refused(openApi, 1, 403, 'search');
    for (const operation of ['list', 'search']) tokens.worked(openApi, 2, operation);
    await tokens.refused(openApi, 2, 403, 'list');
    expect(await tokens.refused(openApi, 2, 403, 'search')).toBe('retry');
    expect(service.seen).toHaveLength(3);
  });

  it('stays in use while it cannot be replaced, and is tried again only when no slot was spent', async () => {
    const { tokens, service, openApi, clock } = await working('list', 'search');
    service.behave = async () => ({ status: 503 });
    await tokens.refused(openApi, 1, 403, 'list');
    expect(await tokens.refused(openApi, 1, 403, 'search')).toBe('final');
    expect(await tokens.bearer(openApi)).toMatchObject({ generation: 1 });
    expect(tokens.status(openApi).reason).toContain('have been refused (403) since');
    expect(await tokens.refused(openApi, 1, 403, 'search')).toBe('final');
    expect(service.seen).toHaveLength(2);
    service.behave = async () => ({ status: 504 });
    await clock.advance(HOUR);
    expect(await tokens.refused(openApi, 1, 403, 'search')).toBe('final');
    service.behave = async () => service.issue();
    await clock.advance(2 * HOUR);
    expect(await tokens.refused(openApi, 1, 403, 'list')).toBe('final');
    expect(service.seen).toHaveLength(3);
    expect(tokens.status(openApi).quota.used).toBe(2);
  });

  it('is not replaced because of an operation that never worked', async () => {
    const { tokens, service, openApi, clock } = await working('list', 'search');
    service.behave = async () => ({ status: 503 });
    for (const operation of ['list', 'search']) await tokens.refused(openApi, 1, 403, operation);
    service.behave = async () => service.issue();
    await clock.advance(HOUR);
    expect(await tokens.refused(openApi, 1, 403, 'calendar')).toBe('final');
    expect(service.seen).toHaveLength(2);
    expect(await tokens.refused(openApi, 1, 403, 'list')).toBe('retry');
  });
});

describe('a 401 of a token that cannot be replaced', () => {
  it('takes its validity from the status until it works again', async () => {
    const { tokens, openApi, clock } = await working('list');
    for (let renewal = 0; renewal < 4; renewal += 1) await tokens.renew(openApi, true);
    const { generation } = tokens.status(openApi);
    tokens.worked(openApi, generation, 'list');
    expect(tokens.status(openApi)).toMatchObject({ state: 'valid', quota: { remaining: 0 } });
    await clock.advance(10 * 60_000);
    expect(await tokens.refused(openApi, generation, 401, 'list')).toBe('final');
    const { state, reason, since } = tokens.status(openApi);
    expect({ state, since }).toEqual({ state: 'due', since: clock.now() });
    expect(reason).toMatch(/answers this token with 401.*All 5 issuances/);
    await clock.advance(1_000);
    tokens.worked(openApi, generation, 'list');
    expect(tokens.status(openApi).state).toBe('valid');
  });
});
