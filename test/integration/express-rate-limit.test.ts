/**
 * The whole console against a token endpoint behind another project's rate limiter: express-rate-limit, with the headers of draft 6. Its
 * limit differs from the service's, so its headers contradict the ledger.
 */
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TokenStatus } from '../../src/shared/model/token.ts';
import { type Loopback, serveHttps, trusting } from '../support/loopback.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const LIMIT = 3;
const CLIENT = { clientId: 'shared-client', clientSecret: 'planted-shared-secret' };

interface Limited extends Loopback {
  /** Tokens that were issued. */
  issued(): number;
  /** Token requests that arrived, rate-limited ones included. */
  requested(): number;
}

/** Serves POST /oauth2/token, at most three times in `windowMs` for a client ID. */
async function serveLimited(windowMs: number): Promise<Limited> {
  let [issued, requested] = [0, 0];
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use((_request, _response, next) => {
    requested += 1;
    next();
  });
  app.use(
    rateLimit({
      windowMs,
      limit: LIMIT,
      standardHeaders: 'draft-6',
      legacyHeaders: false,
      keyGenerator: (request) => String(request.body.client_id),
    }),
  );
  app.post('/oauth2/token', (_request, response) => {
    issued += 1;
    response.json({ token_type: 'Bearer', expires_in: 86_400, access_token: `planted-token-${issued}` });
  });
  const server = await serveHttps(app);
  return { ...server, issued: () => issued, requested: () => requested };
}

let folder: string;
let server: Limited;
let one: TestConsole;
let credentialId: string;
let connectionId: string;

async function start(windowMs: number): Promise<void> {
  server = await serveLimited(windowMs);
  one = await openTestConsole({ folder, apiFetch: trusting(server.certificate) });
  const { origin } = server;
  const connection = await outputOf(
    one.latchkey.connections.create({
      name: `Behind a limiter at ${new URL(origin).host}`,
      presetId: 'custom',
      addresses: { baseUrl: origin, authUrl: origin, bookingBaseUrl: '', bookingAuthUrl: '' },
      openApi: CLIENT,
      applications: [],
    }),
  );
  connectionId = connection.id;
  credentialId = connection.openApi?.id ?? '';
}

beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(async () => {
  await one.close();
  await server.close();
  removeTempFolder(folder);
});

const renew = () => one.latchkey.tokens.renew({ credentialId, confirmLastSlot: true });

async function status(): Promise<TokenStatus> {
  const snapshot = await outputOf(one.latchkey.tokens.status({ connectionId }));
  const [found] = snapshot.tokens;
  if (!found) throw new Error('the token is missing');
  return found;
}

/** Requests the tokens of one window, the shortest in which this machine requests them in time; returns the status then. */
async function useUpWindow(windowMs = 2_000): Promise<TokenStatus> {
  await start(windowMs);
  const began = performance.now();
  for (let turn = 0; turn < LIMIT; turn += 1) await outputOf(renew());
  const usedUp = await status();
  if (performance.now() - began < windowMs) return usedUp;
  await one.close();
  await server.close();
  return useUpWindow(4 * windowMs);
}

/** Sends a token request of another client with the same client ID. */
async function requestElsewhere(): Promise<number> {
  const request = new Request(`${server.origin}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: CLIENT.clientId }).toString(),
  });
  return (await trusting(server.certificate)(request)).status;
}

describe('behind express-rate-limit', () => {
  it('the quota follows its headers, and the console requests no token beyond its window', async () => {
    await start(60_000);
    const before = await status();
    expect(before.quota).toMatchObject({ limit: 5, used: 0, basis: 'rolling' });
    const began = Date.now();
    for (let turn = 1; turn <= LIMIT; turn += 1) {
      const after = await outputOf(renew());
      expect(after.server).toMatchObject({ limit: LIMIT, remaining: LIMIT - turn });
      expect(after.quota).toMatchObject({ limit: LIMIT, used: turn, remaining: LIMIT - turn, basis: 'server' });
      const resetAt = after.server?.resetAt ?? 0;
      expect(resetAt).toBeGreaterThan(Date.now() + 50_000);
      expect(resetAt).toBeLessThan(began + 63_000);
      expect(after.quota.nextSlotAt).toBe(resetAt);
    }
    // The ledger alone would allow two more.
    const refused = await errorOf(renew());
    const { quota, server: reported } = await status();
    expect(quota).toMatchObject({ mayIssue: false, remaining: 0 });
    expect(refused).toMatchObject({
      code: 'quotaExhausted',
      limit: LIMIT,
      nextSlotAt: reported?.resetAt,
      assumption: 'server',
    });
    expect(server.requested()).toBe(LIMIT);
  });

  it('after a 429 the next slot is at the reported reset, and the console requests no token until then', async () => {
    await start(60_000);
    await outputOf(renew());
    while ((await requestElsewhere()) === 200);
    const before = server.requested();
    const refused = await errorOf(renew());
    expect(server.requested()).toBe(before + 1);
    expect(refused).toMatchObject({ code: 'quotaExhausted', assumption: 'server' });
    const nextSlotAt = refused.code === 'quotaExhausted' ? (refused.nextSlotAt ?? 0) : 0;
    expect(nextSlotAt).toBeGreaterThan(Date.now() + 50_000);
    expect(nextSlotAt).toBeLessThan(Date.now() + 61_000);
    const now = await status();
    expect(now.quota).toMatchObject({ remaining: 0, mayIssue: false, nextSlotAt, basis: 'server' });
    // The current token stays in use; the rate-limited request cost no slot.
    expect(now).toMatchObject({ state: 'valid', generation: 1 });
    expect(now.issuances.filter(({ outcome }) => outcome !== 'refused')).toHaveLength(1);
    for (let turn = 0; turn < 5; turn += 1) expect(await errorOf(renew())).toMatchObject({ code: 'quotaExhausted' });
    expect(server.requested()).toBe(before + 1);
  });

  it('its slots regenerate at the reported reset, although the ledger alone would allow fewer tokens', async () => {
    const { quota } = await useUpWindow();
    expect(quota).toMatchObject({ mayIssue: false, basis: 'server' });
    await eventually(async () => (await status()).quota.mayIssue);
    expect(Date.now()).toBeGreaterThanOrEqual(quota.nextSlotAt ?? 0);
    // The sixth token within a day is one more than the ledger alone would allow.
    for (let turn = 0; turn < LIMIT; turn += 1) await outputOf(renew());
    expect(await status()).toMatchObject({ generation: 6, state: 'valid' });
    expect(server.issued()).toBe(6);
    expect(server.requested()).toBe(6);
  });

  it('the reported quota survives a restart', async () => {
    await start(60_000);
    for (let turn = 0; turn < LIMIT; turn += 1) await outputOf(renew());
    const { quota } = await status();
    const { cipher } = one;
    await one.close();
    one = await openTestConsole({ folder, cipher, apiFetch: trusting(server.certificate) });
    expect((await status()).quota).toMatchObject({ remaining: 0, nextSlotAt: quota.nextSlotAt, basis: 'server' });
    expect(await errorOf(renew())).toMatchObject({ code: 'quotaExhausted' });
    expect(server.requested()).toBe(LIMIT);
  });
});
