import { describe, expect, it } from 'vitest';
import { AppError, isAppError } from '../../../../src/shared/app-error.ts';
import type { ErrorCode } from '../../../../src/shared/errors.ts';
import { TokenStatus, TokensSnapshot } from '../../../../src/shared/model/token.ts';
import { settle } from '../../../support/manual-clock.ts';
import { ADDRESSES } from '../vault/open-vault.ts';
import { deferred, noAnswer } from './fake-token-endpoint.ts';
import { bench, DAY, HOUR, startTokens } from './token-bench.ts';

const MINUTE = 60_000;

const codeOf = (promise: Promise<unknown>): Promise<ErrorCode | 'fine'> =>
  promise.then(
    () => 'fine' as const,
    (error: unknown) => {
      if (!isAppError(error)) throw error;
      return error.code;
    },
  );

describe('a token', () => {
  it('is issued when first needed, and reused', async () => {
    const { tokens, service, openApi } = await bench();
    expect(tokens.status(openApi)).toMatchObject({ state: 'none', generation: 0, storage: 'nowhere' });
    const first = await tokens.bearer(openApi);
    expect(first.authorization.reveal()).toBe('Bearer planted-token-1');
    expect(await tokens.bearer(openApi)).toMatchObject({ generation: first.generation });
    expect(service.seen).toHaveLength(1);
    expect(TokenStatus.parse(tokens.status(openApi))).toMatchObject({
      state: 'valid',
      generation: 1,
      storage: 'encrypted',
      quota: { remaining: 4, limit: 5 },
      issuances: [{ cause: 'start', renewal: false, outcome: 'confirmed' }],
    });
  });

  it('costs one issuance for a thousand concurrent calls', async () => {
    const { tokens, service, openApi } = await bench();
    const gate = deferred();
    service.behave = async () => {
      await gate.promise;
      return service.issue();
    };
    const calls = Array.from({ length: 1_000 }, () => tokens.bearer(openApi));
    await settle();
    expect(tokens.status(openApi)).toMatchObject({ state: 'renewing' });
    gate.resolve();
    const generations = new Set((await Promise.all(calls)).map((bearer) => bearer.generation));
    expect([...generations]).toEqual([1]);
    expect(service.seen).toHaveLength(1);
  });

  it('is each credential’s own, with the scope of its API', async () => {
    const { tokens, service, openApi, app } = await bench();
    await Promise.all([tokens.bearer(openApi), tokens.bearer(app)]);
    expect(service.seen.map(({ body }) => body.get('scope')).sort()).toEqual(['booking_engine:api', 'open-api']);
  });

  it('survives a restart without a new issuance', async () => {
    const { tokens, service, openApi, disk, log, restart, published } = await bench();
    await tokens.bearer(openApi);
    await settle();
    expect(disk.document.text).not.toContain('planted');
    expect(disk.lines.text).not.toContain('planted');
    expect(log.text + JSON.stringify(published)).not.toContain('planted');
    const again = await restart();
    expect(again.tokens.status(openApi)).toMatchObject({ state: 'valid', generation: 1, quota: { remaining: 4 } });
    expect((await again.tokens.bearer(openApi)).authorization.reveal()).toBe('Bearer planted-token-1');
    expect(service.seen).toHaveLength(1);
  });

  it('is renewed in the background when it is due and used, and used meanwhile', async () => {
    const { tokens, service, openApi, clock } = await bench();
    await tokens.bearer(openApi);
    await clock.advance(DAY - 30 * MINUTE - 1);
    expect(tokens.status(openApi).state).toBe('valid');
    await clock.advance(1);
    expect(tokens.status(openApi)).toMatchObject({ state: 'due' });
    await clock.advance(5 * MINUTE);
    expect(service.seen).toHaveLength(1);
    expect((await tokens.bearer(openApi)).generation).toBe(1);
    await settle();
    expect(service.seen).toHaveLength(2);
    expect((await tokens.bearer(openApi)).generation).toBe(2);
    expect(tokens.status(openApi).issuances.map((it) => it.cause)).toEqual(['start', 'expiry']);
  });

  it('is due by the renewal margin of its connection', async () => {
    const { tokens, vault, openApi, clock, connectionId } = await bench();
    await tokens.bearer(openApi);
    await vault.update({ id: connectionId, renewalMarginMinutes: 5 });
    await clock.advance(DAY - 6 * MINUTE);
    expect(tokens.status(openApi).state).toBe('valid');
    await clock.advance(MINUTE);
    expect(tokens.status(openApi).state).toBe('due');
  });

  it('with a short lifetime is not due at once', async () => {
    const { tokens, service, openApi, clock } = await bench();
    service.behave = async () => service.issue({ expires_in: 600 });
    await tokens.bearer(openApi);
    expect(tokens.status(openApi).state).toBe('valid');
    await clock.advance(7 * MINUTE);
    expect(tokens.status(openApi).state).toBe('valid');
    await clock.advance(MINUTE);
    expect(tokens.status(openApi).state).toBe('due');
  });

  it('is never used after its expiry', async () => {
    const { tokens, openApi, clock } = await bench();
    await tokens.bearer(openApi);
    await clock.advance(DAY);
    expect(tokens.status(openApi)).toMatchObject({ state: 'expired' });
    expect((await tokens.bearer(openApi)).generation).toBe(2);
  });

  it('has notes on what its answer left open', async () => {
    const { tokens, service, openApi } = await bench();
    service.behave = async () => service.issue({ expires_in: undefined });
    await tokens.bearer(openApi);
    expect(tokens.status(openApi).reason).toContain('24 hours are assumed');
    expect(tokens.status(openApi).expiresAt).toBe((tokens.status(openApi).issuedAt ?? 0) + DAY);
  });

  it('can be discarded by a person, and its generation is never used again', async () => {
    const { tokens, openApi, restart } = await bench();
    await tokens.bearer(openApi);
    expect(await tokens.discard(openApi)).toMatchObject({ state: 'none', storage: 'nowhere', issuedAt: null });
    const again = await restart();
    expect((await again.tokens.bearer(openApi)).generation).toBe(2);
  });

  it('stays in memory when it cannot be stored', async () => {
    const { tokens, service, openApi, disk } = await bench();
    disk.document.failWrites = true;
    expect((await tokens.bearer(openApi)).generation).toBe(1);
    expect(tokens.status(openApi)).toMatchObject({ state: 'valid', storage: 'memory' });
    expect(await codeOf(tokens.bearer(openApi))).toBe('fine');
    expect(service.seen).toHaveLength(1);
  });
});

