/** A hostile script in the window may call the whole contract. No secret and no token reaches a host that the person did not confirm. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../src/main/platform/ports.ts';
import type { Bridge } from '../../src/shared/contract/index.ts';
import type { Connection } from '../../src/shared/model/connection.ts';
import type { OperationShape } from '../../src/shared/model/operation.ts';
import { filterOf } from '../../src/shared/model/traffic.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const REAL = 'api.real.example';
const EVIL = 'collector.evil.example';
const PLANTED = /planted-[a-z]+-\w+/;

/** What reached each host: address, headers and body of every request in one text. */
let sent: { host: string; text: string }[];
let questions: Question[];
let answer: boolean | ((question: Question) => Promise<boolean>);
let issued: number;
let searchStatus: number;
/** Answers in place of the service; `null` leaves the answer to it. */
let intercept: (path: string) => Promise<Response | null>;
let folder: string;
let one: TestConsole;
let id: string;

/** Every host answers as the service does, so that a leak is not hidden by a failure. */
async function service(request: Request): Promise<Response> {
  const { host, pathname } = new URL(request.url);
  const headers = [...request.headers].map((line) => line.join(': ')).join('\n');
  const body = await request.text();
  sent.push({ host, text: `${request.url}\n${headers}\n${body}` });
  const intercepted = await intercept(pathname);
  if (intercepted) return intercepted;
  if (pathname.endsWith('/oauth2/token')) {
    if (!/client_secret=(planted-secret|typed-again)/.test(body))
      return Response.json({ error: 'invalid_client' }, { status: 401 });
    issued += 1;
    return Response.json({ access_token: `planted-token-${issued}`, token_type: 'Bearer', expires_in: 86_400 });
  }
  if (pathname.endsWith('/search')) return Response.json({ results: [{ _id: 'a' }] }, { status: searchStatus });
  return Response.json({ results: [{ _id: 'a', title: 'A' }], count: 1, limit: 100, skip: 0 });
}

/** The texts with a planted value that reached any host but the real one. */
const leaks = () => sent.filter(({ host, text }) => host !== REAL && PLANTED.test(text)).map(({ text }) => text);

const at = (origin: string, more: Partial<Connection['addresses']> = {}) => ({
  baseUrl: `${origin}/open`,
  authUrl: `${origin}/open`,
  bookingBaseUrl: `${origin}/booking/api`,
  bookingAuthUrl: `${origin}/booking`,
  ...(more as Record<string, string>),
});
const HOME = at(`https://${REAL}`);

/** The number of connections made; each test has one of its own, with client IDs of its own, in one console. */
let made = 0;

beforeAll(async () => {
  folder = makeTempFolder();
  one = await openTestConsole({
    folder,
    apiFetch: service,
    ask: async (question) => {
      questions.push(question);
      return typeof answer === 'boolean' ? answer : answer(question);
    },
  });
});
afterAll(async () => {
  await one.close();
  removeTempFolder(folder);
});
beforeEach(async () => {
  sent = [];
  questions = [];
  answer = false;
  issued = 0;
  searchStatus = 200;
  intercept = async () => null;
  id = (await makeConnection()).id;
  await outputOf(search());
  await outputOf(one.latchkey.operations.test({ connectionId: id }));
});

afterEach(removeConnections);

/** So that a test does not wait for the connections of those before it. */
async function removeConnections(): Promise<void> {
  const { connections } = one.latchkey;
  for (const { id: connectionId, presetId } of (await outputOf(connections.list(null))).connections)
    if (presetId !== 'sandbox') await outputOf(connections.remove({ id: connectionId }));
}

/** A connection with planted secrets, without limits that would delay the test. */
async function makeConnection(): Promise<Connection> {
  made += 1;
  const { connections } = one.latchkey;
  const created = await outputOf(
    connections.create({
      name: `Harbour ${made}`,
      presetId: 'custom',
      addresses: HOME,
      openApi: { clientId: `open-client-${made}`, clientSecret: 'planted-secret-open' },
      applications: [
        { label: 'Web', bookingOption: 'both', clientId: `web-client-${made}`, clientSecret: 'planted-secret-web' },
      ],
    }),
  );
  const unlimited = { kind: 'custom' as const, rules: [] };
  return outputOf(connections.update({ id: created.id, limits: { openApi: unlimited, booking: unlimited } }));
}

