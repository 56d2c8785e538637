/** The files of the app through the contract: backups, restore with a restart, export, and the deletion of everything. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeCipher } from '../support/fake-cipher.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

let folder = '';
let one: TestConsole;
beforeEach(async () => {
  folder = makeTempFolder();
  await start();
});
afterEach(async () => {
  await one.close();
  removeTempFolder(folder);
});

const start = async (cipher = new FakeCipher()) => {
  one = await openTestConsole({ folder, cipher, chooseFile: async () => join(folder, 'chosen.json') });
};
const restart = async (between = () => {}) => {
  await one.close();
  between();
  await start();
};
const ADA = { firstName: 'Ada', lastName: 'Planted', email: 'ada@planted.example', phone: '' };
const remember = () =>
  outputOf(one.latchkey.guests.remember({ connectionId: 'sandbox', guest: ADA, quoteIds: ['q-planted'] }));
const guests = async () =>
  (await outputOf(one.latchkey.guests.list({ connectionId: 'sandbox', search: '', offset: 0, limit: 10 }))).all;
it('shows place, sizes and no backup at first, and the backup that a person makes', async () => {
  const before = await outputOf(one.latchkey.data.files(null));
  expect(before).toMatchObject({ folder: join(folder, 'store'), backups: [] });
  await remember();
  const after = await outputOf(one.latchkey.data.backUp(null));
  expect(after.backups).toMatchObject([
    { holds: { quotes: 0, guests: 1, offers: 0, cases: 0, tasks: 0, unreadable: 0 } },
  ]);
  expect(after.files.find(({ name }) => name === 'console.db')?.bytes).toBeGreaterThan(0);
});

it('restores a backup with the next start, and what was there becomes a backup', async () => {
  await remember();
  const { backups } = await outputOf(one.latchkey.data.backUp(null));
  await outputOf(
    one.latchkey.guests.remember({
      connectionId: 'sandbox',
      guest: { ...ADA, email: 'later@planted.example' },
      quoteIds: [],
    }),
  );
  expect(await guests()).toBe(2);
  await outputOf(one.latchkey.data.restore({ backupId: backups[0]?.id ?? '' }));
  await restart();
  expect(await guests()).toBe(1);
  expect((await outputOf(one.latchkey.data.files(null))).backups).toHaveLength(2);
  expect(await errorOf(one.latchkey.data.restore({ backupId: 'none' }))).toMatchObject({ code: 'notFound' });
});

it('does not bring back a guest that was deleted since the backup', async () => {
  const { id } = await remember();
  const { backups } = await outputOf(one.latchkey.data.backUp(null));
  await outputOf(one.latchkey.guests.remove({ connectionId: 'sandbox', ids: [id], withOffers: false }));
  // The deletion is done by the end of the app.
  await restart();
  await outputOf(one.latchkey.data.restore({ backupId: backups[0]?.id ?? '' }));
  await restart();
  expect(await guests()).toBe(0);
  for (const { holds } of (await outputOf(one.latchkey.data.files(null))).backups) expect(holds?.guests).toBe(0);
});

it('does not bring back a guest whose deletion is pending at the restore', async () => {
  const { id } = await remember();
  const { backups } = await outputOf(one.latchkey.data.backUp(null));
  await outputOf(one.latchkey.guests.remove({ connectionId: 'sandbox', ids: [id], withOffers: false }));
  await outputOf(one.latchkey.data.exportJson({ withGuests: true }));
  expect(readFileSync(join(folder, 'chosen.json'), 'utf8')).not.toContain('Planted');
  await outputOf(one.latchkey.data.restore({ backupId: backups[0]?.id ?? '' }));
  await restart();
  expect(await guests()).toBe(0);
});

it('restores beside a damaged file, which is quarantined', async () => {
  await remember();
  await outputOf(one.latchkey.data.backUp(null));
  await restart(() => writeFileSync(join(folder, 'store', 'console.db'), 'no database '.repeat(1_000)));
  expect(await guests()).toBe(0);
  const { quarantined } = await outputOf(one.latchkey.app.info(null));
  expect(quarantined.map(({ document }) => document)).toEqual(['console.db']);
  const { backups } = await outputOf(one.latchkey.data.files(null));
  await outputOf(one.latchkey.data.restore({ backupId: backups[0]?.id ?? '' }));
  await restart();
  expect(await guests()).toBe(1);
});

it('says what cannot be read in a backup of another account, and restores the rest', async () => {
  await remember();
  const { backups } = await outputOf(one.latchkey.data.backUp(null));
  // The data key of another account.
  await restart(() => writeFileSync(join(folder, 'store', 'data-key.json'), 'null'));
  expect((await outputOf(one.latchkey.data.files(null))).backups).toMatchObject([{ holds: { unreadable: 1 } }]);
  await outputOf(one.latchkey.data.restore({ backupId: backups[0]?.id ?? '' }));
  await restart();
  expect(await guests()).toBe(0);
  expect(await outputOf(one.latchkey.guests.lost(null))).toEqual({ records: 1 });
});

it('shows a damaged backup as unreadable, and refuses to restore it', async () => {
  await remember();
  const { backups } = await outputOf(one.latchkey.data.backUp(null));
  const [{ id } = { id: '' }] = backups;
  writeFileSync(join(folder, 'store', 'backups', `${id}.db`), 'no database '.repeat(1_000));
  expect((await outputOf(one.latchkey.data.files(null))).backups).toMatchObject([{ id, holds: null }]);
  expect(await errorOf(one.latchkey.data.restore({ backupId: id }))).toMatchObject({ code: 'storageFailed' });
  await restart();
  expect(await guests()).toBe(1);
});

it('exports what a person made, and guests only when wanted', async () => {
  await remember();
  await outputOf(one.latchkey.data.exportJson({ withGuests: false }));
  const text = () => readFileSync(join(folder, 'chosen.json'), 'utf8');
  expect(Object.keys(JSON.parse(text()))).toEqual([
    ...['format', 'version', 'quotes', 'searches', 'bookingNotes', 'wantedQuotes', 'cases', 'tasks', 'settings'],
  ]);
  expect(text()).not.toContain('Planted');
  await outputOf(one.latchkey.data.exportJson({ withGuests: true }));
  expect(JSON.parse(text()).guestsAndOffers).toMatchObject([{ kind: 'guest', value: { lastName: 'Planted' } }]);
});

it('deletes everything at the next start, after the typed word', async () => {
  await remember();
  await outputOf(one.latchkey.data.backUp(null));
  expect(await errorOf(one.latchkey.data.deleteEverything({ word: 'no' as 'delete' }))).toMatchObject({
    code: 'invalidInput',
  });
  await outputOf(one.latchkey.data.deleteEverything({ word: 'delete' }));
  await restart();
  expect(await guests()).toBe(0);
  expect((await outputOf(one.latchkey.data.files(null))).backups).toEqual([]);
  for (const name of ['delete-everything', 'console.db', 'backups', 'data-key.json'])
    expect(readdirSync(join(folder, 'store'))).not.toContain(name);
});
