/** A removed connection whose console is killed before its data is deleted, and vaults that cannot say which connections there are. */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { BookingNotes } from '../../src/main/desk/booking-notes.ts';
import { KeptListings } from '../../src/main/desk/kept-listings.ts';
import { QuoteStore } from '../../src/main/desk/quote-store.ts';
import { SearchStore } from '../../src/main/desk/search-store.ts';
import type { storeDocument } from '../../src/main/platform/electron/store-document.ts';
import { machineRandom } from '../../src/main/platform/machine.ts';
import { QuarantineList } from '../../src/main/platform/quarantine.ts';
import { TaskStore } from '../../src/main/tasks/store/task-store.ts';
import { DataKey } from '../../src/main/vault/data-key.ts';
import { SealedRecords } from '../../src/main/vault/sealed-records.ts';
import { SecretCipher } from '../../src/main/vault/secret-cipher.ts';
import { Vault } from '../../src/main/vault/vault.ts';
import { FakeCipher } from '../support/fake-cipher.ts';
import { FakeLog } from '../support/fake-log.ts';
import { FileDocument } from '../support/file-document.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { memoryDeletions } from '../support/memory-deletions.ts';
import { MemoryDocument } from '../support/memory-document.ts';
import { offeredQuote } from '../support/offer-fixtures.ts';
import { storesIn } from '../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';
import { application, otherConnection } from '../unit/main/vault/open-vault.ts';

let folder = '';
let running: TestConsole | null = null;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(async () => {
  await running?.close();
  running = null;
  removeTempFolder(folder);
});

type Opened = Parameters<typeof storeDocument>[0];
/** Documents as plain files; `vault` replaces the one of the vault. */
const documents =
  (vault: (file: string, options: Opened) => unknown): typeof storeDocument =>
  (options) => {
    const file = join(options.directory, `${options.name}.json`);
    return (options.name === 'vault' ? vault(file, options) : new FileDocument(file)) as never;
  };
const plain = documents((file) => new FileDocument(file));
const start = async (openDocument: typeof storeDocument = plain, cipher = new FakeCipher()): Promise<TestConsole> => {
  running = await openTestConsole({ folder, openDocument, cipher });
  return running;
};
const stop = async () => {
  await running?.close();
  running = null;
};

/** A connection with data in every store, of which no console has run yet. */
async function connectionWithData(name: string): Promise<string> {
  const store = (file: string) => join(folder, 'store', file);
  mkdirSync(store(''), { recursive: true });
  const document = <Value>(file: string) => new FileDocument<Value>(store(`${file}.json`));
  const common = { clock: new ManualClock(), log: new FakeLog(), quarantine: new QuarantineList() };
  const secretCipher = new SecretCipher({
    ...{ cipher: new FakeCipher(), storeUnprotected: () => false },
    log: common.log,
  });
  const random = machineRandom;
  const vault = await Vault.open({
    document: document('vault'),
    ask: async () => false,
    random,
    secretCipher,
    ...common,
  });
  const { id, applications } = await vault.create(
    otherConnection(name, {
      applications: [{ ...application(1), clientId: `site-client of ${name}`.replaceAll(' ', '-') }],
    }),
  );
  const clockOf = () => common.clock;
  const stores = storesIn(store(''), common);
  const searches = new SearchStore(stores.inConsole({ what: 'The searches' }), clockOf, common.log);
  await searches.put(id, { parameters: name, at: null, isKept: true });
  const notes = new BookingNotes({
    database: stores.inConsole({ what: 'The notes on bookings' }),
    connections: vault,
    clockOf,
    log: common.log,
  });
  await notes.tick({ connectionId: id, applicationId: applications[0]?.id ?? '' }, 'directBooking', true);
  const deletions = memoryDeletions(common.clock);
  const quotes = new QuoteStore({ database: stores.inConsole({ what: 'The quotes' }), ...common, deletions });
  await quotes.put({ pictureUrl: null, quote: offeredQuote({ connectionId: id }) });
  const key = new DataKey({ document: document('data-key'), cipher: secretCipher, log: common.log });
  for (const kind of ['guest', 'offer'] as const) {
    const database = stores.inConsole({ what: 'The records' });
    const records = new SealedRecords({ database, kind, schema: z.string(), key });
    await records.put({ id: `${kind} ${name}`, connectionId: id, at: 0, links: ['q-1'], value: 'sealed' });
  }
  const database = stores.inCache({ what: 'The kept listings' });
  const listings = new KeptListings({ database, file: stores.cache.file, log: common.log });
  await listings.keep(id, { loadedAt: 0, doubts: [], records: [{ _id: 'l1' }] });
  await listings.close();
  const spec = { kind: 'calendars', from: '2026-12-01', until: '2026-12-02', listingIds: null } as const;
  const task = { id: `task ${name}`, connectionId: id, credentialId: 'app', title: 'Task', spec, createdAt: 0 };
  new TaskStore(stores).create(task, []);
  stores.close();
  return id;
}

const TABLES = {
  'console.db': ['quotes', 'sealed_records', 'searches', 'booking_notes', 'tasks'],
  'cache.db': ['lists', 'result_sets'],
};
/** The tables that have data of a connection. */
const tablesWith = (id: string): string[] =>
  Object.entries(TABLES).flatMap(([file, tables]) => {
    const db = new DatabaseSync(join(folder, 'store', file));
    const found = tables.filter((table) => db.prepare(`SELECT 1 FROM ${table} WHERE connection_id = ?`).get(id));
    db.close();
    return found;
  });
