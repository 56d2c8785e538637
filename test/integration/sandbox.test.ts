/** The sandbox over real HTTPS on loopback, reached as the console reaches it: over the network that trusts its certificate only. */
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rasterType } from '../../src/main/desk/pictures/raster-picture.ts';
import { type Certificate, makeCertificate, readCertificate } from '../../src/main/platform/certificate.ts';
import { machineClock } from '../../src/main/platform/machine.ts';
import { sandboxNetwork } from '../../src/main/platform/node-https.ts';
import type { Fetch } from '../../src/main/platform/ports.ts';
import { AdjustableClock } from '../../src/main/sandbox/adjustable-clock.ts';
import { createSandbox, type Sandbox } from '../../src/main/sandbox/sandbox.ts';
import { type Served, serveSandbox } from '../../src/main/sandbox/serve.ts';
import { FakeLog } from '../support/fake-log.ts';
import { MemoryDocument } from '../support/memory-document.ts';
import { PICTURES_FOLDER } from '../support/resources.ts';
import { SequenceRandom } from '../support/sequence-random.ts';

let certificate: Certificate;
let sandbox: Sandbox;
let served: Served;
let network: Fetch;

beforeAll(async () => {
  certificate = await makeCertificate({ now: Date.now() });
  sandbox = await createSandbox({
    clock: new AdjustableClock(machineClock),
    random: new SequenceRandom(),
    document: new MemoryDocument(),
    log: new FakeLog(),
    picturesFolder: PICTURES_FOLDER,
  });
  served = await serveSandbox(sandbox, { certificate });
  network = sandboxNetwork(certificate.cert, served.origin);
});

afterAll(async () => {
  await served.close();
  await sandbox.close();
});

const send = (path: string, init?: RequestInit) => network(new Request(`${served.origin}${path}`, init));

async function mint(): Promise<string> {
  const { clientId, clientSecret } = sandbox.credentials().openApi;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'open-api',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const response = await send('/open-api/oauth2/token', { method: 'POST', body: form });
  return ((await response.json()) as { access_token: string }).access_token;
}

describe('the served sandbox', () => {
  it('reports its address, and answers a token, listings and pictures whose addresses work', async () => {
    expect(sandbox.state()).toMatchObject({
      running: true,
      origin: served.origin,
      fingerprint: certificate.fingerprint256,
      failure: null,
    });
    expect(served.origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const authorization = `Bearer ${await mint()}`;
    const listings = await send('/open-api/v1/listings?limit=100', { headers: { authorization } });
    expect([listings.status, listings.headers.get('x-request-id')]).toEqual([200, expect.any(String)]);
    const { results } = (await listings.json()) as { results: { picture: { thumbnail: string } }[] };
    expect(results).toHaveLength(100);
    const picture = await network(new Request(results[0]?.picture.thumbnail ?? ''));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(rasterType(await picture.bytes())).toBe('image/webp');
    const drawn = await network(new Request(`${results[0]?.picture.thumbnail.replace(/webp$/, 'svg')}?w=320`));
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await drawn.text()).toMatch(/^<svg .*width="320"/);
  });

  it('is not trusted without its certificate', async () => {
    await expect(fetch(`${served.origin}/open-api/v1/listings`)).rejects.toThrow();
    const other = await makeCertificate({ now: Date.now() });
    await expect(sandboxNetwork(other.cert, served.origin)(new Request(`${served.origin}/`))).rejects.toThrow();
  });

  it('closes the connection when a fault drops it, and answers the next request', async () => {
    const authorization = `Bearer ${await mint()}`;
    for (const when of ['before', 'after'] as const) {
      sandbox.apply({ kind: 'addFault', target: 'listListings', effect: { kind: 'drop', when }, times: 1 });
      await expect(send('/open-api/v1/listings', { headers: { authorization } })).rejects.toThrow();
    }
    expect((await send('/open-api/v1/listings', { headers: { authorization } })).status).toBe(200);
  });

  it('answers late when a fault delays it', async () => {
    const authorization = `Bearer ${await mint()}`;
    sandbox.apply({ kind: 'addFault', target: 'any', effect: { kind: 'delay', delayMs: 120 }, times: 1 });
    const before = performance.now();
    expect((await send('/open-api/v1/listings?limit=1', { headers: { authorization } })).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(110);
  });

  it('listens on the given port, or on another when it is taken', async () => {
    const port = Number(new URL(served.origin).port);
    const second = await createSandbox({
      clock: new AdjustableClock(machineClock),
      random: new SequenceRandom(2, 'other'),
      document: new MemoryDocument(),
      log: new FakeLog(),
      picturesFolder: PICTURES_FOLDER,
    });
    const elsewhere = await serveSandbox(second, { certificate, port });
    expect(elsewhere.origin).not.toBe(served.origin);
    const freed = Number(new URL(elsewhere.origin).port);
    await elsewhere.close();
    expect(second.state()).toMatchObject({ running: false, origin: null });
    const again = await serveSandbox(second, { certificate, port: freed });
    expect(again.origin).toBe(elsewhere.origin);
    await again.close();
    await second.close();
  });

  it('has a certificate for loopback only, for years', () => {
    const { subjectAltName, ca } = new X509Certificate(certificate.cert);
    expect([subjectAltName, ca]).toEqual(['DNS:localhost, IP Address:127.0.0.1', false]);
    expect(readCertificate(certificate.cert).expiresAt - Date.now()).toBeGreaterThan(9 * 365 * 86_400_000);
  });
});
