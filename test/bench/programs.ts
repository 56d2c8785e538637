/**
 * `npm run bench:programs`: what the door for other programs adds to a bare request, how fast its relays start, and how many tokens N programs cause that
 * start at once, over a whole console. Then, in virtual time, a day of programs that request tokens themselves and of programs that ask the app, and an
 * hour of clicks beside busy ones. Prints one JSON line per figure. Option: --requests 500.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent, fetch } from 'undici';
import { buildRelay, relayFile } from '../../scripts/lib/relay.mjs';
import {
  keyOfCookie,
  Lines,
  newNonce,
  proofOf,
  RUN_FILE,
  RUN_FOLDER,
  type RunFile,
} from '../../src/main/gateway/conversation.ts';
import { serveHttps, trusting } from '../support/loopback.ts';
import { outputOf } from '../support/test-console.ts';
import { print } from './support/figure.ts';
import { addedMs, inTurns } from './support/in-turns.ts';
import { startPassThroughs } from './support/pass-throughs.ts';
import { percentile } from './support/percentile.ts';
import { openProgramConsole } from './support/program-console.ts';
import { clicksBeside, dayOf, dayOfGateway, type ProgramDay } from './support/program-days.ts';
import { searchAnswer } from './support/search-answer.ts';
import { programStrategies } from './support/strategies.ts';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '500' } } });
const REQUESTS = Number(values.requests);
const figure = (subject: string, scenario: string, metric: string, value: number, unit: string) =>
  print({ bench: 'programs', subject, scenario, metric, value, unit });

// As long as real ones: the shorter a secret, the more texts could hide it.
const longText = (bytes: number): string => randomBytes(bytes).toString('base64url');
const TOKEN = { access_token: `eyJhbGciOiJSUzI1NiJ9.${longText(600)}`, token_type: 'Bearer', expires_in: 86_400 };
const ANSWER = searchAnswer(2_000);
const service = await serveHttps((request, response) => {
  response.setHeader('content-type', 'application/json');
  request.resume().on('end', () => response.end(request.method === 'POST' ? JSON.stringify(TOKEN) : ANSWER));
});
// The journal has its own thread, as in the app.
const rig = await openProgramConsole(undefined, { threads: true, apiFetch: trusting(service.certificate) });
const { port, folder, one, connectionId, keyFor } = rig;
one.pair.recordsMessages = false;
const { id } = await outputOf(
  one.latchkey.connections.create({
    name: 'Bench',
    presetId: 'custom',
    addresses: { baseUrl: service.origin, authUrl: service.origin, bookingBaseUrl: '', bookingAuthUrl: '' },
    openApi: { clientId: 'bench', clientSecret: longText(32) },
    applications: [],
  }),
);
// Without limits: the bare request has none.
await outputOf(one.latchkey.connections.update({ id, limits: { openApi: { kind: 'custom', rules: [] } } }));
const benchKey = await keyFor(id);
const path = '/v1/listings?limit=1';

/** Prints the times of a start, measured one after the other. */
async function timed(subject: string, ask: () => Promise<unknown>, count: number): Promise<void> {
  const { it } = await inTurns({ it: ask }, count);
  for (const share of [0.5, 0.99])
    figure(subject, 'one after the other', `p${share * 100}`, percentile(it, share), 'ms');
}

const run: RunFile = JSON.parse(readFileSync(join(folder, RUN_FOLDER, RUN_FILE), 'utf8'));
const cookieKey = keyOfCookie(run.cookie);
/** Asks over the socket, as a relay does. */
async function bySocket(args: readonly string[], key: string): Promise<number> {
  const socket = connect(run.address);
  const lines = new Lines(socket);
  const nonce = newNonce();
  void lines.send({ nonce });
  const hello = await lines.next(1_000);
  const call = { args, folder: '/', key, name: null, input: null };
  void lines.send({ proof: proofOf(cookieKey, 'relay', nonce, String(hello?.nonce)), call });
  for (;;) {
    const piece = await lines.next(1_000_000);
    if (piece === null || typeof piece.status === 'number') {
      socket.destroy();
      return Number(piece?.status ?? -1);
    }
  }
}
const dispatcher = new Agent({ connect: { ca: service.certificate } });
const bare = { accept: 'application/json', authorization: `Bearer ${TOKEN.access_token}` };
// They only hand on: no rights, no redaction, no limits, no record.
const passThroughs = await startPassThroughs(service.origin, bare.authorization);
for (const { name, origin } of passThroughs.all)
  if (origin === null) console.error(`${name} is skipped. This installs it: sudo apt-get install -y ${name}`);
