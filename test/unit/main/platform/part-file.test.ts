import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PartFile } from '../../../../src/main/platform/part-file.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let path: string;
let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
  path = join(folder, 'a.txt');
});
afterEach(() => removeTempFolder(folder));

it('stands at its place whole, or not at all', async () => {
  writeFileSync(path, 'before');
  const file = await PartFile.open(path);
  await file.write('é'.repeat(200_000));
  await file.write('end');
  expect(readFileSync(path, 'utf8')).toBe('before');
  await file.finish();
  expect(file.bytes).toBe(400_003);
  expect(readFileSync(path, 'utf8')).toBe(`${'é'.repeat(200_000)}end`);
  expect(existsSync(`${path}.part`)).toBe(false);
});

it('leaves no trace when it is discarded', async () => {
  const file = await PartFile.open(path);
  await file.write('x'.repeat(300_000));
  await file.discard();
  await file.discard();
  expect(existsSync(path) || existsSync(`${path}.part`)).toBe(false);
});

it.skipIf(process.platform === 'win32')('is for its owner only', async () => {
  const file = await PartFile.open(path);
  await file.finish();
  expect(statSync(path).mode & 0o077).toBe(0);
});

it.skipIf(process.platform !== 'linux')('says that the disk is full', async () => {
  symlinkSync('/dev/full', `${path}.part`);
  const file = await PartFile.open(path);
  const written = file.write('x'.repeat(300_000));
  await expect(written).rejects.toMatchObject({ data: { code: 'storageFailed', reason: 'the disk is full' } });
  await file.discard();
  expect(existsSync(path)).toBe(false);
});
