/** What is stored of a merged connection: it follows, whatever step is interrupted; nothing is lost, doubled or back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperationStore, type OperationsFile } from '../../../../src/main/api/operation-store.ts';
import { type MergedDataDeps, mergeStoredData } from '../../../../src/main/compose/merged-data.ts';
import type { NoteSealer } from '../../../../src/main/desk/merge-notes.ts';
import { keyOf } from '../../../../src/main/desk/quote-outcome.ts';
import type { Stores } from '../../../../src/main/store/stores.ts';
import type { VaultFile } from '../../../../src/main/vault/vault-file.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { application, newConnection, openVault } from '../vault/open-vault.ts';

let folder = '';
let opened: Stores[] = [];
beforeEach(() => {
  folder = makeTempFolder();
  opened = [];
});
afterEach(() => {
  for (const stores of opened) stores.close();
  removeTempFolder(folder);
});

/** A sealer that binds a note to its id, as the real one does. */
const sealer: NoteSealer = {
  seal: (id, note) => JSON.stringify([id, note]),
  open: (id, sealed) => {
    const [sealedFor, note] = JSON.parse(sealed) as [string, string];
    return sealedFor === id ? note : null;
  },
};
const WHAT = { what: 'The test' };
const PATH = { variantId: 'v', custom: null };

/** Two connections with one client ID and something of each in every store; `start` is a start of the console. */
async function profile() {
  const connections: VaultFile['connections'] = [];
  for (const [index, name] of ['First', 'Second'].entries()) {
    const { vault, document } = await openVault({ idPrefix: `c${index}-` });
    await vault.create(newConnection({ name, applications: [application(1), application(index + 2)] }));
    connections.push(...(document.read()?.connections.map((it) => ({ ...it, createdAt: index })) ?? []));
  }
  const document = new MemoryDocument<VaultFile>({ version: 1, currentId: connections[1]?.id ?? '', connections });
  const [to = '', from = ''] = connections.map(({ id }) => id);
  const applications = connections.map((it) => it.applications.map(({ id }) => id));
  const operations = new MemoryDocument<OperationsFile>({
    [from]: { search: PATH, listListings: PATH },
    [to]: { search: PATH },
  });
  const stores = open();
  const database = stores.inConsole(WHAT);
  const quote = `INSERT INTO quotes (connection_id, id, outcome, quote, summary, note) VALUES (?, ?, 'open', ?, '{}', ?)`;
  const put = (connectionId: string, id: string, note: string, applicationId: string) =>
    database.run(
      ...([quote, connectionId, id, JSON.stringify({ connectionId, applicationId })] as const),
      note === '' ? '' : sealer.seal(keyOf({ connectionId, id }), note),
    );
  put(to, 'q-of-to', 'kept', applications[0]?.[0] ?? '');
  put(from, 'q-of-from', 'moved', applications[1]?.[0] ?? '');
  put(to, 'q-of-both', 'one', applications[0]?.[0] ?? '');
  put(from, 'q-of-both', 'two', applications[1]?.[0] ?? '');
  put(from, 'q-of-another-application', '', applications[1]?.[1] ?? '');
  for (const [connectionId, text] of [
    [from, 'a'],
    [from, 'b'],
    [to, 'b'],
  ] as const)
    database.run(
      'INSERT INTO searches (connection_id, parameters, at, is_kept) VALUES (?, ?, 1, 1)',
      ...([connectionId, text] as const),
    );
  stores.inCache(WHAT).run("INSERT INTO lists (connection_id, loaded_at, count, doubts) VALUES (?, 1, 0, '[]')", from);
  stores.close();
  const start = async (changes: Partial<MergedDataDeps> = {}) => {
    const { vault } = await openVault({ document, idPrefix: 'new-' });
    await vault.merges.mergeAll();
    const [log, dropped] = [new FakeLog(), [] as string[]];
    const now = open();
    const deps = {
      ...{
        vault,
        merges: vault.merges,
        stores: now,
        log,
        notes: async () => sealer,
        drop: (id: string) => dropped.push(id),
      },
      operations: new OperationStore({ document: operations }),
    };
    await mergeStoredData({ ...deps, ...changes });
    return { vault, log, dropped, stores: now };
  };
  const content = (now: Stores) => ({
    quotes: now
      .inConsole(WHAT)
      .all('SELECT connection_id, id, quote, note FROM quotes ORDER BY id')
      .map(({ connection_id, id, quote: text, note }) => ({
        ...{ id, connection: connection_id, application: JSON.parse(String(text)).applicationId },
        note: note === '' ? '' : sealer.open(keyOf({ connectionId: to, id: String(id) }), String(note)),
      })),
    searches: now.inConsole(WHAT).all('SELECT connection_id, parameters FROM searches ORDER BY parameters'),
    lists: now.inCache(WHAT).all('SELECT connection_id FROM lists'),
    operations: operations.read(),
  });
  return { start, content, ids: { to, from }, applications, document };
}
const open = (): Stores => {
  const stores = storesIn(folder, { log: new FakeLog() });
  opened.push(stores);
  return stores;
};