describe('a 401', () => {
  it('causes one renewal per generation; late ones cost nothing', async () => {
    const { tokens, service, openApi } = await bench();
    const { generation } = await tokens.bearer(openApi);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => tokens.refused(openApi, generation, 401, 'listListings')),
    );
    expect(new Set(answers)).toEqual(new Set(['retry']));
    expect(await tokens.refused(openApi, generation, 401, 'listListings')).toBe('retry');
    expect(service.seen).toHaveLength(2);
    expect((await tokens.bearer(openApi)).generation).toBe(2);
    expect(tokens.status(openApi).issuances.at(-1)?.cause).toBe('unauthorized');
  });

  it('is final for a token that replaced a refused one, until it has worked', async () => {
    const { tokens, service, openApi } = await bench();
    await tokens.bearer(openApi);
    await tokens.refused(openApi, 1, 401, 'listListings');
    expect(await tokens.refused(openApi, 2, 401, 'listListings')).toBe('final');
    expect(service.seen).toHaveLength(2);
    tokens.worked(openApi, 2, 'listListings');
    // One refused request is believed once a day, a second one at any time.
    expect(await tokens.refused(openApi, 2, 401, 'listListings')).toBe('final');
    expect(await tokens.refused(openApi, 2, 401, 'listListings')).toBe('retry');
    expect(service.seen).toHaveLength(3);
  });

  it('is also final after a restart when the previous token was refused recently', async () => {
    const { tokens, service, openApi, restart } = await bench();
    await tokens.bearer(openApi);
    await tokens.refused(openApi, 1, 401, 'listListings');
    const again = await restart();
    await again.tokens.bearer(openApi);
    expect(await again.tokens.refused(openApi, 2, 401, 'listListings')).toBe('final');
    expect(service.seen).toHaveLength(2);
  });

  it('is final too for a token whose first token request failed', async () => {
    const { tokens, service, openApi, clock } = await bench();
    await tokens.bearer(openApi);
    service.behave = async () => {
      throw noAnswer(false);
    };
    expect(await tokens.refused(openApi, 1, 401, 'listListings')).toBe('final');
    service.behave = async () => service.issue();
    await clock.advance(20 * MINUTE);
    expect(await tokens.bearer(openApi)).toMatchObject({ generation: 2 });
    expect(tokens.status(openApi).issuances.at(-1)).toMatchObject({ cause: 'unauthorized' });
    expect(await tokens.refused(openApi, 2, 401, 'listListings')).toBe('final');
    expect(service.issuedAt).toHaveLength(2);
  });

  it('is final when no new token can be issued, and the refused token is not used again', async () => {
    const { tokens, service, openApi } = await bench();
    await tokens.bearer(openApi);
    service.behave = async () => ({ status: 503 });
    expect(await tokens.refused(openApi, 1, 401, 'listListings')).toBe('final');
    expect(await codeOf(tokens.bearer(openApi))).toBe('tokenEndpointFailed');
    expect(service.seen).toHaveLength(2);
  });
});

