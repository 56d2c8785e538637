import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redactRecord } from '../../../../src/main/api/redact-record.ts';
import { KeptListings } from '../../../../src/main/desk/kept-listings.ts';
import { QuarantineList } from '../../../../src/main/platform/quarantine.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder: string;
let file: string;
let quarantine: QuarantineList;
beforeEach(() => {
  folder = makeTempFolder();
  file = join(folder, 'cache.db');
  quarantine = new QuarantineList();
});
afterEach(() => removeTempFolder(folder));

const open = () => {
  const stores = storesIn(folder, { quarantine });
  const kept = new KeptListings({ database: stores.inCache({ what: 'The kept listings' }), file, log: new FakeLog() });
  const close = kept.close.bind(kept);
  kept.close = () => close().then(() => stores.close());
  return kept;
};
const listOf = (records: Json[], loadedAt = 1_000) => ({ records, loadedAt, doubts: [] });
const listings = (count: number, from = 0): Json[] =>
  Array.from({ length: count }, (_, at) => ({ _id: `l${from + at}`, title: `House ${from + at}` }));

async function readBack(kept: KeptListings, connectionId: string): Promise<Json[] | null> {
  const list = kept.find(connectionId);
  if (!list) return null;
  const records: Json[] = [];
  for await (const page of kept.pages(list)) records.push(...page);
  return records.length === list.count ? records : null;
}

describe('KeptListings', () => {
  it('opens no file before a list is kept', async () => {
    const kept = open();
    expect([kept.find('a'), kept.state().lists]).toEqual([null, []]);
    await kept.remove('a');
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('returns after a restart what was kept for each connection, with its age', async () => {
    const first = open();
    await first.keep('a', listOf(listings(120)));
    await first.keep('b', { records: listings(1), loadedAt: 2_000, doubts: ['moved'] });
    await first.keep('a', listOf(listings(70, 500), 3_000));
    await first.close();
    const second = open();
    expect(second.find('a')).toMatchObject({ loadedAt: 3_000, count: 70 });
    expect(second.find('b')).toMatchObject({ loadedAt: 2_000, doubts: ['moved'] });
    expect(await readBack(second, 'a')).toEqual(listings(70, 500));
    expect(second.state().lists.map(({ connectionId, count }) => [connectionId, count])).toEqual([
      ['b', 1],
      ['a', 70],
    ]);
    await second.close();
  });

  it('keeps the earlier list when the console quits or another list comes while a list is written', async () => {
    const kept = open();
    await kept.keep('a', listOf(listings(60)));
    const replaced = kept.keep('a', listOf(listings(5_000, 100)));
    const last = kept.keep('a', listOf(listings(3, 900)));
    await Promise.all([replaced, last]);
    expect(await readBack(kept, 'a')).toEqual(listings(3, 900));
    const unfinished = kept.keep('a', listOf(listings(5_000, 100)));
    await Promise.all([kept.close(), unfinished]);
    const next = open();
    expect(await readBack(next, 'a')).toEqual(listings(3, 900));
    await next.close();
  });

  it('forgets a removed list at once, and gives its room on the disk back', async () => {
    const kept = open();
    const long = listings(6_000).map((record, at) => ({
      ...(record as object),
      text: String(Math.sin(at)).repeat(40),
    }));
    await kept.keep('a', listOf(long as Json[]));
    await kept.keep('b', listOf(listings(1)));
    const { bytes } = kept.state();
    const removed = kept.remove('a');
    expect(kept.find('a')).toBeNull();
    await removed;
    expect(kept.state().lists.map(({ connectionId }) => connectionId)).toEqual(['b']);
    expect(kept.state().bytes).toBeLessThan(bytes / 2);
    await kept.close();
  });

  it.skipIf(process.platform === 'win32')('is for its owner only', async () => {
    const kept = open();
    await kept.keep('a', listOf(listings(1)));
    for (const end of ['', '-wal', '-shm']) expect((statSync(file + end).mode & 0o777).toString(8)).toBe('600');
    await kept.close();
  });

  it('begins anew after a file that is no database, and forgets a list whose page is damaged', async () => {
    writeFileSync(file, 'x'.repeat(9_000));
    const first = open();
    expect(first.find('a')).toBeNull();
    expect(quarantine.files.map(({ document }) => document)).toEqual(['cache.db']);
    await first.keep('a', listOf(listings(100)));
    await first.close();
    const db = new DatabaseSync(file);
    db.exec("UPDATE pages SET records = x'00ff' WHERE page = 1");
    db.close();
    const second = open();
    expect(await readBack(second, 'a')).toBeNull();
    expect(second.find('a')).toBeNull();
    await second.keep('a', listOf(listings(2)));
    expect(await readBack(second, 'a')).toEqual(listings(2));
    await second.close();
  });

  it('leaves a file of a newer version alone, and says why nothing is kept', async () => {
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const before = readFileSync(file);
    const kept = open();
    await kept.keep('a', listOf(listings(3)));
    expect(kept.find('a')).toBeNull();
    expect(kept.state().reason).toBe('the file cannot be opened');
    await kept.close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('writes no value of a field that names a secret or a person', async () => {
    const record = {
      _id: 'l1',
      wifiPassword: 'hunter2-hunter2',
      accessCode: '4711-0815',
      access: { doorCode: 90_210, keyRequired: true },
      owner: { name: 'Someone' },
      contactEmail: 'owner@mail.test',
      guests: [{ firstName: 'Ada' }],
      title: 'Mill House',
      accommodates: 4,
    };
    const kept = open();
    await kept.keep('a', listOf([record]));
    await kept.close();
    const db = new DatabaseSync(file, { readOnly: true });
    const [row] = db.prepare('SELECT records FROM pages').all();
    const text = inflateRawSync(row?.records as Uint8Array).toString();
    db.close();
    for (const value of ['hunter2', '4711', '90210', 'owner@mail.test', 'Ada']) expect(text).not.toContain(value);
    expect(JSON.parse(text)).toMatchObject([{ _id: 'l1', title: 'Mill House', accommodates: 4 }]);
  });

  it('returns any records as they were, but for those fields', async () => {
    const kept = open();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 120 }), async (values) => {
        const records = JSON.parse(JSON.stringify(values)) as Json[];
        await kept.keep('a', listOf(records));
        expect(await readBack(kept, 'a')).toEqual(records.map((record) => redactRecord(record)));
      }),
      { numRuns: 20 },
    );
    await kept.close();
  });
});
