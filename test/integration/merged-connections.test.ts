/** The whole console on a profile that an earlier version wrote, in which a client ID has two connections. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VaultFile } from '../../src/main/vault/vault-file.ts';
import { FileDocument } from '../support/file-document.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

let folder: string;
let open: TestConsole[] = [];
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  removeTempFolder(folder);
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

it('merges them at the start with what is stored of both, says so until it is dismissed, and removes no data', async () => {
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

  // What the version before this one stored.
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

  const now = await start();
  const { connections, merged, currentId } = await outputOf(now.latchkey.connections.list(null));
  expect(connections.map(({ name }) => name)).toEqual(['Sandbox', 'Harbour']);
  expect(merged).toEqual([{ id: 'second', name: 'Second', into: { id: first.id, name: 'Harbour' } }]);
  expect(currentId).toBe(first.id);
  const { searches } = await outputOf(now.latchkey.availability.searches({ connectionId: first.id }));
  expect(searches.map(({ parameters }) => parameters).toSorted()).toEqual(['guests=2', 'guests=4']);
  const { applications } = await outputOf(now.latchkey.booking.notes({ connectionId: first.id }));
  expect(applications).toMatchObject([{ applicationId: site, directBookingAt: 5_000 }]);
  await outputOf(now.latchkey.connections.dismissMerge({ id: 'second' }));
  expect((await outputOf(now.latchkey.connections.list(null))).merged).toEqual([]);
  await stop(now);
  expect(readFileSync(join(folder, 'store', 'vault.json'), 'utf8')).not.toContain('"merges"');
});