describe('without a slot', () => {
  it('no token is requested, and the next slot is named', async () => {
    const { tokens, service, openApi, clock } = await bench();
    const start = clock.now();
    for (let turn = 0; turn < 5; turn += 1) {
      await tokens.renew(openApi, true);
      await clock.advance(MINUTE);
    }
    const refused = tokens.renew(openApi, true);
    await expect(refused).rejects.toMatchObject({
      data: { code: 'quotaExhausted', label: 'Open API', limit: 5, nextSlotAt: start + DAY, assumption: 'rolling' },
    });
    expect(service.seen).toHaveLength(5);
    await tokens.discard(openApi);
    expect(tokens.status(openApi)).toMatchObject({ state: 'blocked', retryAt: start + DAY, quota: { remaining: 0 } });
    expect(await codeOf(tokens.bearer(openApi))).toBe('quotaExhausted');
    await clock.advance(DAY);
    expect(tokens.status(openApi).state).toBe('none');
    expect((await tokens.bearer(openApi)).generation).toBe(6);
  });

  it.each<[string, (made: Awaited<ReturnType<typeof bench>>) => Promise<unknown>]>([
    [
      'the credentials are rejected',
      async ({ tokens, service, openApi }) => {
        service.behave = async () => ({ status: 401 });
        await codeOf(tokens.renew(openApi, true));
      },
    ],
    [
      'the endpoint is down',
      async ({ tokens, service, openApi }) => {
        service.behave = async () => ({ status: 503 });
        await codeOf(tokens.renew(openApi, true));
      },
    ],
  ])('a token that only the clock calls expired is tried when %s', async (_, prevent) => {
    const made = await bench();
    const { tokens, openApi, clock, service } = made;
    const { generation } = await tokens.bearer(openApi);
    await clock.advance(DAY);
    await prevent(made);
    const asked = service.seen.length;
    expect(await tokens.bearer(openApi)).toMatchObject({ generation });
    expect(tokens.status(openApi).reason).toContain('still try');
    tokens.worked(openApi, generation, 'list');
    expect(tokens.status(openApi).state).toMatch(/due|rejected/);
    expect(await tokens.bearer(openApi)).toMatchObject({ generation });
    expect(await tokens.refused(openApi, generation, 401, 'list')).toBe('final');
    expect(await codeOf(tokens.bearer(openApi))).not.toBe('fine');
    expect(service.seen).toHaveLength(asked);
  });

  it('a token that only the clock calls expired is tried, in each click until it is refused', async () => {
    const { tokens, service, openApi, clock } = await bench();
    service.behave = async () => service.issue({ expires_in: 20_000 });
    for (let turn = 0; turn < 5; turn += 1) await tokens.renew(openApi, true);
    await clock.advance(6 * HOUR);
    for (let click = 0; click < 144; click += 1) {
      const { generation } = await tokens.bearer(openApi);
      expect(generation).toBe(5);
      if (click > 0) expect(tokens.status(openApi).state).toBe('due');
      tokens.worked(openApi, generation, 'list');
      await clock.advance(MINUTE);
    }
    expect(await tokens.refused(openApi, 5, 401, 'list')).toBe('final');
    expect(await codeOf(tokens.bearer(openApi))).toBe('quotaExhausted');
    expect(service.seen).toHaveLength(5);
  });

  it('the current token stays in use when it is due', async () => {
    const { tokens, openApi, clock } = await bench();
    for (let turn = 0; turn < 5; turn += 1) await tokens.renew(openApi, true);
    await clock.advance(DAY - 10 * MINUTE);
    expect((await tokens.bearer(openApi)).generation).toBe(5);
    expect(tokens.status(openApi)).toMatchObject({ state: 'due', reason: expect.stringContaining('used until') });
  });

  it('editing the secret does not free slots', async () => {
    const { tokens, vault, openApi, service } = await bench();
    for (let turn = 0; turn < 5; turn += 1) await tokens.renew(openApi, true);
    await vault.replaceSecret({ credentialId: openApi, clientSecret: 'planted-other' });
    expect(await codeOf(tokens.bearer(openApi))).toBe('quotaExhausted');
    expect(service.seen).toHaveLength(5);
    await vault.setOpenApi({
      connectionId: vault.snapshot().currentId,
      clientId: 'another-client',
      clientSecret: 'planted-more',
    });
    expect(await codeOf(tokens.bearer(openApi))).toBe('fine');
  });

  it('a 429 names the next slot, also after a restart', async () => {
    const { tokens, service, openApi, clock, restart } = await bench();
    service.behave = async () => ({ status: 429, headers: { 'retry-after': '7200', 'ratelimit-remaining': '0' } });
    const slot = clock.now() + 2 * HOUR;
    await expect(tokens.bearer(openApi)).rejects.toMatchObject({ data: { code: 'quotaExhausted', nextSlotAt: slot } });
    expect(tokens.status(openApi)).toMatchObject({ state: 'blocked', retryAt: slot });
    const again = await restart();
    expect(await codeOf(again.tokens.bearer(openApi))).toBe('quotaExhausted');
    expect(await codeOf(again.tokens.renew(openApi, true))).toBe('quotaExhausted');
    expect(again.tokens.status(openApi)).toMatchObject({ state: 'blocked', retryAt: slot, quota: { basis: 'server' } });
    expect(service.seen).toHaveLength(1);
    service.behave = async () => service.issue();
    await clock.advance(2 * HOUR);
    expect(await codeOf(again.tokens.bearer(openApi))).toBe('fine');
  });

  it.each<[string, Record<string, string>]>([
    ['milliseconds', { 'retry-after': '86400000' }],
    ['a month of seconds', { 'retry-after': '2592000' }],
    ['a reset in milliseconds', { 'ratelimit-remaining': '0', 'ratelimit-reset': '3600000' }],
    ['epoch seconds', { 'retry-after': '4000000000' }],
    ['epoch milliseconds', { 'ratelimit-reset': '4000000000000' }],
    ['a date', { 'retry-after': 'Fri, 01 Jan 2077 00:00:00 GMT' }],
  ])('a 429 that names a wait beyond a day by %s waits a day and says so, also after a restart', async (_, headers) => {
    const { tokens, service, openApi, clock, restart } = await bench();
    const slot = clock.now() + DAY;
    service.behave = async () => ({ status: 429, headers });
    await expect(tokens.bearer(openApi)).rejects.toMatchObject({ data: { code: 'quotaExhausted', nextSlotAt: slot } });
    expect(tokens.status(openApi)).toMatchObject({ state: 'blocked', retryAt: slot, quota: { nextSlotAt: slot } });
    const again = await restart();
    expect(await codeOf(again.tokens.bearer(openApi))).toBe('quotaExhausted');
    const status = again.tokens.status(openApi);
    expect(status).toMatchObject({
      state: 'blocked',
      retryAt: slot,
      quota: { doubt: expect.stringContaining('24 h') },
    });
    expect(status.reason).toContain(status.quota.doubt);
    service.behave = async () => service.issue();
    await clock.advance(DAY);
    expect(await codeOf(again.tokens.renew(openApi, true))).toBe('fine');
  });

  it('a reset as an instant of the same day is read as one', async () => {
    const { tokens, service, openApi, clock } = await bench();
    const slot = Math.floor(clock.now() / 1_000) * 1_000 + 2 * HOUR;
    service.behave = async () => ({ status: 429, headers: { 'ratelimit-reset': String(slot / 1_000) } });
    await expect(tokens.bearer(openApi)).rejects.toMatchObject({ data: { code: 'quotaExhausted', nextSlotAt: slot } });
    expect(tokens.status(openApi).quota).not.toHaveProperty('doubt');
  });

  it('a header that never falls does not let more tokens be issued than the quota', async () => {
    const { tokens, service, openApi, clock } = await bench();
    service.behave = async () => service.issue({}, { 'ratelimit-limit': '5', 'ratelimit-remaining': '4' });
    for (let turn = 0; turn < 5; turn += 1) {
      await tokens.renew(openApi, true);
      await clock.advance(MINUTE);
    }
    expect(await codeOf(tokens.renew(openApi, true))).toBe('quotaExhausted');
    expect(service.seen).toHaveLength(5);
    expect(tokens.status(openApi).quota).toMatchObject({ used: 5, mayIssue: false, doubt: expect.any(String) });
  });

  it('the server’s headers report slots that other clients used', async () => {
    const { tokens, service, openApi } = await bench();
    service.behave = async () =>
      service.issue({}, { 'ratelimit-limit': '5', 'ratelimit-remaining': '0', 'ratelimit-reset': '3600' });
    await tokens.bearer(openApi);
    expect(tokens.status(openApi)).toMatchObject({
      quota: { remaining: 0, basis: 'server' },
      server: { limit: 5, remaining: 0 },
    });
    expect(await codeOf(tokens.renew(openApi, true))).toBe('quotaExhausted');
  });
});

