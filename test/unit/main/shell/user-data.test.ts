import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

vi.mock('electron', () => ({ app: {} }));
const { localFolder } = await import('../../../../src/main/shell/user-data.ts');

it('keeps the data of Windows on the computer, unless an earlier version has some that roams', () => {
  const folder = makeTempFolder();
  const roaming = join(folder, 'Roaming', 'Latchkey');
  const local = join(folder, 'Local');
  expect(localFolder(roaming, 'win32', local)).toBe(join(local, 'Latchkey'));
  expect(localFolder(roaming, 'win32', undefined)).toBeNull();
  expect(localFolder(roaming, 'linux', local)).toBeNull();
  mkdirSync(join(roaming, 'store'), { recursive: true });
  expect(localFolder(roaming, 'win32', local)).toBeNull();
  removeTempFolder(folder);
});
