/** The scenarios of the bench of faults: each injects faults of one kind, and says what was lost and what fell. */
import { existsSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Emitter } from '../../../src/main/platform/emitter.ts';
import type { Clock } from '../../../src/main/platform/ports.ts';
import { isAppError } from '../../../src/shared/app-error.ts';
import { copyOf } from '../../support/kill-states.ts';
import { SequenceRandom } from '../../support/sequence-random.ts';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';
import type { TestConsole } from '../../support/test-console.ts';
import { ACTS, keptIn, missingOf, openFaulty, prepareFolder, Refused } from './fault-console.ts';
import { bytesOf, DAMAGES } from './fault-damage.ts';
import { killedStates } from './fault-kills.ts';

/** One injected fault: what went wrong after it, as sentences; empty when it was survived. */
export interface Outcome {
  readonly fault: string;
  readonly wrong: readonly string[];
}

/** Runs every act once. Returns what was acknowledged; an act that is refused with a sentence acknowledges nothing. */
export async function actAll(
  one: TestConsole,
  number: number,
  wrong: string[] = [],
  names: readonly string[] = Object.keys(ACTS),
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (const [name, act] of Object.entries(ACTS).filter(([one]) => names.includes(one)))
    try {
      acknowledged.push(await act(one, number));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.data.code === 'internal') wrong.push(`${name}: ${error.message}`);
    }
  return acknowledged;
}

/** Opens the folder, checks it, and closes it. */
async function during(folder: string, work: (one: TestConsole) => Promise<void>): Promise<void> {
  const one = await openFaulty(folder);
  try {
    await work(one);
  } finally {
    await one.close();
  }
}

/** What is wrong in a folder after a fault in which no file was damaged. */
export async function wrongIn(folder: string, acknowledged: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  try {
    await during(folder, async (one) => {
      const kept = await keptIn(one);
      const info = await one.latchkey.app.info(null);
      wrong.push(...missingOf(acknowledged, kept).map((fact) => `lost: ${fact}`), ...kept.sentences);
      if (info.ok) wrong.push(...info.value.quarantined.map(({ document }) => `called damaged: ${document}`));
    });
  } catch (error) {
    wrong.push(`does not start: ${String(error)}`);
  }
  return wrong;
}

export const newFolder = (): string => {
  const folder = makeTempFolder();
  prepareFolder(folder);
  return folder;
};

/** A kill before each write of all acts, and in the middle of those that the app writes by itself. At most `max` of each, chosen by the seed. */
export async function kills(max: number, seed: number): Promise<{ whole: Outcome[]; torn: Outcome[]; found: number }> {
  const folder = newFolder();
  const one = await openFaulty(folder);
  const states = await killedStates(folder, async (acknowledge) => {
    for (const act of Object.values(ACTS)) acknowledge(await act(one, 1));
  });
  await one.close();
  const random = new SequenceRandom(seed);
  const check = async (isTorn: boolean): Promise<Outcome[]> => {
    const wanted = states.filter((state) => state.isTorn === isTorn);
    const share = max / wanted.length;
    const outcomes: Outcome[] = [];
    for (const [at, state] of wanted.entries())
      if (random.fraction() < share)
        outcomes.push({ fault: `step ${at}`, wrong: await wrongIn(state.folder, state.acknowledged) });
    return outcomes;
  };
  const outcomes = { whole: await check(false), torn: await check(true), found: states.length };
  for (const state of states) removeTempFolder(state.folder);
  removeTempFolder(folder);
  return outcomes;
}