const ALL = Object.values(TABLES).flat();
const setRemoved = (id: string) => {
  const db = new DatabaseSync(join(folder, 'store', 'console.db'));
  db.prepare('UPDATE connections SET removed_at = 1 WHERE id = ?').run(id);
  db.close();
};
/** Whether the connection is noted as removed, or its deletion as pending. */
const notesOf = (id: string): string[] => {
  const db = new DatabaseSync(join(folder, 'store', 'console.db'));
  const removed = db.prepare('SELECT 1 FROM connections WHERE id = ? AND removed_at IS NOT NULL').get(id);
  const pending = db.prepare("SELECT 1 FROM pending_deletions WHERE parts LIKE '%' || ? || '%'").get(id);
  db.close();
  return [...(removed ? ['removed'] : []), ...(pending ? ['pending'] : [])];
};

it('deletes at the next start what a removed connection left, and nothing of another one', async () => {
  const kept = await connectionWithData('Kept');
  const gone = await connectionWithData('Gone');
  const killed = makeTempFolder();
  const copied = documents((file) => {
    const vault = new FileDocument<object>(file);
    return {
      read: () => vault.read(),
      quarantine: () => vault.quarantine(),
      async write(value: object) {
        await vault.write(value);
        // As the disk is when the process is killed now.
        if (!JSON.stringify(value).includes(gone)) cpSync(folder, killed, { recursive: true });
      },
    };
  });
  const before = await start(copied);
  await outputOf(before.latchkey.connections.remove({ id: gone }));
  await stop();
  expect([tablesWith(gone), notesOf(gone)]).toEqual([[], ['removed']]);
  removeTempFolder(folder);
  folder = killed;
  expect([tablesWith(gone), notesOf(gone)]).toEqual([ALL, ['removed', 'pending']]);
  await start();
  await stop();
  expect([tablesWith(gone), notesOf(gone)]).toEqual([[], []]);
  expect(tablesWith(kept)).toEqual(ALL);
});

it('deletes all data of a connection in console.db at once, or nothing of it before the next start', async () => {
  const gone = await connectionWithData('Gone');
  const inConsole = (sql: string) => {
    const db = new DatabaseSync(join(folder, 'store', 'console.db'));
    db.exec(sql);
    db.close();
  };
  inConsole("CREATE TRIGGER refused BEFORE DELETE ON tasks BEGIN SELECT RAISE(ABORT, 'refused'); END");
  const before = await start();
  await outputOf(before.latchkey.connections.remove({ id: gone }));
  await stop();
  expect([tablesWith(gone), notesOf(gone)]).toEqual([TABLES['console.db'], ['removed']]);
  inConsole('DROP TRIGGER refused');
  await start();
  await stop();
  expect([tablesWith(gone), notesOf(gone)]).toEqual([[], []]);
});

it('does at the next start a deletion that was pending when the app was killed, and nothing of it is shown', async () => {
  const kept = await connectionWithData('Kept');
  const gone = await connectionWithData('Gone');
  const before = await start();
  await outputOf(before.latchkey.connections.remove({ id: gone }));
  const tasksOf = async (app: TestConsole) => (await outputOf(app.latchkey.tasks.list({ connectionId: kept }))).tasks;
  const quotesOf = async (app: TestConsole) =>
    (await outputOf(app.latchkey.quotes.list({ connectionId: kept }))).quotes;
  for (const { id } of await tasksOf(before)) await outputOf(before.latchkey.tasks.remove({ id }));
  const [quote] = await quotesOf(before);
  await outputOf(before.latchkey.quotes.remove({ connectionId: kept, quoteIds: [quote?.id ?? ''] }));
  const killed = makeTempFolder();
  cpSync(folder, killed, { recursive: true });
  await stop();
  removeTempFolder(folder);
  folder = killed;
  expect([tablesWith(gone), notesOf(gone)]).toEqual([ALL, ['pending']]);
  const after = await start();
  expect((await outputOf(after.latchkey.connections.list(null))).connections.map(({ name }) => name)).not.toContain(
    'Gone',
  );
  expect([await tasksOf(after), await quotesOf(after)]).toEqual([[], []]);
  await stop();
  expect([tablesWith(gone), notesOf(gone)]).toEqual([[], []]);
  expect(tablesWith(kept)).toEqual(ALL.filter((table) => !['quotes', 'tasks', 'result_sets'].includes(table)));
});

it('deletes nothing beside a quarantined vault, also of a removal that did not come to its end', async () => {
  const id = await connectionWithData('Kept');
  setRemoved(id);
  const quarantined = documents((_file, { quarantine }) => {
    quarantine.report({ document: 'vault', movedTo: 'vault.corrupt.json', at: 0 });
    return new MemoryDocument();
  });
  await start(quarantined);
  await stop();
  expect([tablesWith(id), notesOf(id)]).toEqual([ALL, ['removed']]);
});

it('deletes nothing of a connection that an older copy of the vault does not have, nor while the key store is locked', async () => {
  const id = await connectionWithData('Kept');
  const file = join(folder, 'store', 'vault.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), connections: [] }));
  await start(plain, Object.assign(new FakeCipher(), { failDecrypt: true }));
  await stop();
  expect(tablesWith(id)).toEqual(ALL);
});
