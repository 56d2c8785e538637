/**
 * `npm run bench:size`: the bytes of the three bundles, raw and gzipped, and of app.asar, beside the least application of electron-vite and React,
 * which is built in the same run. tools/pack/pack.test.ts holds the budget. Exits with 1 when the budget is exceeded.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packApplication, packFolder } from '../../tools/pack/pack-application.ts';
import { BUDGET, BUNDLES, bundleSizes, exceeded, fileBytes } from '../../tools/pack/size.ts';
import { print } from './support/figure.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const bare = join(project, 'tools/bench/bare-app');
const work = mkdtempSync(join(tmpdir(), 'latchkey-size-'));
const build = (folder: string): void => {
  const cli = join(project, 'node_modules/electron-vite/bin/electron-vite.js');
  execFileSync(process.execPath, [cli, 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
};

try {
  for (const folder of [project, bare]) build(folder);
  const staged = join(work, 'bare');
  mkdirSync(staged);
  for (const part of ['package.json', 'out']) cpSync(join(bare, part), join(staged, part), { recursive: true });
  const bareArchive = join(work, 'bare.asar');
  await packFolder(staged, bareArchive);
  const archive = await packApplication(join(work, 'own'));
  const [own, least] = [project, bare].map((folder) => bundleSizes(join(folder, 'out')));
  if (!own || !least) throw new Error('Nothing was built.');
  for (const [subject, sizes, packed] of [
    ['latchkey', own, archive],
    ['bare app', least, bareArchive],
  ] as const) {
    const figure = (scenario: string, metric: string, bytes: number): void =>
      print({ bench: 'size', subject, scenario, metric, value: bytes / 1_000, unit: 'kB' }, 1);
    for (const bundle of BUNDLES) {
      figure(bundle, 'raw', sizes[bundle].bytes);
      figure(bundle, 'gzip', sizes[bundle].gzipBytes);
    }
    figure('app.asar', 'raw', fileBytes(packed));
  }
  const over = exceeded(own, fileBytes(archive), BUDGET);
  console.error(over.length === 0 ? 'within the budget' : `over the budget: ${over.join('; ')}`);
  if (over.length > 0) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(join(bare, 'out'), { recursive: true, force: true });
}
