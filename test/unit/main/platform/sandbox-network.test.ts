import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sandboxNetwork } from '../../../../src/main/platform/node-https.ts';

/** `cA`: it may sign others; `ca`: it is signed by that one. */
const makeCertificate = ({ cA = false, ca }: { cA?: boolean; ca?: { key: string; cert: string } } = {}) =>
  generate([{ name: 'commonName', value: ca ? 'signed' : 'sandbox' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(cA && { extensions: [{ name: 'basicConstraints' as const, cA, critical: true }] }),
    ...(ca && { ca }),
  });
type Certificate = Awaited<ReturnType<typeof makeCertificate>>;

let own: Certificate;
let other: Certificate;
let server: Server;
let origin: string;
const heard: { method: string | undefined; url: string | undefined; body: string }[] = [];

beforeAll(async () => {
  own = await makeCertificate();
  other = await makeCertificate();
  server = createServer({ key: own.private, cert: own.cert }, (request, answer) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      heard.push({ method: request.method, url: request.url, body });
      if (request.url === '/moved') answer.writeHead(302, { location: '/' }).end();
      else if (request.url === '/empty') answer.writeHead(204).end();
      else if (request.url !== '/never') answer.writeHead(429, { 'retry-after': '1' }).end('slow down');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('sandboxNetwork', () => {
  it('reaches the sandbox and returns its answer as the global Response', async () => {
    const send = sandboxNetwork(own.cert, origin);
    const answer = await send(new Request(`${origin}/x?y=1`, { method: 'POST', body: 'a=1' }));
    expect(answer).toBeInstanceOf(Response);
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([429, '1', 'slow down']);
    expect(heard.at(-1)).toEqual({ method: 'POST', url: '/x?y=1', body: 'a=1' });
    expect((await send(new Request(`${origin}/empty`))).status).toBe(204);
  });

  it('trusts exactly one certificate', async () => {
    await expect(sandboxNetwork(other.cert, origin)(new Request(origin))).rejects.toThrow(TypeError);
    await expect(fetch(origin)).rejects.toThrow(TypeError);
  });

  it('does not trust what its certificate signed', async () => {
    const authority = await makeCertificate({ cA: true });
    const signed = await makeCertificate({ ca: { key: authority.private, cert: authority.cert } });
    const impostor = createServer({ key: signed.private, cert: signed.cert }, (_request, answer) =>
      answer.end('hello'),
    );
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
    const at = `https://127.0.0.1:${(impostor.address() as AddressInfo).port}`;
    await expect(sandboxNetwork(authority.cert, at)(new Request(at))).rejects.toMatchObject({
      cause: { code: 'CERT_UNTRUSTED' },
    });
    impostor.closeAllConnections();
    impostor.close();
  });

  it('compares the certificate whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await expect(sandboxNetwork(other.cert, origin)(new Request(origin))).rejects.toThrow(TypeError);
    vi.unstubAllEnvs();
  });

  it('reaches one origin only', async () => {
    const send = sandboxNetwork(own.cert, origin);
    const before = heard.length;
    for (const url of [
      'https://api.example.com/',
      origin.replace('https', 'http'),
      `${origin}1/`.replace(/\d1\/$/, '/'),
    ])
      await expect(send(new Request(url))).rejects.toThrow(TypeError);
    expect(heard).toHaveLength(before);
  });

  it('reaches no other origin that has its certificate', async () => {
    const elsewhere = sandboxNetwork(own.cert, 'https://127.0.0.1:1');
    const before = heard.length;
    await expect(elsewhere(new Request(origin))).rejects.toThrow('reaches the sandbox only');
    expect(heard).toHaveLength(before);
  });

  it('follows no redirect and honours the signal', async () => {
    const send = sandboxNetwork(own.cert, origin);
    const moved = await send(new Request(`${origin}/moved`));
    expect([moved.status, moved.headers.has('location'), await moved.text()]).toEqual([expect.any(Number), true, '']);
    expect(moved.status).toBeGreaterThan(300);
    const abort = new AbortController();
    const waiting = send(new Request(`${origin}/never`, { signal: abort.signal }));
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
