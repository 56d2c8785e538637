/**
 * Bad answers of a token endpoint, and none at all, through the whole console over real HTTPS on loopback: each has its own sentence, its
 * own price in the quota, and shows nothing of what it held.
 */

import { createServer, type Server, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { ProxyAgent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiNetwork } from '../../src/main/platform/api-network.ts';
import type { Fetch } from '../../src/main/platform/ports.ts';
import type { TokenStatus } from '../../src/shared/model/token.ts';
import { filterOf } from '../../src/shared/model/traffic.ts';
import { describeError } from '../../src/shared/text/error-text.ts';
import { type Loopback, networkOver, serveHttps, trusting } from '../support/loopback.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const SECRET = 'planted-secret-of-bad-input';
/** Each client is answered with one of its own: this and its number. */
const TOKEN = 'planted-token-of-client';
const good = { token_type: 'Bearer', expires_in: 86_400, access_token: TOKEN, scope: 'open-api' };

let folder: string;
let one: TestConsole;
let server: Loopback;
let answer: (response: ServerResponse) => void;
let network: Fetch;
let elsewhere: Loopback;
let askedElsewhere = 0;
let clients = 0;
/** The client of each request that reached the endpoint. */
const reached: string[] = [];
/** How many messages of the console's page were searched: no later secret is in them. */
let searched = 0;

beforeAll(async () => {
  folder = makeTempFolder();
  server = await serveHttps((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('error', () => {});
    // Whoever answers before the whole request came may see its connection end with the rest of it unread.
    request.on('end', () => {
      reached.push(new URLSearchParams(body).get('client_id') ?? 'nobody');
      answer(response);
    });
  });
  elsewhere = await serveHttps((_request, response) => {
    askedElsewhere += 1;
    response.end();
  });
  one = await openTestConsole({ folder, apiFetch: recorded });
});
afterAll(async () => {
  await one.close();
  await Promise.all([server.close(), elsewhere.close()]);
  removeTempFolder(folder);
});

/** What failed in the network since the last client began; shown when a test fails. */
let failures: string[] = [];
const failed = (error: unknown): never => {
  failures.push(inspect(error, { depth: 6 }));
  throw error;
};

/** The network, with its failures recorded, also those of a body. */
const recorded: Fetch = async (request) => {
  const response = await network(request).catch(failed);
  if (!response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = await reader.read().catch(failed);
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
};

/** Asks for a token of a client of its own at `origin`; gives the connection and how it went. */
async function ask(origin: string) {
  clients += 1;
  failures = [];
  const { latchkey } = one;
  const connection = await outputOf(
    latchkey.connections.create({
      name: `Client ${clients}`,
      presetId: 'custom',
      addresses: { baseUrl: origin, authUrl: origin, bookingBaseUrl: '', bookingAuthUrl: '' },
      openApi: { clientId: `client-${clients}`, clientSecret: SECRET },
      applications: [],
    }),
  );
  const asked = latchkey.tokens.renew({ credentialId: connection.openApi?.id ?? '', confirmLastSlot: true });
  await asked;
  return { connection, asked };
}

async function statusOf(connectionId: string): Promise<TokenStatus> {
  const [token] = (await outputOf(one.latchkey.tokens.status({ connectionId }))).tokens;
  if (!token) throw new Error('the token is missing');
  return token;
}

/** Nothing of the secret or the token in what crossed to the page, in what was recorded, or in a file. */
async function expectNoLeak(connectionId: string): Promise<void> {
  const { latchkey } = one;
  const page = await outputOf(latchkey.traffic.exchanges({ filter: filterOf(connectionId), before: null, limit: 100 }));
  const exchanges = await Promise.all(page.exchanges.map(({ id }) => outputOf(latchkey.traffic.exchange({ id }))));
  const out = one.pair.crossed.slice(searched).filter(({ direction }) => direction === 'out');
  searched = one.pair.crossed.length;
  const places = {
    exchanges: [JSON.stringify(exchanges)],
    out: [JSON.stringify(out.map(({ data }) => data))],
    files: Object.values(one.files()),
  };
  for (const [place, texts] of Object.entries(places))
    for (const planted of [SECRET, `${TOKEN}-${clients}-`])
      expect([place, texts.some((text) => text.includes(planted))]).toEqual([place, false]);
}

const json =
  (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.end(text.replaceAll(TOKEN, `${TOKEN}-${clients}-`));
  };
const typed = (type: string, body: string) => json(body, { 'content-type': type });
const without = (name: keyof typeof good) => ({ ...good, [name]: undefined });
const unusable = (problem: string) => `The token endpoint's answer cannot be used: ${problem}.`;

/** Answers that are no token, though one may have been issued: each counts as spent. */
const ANSWERS: Record<string, { answer: (response: ServerResponse) => void; sentence: string }> = {
  'a web page': {
    answer: typed('text/html', `<!doctype html><title>Sign in</title><p>${TOKEN}`),
    sentence: unusable('it is a web page (HTML) instead of JSON'),
  },
  'a web page that says it is JSON': {
    answer: json('<html><body>Bad gateway</body></html>'),
    sentence: unusable('it is a web page (HTML) instead of JSON'),
  },
  nothing: { answer: json(''), sentence: unusable('it is empty') },
  'no content (204)': { answer: json('', {}, 204), sentence: unusable('it is empty') },
  'half of a JSON': {
    answer: json(`{"access_token":"${TOKEN}","expi`),
    sentence: unusable('it is not valid JSON'),
  },
  'a list': { answer: json([good]), sentence: unusable('it is JSON, but not an object') },
  'no access_token': { answer: json(without('access_token')), sentence: unusable('it has no access_token') },
  'an empty access_token': {
    answer: json({ ...good, access_token: '' }),
    sentence: unusable('it has no access_token'),
  },
  'an access_token that is a number': {
    answer: json({ ...good, access_token: 42 }),
    sentence: unusable('its access_token is not text'),
  },
  'an access_token with a line break': {
    answer: json({ ...good, access_token: `${TOKEN}\r\nx-injected: 1` }),
    sentence: unusable('its access_token has characters that no header can carry'),
  },
  '5 MB': {
    answer: json(JSON.stringify({ ...good, padding: 'x'.repeat(5 * 1024 * 1024) })),
    sentence: unusable('it is larger than 256 KB (5121 KB), which no token is'),
  },
  'another content type': {
    answer: typed('text/plain; charset=utf-8', `access_token=${TOKEN}`),
    sentence: unusable('it is text/plain instead of JSON'),
  },
};

describe('a token endpoint that answers with', () => {
  it.each(Object.entries(ANSWERS))('%s', async (_, { answer: given, sentence }) => {
    [answer, network] = [given, trusting(server.certificate)];
    const { connection, asked } = await ask(server.origin);
    const error = await errorOf(asked);
    expect({ sentence: describeError(error).sentence, failures }).toEqual({ sentence, failures: [] });
    const status = await statusOf(connection.id);
    expect(status).toMatchObject({ state: 'unreachable', generation: 0, quota: { used: 1, remaining: 4 } });
    expect(status.issuances).toMatchObject([{ outcome: 'lost' }]);
    expect(status.reason).toContain(sentence);
    await expectNoLeak(connection.id);
  });
});

/** Odd answers that hold a good token, which was not free: it is used, and what was assumed is said. */
const ODD: Record<string, { answer: (response: ServerResponse) => void; note: string }> = {
  'without expires_in': {
    answer: json(without('expires_in')),
    note: 'The answer did not say how long the token lives, so 24 hours are assumed.',
  },
  'with expires_in written as text': {
    answer: json({ ...good, expires_in: '86400' }),
    note: 'The answer wrote the token’s lifetime as text; it was read as seconds.',
  },
  'without token_type': {
    answer: json(without('token_type')),
    note: 'The answer did not name its token type, so Bearer is assumed.',
  },
  'with expires_in 0': {
    answer: json({ ...good, expires_in: 0 }),
    note: 'The answer’s expires_in is 0, so 24 hours are assumed.',
  },
  'with a negative expires_in': {
    answer: json({ ...good, expires_in: -1 }),
    note: 'The answer’s expires_in is -1, so 24 hours are assumed.',
  },
  'with an expires_in in words': {
    answer: json({ ...good, expires_in: '24h' }),
    note: 'The answer’s expires_in is “24h”, not a number of seconds, so 24 hours are assumed.',
  },
  'with an expires_in in milliseconds': {
    answer: json({ ...good, expires_in: 86_400_000 }),
    note: 'The answer’s expires_in of 86,400,000 seconds is more than a year, so 24 hours are assumed.',
  },
  'with an unknown token_type': {
    answer: json({ ...good, token_type: 'mac' }),
    note: 'The answer’s token type is “mac”, not Bearer; the token is tried as a bearer token.',
  },
  'with a scope of the other API': {
    answer: json({ ...good, scope: 'booking_engine:api' }),
    note: 'The answer’s scope is “booking_engine:api”, not open-api; these may be credentials of the other API.',
  },
  'as JSON under another content type': { answer: typed('text/plain', JSON.stringify(good)), note: '' },
};

describe('a token that comes', () => {
  it.each(Object.entries(ODD))('%s', async (_, { answer: given, note }) => {
    [answer, network] = [given, trusting(server.certificate)];
    const { connection, asked } = await ask(server.origin);
    await outputOf(asked);
    const status = await statusOf(connection.id);
    expect(status).toMatchObject({ state: 'valid', generation: 1, quota: { used: 1 } });
    expect((status.expiresAt ?? 0) - (status.issuedAt ?? 0)).toBe(86_400_000);
    expect(status.reason).toContain(note);
    await expectNoLeak(connection.id);
  });
});

/** The host as the sentence names it. */
const host = (origin: string) => new URL(origin).host;
const unreached = (origin: string, reason: string) =>
  `The token endpoint at ${host(origin)} could not be reached (${reason}).`;

/** A proxy that answers every CONNECT with `status`. */
async function proxyThatSays(status: string): Promise<{ url: string; server: Server }> {
  const proxy = createServer().on('connect', (_request, socket) => {
    socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, server: proxy };
}

/** A port at which nothing listens. */
async function deadOrigin(): Promise<string> {
  const gone = await serveHttps(() => {});
  await gone.close();
  return gone.origin;
}

describe('no answer, because', () => {
  const SPENT = ' A token may still have been issued; it counts as spent.';
  async function expectUnreached(origin: string, reason: string, used: 0 | 1): Promise<void> {
    const { connection, asked } = await ask(origin);
    const error = await errorOf(asked);
    expect(describeError(error).sentence).toBe(`${unreached(origin, reason)}${used === 1 ? SPENT : ''}`);
    expect(error).toMatchObject({ code: 'tokenEndpointUnreachable', mayHaveBeenIssued: used === 1 });
    const status = await statusOf(connection.id);
    expect(status).toMatchObject({ state: 'unreachable', generation: 0, quota: { used, remaining: 5 - used } });
    await expectNoLeak(connection.id);
  }

  it('its certificate is signed by itself: nothing is sent', async () => {
    network = trusting(elsewhere.certificate);
    await expectUnreached(server.origin, 'its certificate is not trusted', 0);
    expect(reached).not.toContain(`client-${clients}`);
  });

  it('its name does not resolve: nothing is sent', async () => {
    network = trusting();
    await expectUnreached('https://token.latchkey.invalid', 'the name does not resolve', 0);
  });

  it('nothing listens there: nothing is sent', async () => {
    network = trusting();
    await expectUnreached(await deadOrigin(), 'the connection was refused', 0);
  });

  it('it closes the connection instead of answering: a token may have been issued', async () => {
    network = trusting(server.certificate);
    answer = (response) => response.destroy();
    await expectUnreached(server.origin, 'the connection was closed before the answer came', 1);
  });

  it('the proxy refuses: nothing reaches the endpoint', async () => {
    const proxy = await proxyThatSays('403 Forbidden');
    network = networkOver(new ProxyAgent({ uri: proxy.url, requestTls: { ca: server.certificate } }));
    const { connection, asked: request } = await ask(server.origin);
    expect(await errorOf(request)).toMatchObject({ code: 'tokenEndpointUnreachable' });
    expect(reached).not.toContain(`client-${clients}`);
    await expectNoLeak(connection.id);
    proxy.server.close();
  });

  // Chromium gives its codes as text alone, after repeating by itself what a reused connection had lost: nobody knows what was sent.
  it.each([
    ['ERR_PROXY_CONNECTION_FAILED', 'the proxy could not be used'],
    ['ERR_TUNNEL_CONNECTION_FAILED', 'the proxy could not be used'],
    ['ERR_PROXY_AUTH_REQUESTED', 'the proxy asks for a name and password'],
    ['ERR_CERT_AUTHORITY_INVALID', 'its certificate is not trusted'],
    ['ERR_NAME_NOT_RESOLVED', 'the name does not resolve, and the request went without a proxy'],
    ['ERR_INTERNET_DISCONNECTED', 'this machine is offline'],
  ])('Chromium says %s: it is told as %s', async (code, reason) => {
    network = apiNetwork({ fetch: () => Promise.reject(new Error(`net::${code}`)) }, 'Latchkey/test');
    const { connection, asked } = await ask('https://token.latchkey.invalid');
    const error = await errorOf(asked);
    expect(describeError(error).sentence).toContain(unreached('https://token.latchkey.invalid', reason));
    const mayHaveBeenIssued = error.code === 'tokenEndpointUnreachable' && error.mayHaveBeenIssued;
    expect((await statusOf(connection.id)).quota.used).toBe(mayHaveBeenIssued ? 1 : 0);
    await expectNoLeak(connection.id);
  });

  it('the proxy is not there: nothing is sent', async () => {
    const proxy = await deadOrigin();
    network = networkOver(new ProxyAgent({ uri: proxy.replace('https:', 'http:') }));
    await expectUnreached(server.origin, 'the connection was refused', 0);
  });

  it('it redirects: the secret is not sent after it', async () => {
    network = trusting(server.certificate, elsewhere.certificate);
    answer = json('', { location: `${elsewhere.origin}/oauth2/token` }, 307);
    const { connection, asked } = await ask(server.origin);
    expect(await errorOf(asked)).toMatchObject({
      ...{ code: 'redirected', status: 307, location: `${elsewhere.origin}/oauth2/token` },
      address: 'Open API token address',
    });
    expect((await statusOf(connection.id)).quota.used).toBe(0);
    await expectNoLeak(connection.id);
    expect(askedElsewhere).toBe(0);
  });
});

it('no client asked twice, whatever it was answered', () => {
  expect(reached.length).toBeGreaterThan(20);
  expect(reached.filter((client, at) => reached.indexOf(client) !== at)).toEqual([]);
});