describe('credentials that were rejected', () => {
  it('are never tried again until they change, neither after a restart nor by a person', async () => {
    const { tokens, service, openApi, clock, restart, vault } = await bench();
    service.behave = async () => ({ status: 401, body: { error: 'invalid_client' } });
    expect(await codeOf(tokens.bearer(openApi))).toBe('credentialsRejected');
    await clock.advance(3 * DAY);
    expect(await codeOf(tokens.bearer(openApi))).toBe('credentialsRejected');
    expect(await codeOf(tokens.renew(openApi, true))).toBe('credentialsRejected');
    const again = await restart();
    expect(await codeOf(again.tokens.bearer(openApi))).toBe('credentialsRejected');
    expect(again.tokens.status(openApi)).toMatchObject({ state: 'rejected', quota: { used: 0 } });
    expect(service.seen).toHaveLength(1);
    service.behave = async () => service.issue();
    await again.vault.replaceSecret({ credentialId: openApi, clientSecret: 'planted-right' });
    expect(again.tokens.status(openApi)).toMatchObject({ state: 'none', lastError: null });
    expect(await codeOf(again.tokens.bearer(openApi))).toBe('fine');
    expect(service.seen.at(-1)?.body.get('client_secret')).toBe('planted-right');
    expect(vault.snapshot().connections).toHaveLength(1);
  });

  it('leave the current token in use', async () => {
    const { tokens, service, openApi, clock } = await bench();
    await tokens.bearer(openApi);
    service.behave = async () => ({ status: 401 });
    await clock.advance(DAY - 10 * MINUTE);
    await tokens.bearer(openApi);
    await settle();
    expect(tokens.status(openApi)).toMatchObject({
      state: 'rejected',
      reason: expect.stringContaining('until it expires'),
    });
    expect((await tokens.bearer(openApi)).generation).toBe(1);
    expect(service.seen).toHaveLength(2);
  });
});

