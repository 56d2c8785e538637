import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readNotices } from '../../../../src/main/app/read-notices.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

it('reads the licences that the build wrote', async () => {
  const file = join(folder, 'notices.json');
  const notices = { license: 'MIT', packages: [{ name: 'zod', version: '4.0.0', license: 'MIT', text: 'Copyright' }] };
  writeFileSync(file, JSON.stringify(notices));
  await expect(readNotices(file)).resolves.toEqual(notices);
});

it.each(['', '{"license"', null])('says that there is no list for %j', async (text) => {
  const file = join(folder, 'notices.json');
  if (text !== null) writeFileSync(file, text);
  await expect(readNotices(file)).rejects.toMatchObject({ data: { code: 'notFound', what: 'The list of licences' } });
});
