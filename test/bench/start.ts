/**
 * Measures the time from the start of the process to the first listing row on the screen, in turns with a hello-world application in the
 * same host: `npm run bench:start [rounds]`. `first` starts on an empty profile, `again` on the profile of the first start.
 * `start_ratio` is the console's median over that of hello-world; above 1.5 the bench exits with 1. `cpu_s_p50` is the processor time of all
 * processes to the first row: on a busy machine compare that.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { startHost } from '../host/start-host.ts';
import { chosenBefore } from '../support/chosen-before.ts';
import { print } from './support/figure.ts';
import { cpuSeconds } from './support/process-tree.ts';

const MAX_RATIO = 1.5;
const MAX_WAIT_MS = 60_000;
/** Short, because processor time counts on until it is read. */
const POLL_MS = 5;
const ROUNDS = Number(process.argv[2] ?? 7);
/** The button of the first listing: the only table on support's first page, and on that of hello-world. */
const FIRST_ROW = 'tbody button[title]:not([title=""])';
const HELLO = fileURLToPath(new URL('hello', import.meta.url));

const epochNow = (): number => performance.timeOrigin + performance.now();

interface Start {
  readonly ms: number;
  readonly cpuS: number;
}

/** From spawning the host until the page drew its first row. The page itself watches: an attached client would slow it down. */
async function measure(appDir: string | undefined, userData: string): Promise<Start> {
  const began = epochNow();
  const host = await startHost({ userData, env: { LATCHKEY_HOST_WATCH: FIRST_ROW }, ...(appDir ? { appDir } : {}) });
  try {
    for (;;) {
      const drawn = host.facts.find((fact) => fact.host === 'drawn');
      if (drawn) return { ms: drawn.at - began, cpuS: cpuSeconds(host.process.pid ?? 0) };
      if (epochNow() - began > MAX_WAIT_MS) throw new Error(`no row was drawn\n${host.lines.join('\n')}`);
      await wait(POLL_MS);
    }
  } finally {
    host.process.kill('SIGTERM');
    await host.exited;
  }
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, two) => one - two);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

if (!(await ensureBuilt())) process.exit(1);
const subjects = { 'hello-world': HELLO, latchkey: undefined } as const;
const starts: Record<'first' | 'again', Record<keyof typeof subjects, Start[]>> = {
  first: { 'hello-world': [], latchkey: [] },
  again: { 'hello-world': [], latchkey: [] },
};
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const subject of ['hello-world', 'latchkey'] as const) {
    const userData = mkdtempSync(join(tmpdir(), 'latchkey-start-'));
    // The question of the first start waits for a person.
    chosenBefore(userData, { audience: 'support' });
    for (const scenario of ['first', 'again'] as const) {
      const start = await measure(subjects[subject], userData);
      // The first round warms the disk's cache.
      if (round > 0) starts[scenario][subject].push(start);
    }
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}
let ok = true;
for (const [scenario, bySubject] of Object.entries(starts)) {
  for (const [subject, values] of Object.entries(bySubject)) {
    const figure = { bench: 'start', subject, scenario };
    print({ ...figure, metric: 'first_row_p50', value: median(values.map(({ ms }) => ms)), unit: 'ms' }, 0);
    print({ ...figure, metric: 'cpu_s_p50', value: median(values.map(({ cpuS }) => cpuS)), unit: 's' }, 2);
  }
  const [ours, hello] = [bySubject.latchkey, bySubject['hello-world']].map((of) => median(of.map(({ ms }) => ms)));
  const ratio = (ours ?? Number.NaN) / (hello ?? Number.NaN);
  print({ bench: 'start', subject: 'latchkey', scenario, metric: 'start_ratio', value: ratio, unit: 'x' }, 2);
  ok &&= ratio <= MAX_RATIO;
}
process.exitCode = ok ? 0 : 1;
