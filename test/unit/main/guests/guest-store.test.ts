import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GuestStore } from '../../../../src/main/guests/guest-store.ts';
import type { Deletion, Deletions } from '../../../../src/main/store/deletions.ts';
import type { Stores } from '../../../../src/main/store/stores.ts';
import { DataKey, type DataKeyFile } from '../../../../src/main/vault/data-key.ts';
import { Sealer } from '../../../../src/main/vault/sealer.ts';
import { SecretCipher } from '../../../../src/main/vault/secret-cipher.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { FakeCipher } from '../../../support/fake-cipher.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { memoryDeletions } from '../../../support/memory-deletions.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const ada = { firstName: 'Zqada', lastName: 'Zqmarsh', email: 'zqada@guest.example', phone: '+44 20 5550 0143' };
const HOME = 'home';

let folder: string;
let cipher: FakeCipher;
let document: MemoryDocument<DataKeyFile>;
let files: Stores;
let stores: boolean;
let clock: ManualClock;
let log: FakeLog;
let random: SequenceRandom;
let opened: GuestStore[];
let connections: string[];
let pending: Deletion[];
let deletions: Deletions;

beforeEach(() => {
  folder = makeTempFolder();
  cipher = new FakeCipher();
  document = new MemoryDocument();
  files = storesIn(folder);
  stores = false;
  clock = new ManualClock(1_000);
  log = new FakeLog();
  random = new SequenceRandom();
  opened = [];
  pending = [];
  connections = [HOME, 'other'];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  files.close();
  removeTempFolder(folder);
});

const keyHere = () =>
  new DataKey({ document, cipher: new SecretCipher({ cipher, log, storeUnprotected: () => stores }), log });
function openGuests(key = keyHere(), maxGuests?: number): GuestStore {
  const database = files.inConsole({ what: 'The guests' });
  const connection = (id: string) => {
    if (!connections.includes(id)) throw new AppError('notFound', { what: 'This connection' });
  };
  deletions = memoryDeletions(clock, pending);
  const deps = { database, key, deletions, clock, log, random, connections: { connection } };
  const store = new GuestStore(maxGuests === undefined ? deps : { ...deps, maxGuests });
  opened.push(store);
  return store;
}
/** Closes the store and opens the files again, as a restart does. */
async function restart(store: GuestStore): Promise<GuestStore> {
  await store.close();
  files.close();
  files = storesIn(folder);
  return openGuests();
}
const onDisk = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n') + document.text;
const namesIn = async (store: GuestStore) => (await store.search(HOME, '')).found.map(({ firstName }) => firstName);