describe('a token endpoint that does not answer', () => {
  it('is asked again after a growing backoff, and costs no slot', async () => {
    const { tokens, service, openApi, clock } = await bench();
    service.behave = async () => {
      throw noAnswer(false);
    };
    expect(await codeOf(tokens.bearer(openApi))).toBe('tokenEndpointUnreachable');
    const { retryAt } = tokens.status(openApi);
    expect(retryAt).toBeGreaterThan(clock.now());
    expect(await codeOf(tokens.bearer(openApi))).toBe('tokenEndpointUnreachable');
    expect(service.seen).toHaveLength(1);
    await clock.advance((retryAt ?? 0) - clock.now());
    expect(await codeOf(tokens.bearer(openApi))).toBe('tokenEndpointUnreachable');
    expect(service.seen).toHaveLength(2);
    expect(tokens.status(openApi)).toMatchObject({ state: 'unreachable', quota: { remaining: 5 } });
  });

  it('may be asked at once by a person', async () => {
    const { tokens, service, openApi } = await bench();
    service.behave = async () => {
      throw noAnswer(false);
    };
    await codeOf(tokens.bearer(openApi));
    service.behave = async () => service.issue();
    expect(await tokens.renew(openApi, true)).toMatchObject({ state: 'valid', lastError: null, retryAt: null });
  });

  it('may have issued a token that was lost, which counts as spent', async () => {
    const { tokens, service, openApi } = await bench();
    service.behave = async () => {
      service.issue();
      throw noAnswer(true);
    };
    await expect(tokens.bearer(openApi)).rejects.toMatchObject({ data: { mayHaveBeenIssued: true } });
    expect(tokens.status(openApi)).toMatchObject({ quota: { used: 1 }, issuances: [{ outcome: 'lost' }] });
  });

  it.each([502, 520, 522])(
    'but a gateway does (%i): it counts, and automatic requests wait, a person does not',
    async (status) => {
      const { tokens, service, app, clock } = await bench();
      service.behave = async () => {
        service.issue();
        return { status };
      };
      for (let turn = 0; turn < 12; turn += 1) {
        await codeOf(tokens.bearer(app));
        await clock.advance(10_000);
      }
      expect(service.seen.length).toBeLessThanOrEqual(2);
      expect(tokens.status(app).issuances[0]).toMatchObject({ outcome: 'lost' });
      expect(tokens.status(app).quota.used).toBe(service.seen.length - 1);
      const before = service.seen.length;
      expect(await codeOf(tokens.renew(app, true))).toBe('tokenEndpointFailed');
      expect(service.seen).toHaveLength(before + 1);
    },
  );

  it('and used up all slots without a confirmation may be asked by a person who confirms it', async () => {
    const { tokens, service, openApi, clock } = await bench();
    service.behave = async () => ({ status: 502 });
    while (tokens.status(openApi).quota.mayIssue) {
      await codeOf(tokens.bearer(openApi));
      await clock.advance(HOUR);
    }
    service.behave = async () => service.issue();
    expect(await codeOf(tokens.bearer(openApi))).toBe('quotaExhausted');
    expect(tokens.status(openApi).quota).toMatchObject({ remaining: 0, unconfirmed: 5 });
    expect(await codeOf(tokens.renew(openApi, false))).toBe('lastSlot');
    expect(await codeOf(tokens.renew(openApi, true))).toBe('fine');
  });

  it('but redirects is asked once, and again when a person asks or its address changes', async () => {
    const { tokens, service, openApi, clock, vault, connectionId } = await bench();
    service.behave = async () => ({ status: 301, headers: { location: 'https://new.test/oauth2/token' } });
    for (let hour = 0; hour < 12; hour += 1) {
      expect(await codeOf(tokens.bearer(openApi))).toBe('redirected');
      await clock.advance(HOUR);
    }
    expect(service.seen).toHaveLength(1);
    expect(tokens.status(openApi)).toMatchObject({ state: 'unreachable', retryAt: null, quota: { used: 0 } });
    expect(tokens.status(openApi).reason).toContain('https://new.test/oauth2/token');
    expect(await codeOf(tokens.renew(openApi, true))).toBe('redirected');
    expect(service.seen).toHaveLength(2);
    service.behave = async () => service.issue();
    await vault.update({ id: connectionId, addresses: { ...ADDRESSES, authUrl: 'https://api.test/new' } });
    expect(await codeOf(tokens.bearer(openApi))).toBe('fine');
  });

  it('leaves the current token in use while it is due', async () => {
    const { tokens, service, openApi, clock } = await bench();
    await tokens.bearer(openApi);
    service.behave = async () => ({ status: 503 });
    await clock.advance(DAY - 20 * MINUTE);
    for (let turn = 0; turn < 20; turn += 1) expect((await tokens.bearer(openApi)).generation).toBe(1);
    await settle();
    expect(service.seen).toHaveLength(2);
    expect(tokens.status(openApi)).toMatchObject({ state: 'due', retryAt: expect.any(Number) });
    await clock.advance(20 * MINUTE);
    expect(tokens.status(openApi).state).toBe('unreachable');
  });
});

