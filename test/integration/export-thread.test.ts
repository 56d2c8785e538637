/** Exports are made in the journal's thread: they go on while the main thread does nothing else. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Journal } from '../../src/main/journal/journal.ts';
import type { FromWorker, StartWorker } from '../../src/main/journal/worker/messages.ts';
import { startInline } from '../../src/main/journal/worker/start-inline.ts';
import { startThread } from '../../src/main/journal/worker/start-thread.ts';
import { machineClock } from '../../src/main/platform/machine.ts';
import { filterOf } from '../../src/shared/model/traffic.ts';
import { FakeLog } from '../support/fake-log.ts';
import { harErrors } from '../support/har-schema.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { JOURNAL_WORKER } from '../support/worker-scripts.ts';
import { aRaw } from '../unit/main/journal/raws.ts';

const selection = { kind: 'filtered', filter: filterOf('k1') } as const;

let folder: string;
let path: string;
let log: FakeLog;
let journal: Journal;
beforeEach(() => {
  folder = makeTempFolder();
  path = join(folder, 'traffic.har');
  log = new FakeLog();
});
afterEach(async () => {
  await journal.close();
  removeTempFolder(folder);
});

/** A journal with `count` exchanges. */
async function filled(count: number, start = startThread(JOURNAL_WORKER)): Promise<void> {
  const choices = { maxDays: 30, maxMegabytes: 100, bodyKilobytes: 64, keepGuests: true, keepTexts: false };
  const file = join(folder, 'journal.db');
  journal = new Journal({ file, choices, clock: machineClock, log, start, fallback: startInline(machineClock) });
  const titles = Array.from({ length: 200 }, (_, at) => ({ at, title: `Listing ${at}` }));
  const responseBody = { text: JSON.stringify(titles), bytes: 1 };
  for (let number = 1; number <= count; number += 1)
    journal.record(aRaw({ id: `e${number}`, connectionId: 'k1', queuedAt: number, responseBody }));
  expect((await journal.page({ filter: filterOf('k1'), before: null, limit: 1 })).total).toBe(count);
}

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('a HAR is complete before the main thread takes its next turn', async () => {
  await filled(60);
  const written = journal.exportHar({ path, selection, version: '1', rules: { keepGuests: false } });
  for (let waits = 0; waits < 4_000 && !existsSync(path); waits += 1) sleep(5);
  const har = JSON.parse(readFileSync(path, 'utf8'));
  expect(harErrors(har)).toEqual([]);
  expect(har.log.entries).toHaveLength(60);
  expect(await written).toMatchObject({ path, records: 60 });
});

it('an export whose thread dies fails, and leaves no file', async () => {
  let kill = () => {};
  const begun = Promise.withResolvers<void>();
  const mortal: StartWorker = (events) => {
    const onMessage = (message: FromWorker) => {
      events.onMessage(message);
      if (message.kind === 'exportBegun') begun.resolve();
    };
    const worker = startThread(JOURNAL_WORKER)({ ...events, onMessage });
    kill = () => {
      worker.stop();
      events.onExit(new Error('killed'));
    };
    return worker;
  };
  await filled(250, mortal);
  const failed = journal
    .exportHar({ path, selection, version: '1', rules: { keepGuests: false } })
    .catch(({ data }) => data);
  await begun.promise;
  kill();
  expect(await failed).toEqual({ code: 'storageFailed', what: 'The file', reason: 'the thread that wrote it ended' });
  expect(readdirSync(folder).filter((name) => name.startsWith('traffic'))).toEqual([]);
  const again = await journal.exportHar({ path, selection, version: '1', rules: { keepGuests: false } });
  expect(again).toMatchObject({ records: 250 });
});
