/**
 * Faults of a disk: `node fault-disk.ts` in a mount namespace of its own, in which TMPDIR is a small file system that can be filled and made
 * read-only. Prints the outcomes as JSON.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTempFolder } from '../../support/temp-folder.ts';
import type { TestConsole } from '../../support/test-console.ts';
import { ACTS, keptIn, missingOf, openFaulty } from './fault-console.ts';
import { actAll, newest, newFolder, type Outcome, stateOfFiles, wrongIn } from './fault-scenarios.ts';

/** Kilobytes that are free when the disk is called full. */
const FREE_KB = [0, 4, 12, 24, 48, 64, 100, 150, 256, 400, 600, 1_024];
const BLOCK = Buffer.alloc(65_536);
const filler = join(tmpdir(), 'filler');

/** Fills the disk but for so many kilobytes. */
function fill(freeKb: number): void {
  const file = openSync(filler, 'w');
  let bytes = 0;
  try {
    for (;;) bytes += writeSync(file, BLOCK);
  } catch {
    // The disk is full now.
  }
  closeSync(file);
  truncateSync(filler, Math.max(0, bytes - freeKb * 1_024));
}

const free = (): void => rmSync(filler, { force: true });

async function fullDisk(freeKb: number): Promise<Outcome> {
  const folder = newFolder();
  const wrong: string[] = [];
  const one = await openFaulty(folder);
  const acknowledged = await actAll(one, 1, wrong);
  fill(freeKb);
  acknowledged.push(...(await actAll(one, 2, wrong)));
  wrong.push(...missingOf(newest(acknowledged), await keptIn(one)).map((fact) => `not shown: ${fact}`));
  free();
  const later = await actAll(one, 3, wrong);
  acknowledged.push(...later);
  const refused = Object.keys(ACTS).length - later.length;
  if (refused > 0) wrong.push(`${refused} acts are still refused when the disk has room`);
  await one.close();
  wrong.push(...(await wrongIn(folder, newest(acknowledged))));
  removeTempFolder(folder);
  return { fault: `${freeKb} kB are free`, wrong };
}

/** Opens a folder in which nothing can be written: it starts with everything, tells what it cannot use, or refuses with a sentence. */
async function startWithout(folder: string, facts: readonly string[], wrong: string[]): Promise<void> {
  let one: TestConsole;
  try {
    one = await openFaulty(folder);
  } catch (error) {
    if (!String(error).includes('storageFailed')) wrong.push(`ends with ${String(error)}`);
    return;
  }
  const kept = await keptIn(one);
  const info = await one.latchkey.app.info(null);
  const isTold = kept.sentences.length > 0 || (info.ok && info.value.quarantined.length > 0);
  if (!isTold) wrong.push(...missingOf(facts, kept).map((fact) => `untold: ${fact}`));
  await actAll(one, 2, wrong);
  await one.close();
}

async function startOn(fault: string, make: () => void, unmake: () => void): Promise<Outcome> {
  const folder = newFolder();
  const wrong: string[] = [];
  const one = await openFaulty(folder);
  const facts = await actAll(one, 1, wrong);
  await one.close();
  make();
  const before = stateOfFiles(folder);
  await startWithout(folder, facts, wrong);
  if (fault.startsWith('read-only') && stateOfFiles(folder) !== before) wrong.push('a file changed');
  unmake();
  // Acts of the start that found room are newer than these.
  const lasting = facts.filter((fact) => !/^(preference|issued) /.test(fact));
  wrong.push(...(await wrongIn(folder, lasting)));
  removeTempFolder(folder);
  return { fault, wrong };
}

const remount = (mode: 'ro' | 'rw'): void => {
  const { status, stderr } = spawnSync('/bin/mount', ['-o', `remount,${mode}`, tmpdir()], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};

const full: Outcome[] = [];
for (const freeKb of FREE_KB) full.push(await fullDisk(freeKb));
for (const freeKb of FREE_KB) full.push(await startOn(`${freeKb} kB are free at the start`, () => fill(freeKb), free));
const readOnly = [
  await startOn(
    'read-only at the start',
    () => remount('ro'),
    () => remount('rw'),
  ),
];
process.stdout.write(`${JSON.stringify({ full, readOnly })}\n`);
process.exit(0);
