/** The whole console on a profile that an earlier version wrote, in which a client ID has two connections. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VaultFile } from '../../src/main/vault/vault-file.ts';
import { FileDocument } from '../support/file-document.ts';
import { statesAtKills } from '../support/kill-states.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

let folder: string;
const unused: string[] = [];
let open: TestConsole[] = [];
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  for (const one of [folder, ...unused.splice(0)]) removeTempFolder(one);
});
async function start(): Promise<TestConsole> {
  const one = await openTestConsole({ folder });
  open.push(one);
  return one;
}
async function stop(one: TestConsole): Promise<void> {
  open = open.filter((other) => other !== one);
  await one.close();
}

const ADDRESS = 'https://api.service.example';
const stored = <Value>(name: string) => new FileDocument<Value>(join(folder, 'store', `${name}.json`));

/** Writes what the version before this one stored of two connections with the same client IDs. Returns the id of the older one and of its application. */
async function storeTwo(): Promise<{ first: string; site: string }> {
  const before = await start();
  const first = await outputOf(
    before.latchkey.connections.create({
      ...{ name: 'Harbour', presetId: 'custom' },
      addresses: { baseUrl: ADDRESS, authUrl: ADDRESS, bookingBaseUrl: ADDRESS, bookingAuthUrl: ADDRESS },
      openApi: { clientId: 'open-client', clientSecret: 'planted-open-secret' },
      applications: [{ label: 'Site', bookingOption: 'both', clientId: 'site', clientSecret: 'planted-site-secret' }],
    }),
  );
  await stop(before);

  const vault = stored<VaultFile>('vault');
  const file = vault.read();
  const harbour = file?.connections.find(({ id }) => id === first.id);
  if (!file || !harbour) throw new Error('no connection was stored');
  const again = <Of extends { id: string } | null>(credential: Of) =>
    credential && { ...credential, id: `${credential.id}-2` };
  const second = {
    ...{ ...harbour, id: 'second', name: 'Second', createdAt: harbour.createdAt + 1 },
    openApi: again(harbour.openApi),
    applications: harbour.applications.map(again),
  };
  await vault.write({ ...file, currentId: 'second', connections: [...file.connections, second] });
  mkdirSync(join(folder, 'store'), { recursive: true });
  const search = (connectionId: string, parameters: string) => ({ connectionId, parameters, at: 1_000, isKept: true });
  await stored('searches').write({
    version: 1,
    searches: [search(first.id, 'guests=2'), search('second', 'guests=4')],
  });
  const site = harbour.applications[0]?.id ?? '';
  const notes = { quotedAt: null, reservationAt: null, notBookable: [] };
  await stored('booking-notes').write({
    version: 1,
    applications: [{ connectionId: 'second', applicationId: `${site}-2`, directBookingAt: 5_000, ...notes }],
  });
  return { first: first.id, site };
}

/** What a folder says about connections: the vault's file, and to which connection each stored row belongs. */
function connectionsIn(state: string): string {
  const store = (name: string) => join(state, 'store', name);
  const rows = ['searches', 'booking_notes'].map((table) => {
    if (!existsSync(store('console.db'))) return 'no file';
    const db = new DatabaseSync(store('console.db'));
    try {
      const isThere = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
      return isThere ? db.prepare(`SELECT connection_id FROM ${table} ORDER BY 1`).all() : 'no table';
    } finally {
      db.close();
    }
  });
  return JSON.stringify([readFileSync(store('vault.json'), 'utf8'), ...rows]);
}

/** Checks that one connection is left, with what is stored of both. */
async function expectMerged(
  { latchkey }: TestConsole,
  { first, site }: { first: string; site: string },
): Promise<void> {
  const { connections, merged, currentId } = await outputOf(latchkey.connections.list(null));
  expect(connections.map(({ name }) => name)).toEqual(['Sandbox', 'Harbour']);
  expect(merged).toEqual([{ id: 'second', name: 'Second', into: { id: first, name: 'Harbour' } }]);
  expect(currentId).toBe(first);
  const { searches } = await outputOf(latchkey.availability.searches({ connectionId: first }));
  expect(searches.map(({ parameters }) => parameters).toSorted()).toEqual(['guests=2', 'guests=4']);
  const { applications } = await outputOf(latchkey.booking.notes({ connectionId: first }));
  expect(applications).toMatchObject([{ applicationId: site, directBookingAt: 5_000 }]);
}

it('merges them at the start with what is stored of both, says so until it is dismissed, and removes no data', async () => {
  const ids = await storeTwo();
  const now = await start();
  await expectMerged(now, ids);
  await outputOf(now.latchkey.connections.dismissMerge({ id: 'second' }));
  expect((await outputOf(now.latchkey.connections.list(null))).merged).toEqual([]);
  await stop(now);
  expect(readFileSync(join(folder, 'store', 'vault.json'), 'utf8')).not.toContain('"merges"');
});

it('merges them at the next start, at whichever step of the merge the console is killed', async () => {
  const ids = await storeTwo();
  const states = await statesAtKills(folder, async () => stop(await start()));
  unused.push(...states);
  const origin = folder;
  const different = new Map(states.map((state) => [connectionsIn(state), state]));
  // Before the vault's file, before each store, after all.
  expect(different.size).toBeGreaterThan(3);
  for (const state of different.values()) {
    folder = state;
    const now = await start();
    await expectMerged(now, ids);
    await stop(now);
  }
  folder = origin;
});