describe('guests', () => {
  it('are remembered with their quotes across a restart, and nothing of them is on disk in clear text', async () => {
    const first = openGuests();
    const { id } = await first.remember(HOME, { ...ada, firstName: ` ${ada.firstName} ` }, ['q1']);
    await clock.advance(5);
    await first.remember(HOME, { ...ada, email: 'ZQADA@guest.example', phone: '' }, ['q2']);
    const second = await restart(first);
    const kept = {
      ...ada,
      email: 'ZQADA@guest.example',
      id,
      connectionId: HOME,
      quoteIds: ['q2', 'q1'],
      lastAt: 1_005,
    };
    expect(await second.get(HOME, id)).toEqual({ ...kept, quoteIds: expect.arrayContaining(['q1', 'q2']) });
    expect(await second.ofQuote(HOME, 'q1')).toMatchObject({ id });
    expect(await second.ofQuote('other', 'q1')).toBeNull();
    await second.close();
    expect(onDisk()).not.toMatch(/zqada|zqmarsh|5550|guest\.example/i);
    expect(log.entries.map((entry) => JSON.stringify(entry)).join()).not.toMatch(/zq/i);
  });

  it('stay readable when the key store wants a new encryption and refuses it', async () => {
    const first = openGuests();
    await first.remember(HOME, ada, ['q1']);
    Object.assign(cipher, { stale: true, failEncrypt: true });
    const second = await restart(first);
    expect(await namesIn(second)).toEqual([ada.firstName]);
    Object.assign(cipher, { stale: false, failEncrypt: false });
    expect(await namesIn(await restart(second))).toEqual([ada.firstName]);
  });

  it('are readable while the key cannot be written anew', async () => {
    const first = openGuests();
    await first.remember(HOME, ada, ['q1']);
    cipher.stale = true;
    document.failWrites = true;
    expect(await namesIn(await restart(first))).toEqual([ada.firstName]);
  });

  it('are not remembered for a connection that was removed meanwhile', async () => {
    const store = openGuests();
    connections = [];
    await store.removeAll(HOME);
    store.used(HOME, ['q1'], ada);
    await expect(store.remember(HOME, ada, [])).rejects.toMatchObject({ data: { code: 'notFound' } });
    expect(await namesIn(store)).toEqual([]);
  });

  it('of a removed connection are deleted while the key store is locked', async () => {
    const first = openGuests();
    await first.remember(HOME, ada, ['q1']);
    await first.remember('other', ada, ['q1']);
    cipher.failDecrypt = true;
    const second = await restart(first);
    await second.removeAll(HOME);
    cipher.failDecrypt = false;
    expect(await namesIn(second)).toEqual([]);
    expect(await second.suggest('other', 'zq')).toHaveLength(1);
  });

  it('are found by any word of name, mail address and phone, without accents', async () => {
    const store = openGuests();
    await store.remember(HOME, { ...ada, firstName: 'Zoë', lastName: 'Müller-Lüdenscheidt' }, []);
    await store.remember(HOME, { firstName: 'Ben', lastName: 'Ode', email: '', phone: '' }, []);
    const found = async (search: string) => (await store.suggest(HOME, search)).map(({ firstName }) => firstName);
    for (const search of ['zoe', 'ZOË mül', 'muller', 'zqada@', 'guest', '0143', '+44 20'])
      expect(await found(search), search).toEqual(['Zoë']);
    expect(await found('ode ben')).toEqual(['Ben']);
    expect(await found('zoe ode')).toEqual([]);
    expect(await store.suggest('other', 'zoe')).toEqual([]);
  });

  it('are deleted, and are there as they were when that is undone', async () => {
    const store = openGuests();
    const { id } = await store.remember(HOME, ada, ['q1']);
    const before = await store.get(HOME, id);
    const first = await deletions.begin({ kind: 'guests', connectionId: HOME, ids: [id] });
    await expect(store.get(HOME, id)).rejects.toMatchObject({ data: { code: 'notFound' } });
    expect([await store.suggest(HOME, 'ada'), await store.ofQuote(HOME, 'q1')]).toEqual([[], null]);
    expect((await store.namesOfQuotes(HOME)).size).toBe(0);
    await deletions.undo(first);
    expect(await store.get(HOME, id)).toEqual(before);
    await deletions.begin({ kind: 'guests', connectionId: HOME, ids: [id] });
    await clock.advance(60_000);
    expect(await namesIn(await restart(store))).toEqual([]);
  });

  it('that are deleted before a kill are gone after the next start, also while the key store is locked then', async () => {
    const first = openGuests();
    const { id } = await first.remember(HOME, ada, ['q1']);
    await deletions.begin({ kind: 'guests', connectionId: HOME, ids: [id] });
    cipher.failDecrypt = true;
    const second = openGuests();
    await deletions.finishEarlier();
    cipher.failDecrypt = false;
    expect(await namesIn(second)).toEqual([]);
    const third = openGuests();
    await deletions.finishEarlier();
    expect([await namesIn(third), pending]).toEqual([[], []]);
  });

  it('that come back join the same guest that was typed again meanwhile', async () => {
    const store = openGuests();
    const { id } = await store.remember(HOME, ada, ['q1']);
    const deletionId = await deletions.begin({ kind: 'guests', connectionId: HOME, ids: [id] });
    await clock.advance(10);
    const again = await store.remember(HOME, { ...ada, firstName: 'Ada', phone: '' }, ['q2']);
    await deletions.undo(deletionId);
    const whole = { ...again, phone: ada.phone, quoteIds: ['q2', 'q1'] };
    expect(await store.get(HOME, again.id)).toEqual(whole);
    expect((await store.search(HOME, '')).all).toBe(1);
    expect(await namesIn(await restart(store))).toEqual(['Ada']);
  });

  it('go with their connection, for good', async () => {
    const store = openGuests();
    const { id } = await store.remember(HOME, ada, []);
    await store.remember('other', ada, []);
    const deletionId = await deletions.begin({ kind: 'guests', connectionId: HOME, ids: [id] });
    await store.removeAll(HOME);
    await expect(deletions.undo(deletionId)).rejects.toMatchObject({ data: { code: 'notFound' } });
    expect((await store.search('other', '')).all).toBe(1);
  });

  it('are at most so many: the oldest are dropped', async () => {
    const store = openGuests(keyHere(), 2);
    for (const firstName of ['A', 'B', 'C']) {
      await clock.advance(1);
      await store.remember(HOME, { firstName, lastName: 'X', email: '', phone: '' }, []);
    }
    expect(await namesIn(store)).toEqual(['C', 'B']);
  });

  it('are written as CSV that no spreadsheet runs', async () => {
    const store = openGuests();
    await store.remember(HOME, { ...ada, firstName: '=HYPERLINK("x")' }, ['q1']);
    const path = join(folder, 'guests.csv');
    expect(await store.writeTable(HOME, { path, format: 'csv' })).toMatchObject({ records: 1 });
    expect(readFileSync(path, 'utf8')).toContain(`"'=HYPERLINK(""x"")",Zqmarsh,zqada@guest.example`);
  });

  it('of simultaneous calls are one, whatever is typed', async () => {
    const text = fc.constantFrom('', ' ', 'Ada', 'ada ', 'ÁDA', 'Ben');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ firstName: text, lastName: text, email: text, phone: text })),
        async (typed) => {
          const connectionId = random.id();
          const store = opened[0] ?? openGuests();
          await Promise.allSettled(typed.map((guest) => store.remember(connectionId, guest, ['q'])));
          const { found: rows } = await store.search(connectionId, '');
          const keys = rows.map(({ firstName, lastName, email }) =>
            (email ? `mail ${email}` : `${firstName} ${lastName}`)
              .normalize('NFKD')
              .replace(/\p{M}|\s/gu, '')
              .toLowerCase(),
          );
          expect(new Set(keys).size).toBe(keys.length);
          for (const row of rows) expect([row.firstName, row.lastName, row.email, row.phone].join('')).not.toBe('');
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the key of personal data', () => {
  it('is in memory only where secrets may not be stored: after a restart the guests are gone from the disk', async () => {
    cipher.level = 'unprotected';
    const first = openGuests();
    await first.remember(HOME, ada, []);
    expect(JSON.parse(document.text ?? '')).toMatchObject({ key: null });
    const second = await restart(first);
    expect(await namesIn(second)).toEqual([]);
    await second.remember(HOME, { ...ada, firstName: 'New' }, []);
    expect(await namesIn(second)).toEqual(['New']);
    // They were told to be forgotten, also where the file is opened starts later.
    keyHere();
    const third = openGuests();
    await second.close();
    expect([await namesIn(third), await third.countLost()]).toEqual([[], 0]);
  });

  it('moves to the disk and back with the choice of the person', async () => {
    cipher.level = 'unprotected';
    const key = keyHere();
    const first = openGuests(key);
    await first.remember(HOME, ada, []);
    stores = true;
    await key.applyProtection();
    expect(await namesIn(await restart(first))).toEqual(['Zqada']);
    files = storesIn(folder);
    stores = false;
    await keyHere().applyProtection();
    expect(JSON.parse(document.text ?? '')).toMatchObject({ version: 1, key: null });
    const third = openGuests();
    expect([await namesIn(third), await third.countLost()]).toEqual([[], 0]);
  });

  it('that is lost loses nothing: the guests stay as they are until the key is back, or a person deletes them', async () => {
    const first = openGuests();
    const { id } = await first.remember(HOME, ada, ['q1', 'q2']);
    await first.remember('other', ada, []);
    const { text } = document;
    document = new MemoryDocument();
    const second = await restart(first);
    expect([await namesIn(second), await second.countLost()]).toEqual([[], 2]);
    await second.remember(HOME, { ...ada, firstName: 'New' }, []);
    const third = await restart(second);
    expect([await namesIn(third), await third.countLost()]).toEqual([['New'], 2]);

    // The person puts the file of the key back; then the other key is the lost one.
    const newer = document.text;
    document.text = text;
    const fourth = await restart(third);
    expect([await namesIn(fourth), await fourth.countLost()]).toEqual([['Zqada'], 1]);
    expect((await fourth.get(HOME, id)).quoteIds.toSorted()).toEqual(['q1', 'q2']);
    document.text = newer;
    const fifth = await restart(fourth);
    expect([await namesIn(fifth), await fifth.countLost()]).toEqual([['New'], 2]);

    // What a person deletes goes, also what nobody can read.
    await fifth.removeAll('other');
    expect(await fifth.countLost()).toBe(1);
    await fifth.deleteLost();
    expect([await namesIn(fifth), await fifth.countLost()]).toEqual([['New'], 0]);
  });

  it('that the key store does not decrypt now loses nothing', async () => {
    const first = openGuests();
    await first.remember(HOME, ada, []);
    const second = await restart(first);
    cipher.failDecrypt = true;
    await expect(second.search(HOME, '')).rejects.toMatchObject({
      data: { code: 'storageFailed', access: 'key' },
    });
    second.used(HOME, ['q1'], ada);
    cipher.failDecrypt = false;
    await expect.poll(() => namesIn(second)).toEqual(['Zqada']);
  });

  it('opens only what it sealed, under the same id', () => {
    const sealer = new Sealer(Buffer.alloc(32, 7));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string(), fc.nat(), (text, id, at) => {
        const sealed = Buffer.from(sealer.seal(id, text));
        expect(sealer.open(id, sealed)).toBe(text.toWellFormed());
        expect(sealer.open(`${id}x`, sealed)).toBeNull();
        expect(new Sealer(Buffer.alloc(32, 8)).open(id, sealed)).toBeNull();
        const changed = Buffer.from(sealed);
        changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ 1;
        expect(sealer.open(id, changed)).toBeNull();
        expect(sealer.open(id, sealed.subarray(0, 20))).toBeNull();
      }),
      { numRuns: 40 },
    );
  });

  it('merges two records of one person, with the details and quotes of both', async () => {
    const store = openGuests();
    const kept = await store.remember(HOME, { ...ada, phone: '' }, ['q-1']);
    const other = await store.remember(HOME, { ...ada, email: 'other@guest.example', firstName: 'A.' }, ['q-2', 'q-1']);
    const merged = await store.merge(HOME, { intoId: kept.id, fromId: other.id });
    expect(merged).toMatchObject({ ...ada, id: kept.id, quoteIds: ['q-1', 'q-2'] });
    expect((await openGuests().search(HOME, '')).found).toEqual([merged]);
    expect(await store.quotesByPhone(HOME, '5550 0143')).toEqual(new Set(['q-1', 'q-2']));
    await expect(store.merge(HOME, { intoId: kept.id, fromId: kept.id })).rejects.toMatchObject({
      code: 'invalidInput',
    });
    await expect(store.merge(HOME, { intoId: kept.id, fromId: other.id })).rejects.toMatchObject({ code: 'notFound' });
  });
});
