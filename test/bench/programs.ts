/**
 * `npm run bench:programs`: what the door for other programs adds to a request, how fast its relays start, and how many tokens N programs cause that start
 * at once, over a whole console on its sandbox; beside them, processes that request tokens themselves, for 24 hours in virtual time. Prints one JSON line
 * per figure. Option: --requests 100.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildRelay, relayFile } from '../../scripts/lib/relay.mjs';
import { Lines, newNonce, proofOf, RUN_FILE, RUN_FOLDER, type RunFile } from '../../src/main/gateway/conversation.ts';
import { outputOf } from '../support/test-console.ts';
import { print } from './support/figure.ts';
import { percentile } from './support/percentile.ts';
import { openProgramConsole } from './support/program-console.ts';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '100' } } });
const REQUESTS = Number(values.requests);
const figure = (subject: string, scenario: string, metric: string, value: number, unit: string) =>
  print({ bench: 'programs', subject, scenario, metric, value, unit });

const rig = await openProgramConsole();
const { port, key, folder, calls, one, connectionId } = rig;
const path = '/v1/listings?limit=1';

async function timed(subject: string, ask: () => Promise<unknown>, count = REQUESTS, pauseMs = 0): Promise<void> {
  for (let at = 0; at < 3; at += 1) await ask();
  const ms: number[] = [];
  for (let at = 0; at < count; at += 1) {
    if (pauseMs > 0) await pause(pauseMs);
    const since = performance.now();
    await ask();
    ms.push(performance.now() - since);
  }
  for (const share of [0.5, 0.99])
    figure(subject, 'one after the other', `p${share * 100}`, percentile(ms, share), 'ms');
}

const run: RunFile = JSON.parse(readFileSync(join(folder, RUN_FOLDER, RUN_FILE), 'utf8'));
/** Asks over the socket, as a relay does. */
async function bySocket(args: readonly string[]): Promise<number> {
  const socket = connect(run.address);
  const lines = new Lines(socket);
  const nonce = newNonce();
  void lines.send({ nonce });
  const hello = await lines.next(1_000);
  const call = { args, folder: '/', key, name: null, input: null };
  void lines.send({ proof: proofOf(run.cookie, 'relay', nonce, String(hello?.nonce)), call });
  for (;;) {
    const piece = await lines.next(1_000_000);
    if (piece === null || typeof piece.status === 'number') {
      socket.destroy();
      return Number(piece?.status ?? -1);
    }
  }
}
const byPort = async () =>
  (await fetch(`http://127.0.0.1:${port}/open${path}`, { headers: { authorization: `Bearer ${key}` } })).text();
await byPort();
const sent = calls.findLast(({ url }) => url.includes('limit=1'));
if (!sent) throw new Error('no request reached the service');
const direct = async () =>
  (await one.sandbox(new Request(sent.url, { headers: { authorization: sent.authorization } }))).text();

// Few and with pauses, so that no share of a rate limit makes them wait.
const FEW = Math.min(REQUESTS, 20);
const PAUSE_MS = 600;
await timed('direct to the service', direct, FEW, PAUSE_MS);
await timed('port', byPort, FEW, PAUSE_MS);
await timed('socket', () => bySocket(['request', 'GET', path, '--json']), FEW, PAUSE_MS);
await timed('socket, without a request', () => bySocket(['listings', '--limit', '1', '--json']));

/** The time from the start of a process to the first byte of its answer. */
const firstByte = (command: string, args: readonly string[]) => () =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(command, [...args, 'programs'], {
      env: { ...process.env, LATCHKEY_DATA: folder, LATCHKEY_KEY: key },
    });
    child.once('error', reject);
    child.stdout.once('data', () => resolve());
  });
if (buildRelay() === null) await timed('relay in C: start to first byte', firstByte(relayFile(), []), 40);
const entry = join(import.meta.dirname, '../../src/main/command-line/main.ts');
await timed('relay in Node: start to first byte', firstByte(process.execPath, ['--no-warnings', entry]), 10);

// Programs that start at once.
for (const count of [1, 5, 20]) {
  const statuses = await Promise.all(
    Array.from({ length: count }, () =>
      bySocket(['search', '--from', '2027-03-05', '--to', '2027-03-08', '--wait', '60']),
    ),
  );
  figure('gateway', `${count} at once`, 'answered', statuses.filter((status) => status === 0).length, 'programs');
}
const { tokens } = await outputOf(one.latchkey.tokens.status({ connectionId }));
for (const { label, issuances } of tokens)
  figure('gateway', 'the whole bench', `tokens of ${label}`, issuances.length, 'issuances');
await rig.close();

/** 24 hours of cron every 15 minutes as a fresh process, and three starts of an agent; a token lives 24 hours, and 5 may be issued in that time. */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const QUOTA = 5;
/** A process reads the file, and writes it this long after. */
const ISSUING_MS = 800;
function day(programs: number, cache: 'none' | 'unlocked' | 'locked') {
  const starts = Array.from({ length: programs }, () => [
    ...Array.from({ length: 96 }, (_, at) => at * 15 * MINUTE),
    ...[3, 9, 15].map((hour) => hour * 60 * MINUTE + 1_000),
  ])
    .flat()
    .sort((one, other) => one - other);
  let [issued, refused, writtenAt, expiresAt] = [0, 0, Number.POSITIVE_INFINITY, 0];
  for (const at of starts) {
    const isCached = cache !== 'none' && at < expiresAt && (cache === 'locked' || at >= writtenAt);
    if (isCached) continue;
    if (issued >= QUOTA) refused += 1;
    else {
      issued += 1;
      writtenAt = Math.min(writtenAt, at + ISSUING_MS);
      expiresAt = at + DAY;
    }
  }
  return { issued, refused };
}
for (const count of [1, 5, 20])
  for (const [name, cache] of [
    ['memory of each process', 'none'],
    ['cache file without a lock', 'unlocked'],
    ['cache file with a lock', 'locked'],
  ] as const) {
    const { issued, refused } = day(count, cache);
    figure(name, `24 hours of ${count} programs`, 'issuances', issued, 'issuances');
    figure(name, `24 hours of ${count} programs`, 'starts without a token', refused, 'starts');
  }
