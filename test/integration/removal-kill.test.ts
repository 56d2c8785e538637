/** A removed connection whose console is killed before its data is deleted, and vaults that cannot say which connections there are. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { BookingNotes } from '../../src/main/desk/booking-notes.ts';
import { KeptListings } from '../../src/main/desk/kept-listings.ts';
import { QUOTES_SCHEMA } from '../../src/main/desk/quote-database.ts';
import { QuoteStore } from '../../src/main/desk/quote-store.ts';
import { SearchStore } from '../../src/main/desk/search-store.ts';
import type { storeDocument } from '../../src/main/platform/electron/store-document.ts';
import { QuarantineList } from '../../src/main/platform/quarantine.ts';
import { machineRandom } from '../../src/main/platform/random.ts';
import { StoreDatabase } from '../../src/main/platform/store-database.ts';
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
  await new SearchStore(document('searches'), clockOf, common.log).put(id, {
    parameters: name,
    at: null,
    isKept: true,
  });
  const notes = new BookingNotes({ document: document('booking-notes'), connections: vault, clockOf, log: common.log });
  await notes.tick({ connectionId: id, applicationId: applications[0]?.id ?? '' }, 'directBooking', true);
  const database = new StoreDatabase({ file: store('quotes.db'), ...common }, QUOTES_SCHEMA);
  const deletions = memoryDeletions(common.clock);
  const quotes = new QuoteStore({ database, document: new MemoryDocument(), ...common, deletions });
  await quotes.put({ pictureUrl: null, quote: offeredQuote({ connectionId: id }) });
  quotes.close();
  const key = new DataKey({ document: document('data-key'), cipher: secretCipher, log: common.log });
  for (const what of ['guests', 'offers']) {
    const records = new SealedRecords({ file: store(`${what}.db`), what, schema: z.string(), key, ...common });
    await records.put({ id: `${what} ${name}`, connectionId: id, at: 0, links: ['q-1'], value: 'sealed' });
    records.close();
  }
  const listings = new KeptListings({ file: store('listings.db'), ...common });
  await listings.keep(id, { loadedAt: 0, doubts: [], records: [{ _id: 'l1' }] });
  await listings.close();
  const tasks = TaskStore.open(store('tasks.db'), common);
  const spec = { kind: 'calendars', from: '2026-12-01', until: '2026-12-02', listingIds: null } as const;
  tasks.create({ id: `task ${name}`, connectionId: id, credentialId: 'app', title: 'Task', spec, createdAt: 0 }, []);
  tasks.close();
  return id;
}

const TABLES: readonly (readonly [string, string])[] = [
  ['quotes.db', 'quotes'],
  ['guests.db', 'records'],
  ['offers.db', 'records'],
  ['listings.db', 'lists'],
  ['tasks.db', 'tasks'],
];
/** The stores that have data of a connection. */
function storesWith(id: string): string[] {
  const inTables = TABLES.filter(([file, table]) => {
    const db = new DatabaseSync(join(folder, 'store', file));
    const found = db.prepare(`SELECT 1 FROM ${table} WHERE connection_id = ?`).get(id);
    db.close();
    return found !== undefined;
  });
  const inFiles = ['searches', 'booking-notes', 'removals', 'deletions'].filter((name) => {
    const file = new FileDocument(join(folder, 'store', `${name}.json`));
    return JSON.stringify(file.read()).includes(id);
  });
  return [...inTables.map(([file]) => file), ...inFiles];
}
const ALL = ['quotes.db', 'guests.db', 'offers.db', 'listings.db', 'tasks.db', 'searches', 'booking-notes'];

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
  expect(storesWith(gone)).toEqual(['removals']);
  removeTempFolder(folder);
  folder = killed;
  expect(storesWith(gone)).toEqual([...ALL, 'removals', 'deletions']);
  await start();
  await stop();
  expect(storesWith(gone)).toEqual([]);
  expect(storesWith(kept)).toEqual(ALL);
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
  expect(storesWith(gone)).toEqual([...ALL, 'deletions']);
  const after = await start();
  expect((await outputOf(after.latchkey.connections.list(null))).connections.map(({ name }) => name)).not.toContain(
    'Gone',
  );
  expect([await tasksOf(after), await quotesOf(after)]).toEqual([[], []]);
  await stop();
  expect(storesWith(gone)).toEqual([]);
  expect(storesWith(kept)).toEqual(ALL.filter((store) => !['quotes.db', 'tasks.db'].includes(store)));
});

it('deletes nothing beside a quarantined vault, also of a removal that did not come to its end', async () => {
  const id = await connectionWithData('Kept');
  writeFileSync(join(folder, 'store', 'removals.json'), JSON.stringify({ version: 1, connectionIds: [id] }));
  const quarantined = documents((_file, { quarantine }) => {
    quarantine.report({ document: 'vault', movedTo: 'vault.corrupt.json', at: 0 });
    return new MemoryDocument();
  });
  await start(quarantined);
  await stop();
  expect(storesWith(id)).toEqual([...ALL, 'removals']);
});

it('deletes nothing of a connection that an older copy of the vault does not have, nor while the key store is locked', async () => {
  const id = await connectionWithData('Kept');
  const file = join(folder, 'store', 'vault.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), connections: [] }));
  await start(plain, Object.assign(new FakeCipher(), { failDecrypt: true }));
  await stop();
  expect(storesWith(id)).toEqual(ALL);
});
