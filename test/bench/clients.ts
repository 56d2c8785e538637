/**
 * `npm run clients`: real clients and real attackers against a whole console on its sandbox. Each client must read through the app what the service
 * answers; each attacker must read nothing. Installs the clients of tools/clients first. Prints a row for each; a tool that this machine lacks is
 * skipped by name. Exits with 1 at a failure. Option: --examples, for the examples of docs/programs.md alone.
 */
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { ensureClients } from '../../scripts/lib/dependencies.mjs';
import { inProject } from '../../scripts/lib/project.mjs';
import { buildRelay, relayFile } from '../../scripts/lib/relay.mjs';
import { RUN_FILE, RUN_FOLDER } from '../../src/main/gateway/conversation.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { COMPLETED, COMPLETING_SHELLS, completedBy } from './support/completions.ts';
import { runExamples } from './support/documented-examples.ts';
import { type KilledApp, QUOTE_STEPS, type QuoteStep } from './support/killed-app.ts';
import { openProgramConsole, type ServiceCall } from './support/program-console.ts';

let failures = 0;
function row(name: string, isRight: boolean | null, detail = ''): void {
  if (isRight === false) failures += 1;
  console.log(`${isRight === null ? 'skipped' : isRight ? 'ok' : 'FAILED'}`.padEnd(9) + name.padEnd(58) + detail);
}

/** Holds the next quote at the service, to kill who asked for it meanwhile. */
let held: { readonly arrived: () => void; readonly go: Promise<void> } | null = null;
const isQuote = ({ method, url }: ServiceCall) => method === 'POST' && url.includes('/quotes');
const rig = await openProgramConsole(async (call) => {
  if (!held || !isQuote(call)) return;
  held.arrived();
  await held.go;
});
const { port, key, folder, calls, one } = rig;
const path = '/v1/listings?limit=2';
const address = `http://127.0.0.1:${port}/open${path}`;

