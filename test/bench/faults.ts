/**
 * `npm run bench:faults [-- kind …]`: injects faults by kind into the whole console on real files and counts those that it survives: everything that it
 * acknowledged is there afterwards, what is not is told, and it works on. Exits with 1 when a fault is not survived. Kinds: kills, logs, disk,
 * console.db, cache.db, journal.db, clock, sleep, window, renderer, instances.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { inProject } from '../../scripts/lib/project.mjs';
import { runHost, startHost } from '../host/start-host.ts';
import { chosenBefore } from '../support/chosen-before.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import type { Outcome } from './support/fault-scenarios.ts';
import { print } from './support/figure.ts';

const isBuilt = await ensureBuilt();
// Threads of the built app start in half the time, and each pasted failure starts one. The scenarios read this when they are loaded.
if (isBuilt) process.env.LATCHKEY_BUILT_WORKERS = inProject('out', 'main');
const { cutLogs, damages, jumps, kills, makeProfile, newFolder, STORES, windowCrashes } = await import(
  './support/fault-scenarios.ts'
);

/** At most so many states of each kind, chosen by the seed. */
const MAX_KILLS = 150;
const SEED = 1;
const CUTS = 60;
const SECOND_STARTS = 3;
/** Holds a profile and leaves little room. */
const DISK_MB = 24;

const kinds = process.argv.slice(2);
const isWanted = (kind: string): boolean => kinds.length === 0 || kinds.includes(kind);
const sum = { injected: 0, survived: 0 };

function report(kind: string, outcomes: readonly Outcome[]): void {
  const fallen = outcomes.filter(({ wrong }) => wrong.length > 0);
  for (const { fault, wrong } of fallen) console.error(`${kind}, ${fault}: ${wrong.join('; ')}`);
  const lost = fallen.flatMap(({ wrong }) => wrong).filter((one) => one.includes('lost: ')).length;
  const figure = (metric: string, value: number, unit: string): void =>
    print({ bench: 'faults', subject: 'latchkey', scenario: kind, metric, value, unit });
  figure('injected', outcomes.length, 'faults');
  figure('survived', outcomes.length - fallen.length, 'faults');
  figure('lost', lost, 'facts');
  sum.injected += outcomes.length;
  sum.survived += outcomes.length - fallen.length;
  if (fallen.length > 0) process.exitCode = 1;
}

const skip = (kind: string, why: string): void => console.error(`skipped: ${kind}: ${why}`);

if (isWanted('kills')) {
  const { whole, torn, found } = await kills(MAX_KILLS, SEED);
  console.error(`${found} writes were seen`);
  report('killed before a write', whole);
  report('killed in the middle of a write', torn);
}
if (isWanted('logs')) report('a log of changes cut anywhere', await cutLogs(CUTS));
if (isWanted('disk')) proveDisk();
if (STORES.some(isWanted)) {
  const profile = await makeProfile();
  for (const store of STORES.filter(isWanted)) report(`damaged ${store}`, await damages(store, profile));
  removeTempFolder(profile.folder);
}
if (isWanted('clock')) report('the clock jumps', await jumps(false));
if (isWanted('sleep')) report('the computer sleeps', await jumps(true));
if (isWanted('window')) report('a window goes away in a call', await windowCrashes());
if (isWanted('renderer')) await killRenderers();
if (isWanted('instances')) await proveInstances();
const took = Math.round(performance.now() / 1_000);
console.error(`${sum.injected} faults were injected, ${sum.survived} survived, in ${took} s`);
process.exit();

/** A full and a read-only disk need a file system of their own. */
function proveDisk(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    skip('disk', 'only root of Linux can mount one');
    return;
  }
  const folder = makeTempFolder();
  const script = join(import.meta.dirname, 'support/fault-disk.ts');
  const mounted = `mount -t tmpfs -o size=${DISK_MB}m none "${folder}" && TMPDIR="${folder}" exec "$@"`;
  const args = ['--mount', 'sh', '-c', mounted, 'sh', process.execPath, '--no-warnings', script];
  const { status, stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  removeTempFolder(folder);
  if (stderr.includes('mount:')) skip('disk', stderr.trim());
  else if (status !== 0) throw new Error(stderr);
  else {
    const { full, readOnly } = JSON.parse(stdout) as Record<'full' | 'readOnly', Outcome[]>;
    report('a full disk', full);
    report('a read-only profile', readOnly);
  }
}

/** A killed renderer needs the built app and a browser. */
async function killRenderers(): Promise<void> {
  if (findChromium() === null || !isBuilt) {
    skip('renderer', 'no Chromium');
    return;
  }
  const { rendererKills } = await import('./support/fault-renderer.ts');
  report('a renderer is killed', await rendererKills());
}

/** A second start leaves the profile to the first, and changes nothing in it. */
async function proveInstances(): Promise<void> {
  if (findChromium() === null || !isBuilt) {
    skip('instances', 'no Chromium');
    return;
  }
  const userData = newFolder();
  chosenBefore(userData, { audience: 'support' });
  const first = await startHost({ userData, args: [] });
  const outcomes: Outcome[] = [];
  for (let start = 1; start <= SECOND_STARTS; start += 1) {
    const second = await runHost([`--user-data-dir=${userData}`], {});
    const wrong = second.code === 0 ? [] : [`the second start ended with ${second.code}: ${second.errors}`];
    const log = join(userData, 'logs', 'latchkey.log');
    const opened = existsSync(log) ? readFileSync(log, 'utf8').split('the journal is open').length - 1 : 0;
    if (opened > 1) wrong.push(`the journal was opened ${opened} times`);
    outcomes.push({ fault: `start ${start}`, wrong });
  }
  first.process.kill('SIGTERM');
  if ((await first.exited) !== 0) outcomes.push({ fault: 'the first', wrong: ['it did not end by itself'] });
  removeTempFolder(userData);
  report('two instances', outcomes);
}
