/** The export of what a person made has no record that is or contains a secret. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { exportData } from '../../../../src/main/store/export-data.ts';
import type { Stores } from '../../../../src/main/store/stores.ts';
import { SealedRecords, type SealedRecordsDeps } from '../../../../src/main/vault/sealed-records.ts';
import { Sealer } from '../../../../src/main/vault/sealer.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const sealer = new Sealer(Buffer.alloc(32, 7));
let folder = '';
let stores: Stores;
beforeEach(() => {
  folder = makeTempFolder();
  stores = storesIn(folder);
});
afterEach(() => {
  stores.close();
  removeTempFolder(folder);
});

it('leaves out keys of programs and the membership of a team, which has passwords and keys', async () => {
  const database = stores.inConsole({ what: 'The records' });
  const put = (kind: SealedRecordsDeps<string>['kind']) =>
    new SealedRecords({ database, kind, schema: z.string(), key: { sealer: async () => sealer } }).put({
      ...{ id: kind, connectionId: 'c-1', at: 1, links: [], value: `planted ${kind}` },
    });
  for (const kind of ['guest', 'offer', 'offer draft', 'property note', 'program', 'team'] as const) await put(kind);
  const path = join(folder, 'export.json');
  await stores.console.use('The data', 'read', ({ db }) => exportData(db, path, sealer));
  const { guestsAndOffers } = JSON.parse(readFileSync(path, 'utf8')) as { guestsAndOffers: { value: string }[] };
  expect(guestsAndOffers.map(({ value }) => value).toSorted()).toEqual([
    ...['planted guest', 'planted offer', 'planted offer draft', 'planted property note'],
  ]);
});
