/** Quitting while a file is being written leaves no piece of it behind. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ExchangeSink } from '../../src/main/http/raw-exchange.ts';
import { filterOf } from '../../src/shared/model/traffic.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, openTestConsole, outputOf } from '../support/test-console.ts';
import { aRaw } from '../unit/main/journal/raws.ts';

const connectionId = 'sandbox';

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

it('a HAR that is not whole is gone when the console has closed', async () => {
  const path = join(folder, 'traffic.har');
  const one = await openTestConsole({ folder, threads: true, chooseFile: async () => path });
  const journal = one.console.services.journal as unknown as ExchangeSink;
  await outputOf(one.latchkey.availability.search({ connectionId, applicationId: null, location: 'Lisbon' }));
  // Enough that the journal's thread is busy with the export when the console closes.
  const responseBody = { text: JSON.stringify(Array.from({ length: 200 }, (_, at) => ({ at }))), bytes: 1 };
  for (let number = 0; number < 300; number += 1) journal.record(aRaw({ connectionId, responseBody }));
  await outputOf(one.latchkey.traffic.exchanges({ filter: filterOf(connectionId), before: null, limit: 1 }));
  const exported = errorOf(one.latchkey.traffic.exportHar({ kind: 'filtered', filter: filterOf(connectionId) }));
  while (!existsSync(`${path}.part`)) await setImmediate();
  await one.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('traffic'))).toEqual([]);
  expect(await exported).toMatchObject({ code: 'cancelled' });
});
