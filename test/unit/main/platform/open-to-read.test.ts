/** What a chosen name may stand for when it is opened: a file is read, and nothing else is waited for, whatever it was a moment before. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openToRead } from '../../../../src/main/platform/open-to-read.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const folder = makeTempFolder();
afterAll(() => removeTempFolder(folder));

describe('a name that a person chose', () => {
  it('is opened when it is a file', async () => {
    const path = join(folder, 'mail.txt');
    writeFileSync(path, 'text');
    const handle = await openToRead(path);
    expect(await handle?.readFile('utf8')).toBe('text');
    await handle?.close();
  });

  it('is refused when it is a folder', async () => {
    expect(await openToRead(folder)).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('is refused at once when it is a pipe that nobody writes to', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await openToRead(pipe)).toBeNull();
  });

  it('is told by the file system’s error when nothing is there', async () => {
    await expect(openToRead(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
