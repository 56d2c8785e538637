/**
 * `npm run pack:prove`: makes the installers that this machine can make over stand-ins of Electron's runtimes, and checks what is in them. Prints a
 * row for each check; what the machine has no tool for is skipped by name. Exits with 1 when a check fails.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packApplication } from './pack-application.ts';
import { proveLinux } from './prove/linux.ts';
import { proveMac } from './prove/mac.ts';
import { check, count, differ, dist, work } from './prove/report.ts';
import { proveStarts } from './prove/start.ts';
import { proveWindows } from './prove/windows.ts';

/** Every archive is the same file, and packing twice gives one hash. */
async function proveArchive(): Promise<void> {
  const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
  const first = hashOf(await packApplication(join(work, 'first')));
  const second = hashOf(await packApplication(join(work, 'second')));
  check('app.asar: packed twice', differ('the second hash', second, first), first.slice(0, 16));
  const exclude = ['**/*next-version*/**'];
  const built = globSync('**/app.asar', { cwd: dist, exclude }).map((file) => ({
    file,
    hash: hashOf(join(dist, file)),
  }));
  const hashes = new Set(built.map(({ hash }) => hash));
  check(
    'app.asar: one file for every target',
    hashes.size === 1 ? [] : built.map(({ file, hash }) => `${file} ${hash}`),
    `${built.length} packed`,
  );
}

try {
  await proveLinux();
  await proveWindows();
  await proveMac();
  await proveArchive();
  await proveStarts();
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.stdout.write(`${count('ok')} ok, ${count('skipped')} skipped, ${count('FAILED')} failed\n`);
if (count('FAILED') > 0) process.exitCode = 1;