describe('nothing is sent', () => {
  it('when the ledger cannot be written', async () => {
    const { tokens, service, openApi, disk } = await bench();
    disk.lines.failAppends = true;
    expect(await codeOf(tokens.bearer(openApi))).toBe('storageFailed');
    expect(service.seen).toHaveLength(0);
    expect(tokens.status(openApi).reason).toContain('The token ledger could not be saved');
    disk.lines.failAppends = false;
    expect(await codeOf(tokens.bearer(openApi))).toBe('fine');
  });

  it('before the ledger’s line is on disk', async () => {
    const { tokens, service, openApi, disk } = await bench();
    service.behave = async () => {
      expect(disk.lines.text).toContain('"kind":"sent"');
      expect(disk.lines.text).not.toContain('"kind":"confirmed"');
      return service.issue();
    };
    await tokens.bearer(openApi);
    expect(disk.lines.text).toContain('"kind":"confirmed"');
  });

  it('when there is no secret, or it cannot be decrypted', async () => {
    const { tokens, service, openApi, app, vault, cipher } = await bench();
    await vault.deleteSecret({ credentialId: openApi });
    expect(await codeOf(tokens.bearer(openApi))).toBe('secretMissing');
    expect(tokens.status(openApi)).toMatchObject({ state: 'none', reason: expect.stringContaining('Client Secret') });
    cipher.failDecrypt = true;
    expect(await codeOf(tokens.bearer(app))).toBe('secretUnreadable');
    expect(service.seen).toHaveLength(0);
    expect(tokens.status(app).quota.used).toBe(0);
    cipher.failDecrypt = false;
    expect(await codeOf(tokens.bearer(app))).toBe('fine');
  });

  it('while a stored token cannot be decrypted', async () => {
    const { tokens, service, openApi, cipher, restart } = await bench();
    await tokens.bearer(openApi);
    cipher.failDecrypt = true;
    const again = await restart();
    expect(await codeOf(again.tokens.bearer(openApi))).toBe('secretUnreadable');
    cipher.failDecrypt = false;
    expect((await again.tokens.bearer(openApi)).generation).toBe(1);
    expect(service.seen).toHaveLength(1);
  });

  it('while the stored token is read the snapshots say so, and no longer once it was read or could not be', async () => {
    for (const answer of [
      async () => null,
      () => Promise.reject(new AppError('secretUnreadable', { label: 'the client' })),
    ]) {
      const { tokens, vault, openApi, published } = await bench();
      const reasons = () =>
        published.splice(0).map((it) => it.tokens.find(({ credentialId }) => credentialId === openApi)?.reason);
      const gate = Promise.withResolvers<void>();
      vault.storedToken = () => gate.promise.then(answer);
      await settle();
      const read = codeOf(tokens.bearer(openApi));
      tokens.refresh();
      await settle();
      expect(reasons().at(-1)).toContain('not read yet');
      gate.resolve();
      await read;
      await settle();
      const after = reasons();
      expect(after.length).toBeGreaterThan(0);
      for (const reason of after) expect(reason).not.toContain('not read yet');
    }
  });

  it('for an unknown credential', async () => {
    const { tokens } = await bench();
    expect(await codeOf(tokens.bearer('nobody'))).toBe('notFound');
  });
});

