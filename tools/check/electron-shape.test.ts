/** The comparison of the host with Electron's typings names each member whose interface changes. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const project = join(import.meta.dirname, '../..');
const parent = join(project, 'out');
let folder: string;

/** What a later Electron could change, and what the compiler then says. */
const CHANGES = [
  [
    'writeText(text: string): Promise<void>;',
    'writeText(text: Buffer): Promise<void>;',
    'clipboard.writeText takes other arguments',
  ],
  [
    'getSystemIdleTime(): number;',
    'getSystemIdleTime(): bigint;',
    'powerMonitor.getSystemIdleTime gives something else',
  ],
  ['setToolTip(toolTip: string): void;', 'setHint(toolTip: string): void;', 'a Tray.setToolTip is unknown'],
  [
    'readonly shouldUseDarkColors: boolean;',
    'readonly shouldUseDarkColors: string;',
    'nativeTheme.shouldUseDarkColors has another type',
  ],
] as const;

beforeAll(() => {
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'typings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names the members of the host that no longer fit', async () => {
  let typings = readFileSync(join(project, 'node_modules/electron/electron.d.ts'), 'utf8');
  for (const [present, later] of CHANGES) {
    expect(typings.split(present)).toHaveLength(2);
    typings = typings.replace(present, later);
  }
  writeFileSync(join(folder, 'electron.d.ts'), typings);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(project, 'tsconfig.test.json'),
      compilerOptions: { paths: { electron: ['./electron.d.ts'] }, types: ['node'], noErrorTruncation: true },
      include: [],
      files: [join(project, 'test/host/electron-shape.ts')],
    }),
  );
  const compiler = join(import.meta.dirname, 'node_modules/typescript-native/bin/tsc');
  const run = promisify(execFile)(process.execPath, [compiler, '-p', folder, '--singleThreaded']);
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  for (const [, , difference] of CHANGES) expect(stdout).toContain(`"${difference}"`);
});