async function expectMerged(
  { content, ids: { to, from }, applications }: Awaited<ReturnType<typeof profile>>,
  now: Stores,
) {
  const [first, other] = [applications[0]?.[0], applications[1]?.[1]];
  expect(content(now)).toEqual({
    quotes: [
      { id: 'q-of-another-application', connection: to, application: other, note: '' },
      { id: 'q-of-both', connection: to, application: first, note: 'one\ntwo' },
      { id: 'q-of-from', connection: to, application: first, note: 'moved' },
      { id: 'q-of-to', connection: to, application: first, note: 'kept' },
    ],
    searches: [
      { connection_id: to, parameters: 'a' },
      { connection_id: to, parameters: 'b' },
    ],
    lists: [{ connection_id: to }],
    operations: { [to]: { search: PATH, listListings: PATH } },
  });
  expect(JSON.stringify(content(now))).not.toContain(from);
}

describe('what is stored of a merged connection', () => {
  it('belongs to the other one after the start, and the merge leaves the list', async () => {
    const made = await profile();
    const { vault, dropped, stores, log } = await made.start();
    await expectMerged(made, stores);
    expect([dropped, vault.merges.unstored, log.entries]).toEqual([[made.ids.from], [], []]);
  });

  const broken = () => {
    throw new Error('killed');
  };
  it.each<[string, (made: Awaited<ReturnType<typeof profile>>) => Partial<MergedDataDeps>]>([
    ['before the first store', () => ({ notes: broken })],
    ['between the two files', () => ({ stores: interrupted() })],
    ['before the operations', () => ({ operations: { merge: broken } })],
    ['after the operations', () => ({ drop: broken })],
  ])('follows at the next start after a kill %s', async (_, changes) => {
    const made = await profile();
    const killed = await made.start(changes(made));
    expect(killed.vault.merges.unstored).toHaveLength(1);
    killed.stores.close();
    const { vault, stores } = await made.start();
    await expectMerged(made, stores);
    expect(vault.merges.unstored).toEqual([]);
    await made.start();
    await expectMerged(made, stores);
  });

  it('follows at the next start after a kill before the merge leaves the list', async () => {
    const made = await profile();
    const { vault } = await openVault({ document: made.document, idPrefix: 'new-' });
    await vault.merges.mergeAll();
    made.document.failWrites = true;
    const killed = await made.start();
    await expectMerged(made, killed.stores);
    killed.stores.close();
    made.document.failWrites = false;
    const { stores, vault: again } = await made.start();
    await expectMerged(made, stores);
    expect(again.merges.unstored).toEqual([]);
  });
});

/** Stores whose process is killed after console.db was written. */
function interrupted(): MergedDataDeps['stores'] {
  const stores = open();
  return {
    console: stores.console,
    mergeConnections(merge, before) {
      stores.cache.use = () => {
        throw new Error('killed');
      };
      stores.mergeConnections(merge, before);
    },
  };
}