describe('a credential that changes while its token request is in flight', () => {
  it('gets a token for the new credential, and the old answer only counts as spent', async () => {
    const { tokens, service, openApi, vault } = await bench();
    const gate = deferred();
    service.behave = async () => {
      if (service.seen.length === 1) await gate.promise;
      return service.issue();
    };
    const bearer = tokens.bearer(openApi);
    await settle();
    await vault.replaceSecret({ credentialId: openApi, clientSecret: 'planted-other' });
    gate.resolve();
    expect((await bearer).authorization.reveal()).toBe('Bearer planted-token-2');
    expect(service.seen.map(({ body }) => body.get('client_secret'))).toEqual(['planted-open-secret', 'planted-other']);
    expect(tokens.status(openApi).quota.used).toBe(2);
  });

  it('a removed credential ends the request', async () => {
    const { tokens, service, openApi, vault, connectionId, published } = await bench();
    const gate = deferred();
    service.behave = async () => {
      await gate.promise;
      return service.issue();
    };
    const bearer = codeOf(tokens.bearer(openApi));
    await settle();
    await vault.removeOpenApi({ connectionId });
    gate.resolve();
    expect(await bearer).toBe('notFound');
    await settle();
    expect(published.at(-1)?.tokens.map((it) => it.api)).toEqual(['booking']);
  });

  it('discarding keeps a token that was issued meanwhile', async () => {
    const { tokens, service, openApi } = await bench();
    await tokens.bearer(openApi);
    const renewed = tokens.renew(openApi, true);
    await Promise.all([renewed, tokens.discard(openApi)]);
    const { generation } = await tokens.bearer(openApi);
    const held = tokens.status(openApi);
    expect(held).toMatchObject({ state: 'valid', storage: 'encrypted', generation });
    expect(service.seen.length).toBeLessThanOrEqual(3);
  });
});

describe('published snapshots', () => {
  it('have growing revisions, and appear for changes by time alone', async () => {
    const { tokens, openApi, clock, published, connectionId } = await bench();
    await tokens.bearer(openApi);
    await settle();
    const states = () => published.map((it) => it.tokens[0]?.state);
    await clock.advance(DAY + MINUTE);
    expect(states().filter((state, index) => state !== states()[index - 1])).toEqual([
      'none',
      'renewing',
      'valid',
      'due',
      'expired',
    ]);
    const revisions = published.map((it) => it.revision);
    expect(revisions).toEqual([...revisions].sort((one, other) => one - other));
    expect(new Set(revisions).size).toBe(revisions.length);
    for (const snapshot of published) expect(() => TokensSnapshot.parse(snapshot)).not.toThrow();
    expect(tokens.snapshot(connectionId).revision).toBe(revisions.at(-1));
  });

  it('do not appear while nothing changes', async () => {
    const { tokens, openApi, published } = await bench();
    await tokens.bearer(openApi);
    await settle();
    const before = published.length;
    for (let turn = 0; turn < 100; turn += 1) await tokens.bearer(openApi);
    await settle();
    expect(published).toHaveLength(before);
  });

  it('end when the service stops', async () => {
    const { tokens, openApi, clock, published } = await bench();
    await tokens.bearer(openApi);
    await settle();
    const before = published.length;
    tokens.stop();
    expect(clock.pending).toBe(0);
    await clock.advance(2 * DAY);
    expect(published).toHaveLength(before);
  });
});