const others = passThroughs.all.flatMap(({ name, origin }) =>
  origin === null ? [] : [[name, async () => (await fetch(origin + path)).text()] as const],
);
const ways = {
  'bare fetch': async () => (await fetch(service.origin + path, { headers: bare, dispatcher })).text(),
  port: async () =>
    (await fetch(`http://127.0.0.1:${port}/open${path}`, { headers: { authorization: `Bearer ${benchKey}` } })).text(),
  socket: () => bySocket(['request', 'GET', path, '--json'], benchKey),
  'socket, without a request': () => bySocket(['token', 'status', '--json'], benchKey),
  ...Object.fromEntries(others),
};
const times: Record<string, number[]> = await inTurns<string>(ways, REQUESTS);
await passThroughs.stop();
for (const [way, ms] of Object.entries(times))
  for (const share of [0.5, 0.99]) {
    const scenario = `an answer of 2 KB, ${REQUESTS} of each in turns`;
    figure(way, scenario, `p${share * 100}`, percentile(ms, share), 'ms');
    if (way === 'port' || way === 'socket' || others.some(([name]) => name === way))
      figure(way, scenario, `added p${share * 100}`, percentile(addedMs(ms, times['bare fetch'] ?? []), share), 'ms');
  }

/** The time from the start of a process to the first byte of its answer. */
const firstByte = (command: string, args: readonly string[]) => () =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(command, [...args, 'programs'], {
      env: { ...process.env, LATCHKEY_DATA: folder, LATCHKEY_KEY: benchKey },
    });
    child.once('error', reject);
    child.stdout.once('data', () => resolve());
  });
if (buildRelay() === null) await timed('relay in C: start to first byte', firstByte(relayFile(), []), 40);
const entry = join(import.meta.dirname, '../../scripts/latchkey.mjs');
await timed('relay in Node: start to first byte', firstByte(process.execPath, [entry]), 10);

// Programs that start at once.
for (const count of [1, 5, 20]) {
  const statuses = await Promise.all(
    Array.from({ length: count }, () =>
      bySocket(['search', '--from', '2027-03-05', '--to', '2027-03-08', '--wait', '60'], rig.key),
    ),
  );
  figure('gateway', `${count} at once`, 'answered', statuses.filter((status) => status === 0).length, 'programs');
}
const { tokens } = await outputOf(one.latchkey.tokens.status({ connectionId }));
for (const { label, issuances } of tokens)
  figure('gateway', 'the whole bench', `tokens of ${label}`, issuances.length, 'issuances');
await rig.close();
await dispatcher.close();
await service.close();

// Programs in virtual time, on their own and through the app.
for (const count of [1, 5, 20]) {
  const show = (subject: string, day: ProgramDay) => {
    const of = (metric: string, value: number, unit: string) =>
      figure(subject, `24 hours, programs: ${count}`, metric, value, unit);
    of('issuances of the credential', day.issuances, 'issuances');
    of('answers of 429', day.tooMany, 'answers');
    of('without a token, each program', day.lockoutMinutes, 'min');
    of('calls that failed', day.failed, 'calls');
  };
  for (const subject of programStrategies()) show(subject.name, await dayOf(subject, count));
  show('gateway', await dayOfGateway(count));
}
for (const count of [5, 20]) {
  const { clicks, p99, fairness, answered, tooMany } = await clicksBeside(count);
  const of = (metric: string, value: number, unit: string) =>
    figure('gateway', `an hour of busy programs: ${count}`, metric, value, unit);
  of(`wait of ${clicks} clicks, p99`, p99, 'ms');
  of('fairness (Jain)', fairness, '');
  of('answered', answered, 'requests');
  of('answers of 429', tooMany, 'answers');
}