const search = () => one.latchkey.availability.search({ connectionId: id, applicationId: null });
const connection = async () => {
  const { connections } = await outputOf(one.latchkey.connections.list(null));
  const found = connections.find((it) => it.id === id);
  if (!found) throw new Error('the connection is gone');
  return found;
};

describe('another host for a connection', () => {
  const elsewhere = { ...HOME, bookingBaseUrl: `https://${EVIL}/booking/api` };

  it('is refused outside the page: nothing changes, and the token goes on working', async () => {
    const before = await connection();
    const refused = await errorOf(one.latchkey.connections.update({ id, name: 'Other', addresses: elsewhere }));
    expect(refused).toEqual({ code: 'hostNotConfirmed', hosts: [EVIL] });
    expect(questions).toHaveLength(1);
    expect(`${questions[0]?.message} ${questions[0]?.detail}`).toMatch(new RegExp(`${REAL}[^]*${EVIL}`));
    expect(await connection()).toEqual(before);
    const tokens = issued;
    await outputOf(search());
    expect(issued).toBe(tokens);
    expect(leaks()).toEqual([]);
  });

  it('is confirmed: token and secret are dropped, and nothing is sent until the secret is typed again', async () => {
    answer = true;
    await outputOf(one.latchkey.connections.update({ id, addresses: elsewhere }));
    const moved = await connection();
    expect(moved.applications[0]?.secret).toBe('missing');
    expect(moved.openApi?.secret).toBe('encrypted');
    expect(await errorOf(search())).toMatchObject({ code: 'secretMissing' });
    expect(leaks()).toEqual([]);
    const credentialId = moved.applications[0]?.id ?? '';
    await outputOf(one.latchkey.connections.replaceSecret({ credentialId, clientSecret: 'typed-again' }));
    await outputOf(search());
    expect(sent.at(-1)?.host).toBe(EVIL);
    expect(sent.at(-1)?.text).not.toContain('planted-secret');
  });

  it('takes the secret that is typed with it', async () => {
    answer = true;
    const credentialId = (await connection()).applications[0]?.id ?? '';
    const secrets = [{ credentialId, clientSecret: 'typed-again' }];
    const moved = await outputOf(one.latchkey.connections.update({ id, addresses: elsewhere, secrets }));
    expect(moved.applications[0]?.secret).toBe('encrypted');
    await outputOf(search());
    expect(sent.findLast(({ text }) => text.includes('/oauth2/token'))?.text).toContain('client_secret=typed-again');
    expect(sent.some(({ text }) => text.includes('planted-secret-web') && !text.includes(REAL))).toBe(false);
  });

  it.each([
    ['the token address', { bookingAuthUrl: `https://${EVIL}/booking` }],
    ['another port', { bookingAuthUrl: `https://${REAL}:8443/booking` }],
    ['a host that contains the old one', { bookingBaseUrl: `https://${REAL}.evil.example/api` }],
    ['the base address', { bookingBaseUrl: `https://${EVIL}` }],
    ['the Open API', { baseUrl: `https://${EVIL}`, authUrl: `https://${EVIL}` }],
  ])('is asked for %s', async (_what, addresses) => {
    const refused = one.latchkey.connections.update({ id, addresses: { ...HOME, ...addresses } });
    expect(await errorOf(refused)).toMatchObject({ code: 'hostNotConfirmed' });
    expect(questions).toHaveLength(1);
  });

  it.each([
    ['another path', { bookingBaseUrl: `https://${REAL}/elsewhere` }],
    ['the same address in other letters', { bookingBaseUrl: `HTTPS://${REAL.toUpperCase()}:443/booking/api/` }],
  ])('is not asked for %s', async (_what, addresses) => {
    await outputOf(one.latchkey.connections.update({ id, addresses: { ...HOME, ...addresses } }));
    expect(questions).toEqual([]);
  });

  it('is asked for although the secret was deleted before', async () => {
    const credentialId = (await connection()).applications[0]?.id ?? '';
    await outputOf(one.latchkey.connections.deleteSecret({ credentialId }));
    expect(await errorOf(one.latchkey.connections.update({ id, addresses: elsewhere }))).toMatchObject({
      code: 'hostNotConfirmed',
    });
  });

  it('is asked for although no credential was left, so that no secret is typed for it later unaware', async () => {
    await outputOf(one.latchkey.connections.removeOpenApi({ connectionId: id }));
    const gone = { ...HOME, baseUrl: '', authUrl: '' };
    await outputOf(one.latchkey.connections.update({ id, addresses: gone }));
    expect(questions).toEqual([]);
    const there = { ...gone, authUrl: `https://${EVIL}` };
    expect(await errorOf(one.latchkey.connections.update({ id, addresses: there }))).toMatchObject({
      code: 'hostNotConfirmed',
    });
    expect(questions[0]?.detail).toMatch(new RegExp(`no address[^]*${EVIL}`));
  });

  it('is not asked for while the input has a mistake', async () => {
    const mistake = { ...elsewhere, baseUrl: 'http://plain.example' };
    expect(await errorOf(one.latchkey.connections.update({ id, addresses: mistake }))).toMatchObject({
      code: 'invalidInput',
    });
    expect(questions).toEqual([]);
  });

  it('lets tokens be stored while the question is open', async () => {
    const open = Promise.withResolvers<boolean>();
    answer = () => open.promise;
    const asked = one.latchkey.connections.update({ id, addresses: elsewhere });
    await outputOf(
      one.latchkey.tokens.renew({ credentialId: (await connection()).openApi?.id ?? '', confirmLastSlot: true }),
    );
    open.resolve(false);
    expect(await errorOf(asked)).toMatchObject({ code: 'hostNotConfirmed' });
  });

  it('is not what was confirmed when the connection changed meanwhile', async () => {
    const first = Promise.withResolvers<boolean>();
    answer = ({ detail }) => (detail.includes(EVIL) ? first.promise : Promise.resolve(true));
    const asked = one.latchkey.connections.update({ id, addresses: elsewhere });
    const other = { ...HOME, bookingBaseUrl: 'https://other.example/api' };
    await outputOf(one.latchkey.connections.update({ id, addresses: other }));
    first.resolve(true);
    expect(await errorOf(asked)).toEqual({ code: 'hostNotConfirmed', hosts: [EVIL] });
    expect((await connection()).addresses.bookingBaseUrl).toBe(other.bookingBaseUrl);
  });

  it('names the connection without the tricks of its name', async () => {
    const name = `Bank ${made}\n\nPress OK \u202egnp.`;
    await outputOf(one.latchkey.connections.update({ id, name }));
    await errorOf(one.latchkey.connections.update({ id, addresses: elsewhere }));
    expect(questions[0]?.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(questions[0]?.message).toContain(`Bank ${made} Press OK gnp.`);
  });

  it('is asked for in a sentence that the name of the connection cannot end', async () => {
    const name = `Bank ${made}” stay where they are. Allow “it`;
    await outputOf(one.latchkey.connections.update({ id, name }));
    await errorOf(one.latchkey.connections.update({ id, addresses: elsewhere }));
    expect(questions[0]?.message).toMatch(/^Send the secrets of “[^“”]+” to another host\?$/);
  });
});

describe('other ways to choose where a secret goes', () => {
  const shape = (changes: Partial<OperationShape>): OperationShape => ({
    method: 'GET',
    path: '/v1/search',
    headers: {},
    query: {},
    body: null,
    recordsAt: null,
    paging: { kind: 'none' },
    repeatable: true,
    ...changes,
  });
  const hostsAfter = async (work: () => Promise<unknown>) => {
    sent = [];
    await work();
    return [...new Set(sent.map(({ host }) => host))];
  };

  it.each([
    `//${EVIL}/x`,
    `/\\${EVIL}/x`,
    `/@${EVIL}/x`,
    `/%2f%2f${EVIL}`,
    `/:8443@${EVIL}`,
    '/{constructor}',
    `/\u2028@${EVIL}`,
  ])('the path %j of an operation stays on its host', async (path) => {
    await one.latchkey.operations.customise({ connectionId: id, operation: 'search', shape: shape({ path }) });
    expect(await hostsAfter(search)).not.toContain(EVIL);
    expect(leaks()).toEqual([]);
  });

  const shapesRefused = async (shapes: Record<string, OperationShape>) => {
    const codes: Record<string, string> = {};
    for (const [name, refused] of Object.entries(shapes))
      codes[name] = (
        await errorOf(one.latchkey.operations.customise({ connectionId: id, operation: 'search', shape: refused }))
      ).code;
    return codes;
  };
  const allInvalid = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'invalidInput']));

  const NO_PATHS = [
    `https://${EVIL}/x`,
    EVIL,
    `@${EVIL}`,
    `.${EVIL}/x`,
    `:80@${EVIL}`,
    '',
    `\\\\${EVIL}`,
    '/../../../x',
    `/..//${EVIL}`,
    '/v1/%2e%2e/admin',
    '/..%2fadmin',
    '/..\\admin',
    '/%252e%252e/x',
    '/..;/x',
  ];
  it('an address of another host, or of another folder of the same one, is no path', async () => {
    const shapes = Object.fromEntries(NO_PATHS.map((path) => [path, shape({ path })]));
    expect(await shapesRefused(shapes)).toEqual(allInvalid(NO_PATHS));
  });

  const REFUSED = [
    ...['Host', 'X-Forwarded-Host', 'forwarded', 'X-Original-URL', 'X-Real-Host', 'Proxy-Authorization'],
    ...['X-HTTP-Method-Override', 'Cookie', 'authorization', 'Connection', 'Transfer-Encoding', 'content-length'],
    ...['X-Anything', 'accept ', 'x-tenant'],
  ];
  it('a header, by which a shared front end may choose the receiver, is not taken', async () => {
    const shapes = REFUSED.map((name) => [name, shape({ headers: { accept: 'application/json', [name]: EVIL } })]);
    expect(await shapesRefused(Object.fromEntries(shapes))).toEqual(allInvalid(REFUSED));
  });

  it('the headers that integrations need are sent', async () => {
    const headers = { 'Accept-Language': 'de', 'x-request-id': 'abc', 'Idempotency-Key': 'k-1', 'x-api-version': '2' };
    await outputOf(
      one.latchkey.operations.customise({ connectionId: id, operation: 'search', shape: shape({ headers }) }),
    );
    await outputOf(search());
    for (const [name, value] of Object.entries(headers))
      expect(sent.at(-1)?.text).toContain(`${name.toLowerCase()}: ${value}`);
    expect(sent.at(-1)?.text).toContain('Bearer planted-token-');
  });

  it('a second connection with the same client IDs is refused through the contract, with the name and id of the first', async () => {
    const error = await errorOf(
      one.latchkey.connections.create({
        name: 'Twin',
        presetId: 'custom',
        addresses: { ...HOME, bookingBaseUrl: `https://${EVIL}/api` },
        openApi: { clientId: `open-client-${made}`, clientSecret: 'guessed' },
        applications: [
          { label: 'Web', bookingOption: 'both', clientId: `web-client-${made}`, clientSecret: 'guessed' },
        ],
      }),
    );
    const { connections } = await outputOf(one.latchkey.connections.list(null));
    const first = connections.find((connection) => connection.id === id);
    expect(error).toMatchObject({
      code: 'invalidInput',
      issues: ['openApi.clientId', 'applications.0.clientId'].map((path) => ({
        path,
        connection: { id, name: first?.name },
      })),
    });
    expect(sent.filter(({ host }) => host === EVIL)).toEqual([]);
  });

  it('the path doctor keeps to the host', async () => {
    searchStatus = 404;
    expect(await hostsAfter(search)).toEqual([REAL]);
    await one.latchkey.operations.undoFound({ connectionId: id, operation: 'search' });
    await one.latchkey.operations.probeSearch({ connectionId: id, applicationId: null });
    expect(await hostsAfter(search)).toEqual([REAL]);
  });

  it('the path doctor does not take a connection back to the host that it has left', async () => {
    const probed = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    intercept = async (path) => {
      if (path.startsWith('/booking/api/')) return Response.json({}, { status: 404 });
      if (!path.endsWith('/search')) return null;
      probed.resolve();
      await released.promise;
      return null;
    };
    answer = true;
    const found = search();
    await probed.promise;
    const moved = { ...HOME, bookingBaseUrl: 'https://other.example/booking/api' };
    await outputOf(one.latchkey.connections.update({ id, addresses: moved }));
    released.resolve();
    await found;
    expect(questions).toHaveLength(1);
    expect((await connection()).addresses.bookingBaseUrl).toBe(moved.bookingBaseUrl);
  });

  it('a replay does not follow the connection to another host, and sends no old secret there', async () => {
    const { exchanges } = await outputOf(
      one.latchkey.traffic.exchanges({
        filter: filterOf(id, { operations: ['search'] }),
        before: null,
        limit: 10,
      }),
    );
    answer = true;
    await outputOf(one.latchkey.connections.update({ id, addresses: at(`https://${EVIL}`) }));
    for (const exchange of exchanges)
      for (const sent of [
        one.latchkey.traffic.replay({ id: exchange.id }),
        one.latchkey.traffic.resend({ id: exchange.id, query: [['q', 'x']], headers: [] }),
      ])
        expect(await errorOf(sent)).toMatchObject({ code: 'notReplayable' });
    expect(leaks()).toEqual([]);
  });

  it('the sandbox takes no address and no secret', async () => {
    const { connections } = await outputOf(one.latchkey.connections.list(null));
    const sandbox = connections.find(({ presetId }) => presetId === 'sandbox');
    const credentialId = sandbox?.openApi?.id ?? '';
    const calls = [
      one.latchkey.connections.update({ id: 'sandbox', addresses: at(`https://${EVIL}`) }),
      one.latchkey.connections.update({ id: 'sandbox', secrets: [{ credentialId, clientSecret: 'x' }] }),
    ];
    for (const call of calls) expect(await errorOf(call)).toEqual({ code: 'sandboxConnection' });
    expect(questions).toEqual([]);
  });

  it('secrets are stored without protection only after a question', async () => {
    const { app } = one.latchkey;
    const chosen = async () => (await outputOf(app.preferences(null))).storeUnprotected;
    expect(await errorOf(app.setPreferences({ storeUnprotected: true }))).toEqual({ code: 'cancelled' });
    expect([questions.length, await chosen()]).toEqual([1, false]);
    answer = true;
    await outputOf(app.setPreferences({ storeUnprotected: true }));
    await outputOf(app.setPreferences({ storeUnprotected: true, theme: 'dark' }));
    await outputOf(app.setPreferences({ storeUnprotected: false }));
    expect([questions.length, await chosen()]).toEqual([2, false]);
  });

  it('a secret belongs to the connection that is changed', async () => {
    const credentialId = (await connection()).applications[0]?.id ?? '';
    const other = await outputOf(
      one.latchkey.connections.create({
        ...{ name: 'Another', presetId: 'custom', addresses: HOME, applications: [] },
        openApi: { clientId: 'another', clientSecret: 'planted-secret-another' },
      }),
    );
    const secrets = [{ credentialId, clientSecret: 'x' }];
    expect(await errorOf(one.latchkey.connections.update({ id: other.id, secrets }))).toMatchObject({
      code: 'notFound',
    });
  });
});