describe('quitting', () => {
  it('waits for a token request in flight, whose token the next start has', async () => {
    const { tokens, service, openApi, disk, clock, cipher } = await bench();
    const gate = deferred();
    service.behave = async () => {
      await gate.promise;
      return service.issue();
    };
    const bearer = tokens.bearer(openApi);
    await settle();
    let stopped = false;
    const stopping = tokens.stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(stopped).toBe(false);
    gate.resolve();
    await stopping;
    await bearer;
    const again = await startTokens(disk, clock, service, cipher);
    expect(again.tokens.status(openApi)).toMatchObject({ state: 'valid', generation: 1, quota: { remaining: 4 } });
    expect(service.seen).toHaveLength(1);
  });

  it('does not fail for a lost token, and requests no further one', async () => {
    const { tokens, service, openApi, app } = await bench();
    const gate = deferred();
    service.behave = async () => {
      await gate.promise;
      throw noAnswer(true);
    };
    const bearer = codeOf(tokens.bearer(openApi));
    await settle();
    const stopping = tokens.stop();
    expect(await codeOf(tokens.bearer(app))).toBe('cancelled');
    gate.resolve();
    await stopping;
    expect(await bearer).toBe('tokenEndpointUnreachable');
    expect(service.seen).toHaveLength(1);
  });
});

describe('a sandbox', () => {
  it('keeps its tokens and its quota at another port', async () => {
    const { tokens, vault, service } = await bench();
    const keys = {
      origin: 'https://127.0.0.1:4001',
      openApi: { clientId: 'sandbox-open', clientSecret: 'planted-sandbox' },
      applications: [],
    };
    const sandbox = await vault.ensureSandbox(keys);
    const id = sandbox.openApi?.id ?? '';
    await tokens.bearer(id);
    await vault.ensureSandbox({ ...keys, origin: 'https://127.0.0.1:5002' });
    expect((await tokens.bearer(id)).generation).toBe(1);
    expect(tokens.status(id).quota.used).toBe(1);
    await tokens.renew(id, true);
    expect(service.seen.at(-1)?.request.url).toBe('https://127.0.0.1:5002/open-api/oauth2/token');
  });

  it('resets the quota in the ledger too', async () => {
    const { tokens, openApi, connectionId } = await bench();
    for (let turn = 0; turn < 5; turn += 1) await tokens.renew(openApi, true);
    tokens.resetQuota(connectionId, 'openApi');
    expect(tokens.status(openApi).quota.remaining).toBe(5);
    expect(await codeOf(tokens.renew(openApi, true))).toBe('fine');
  });
});

it('an error of the wire that is not an AppError counts as a lost answer', async () => {
  const { tokens, service, openApi } = await bench();
  service.behave = async () => {
    throw new AppError('timedOut', { host: 'api.test', afterMs: 30_000, exchangeId: null });
  };
  expect(await codeOf(tokens.bearer(openApi))).toBe('tokenEndpointUnreachable');
  expect(tokens.status(openApi).issuances).toMatchObject([{ outcome: 'lost' }]);
});

describe('a 429 with Retry-After: 0', () => {
  it.each([{}, { 'ratelimit-limit': '5', 'ratelimit-remaining': '0' }])(
    'is not repeated at once (%o)',
    async (quota) => {
      const { tokens, service, openApi, clock } = await bench();
      service.behave = async () => ({ status: 429, headers: { 'retry-after': '0', ...quota } });
      for (let click = 0; click < 900; click += 1) {
        await codeOf(tokens.bearer(openApi));
        await clock.advance(4_000);
      }
      expect(service.seen.length).toBeLessThanOrEqual(25);
      service.behave = async () => service.issue();
      await clock.advance(DAY);
      expect(await codeOf(tokens.bearer(openApi))).not.toBe('quotaExhausted');
    },
  );
});

describe('a token that a person discards', () => {
  it('is not stored again by a correction of the clock meanwhile', async () => {
    for (let turns = 0; turns < 40; turns += 1) {
      const { tokens, openApi, connectionId, disk, restart } = await bench();
      await tokens.bearer(openApi);
      const discarded = tokens.discard(openApi);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      tokens.clockCorrected(connectionId, 3_600_000, true);
      await discarded;
      await settle();
      expect(tokens.status(openApi)).toMatchObject({ state: 'none', storage: 'nowhere' });
      expect(disk.document.read()?.connections[0]?.openApi?.token).toBeNull();
      const again = await restart();
      expect(again.tokens.status(openApi).state).toBe('none');
    }
  });
});