/** A log of changes that is cut at any byte: the file has what was acknowledged first, in that order. */
export async function cutLogs(cuts: number): Promise<Outcome[]> {
  const folder = newFolder();
  const one = await openFaulty(folder);
  const acknowledged: string[] = [];
  for (let number = 1; number <= 20; number += 1)
    acknowledged.push((await (number % 2 ? ACTS.guest : ACTS.search)?.(one, number)) ?? '');
  const killed = copyOf(folder);
  await one.close();
  const outcomes: Outcome[] = [];
  for (let cut = 0; cut < cuts; cut += 1) {
    const state = copyOf(killed);
    const log = join(state, 'store', 'console.db-wal');
    const bytes = bytesOf(log) ?? Buffer.alloc(0);
    writeFileSync(log, bytes.subarray(0, Math.floor((bytes.length * cut) / cuts)));
    const wrong: string[] = [];
    await during(state, async (again) => {
      const { facts } = await keptIn(again);
      const there = acknowledged.map((fact) => facts.has(fact));
      if (there.lastIndexOf(true) >= there.indexOf(false) && there.includes(false))
        wrong.push('a later act without an earlier one');
      const info = await again.latchkey.app.info(null);
      if (info.ok && info.value.quarantined.length > 0) wrong.push('called damaged');
    }).catch((error: unknown) => wrong.push(`does not start: ${String(error)}`));
    outcomes.push({ fault: `cut ${cut}`, wrong });
    removeTempFolder(state);
  }
  removeTempFolder(folder);
  removeTempFolder(killed);
  return outcomes;
}

/** Acts that need neither a thread nor a list. */
const LIGHT_ACTS = ['guest', 'quote', 'search', 'step'];

/** Acts whose facts are outside the three stores. */
const OUTSIDE = /^(connection|preference|issued) /;

export const STORES = ['console.db', 'cache.db', 'journal.db'] as const;

/** Fifty damages of each store. Nothing of another file is lost, the damage is told or harmless, and a backup brings everything back. */
export async function damages(store: (typeof STORES)[number], profile: { folder: string; facts: readonly string[] }) {
  const outcomes: Outcome[] = [];
  for (const { name, apply } of DAMAGES) {
    const folder = copyOf(profile.folder);
    const file = join(folder, 'store', store);
    apply(file);
    const damaged = bytesOf(file);
    const wrong: string[] = [];
    let wasRefused = false;
    const safe = store === 'console.db' ? profile.facts.filter((fact) => OUTSIDE.test(fact)) : profile.facts;
    await during(folder, async (one) => {
      const kept = await keptIn(one);
      wrong.push(...missingOf(safe, kept).map((fact) => `lost: ${fact}`));
      const info = await one.latchkey.app.info(null);
      const journal = await one.latchkey.traffic.journal(null);
      const quarantined = info.ok ? info.value.quarantined : [];
      const isTold =
        quarantined.length > 0 ||
        kept.sentences.length > 0 ||
        (journal.ok && (journal.value.quarantined !== null || journal.value.reason !== null));
      const lost = missingOf(profile.facts, kept);
      if (lost.length > 0 && !isTold) wrong.push(...lost.map((fact) => `untold: ${fact}`));
      const movedTo = quarantined.find(({ document }) => document === store)?.movedTo;
      if (movedTo && damaged && !bytesOf(movedTo)?.equals(damaged)) wrong.push('the damaged file was not kept');
      // The app works on: what is made now is there.
      const added = await actAll(one, 7, wrong, LIGHT_ACTS);
      const told = await one.latchkey.app.info(null);
      if (told.ok && told.value.quarantined.length === 0)
        wrong.push(...missingOf(added, await keptIn(one)).map((fact) => `not kept: ${fact}`));
      if (store === 'console.db') await restoreNewest(one, wrong);
    }).catch((error: unknown) => {
      // A flipped bit of its version makes a file one of a newer version: the start is refused with a sentence, and nothing is changed.
      const isRefused = isAppError(error, 'storageFailed') && error.data.access === 'version';
      if (!isRefused || (damaged && !bytesOf(file)?.equals(damaged))) wrong.push(`does not start: ${String(error)}`);
      wasRefused = isRefused;
    });
    if (store === 'console.db' && !wasRefused)
      wrong.push(
        ...(await wrongIn(folder, profile.facts))
          .filter((one) => !one.startsWith('called damaged'))
          .map((one) => `restored, but ${one}`),
      );
    outcomes.push({ fault: name, wrong });
    removeTempFolder(folder);
  }
  return outcomes;
}

async function restoreNewest({ latchkey }: TestConsole, wrong: string[]): Promise<void> {
  const files = await latchkey.data.files(null);
  const backup = files.ok ? files.value.backups.at(0) : undefined;
  if (!backup) wrong.push('no backup is offered');
  else {
    const restored = await latchkey.data.restore({ backupId: backup.id });
    if (!restored.ok) wrong.push(`no restore: ${restored.error.code}`);
  }
}

