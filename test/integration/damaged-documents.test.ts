/** A document that is not JSON: the console starts with a new one, keeps the damaged file, and says so. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeDocument } from '../../src/main/platform/electron/store-document.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

// electron-store takes the default export; without Electron it needs an absolute folder, which it gets here.
vi.mock('electron', () => ({ default: {}, ipcMain: { removeAllListeners: () => {} } }));

let folder = '';
let running: TestConsole | null = null;
beforeEach(() => {
  folder = makeTempFolder();
  mkdirSync(join(folder, 'store'));
});
afterEach(async () => {
  await running?.close();
  running = null;
  removeTempFolder(folder);
});

const start = async (): Promise<TestConsole> => {
  running = await openTestConsole({ folder, openDocument: storeDocument });
  return running;
};
const quarantinedOf = async ({ latchkey }: TestConsole) => (await outputOf(latchkey.app.info(null))).quarantined;

it('is reported, whichever it is', async () => {
  const names = ['vault', 'preferences', 'searches', 'booking-notes', 'operations', 'skew', 'removals'];
  const damaged = (name: string) => `{"document": {"connections": [{"${name}`;
  for (const name of names) writeFileSync(join(folder, 'store', `${name}.json`), damaged(name));
  const before = Date.now();
  const found = await quarantinedOf(await start());
  expect(found.map(({ document }) => document).toSorted()).toEqual(names.toSorted());
  for (const { document, movedTo, at } of found) {
    expect(at).toBeGreaterThanOrEqual(before);
    expect(readFileSync(movedTo ?? '', 'utf8')).toBe(damaged(document));
  }
});

it.each([
  ['half a file', (text: string) => text.slice(0, text.length / 2)],
  ['one flipped bit in a name', (text: string) => text.replace('"currentId"', '"currentIe"')],
])('of the vault leads to a start that says the same of %s', async (_, damage) => {
  await start();
  await running?.close();
  const file = join(folder, 'store', 'vault.json');
  const whole = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, damage(whole));
  const opened = await start();
  const [found, ...others] = await quarantinedOf(opened);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ document: 'vault', movedTo: expect.stringMatching(/vault\.corrupt-.*\.json$/) });
  expect(readFileSync(found?.movedTo ?? '', 'utf8')).toBe(damage(whole));
  expect((await outputOf(opened.latchkey.connections.list(null))).connections).toHaveLength(1);
});

it('is reported also of the ledger of token requests, whose damaged lines count', async () => {
  writeFileSync(join(folder, 'store', 'issuances.jsonl'), '{"kind":"sent","id":"a","clientId":"c\u0000\n'.repeat(2));
  const opened = await start();
  const [found] = await quarantinedOf(opened);
  expect(found).toMatchObject({ document: 'issuances', movedTo: join(folder, 'store', 'issuances.jsonl') });
  const { connections } = await outputOf(opened.latchkey.connections.list(null));
  const { tokens } = await outputOf(opened.latchkey.tokens.status({ connectionId: connections[0]?.id ?? '' }));
  expect(tokens[0]?.quota.used).toBe(2);
});

it('is reported also for databases', async () => {
  const damaged = 'this is no database, and it is long enough to look like a page\n'.repeat(200);
  const names = ['cache.db', 'console.db', 'tasks.db'];
  for (const name of names) writeFileSync(join(folder, 'store', name), damaged);
  const found = await quarantinedOf(await start());
  expect(found.map(({ document }) => document).toSorted()).toEqual(names);
  for (const { movedTo } of found) expect(readFileSync(movedTo ?? '', 'utf8')).toBe(damaged);
  await running?.close();
  // Until the next start only.
  expect(await quarantinedOf(await start())).toEqual([]);
});

it('of a newer version ends the start with a sentence, and stays as it is', async () => {
  const file = join(folder, 'store', 'console.db');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const before = readFileSync(file);
  await expect(start()).rejects.toMatchObject({ code: 'storageFailed', data: { access: 'version' } });
  expect(readFileSync(file)).toEqual(before);
});
