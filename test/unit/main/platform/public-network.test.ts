import type { LookupAddress } from 'node:dns';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PublicNetworkOptions, publicNetwork } from '../../../../src/main/platform/public-network.ts';
import { type Loopback, serveHttps } from '../../../support/loopback.ts';

let server: Loopback;
let connections = 0;
const heard: { url: string | undefined; headers: string[] }[] = [];

beforeAll(async () => {
  server = await serveHttps((request, answer) => {
    heard.push({ url: request.url, headers: Object.keys(request.headers).sort() });
    if (request.url === '/moved') answer.writeHead(302, { location: `${server.origin}/target` }).end();
    else answer.writeHead(200, { connection: 'close' }).end('picture');
  });
  server.onConnection(() => {
    connections += 1;
  });
});
afterAll(() => server.close());
afterEach(() => {
  connections = 0;
  heard.length = 0;
});

const port = () => new URL(server.origin).port;
const addresses = (...list: string[]): LookupAddress[] =>
  list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** A network whose names all resolve to `answers`, one list for each lookup. */
function network(answers: string[][], options: Partial<PublicNetworkOptions> = {}) {
  const names: string[] = [];
  const proxied = vi.fn(async () => new Response('over the proxy'));
  const send = publicNetwork({
    userAgent: 'Latchkey/1',
    proxyOf: async () => 'DIRECT',
    proxied,
    lookup: (name, _options, callback) => {
      const found = answers[Math.min(names.length, answers.length - 1)] ?? [];
      names.push(name);
      if (found.length === 0) callback(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), []);
      else callback(null, addresses(...found));
    },
    systemCertificates: () => [server.certificate],
    ...options,
  });
  return { send: (url: string) => send(new Request(url, { headers: { accept: 'image/*' } })), names, proxied };
}

/** For tests of what is reached: the server on loopback is the only allowed address. */
const LOOPBACK: Partial<PublicNetworkOptions> = { isAllowed: (address) => address === '127.0.0.1' };

describe('publicNetwork', () => {
  it.each([
    'https://127.0.0.1:PORT/',
    'https://127.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f000001:PORT/',
    'https://0177.0.0.1:PORT/',
    'https://0.0.0.0:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[64:ff9b::127.0.0.1]:PORT/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://[fd00::1]/',
  ])('refuses %s without connecting', async (url) => {
    const { send } = network([['127.0.0.1']]);
    await expect(send(url.replace('PORT', port()))).rejects.toThrow('is not a public address');
    expect(connections).toBe(0);
  });

  it('refuses a name by the addresses that it resolves to', async () => {
    for (const found of [['127.0.0.1'], ['::1'], ['1.1.1.1', '127.0.0.1'], ['10.1.2.3'], ['::ffff:127.0.0.1']]) {
      const { send } = network([found]);
      await expect(send(`https://pictures.example:${port()}/`)).rejects.toMatchObject({
        cause: { message: 'pictures.example is not a public address' },
      });
    }
    const real = publicNetwork({ userAgent: 'x', proxyOf: async () => 'DIRECT', proxied: () => Promise.reject() });
    await expect(real(new Request(`https://localhost:${port()}/`))).rejects.toThrow(TypeError);
    expect(connections).toBe(0);
  });

  it('checks the addresses of each connection in the lookup that connects: a name that changes afterwards gains nothing', async () => {
    // The certificate is unknown at first, so the first request connects twice.
    const { send, names } = network([['127.0.0.1'], ['127.0.0.1'], ['127.0.0.2']], LOOPBACK);
    expect(await (await send(`https://localhost:${port()}/1`)).text()).toBe('picture');
    expect([names.length, connections]).toEqual([2, 2]);
    await expect(send(`https://localhost:${port()}/2`)).rejects.toThrow(TypeError);
    expect([names.length, connections]).toEqual([3, 2]);
    expect(heard.map(({ url }) => url)).toEqual(['/1']);
  });

  it('refuses other schemes and addresses with credentials', async () => {
    const { send, names } = network([['1.1.1.1']]);
    for (const url of ['http://pictures.example/', 'file:///etc/passwd'])
      await expect(send(url)).rejects.toThrow(TypeError);
    expect(names).toEqual([]);
  });

  it('sends neither referrer nor cookie, and follows no redirect', async () => {
    const { send } = network([['127.0.0.1']], LOOPBACK);
    await send(`https://localhost:${port()}/a`);
    expect(heard).toEqual([{ url: '/a', headers: ['accept', 'connection', 'host', 'user-agent'] }]);
    expect((await send(`https://localhost:${port()}/moved`)).status).toBeGreaterThan(300);
    expect(heard.map(({ url }) => url)).toEqual(['/a', '/moved']);
  });

  it('trusts the authorities of Node and of the system, and no environment variable turns that off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const systemCertificates = vi.fn(() => []);
    const { send } = network([['127.0.0.1']], { ...LOOPBACK, systemCertificates });
    for (let n = 0; n < 2; n += 1) await expect(send(`https://localhost:${port()}/`)).rejects.toThrow(TypeError);
    expect(systemCertificates).toHaveBeenCalledOnce();
    expect(heard).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('sends every request again that failed before the authorities of the system were read, and reads them once', async () => {
    const systemCertificates = vi.fn(() => [server.certificate]);
    const { send } = network([['127.0.0.1']], { ...LOOPBACK, systemCertificates });
    const answers = await Promise.all([1, 2, 3].map((n) => send(`https://localhost:${port()}/${n}`)));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['picture', 'picture', 'picture']);
    expect(systemCertificates).toHaveBeenCalledOnce();
  });

  it('leaves the connection to a proxy where there is no other way, unless the name is special here', async () => {
    const proxyOf = async () => 'PROXY proxy.example:3128';
    for (const found of [['1.1.1.1'], []]) {
      const { send, proxied } = network([found], { proxyOf });
      expect(await (await send('https://pictures.example/')).text()).toBe('over the proxy');
      expect(proxied).toHaveBeenCalledOnce();
    }
    const { send, proxied } = network([['192.168.1.1']], { proxyOf });
    for (const url of ['https://router.example/', 'https://192.168.1.1/'])
      await expect(send(url)).rejects.toThrow('not a public');
    expect(proxied).not.toHaveBeenCalled();
    const both = network([['127.0.0.1']], { proxyOf: async () => 'PROXY proxy.example:3128; DIRECT' });
    await expect(both.send('https://router.example/')).rejects.toThrow(TypeError);
    expect(both.proxied).not.toHaveBeenCalled();
  });
});