/** A folder with one of everything and a backup, closed as by a person. */
export async function makeProfile(): Promise<{ folder: string; facts: string[] }> {
  const folder = newFolder();
  const facts: string[] = [];
  await during(folder, async (one) => {
    facts.push(...(await actAll(one, 1)));
    await one.latchkey.data.backUp(null);
  });
  return { folder, facts };
}

/** The machine's clock with an offset that a fault changes. */
class JumpingClock implements Clock {
  offsetMs = 0;
  readonly monotonic = (): number => performance.now();
  now(): number {
    return Date.now() + this.offsetMs;
  }
  after(delayMs: number, run: () => void): () => void {
    const timer = setTimeout(run, Math.min(delayMs, 2_147_483_647));
    timer.unref();
    return () => clearTimeout(timer);
  }
  face() {
    return { anchorMachine: this.now(), anchorVirtual: this.now(), rate: 1 };
  }
}

const HOUR_MS = 3_600_000;
const JUMPS_MS = [1, -1, 25, -25, 24 * 40, -24 * 40, 24 * 3_650, -24 * 3_650].map((hours) => hours * HOUR_MS);

/** The clock jumps, with or without a sleep: the app goes on, asks for one token at most, and keeps everything. */
export async function jumps(isSleep: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const jumpMs of JUMPS_MS.filter((ms) => !isSleep || ms > 0)) {
    const folder = newFolder();
    const clock = new JumpingClock();
    const power = { suspended: new Emitter<void>(), resumed: new Emitter<void>() };
    let tokens = 0;
    const watch = ({ url }: Request): void => {
      if (url.endsWith('/oauth2/token')) tokens += 1;
    };
    const one = await openFaulty(folder, { clock, power, watch });
    const wrong: string[] = [];
    const acknowledged = await actAll(one, 1, wrong);
    const before = tokens;
    if (isSleep) power.suspended.emit();
    clock.offsetMs += jumpMs;
    if (isSleep) power.resumed.emit();
    const later = Object.entries(ACTS).filter(([name]) => name !== 'token' && name !== 'case');
    for (const [name, act] of later)
      await act(one, 2).then(
        (fact) => acknowledged.push(fact),
        (error: unknown) => wrong.push(`${name}: ${String(error)}`),
      );
    // Two credentials: each may need a new token after a day.
    if (tokens - before > 2) wrong.push(`${tokens - before} tokens were requested`);
    await one.close();
    // A jump of more than a day makes slots free, so only what is stored counts.
    const stored = acknowledged.filter((fact) => !fact.startsWith('issued ') && !/^preference 2$/.test(fact));
    wrong.push(...(await wrongIn(folder, newest(stored))));
    outcomes.push({ fault: `${jumpMs / HOUR_MS} h`, wrong });
    removeTempFolder(folder);
  }
  return outcomes;
}

/** A later preference replaces the earlier one. */
export const newest = (facts: readonly string[]): string[] => {
  const last = facts.findLast((fact) => fact.startsWith('preference '));
  return facts.filter((fact) => !fact.startsWith('preference ') || fact === last);
};

/** The window goes away in the middle of its calls: what was acknowledged is there, and the next window works. */
export async function windowCrashes(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, act] of Object.entries(ACTS)) {
    const folder = newFolder();
    const wrong: string[] = [];
    const one = await openFaulty(folder);
    const acknowledged: string[] = [];
    const acting = act(one, 1).then(
      (fact) => acknowledged.push(fact),
      (error: unknown) => {
        if (!(error instanceof Refused)) wrong.push(String(error));
      },
    );
    await new Promise((resolve) => void setImmediate(resolve));
    one.pageGone.emit(one.pair.contents.id);
    await acting;
    acknowledged.push(...newest(await actAll(one, 2, wrong)));
    await one.close();
    wrong.push(...(await wrongIn(folder, newest(acknowledged))));
    outcomes.push({ fault: name, wrong });
    removeTempFolder(folder);
  }
  return outcomes;
}

/** The files of a folder with size and time, for a start that must change none. */
export const stateOfFiles = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => existsSync(join(folder, name)) && lstatSync(join(folder, name)).isFile())
    .map((name) => `${name} ${lstatSync(join(folder, name)).size} ${lstatSync(join(folder, name)).mtimeMs}`)
    .sort()
    .join('\n');