describe('any sequence of calls of a script', () => {
  const origins = [
    `https://${EVIL}`,
    `https://${REAL}.evil.example`,
    `https://${REAL}:444`,
    `https://evil.${REAL}`,
    `https://${REAL}`,
  ];
  const key = fc.constantFrom(
    'baseUrl' as const,
    'authUrl' as const,
    'bookingBaseUrl' as const,
    'bookingAuthUrl' as const,
  );
  const address = fc
    .tuple(fc.constantFrom(...origins), fc.constantFrom('', '/api', '/open', `/@${EVIL}`, `//${EVIL}`))
    .map((parts) => parts.join(''));
  const operation = fc.constantFrom('search' as const, 'listListings' as const, 'calendar' as const);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('move' as const), key, address }),
    fc.record({
      kind: fc.constant('shape' as const),
      operation,
      path: fc.constantFrom(`//${EVIL}`, `/\\${EVIL}`, '/v1/search', `/@${EVIL}`),
    }),
    fc.record({
      kind: fc.constant('header' as const),
      operation,
      name: fc.constantFrom('Host', 'Forwarded', 'accept'),
    }),
    fc.record({ kind: fc.constant('twin' as const), key, address }),
    fc.record({
      kind: fc.constantFrom(
        'deleteSecret' as const,
        'forgetOpenApi' as const,
        'probe' as const,
        'replay' as const,
        'discard' as const,
        'adopt' as const,
      ),
    }),
  );
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

  const shapeOf = (path: string, headers: Record<string, string>): OperationShape => ({
    ...{ method: 'GET', path, headers, query: {}, body: null, recordsAt: null, repeatable: true },
    paging: { kind: 'none' },
  });

  async function run(
    { connections, operations, tokens, traffic }: Bridge,
    target: Connection,
    one_: Step,
    turn: number,
  ) {
    const { id: connectionId, addresses } = target;
    const typed = {
      ...HOME,
      ...Object.fromEntries(Object.entries(addresses).map(([name, value]) => [name, value ?? ''])),
    };
    const credentialId = target.openApi?.id ?? '';
    if (one_.kind === 'move')
      return connections.update({ id: connectionId, addresses: { ...typed, [one_.key]: one_.address } });
    if (one_.kind === 'shape')
      return operations.customise({ connectionId, operation: one_.operation, shape: shapeOf(one_.path, {}) });
    if (one_.kind === 'header')
      return operations.customise({
        connectionId,
        operation: one_.operation,
        shape: shapeOf('/v1/search', { [one_.name]: EVIL }),
      });
    if (one_.kind === 'twin')
      return connections.create({
        ...{
          name: `Twin ${turn} ${Math.random()}`,
          presetId: 'guesty',
          addresses: { ...HOME, [one_.key]: one_.address },
        },
        openApi: { clientId: `open-client-${made}`, clientSecret: 'guessed' },
        applications: [],
      });
    if (one_.kind === 'deleteSecret') return connections.deleteSecret({ credentialId });
    if (one_.kind === 'forgetOpenApi') return connections.removeOpenApi({ connectionId });
    if (one_.kind === 'discard') return tokens.discard({ credentialId });
    if (one_.kind === 'adopt') return tokens.adopt({ credentialId, accessToken: 'of-the-script', issuedAt: null });
    if (one_.kind === 'probe') return operations.probeSearch({ connectionId, applicationId: null });
    const { exchanges } = await outputOf(traffic.exchanges({ filter: filterOf(connectionId), before: null, limit: 3 }));
    for (const { id } of exchanges) {
      await traffic.replay({ id });
      await traffic.resend({ id, query: [['url', `https://${EVIL}/`]], headers: [['X-Request-Id', 'a']] });
    }
    return null;
  }

  it('sends no planted secret to a host of its choice while the person refuses', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const { connections, operations, availability } = one.latchkey;
        await removeConnections();
        const target = await makeConnection();
        for (const [turn, one_] of steps.entries()) {
          const { connections: known } = await outputOf(connections.list(null));
          await run(one.latchkey, known.find((it) => it.id === target.id) ?? target, one_, turn);
          for (const connectionId of [target.id, ...known.slice(-1).map((it) => it.id)]) {
            await availability.search({ connectionId, applicationId: null });
            await operations.test({ connectionId });
          }
          expect(leaks()).toEqual([]);
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });
});
