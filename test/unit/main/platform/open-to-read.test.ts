/** A file that a person chose, and that another program replaces by a pipe before it is opened. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { readBundle } from '../../../../src/main/cases/bundle/read-bundle.ts';
import { feedFile } from '../../../../src/main/doctor/read/feed-file.ts';
import { PastedReader } from '../../../../src/main/doctor/read/read-pasted.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const before = vi.hoisted(() => ({ open: (_path: string): void => {} }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    open: (path: string, flags: string | number) => {
      before.open(path);
      return real.open(path, flags);
    },
  };
});

const folder = makeTempFolder();
afterEach(() => removeTempFolder(folder));

it.skipIf(process.platform === 'win32')('is refused at once', async () => {
  before.open = (path) => {
    rmSync(path);
    execFileSync('mkfifo', [path]);
  };
  const chosen = (name: string) => {
    const path = join(folder, name);
    writeFileSync(path, 'text');
    return path;
  };
  await expect(readBundle(chosen('bundle.zip'))).rejects.toThrow(expect.objectContaining({ code: 'invalidInput' }));
  expect(await feedFile(new PastedReader([]), chosen('mail.txt'))).toBe('It is not a file.');
});
