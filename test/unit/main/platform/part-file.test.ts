import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
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

it('appears at its path whole or not at all', async () => {
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

it('neither overwrites nor removes an existing file, the target of a link, or another part file', async () => {
  const elsewhere = join(folder, 'elsewhere.txt');
  for (const taken of [`${path}.part`, elsewhere]) writeFileSync(taken, 'somebody’s');
  if (process.platform !== 'win32') symlinkSync(elsewhere, `${path}.1.part`);
  const [one, other] = [await PartFile.open(path), await PartFile.open(path)];
  await one.write('one');
  await other.write('other');
  await one.finish();
  expect(readFileSync(path, 'utf8')).toBe('one');
  await other.discard();
  for (const taken of [`${path}.part`, elsewhere]) expect(readFileSync(taken, 'utf8')).toBe('somebody’s');
  const links = process.platform === 'win32' ? [] : ['a.txt.1.part'];
  expect(readdirSync(folder).sort()).toEqual(['a.txt', ...links, 'a.txt.part', 'elsewhere.txt']);
});

it.skipIf(process.platform === 'win32')('is for its owner only', async () => {
  const file = await PartFile.open(path);
  await file.finish();
  expect(statSync(path).mode & 0o077).toBe(0);
});

it.skipIf(process.platform !== 'linux')('says that the disk is full', async () => {
  const file = await PartFile.open(path, () => open('/dev/full', 'w'));
  const written = file.write('x'.repeat(300_000));
  await expect(written).rejects.toMatchObject({ data: { code: 'storageFailed', reason: 'the disk is full' } });
  await file.discard();
  expect(existsSync(path)).toBe(false);
});

it('is whole on the disk before it takes its name', async () => {
  const seen: unknown[] = [];
  const file = await PartFile.open(path, async (part) => {
    const handle = await open(part, 'wx');
    const { sync, close } = handle;
    Object.assign(handle, {
      async sync() {
        await sync.call(handle);
        seen.push(['sync', readFileSync(part, 'utf8'), existsSync(path)]);
      },
      async close() {
        await close.call(handle);
        seen.push(['close', existsSync(path)]);
      },
    });
    return handle;
  });
  await file.write('whole');
  await file.finish();
  expect(seen).toEqual([
    ['sync', 'whole', false],
    ['close', false],
  ]);
});