interface Ran {
  readonly status: number | null;
  readonly out: string;
}
async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, uid?: number): Promise<Ran> {
  const child = spawn(command, [...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const status = new Promise<number | null>((resolve) =>
    child.once('close', resolve).once('error', () => resolve(null)),
  );
  return { out: await text(child.stdout), status: await status };
}
const has = (command: string, ...args: readonly string[]) => {
  const { error, status } = spawnSync(command, args.length > 0 ? [...args] : ['--version']);
  return error === undefined && status === 0;
};

await runExamples({ folder, key, port }, row);
if (process.argv.includes('--examples')) {
  await rig.close();
  process.exit(failures === 0 ? 0 : 1);
}

// What the service itself answers, with the app's token.
const listed = async (): Promise<string> => {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  return JSON.stringify(await answer.json());
};
const throughFetch = await listed();
const sent = calls.findLast(({ url }) => url.includes('limit=2'));
if (!sent) throw new Error('the request did not reach the service');
const direct = await one.sandbox(new Request(sent.url, { headers: { authorization: sent.authorization } }));
const wanted = JSON.stringify(await direct.json());
row('Node fetch: as the service answers', throughFetch === wanted, `${wanted.length} characters`);

const isSame = (out: string): boolean => {
  try {
    return JSON.stringify(JSON.parse(out)) === wanted;
  } catch {
    return false;
  }
};
const header = `Authorization: Bearer ${key}`;
const PYTHON = `import os, requests
print(requests.get(os.environ['ADDRESS'], headers={'Authorization': 'Bearer ' + os.environ['KEY']}).text)`;
const clients: readonly [string, boolean, () => Promise<Ran>][] = [
  ['curl', has('curl'), () => run('curl', ['-sS', '-H', header, address])],
  ['wget', has('wget'), () => run('wget', ['-qO-', `--header=${header}`, address])],
  [
    'Python requests',
    has('python3', '-c', 'import requests'),
    () => run('python3', ['-c', PYTHON], { ADDRESS: address, KEY: key }),
  ],
];
for (const [name, isHere, ask] of clients) {
  if (isHere) row(`${name}: as the service answers`, isSame((await ask()).out));
  else row(`${name}: as the service answers`, null, 'not installed');
}

await ensureClients();
const installed = (name: string) => inProject('tools', 'clients', 'node_modules', '.bin', name);
const work = join(folder, 'clients');
mkdirSync(work);
/** Writes a file of a client, or reads what it has written. */
const fileOf = (name: string, content?: string): string => {
  const file = join(work, name);
  if (content !== undefined) writeFileSync(file, content);
  return file;
};
const readJson = (name: string) => JSON.parse(readFileSync(join(work, name), 'utf8'));

// The service itself on a port, for clients that must read it without the app.
const service = createServer(async (request, response) => {
  const authorization = request.headers.authorization ?? '';
  const { origin } = new URL(sent.url);
  const answer = await one.sandbox(new Request(`${origin}${request.url}`, { headers: { authorization } }));
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const { port: servicePort } = service.address() as { port: number };
const { pathname, search } = new URL(sent.url);
const directly = { address: `http://127.0.0.1:${servicePort}${pathname}${search}`, bearer: sent.authorization };
const throughApp = { address, bearer: `Bearer ${key}` };

type Place = typeof directly;
async function newman({ address: url, bearer }: Place): Promise<string> {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const request = { method: 'GET', url, header: [{ key: 'Authorization', value: bearer }] };
  fileOf('collection.json', JSON.stringify({ info: { name: 'x', schema }, item: [{ name: 'Listings', request }] }));
  const args = ['run', join(work, 'collection.json'), '--reporters', 'json', '--reporter-json-export'];
  await run(process.execPath, [installed('newman'), ...args, fileOf('newman.json')]);
  return Buffer.from(readJson('newman.json').run.executions[0].response.stream.data).toString();
}
async function bru({ address: url }: Place, auth: string): Promise<string> {
  fileOf('bruno.json', JSON.stringify({ version: '1', name: 'x', type: 'collection' }));
  const mode = auth.startsWith('oauth2') ? 'oauth2' : 'bearer';
  fileOf(
    'listings.bru',
    `meta {\n  name: x\n  type: http\n}\n\nget {\n  url: ${url}\n  auth: ${mode}\n}\n\nauth:${auth}\n`,
  );
  const args = ['run', 'listings.bru', '--noproxy', '--output', 'bru.json'];
  const { out } = await run('sh', [
    '-c',
    'cd "$1" && shift && exec "$@" 2>&1',
    'sh',
    work,
    process.execPath,
    installed('bru'),
    ...args,
  ]);
  if (!existsSync(join(work, 'bru.json'))) throw new Error(out);
  const [{ results }] = readJson('bru.json');
  return JSON.stringify(results[0].response.data);
}
const bearerOf = ({ bearer }: Place) => `bearer {\n  token: ${bearer.replace('Bearer ', '')}\n}`;
const credentials = `oauth2 {
  grant_type: client_credentials
  access_token_url: http://127.0.0.1:${port}/open/oauth2/token
  client_id: ${key.split('_')[1]}
  client_secret: ${key}
  scope: open-api
  credentials_placement: body
  token_placement: header
  token_header_prefix: Bearer
}`;
const collections: readonly [string, string, () => Promise<string>][] = [
  ['newman', 'newman, directly', () => newman(directly)],
  ['newman', 'newman', () => newman(throughApp)],
  ['bru', 'Bruno, directly', () => bru(directly, bearerOf(directly))],
  ['bru', 'Bruno', () => bru(throughApp, bearerOf(throughApp))],
  ['bru', 'Bruno, with client credentials', () => bru(throughApp, credentials)],
];
const issuedBefore = calls.filter(({ url }) => url.endsWith('/oauth2/token')).length;
for (const [command, name, ask] of collections) {
  if (existsSync(installed(command))) row(`${name}: as the service answers`, isSame(await ask().catch(String)));
  else row(`${name}: as the service answers`, null, 'not installed');
}
const issuances = calls.filter(({ url }) => url.endsWith('/oauth2/token')).length - issuedBefore;
row('all of these: no token issued', issuances === 0, `${issuances}`);
service.close();

// Agents, which start the command themselves.
const server =
  buildRelay() === null ? [relayFile(), 'mcp'] : [process.execPath, inProject('scripts', 'latchkey.mjs'), 'mcp'];
const serverEnv = { LATCHKEY_DATA: folder, LATCHKEY_KEY: key };
const client = inProject('tools', 'clients', 'mcp-client.mjs');
const ids = JSON.stringify(JSON.parse(wanted).results.map(({ _id }: { _id: string }) => _id));
const agentAnswers = new Set<string>();
/** Whether an agent's answer has the service's listings, and is the one that the agents before it had. */
const isSameAnswer = (answer: { listings?: { listingId: string }[] } | undefined): boolean => {
  agentAnswers.add(JSON.stringify(answer));
  return agentAnswers.size === 1 && JSON.stringify(answer?.listings?.map(({ listingId }) => listingId)) === ids;
};
for (const [era, version] of [
  ['current', '2026-07-28'],
  ['older', '2025-11-25'],
] as const) {
  const name = `an MCP client of ${version}: the same listings`;
  if (!existsSync(inProject('tools', 'clients', 'node_modules'))) row(name, null, 'not installed');
  else {
    const { out } = await run(process.execPath, [client, era, ...server], serverEnv);
    const read = JSON.parse(out || '{}');
    row(name, isSameAnswer(read.answer) && read.version === version, `${read.version}, ${read.tools?.length} tools`);
  }
}
if (!existsSync(installed('mcp-inspector'))) row('the MCP inspector: the same listings', null, 'not installed');
else {
  const env = Object.entries(serverEnv).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const call = ['--method', 'tools/call', '--tool-name', 'listings_search', '--tool-arg', 'limit=2'];
  const { out } = await run(process.execPath, [installed('mcp-inspector'), '--cli', ...env, ...server, ...call]);
  row('the MCP inspector: the same listings', isSameAnswer(JSON.parse(out || '{}').structuredContent));
}

// Tricks of curl.
const status = async (...args: readonly string[]) =>
  (await run('curl', ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-m', '20', ...args])).out;
if (has('curl')) {
  const many = Array.from({ length: 40 }, (_, at) => ['-H', `X-Injected-${at}: https://elsewhere.example`]).flat();
  const before = calls.length;
  const base = `http://127.0.0.1:${port}`;
  const tricks: readonly [string, readonly string[], readonly string[]][] = [
    ['a path with dots as it is', ['--path-as-is', `${base}/open/v1/../../booking/x`], ['400', '403']],
    ['dots in an escape', ['--path-as-is', `${base}/open/v1/%2e%2e/users`], ['400', '403']],
    ['an escape in an escape', ['--path-as-is', `${base}/open/v1/%252e%252e/users`], ['400', '403']],
    ['another Host', ['-H', 'Host: evil.example', address], ['421']],
    ['an Origin', ['-H', 'Origin: https://evil.example', address], ['403']],
    ['an Origin of null', ['-H', 'Origin: null', address], ['403']],
    ['the method DELETE', ['-X', 'DELETE', address], ['405']],
    ['the address of a proxy', ['-x', base, 'http://elsewhere.example/open/v1/listings'], ['400', '421']],
    ['a body that is too long', ['--data', `a=${'x'.repeat(20_000)}`, `${base}/open/oauth2/token`], ['400', '413']],
  ];
  for (const [name, args, right] of tricks) {
    const got = await status('-H', header, ...args);
    row(`curl, ${name}: refused`, right.includes(got), got);
  }
  row('curl: none of these reached the service', calls.length === before, `${calls.length - before} requests`);
  const got = await status('-H', header, ...many, address);
  const passed = calls.at(-1)?.headers ?? [];
  const isClean = calls.length > before && !passed.some((name) => name.startsWith('x-injected'));
  row('curl, 40 headers of its own: none is passed on', got === '200' && isClean, passed.join(' '));
} else row('curl: tricks', null, 'not installed');

// Pages in a real browser, which even know the key: on another origin, and on a name that they point at this server.
const browser = findChromium();
if (browser === null) row('Chromium: pages', null, 'not installed');
else {
  const page = `<!doctype html><title>evil</title><img src="${address}"><form id=f method=post enctype="text/plain" action="http://127.0.0.1:${port}/open/oauth2/token"><input name=a value=b></form>`;
  const evil = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const evilPort = (evil.address() as { port: number }).port;
  const opened = await chromium.launch({
    executablePath: browser,
    args: [
      '--host-resolver-rules=MAP evil.example 127.0.0.1,MAP rebound.example 127.0.0.1',
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
    ],
  });
  const before = calls.length;
  const answered: number[] = [];
  try {
    const tab = await opened.newPage();
    tab.on('response', (response) => {
      if (new URL(response.url()).port === String(port)) answered.push(response.status());
    });
    await tab.goto(`http://evil.example:${evilPort}/`);
    const read = await tab.evaluate(
      async ([to, secret]) => {
        const tries = [
          () => fetch(to ?? ''),
          () => fetch(to ?? '', { headers: { authorization: `Bearer ${secret}` } }),
          () => fetch(to ?? '', { mode: 'no-cors' }),
        ];
        const texts = await Promise.all(
          tries.map((ask) =>
            ask().then(
              (answer) => answer.text(),
              () => '',
            ),
          ),
        );
        const socket = await new Promise<string>((resolve) => {
          const opening = new WebSocket((to ?? '').replace('http', 'ws'));
          opening.onopen = () => resolve('open');
          opening.onerror = () => resolve('');
        });
        return [...texts, socket].join('');
      },
      [address, key],
    );
    row('Chromium, a page: fetch and WebSocket read nothing', read === '', read.slice(0, 60));
    await Promise.all([tab.waitForNavigation().catch(() => null), tab.evaluate(() => document.forms[0]?.submit())]);
    // The page has rebound its own name to this server, so that its requests are of its own origin.
    await tab.goto(`http://rebound.example:${port}/open${path}`).catch(() => null);
    const rebound = await tab.evaluate(
      async ([to, secret]) => (await fetch(to ?? '', { headers: { authorization: `Bearer ${secret}` } })).status,
      [`/open${path}`, key],
    );
    row('Chromium, a rebound name: refused', rebound === 421, `${rebound}`);
    row(
      'Chromium, an image and a form: refused',
      answered.length > 0 && answered.every((one) => one >= 400),
      answered.join(' '),
    );
    row('Chromium: nothing reached the service', calls.length === before, `${calls.length - before} requests`);
  } finally {
    await opened.close();
    evil.close();
  }
}

// Another user of this computer.
const socket = (JSON.parse(readFileSync(join(folder, RUN_FOLDER, RUN_FILE), 'utf8')) as { address: string }).address;
if (process.getuid?.() !== 0 || !has('curl'))
  row('another user: does not reach the socket', null, 'needs root and curl');
else {
  // Only the folder of the socket keeps others out here.
  chmodSync(folder, 0o755);
  const tried = await run('curl', ['-sS', '-m', '5', '--unix-socket', socket, 'http://x/'], {}, 65_534);
  const own = await run('curl', ['-sS', '-m', '1', '--unix-socket', socket, 'http://x/']);
  // 7: could not connect. The owner connects, and is told nothing.
  row(
    'another user: does not reach the socket',
    tried.status === 7 && own.status !== 7,
    `${tried.status} and ${own.status}`,
  );
}

// A command that is killed at each step of a quote leaves one quote at most, and the next one makes exactly one more.
if (buildRelay() !== null) row('kill −9 during a quote: nothing twice', null, 'no compiler');
else {
  const id = JSON.parse(wanted).results?.[0]?._id ?? '';
  const args = ['quote', 'create', id, '--from', '2027-03-05', '--to', '2027-03-08', '--guests', '2', '--json'];
  const env = { LATCHKEY_DATA: folder, LATCHKEY_KEY: key };
  const quotes = () => calls.filter(isQuote).length;
  const counts: number[] = [];
  for (const when of ['at once', 'while the service answers', 'when it is done'] as const) {
    const before = quotes();
    const arrived = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    held = when === 'while the service answers' ? { arrived: arrived.resolve, go: go.promise } : null;
    const child = spawn(relayFile(), args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const closed = new Promise((resolve) => child.once('close', resolve));
    if (when === 'while the service answers') await arrived.promise;
    if (when === 'when it is done') await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await closed;
    go.resolve();
    held = null;
    await one.latchkey.quotes.list({ connectionId: rig.connectionId });
    counts.push(quotes() - before);
  }
  const before = quotes();
  const last = await run(relayFile(), args, env);
  row(
    'kill −9 during a quote: nothing twice',
    counts.every((count) => count <= 1) && last.status === 0 && quotes() - before === 1,
    `${counts.join(', ')} requests, then ${quotes() - before}`,
  );
}

// The app itself is killed at each step of a quote.
const killedApp = new URL('./support/killed-app.ts', import.meta.url);
async function startApp(...args: readonly string[]) {
  const child = fork(killedApp, [...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)));
  const [app] = (await once(child, 'message')) as [KilledApp];
  return { app, ended, child };
}
/** A call of the tool `quote_create`, in one message of the current protocol. */
const quoteCall = (listingId: string) => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const stay = { listingId, checkIn: '2027-03-05', checkOut: '2027-03-08', guests: 2 };
  const params = { name: 'quote_create', arguments: stay, _meta: meta };
  return `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;
};
/** Asks for a quote of an app that kills itself at a step, as an agent or by a command; then starts the app again, which says what it knows. */
async function killedAt(step: QuoteStep, isAgent: boolean) {
  const data = makeTempFolder();
  const reached = join(data, 'reached.log');
  const arrived = () => (existsSync(reached) ? readFileSync(reached, 'utf8').split('\n').length - 1 : 0);
  const { app, ended } = await startApp(data, reached, step);
  const id = JSON.parse(wanted).results?.[0]?._id ?? '';
  const stay = ['--from', '2027-03-05', '--to', '2027-03-08', '--guests', '2'];
  const args = isAgent ? ['mcp'] : ['quote', 'create', id, ...stay];
  const program = spawn(relayFile(), args, { env: { LATCHKEY_DATA: data, LATCHKEY_KEY: app.key } });
  if (isAgent) program.stdin.write(quoteCall(id));
  const closed = new Promise<number | null>((resolve) => program.once('close', resolve));
  const texts = Promise.all([text(program.stdout), text(program.stderr)]);
  const [[out, said], status, signal] = await Promise.all([texts, closed, ended]);
  const before = arrived();
  const again = await startApp(data, reached);
  again.child.kill('SIGKILL');
  await again.ended;
  const after = arrived();
  removeTempFolder(data);
  return { out, said, status, signal, before, after, ...again.app };
}
for (const step of QUOTE_STEPS)
  for (const program of ['an agent', 'a command']) {
    const name = `kill −9 of the app, a quote of ${program} is ${step}`;
    if (buildRelay() !== null) {
      row(name, null, 'no compiler');
      continue;
    }
    const isAgent = program === 'an agent';
    const { out, said, status, signal, before, after, quotes, unconfirmed } = await killedAt(step, isAgent);
    const isOpen = step !== 'asked';
    const isOnce = before === (step === 'sent' || step === 'answered' ? 1 : 0) && after === before && quotes === 0;
    const isKnown = unconfirmed.join() === (isOpen ? 'bench' : '');
    const mayBeMade = /The quote may be made: .*look under Quotes/;
    const isTold = status === (isOpen ? 76 : 69) && mayBeMade.test(said) === isOpen;
    const isAnswered = mayBeMade.test(out) === (isOpen && isAgent);
    const isRight = signal === 'SIGKILL' && isKnown && isTold && isAnswered && isOnce;
    row(name, isRight, `${before} request, ${unconfirmed.length} unconfirmed, exit ${status}: ${said.trim()}`);
  }

// Completion in the shells.
for (const shell of COMPLETING_SHELLS) {
  const name = `${shell}: completes commands and options`;
  if (has(shell)) {
    const words = completedBy(shell, work);
    row(name, words.join() === COMPLETED.map(([, word]) => word).join(), words.join(' '));
  } else row(name, null, 'not installed');
}

await rig.close();
process.exitCode = failures === 0 ? 0 : 1;
