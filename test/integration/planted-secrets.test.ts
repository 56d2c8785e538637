/**
 * Planted secrets and a planted guest go through the whole console, against a service that repeats them wherever it can. Then the test
 * searches every output: IPC, events, the log, the journal's database (as bytes, and unpacked), HAR, cURL, CSV, and every other file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/shared/model/traffic.ts';
import { curlOf } from '../../src/shared/request/curl.ts';
import { FakeCipher } from '../support/fake-cipher.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';
import { askAsProgram } from './planted/ask-as-program.ts';
import { textsInDatabase } from './planted/database.ts';
import { addresses, gossip } from './planted/gossip.ts';
import { useEverything } from './planted/use-everything.ts';
import { guest, leaksIn, secrets } from './planted/values.ts';

let folder: string;
let one: TestConsole;
let connectionId: string;
const copied: string[] = [];

beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(async () => {
  await one.close();
  removeTempFolder(folder);
});

const open = (level: 'protected' | 'unprotected'): Promise<TestConsole> =>
  openTestConsole({
    folder,
    cipher: new FakeCipher(level),
    apiFetch: gossip,
    copied: (text) => copied.push(text),
    // The local HTTP server is turned on.
    ask: async ({ title }) => title.includes('over HTTP'),
    chooseFile: async ({ extension }) => join(folder, `chosen.${extension}`),
  });

const planted = { ...secrets, ...guest };
/** Quotes show a person the service's answers unredacted: the reservation, or the refusal. Guests are shown as they were typed. */
const SHOWS_GUESTS = /^latchkey:(?:quotes|guests|offers)\./;

/** Uses everything; returns every recorded exchange. */
async function useAll(): Promise<Exchange[]> {
  const used = await useEverything(one, addresses);
  connectionId = used.connectionId;
  return used.exchanges;
}

describe.each(['protected', 'unprotected'] as const)('planted secrets and guests, on a machine that is %s', (level) => {
  beforeEach(async () => {
    one = await open(level);
  });

  it('appear in no output, although every one of them went in and the journal recorded the rest', async () => {
    const exchanges = await useAll();
    const { answered, keys } = await askAsProgram(one, { connectionId, folder, copied });
    const everything = { ...planted, ...keys };
    expect(leaksIn(answered, everything)).toEqual([]);
    expect(answered).toMatch(/"results":.*"forbidden"/s);
    const out = one.pair.crossed.filter((message) => message.direction === 'out');
    expect(out.length).toBeGreaterThan(30);
    for (const { channel, data } of out)
      expect(
        leaksIn(JSON.stringify(data), SHOWS_GUESTS.test(channel) ? { ...secrets, ...keys } : everything),
        channel,
      ).toEqual([]);
    expect(new Set(exchanges.map(({ operation }) => operation)).size).toBeGreaterThanOrEqual(6);
    for (const exchange of exchanges)
      for (const shell of ['bash', 'powershell', 'cmd'] as const)
        expect(leaksIn(curlOf(exchange, shell), everything), exchange.operation).toEqual([]);
    for (const [name, text] of Object.entries(one.files())) expect(leaksIn(text, everything), name).toEqual([]);
    await one.close();
    const files = one.files();
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'store/vault.json',
        'store/issuances.jsonl',
        'store/journal.db',
        'store/console.db',
        'chosen.har',
        'chosen.csv',
        'chosen.json',
        expect.stringMatching(/^store\/backups\/console-.*\.db$/),
      ]),
    );
    for (const [name, text] of Object.entries(files)) expect(leaksIn(text, everything), name).toEqual([]);
    for (const name of Object.keys(files).filter((file) => /\.(?:sqlite|db)$/.test(file)))
      expect(leaksIn(textsInDatabase(join(folder, name)), everything), name).toEqual([]);
    const sent = one.pair.crossed
      .filter((message) => message.direction === 'in')
      .map(({ data }) => JSON.stringify(data));
    const { openApiToken: _, bookingToken: __, ...typed } = planted;
    expect(leaksIn(sent.join('\n'), everything).toSorted()).toEqual(Object.keys(typed).toSorted());
    expect(one.cipher.encrypted).toBeGreaterThan(0);
    const kept = textsInDatabase(join(folder, 'store', 'journal.db'));
    for (const label of ['[redacted]', '[guest name]', '[mail address]', '[phone number]', 'ratePlanId', 'req-2'])
      expect(kept).toContain(label);
    expect(readFileSync(join(folder, 'chosen.har'), 'utf8')).toContain('[guest name]');
  });

  it('are in no file after the exchanges were deleted, even when guests were kept', async () => {
    await outputOf(one.latchkey.app.setPreferences({ journal: { keepGuests: true } }));
    const exchanges = await useAll();
    expect(leaksIn(JSON.stringify(exchanges), secrets)).toEqual([]);
    expect(leaksIn(JSON.stringify(exchanges), guest)).not.toEqual([]);
    expect(await outputOf(one.latchkey.traffic.clear({ connectionId }))).toEqual({ deletionId: expect.any(String) });
    // A second clearing ends the time in which the first can be undone.
    await outputOf(one.latchkey.traffic.clear({ connectionId }));
    // The journal deletes in pieces, after the call returns.
    const store = join(folder, 'store');
    const isClean = (): boolean => {
      const names = readdirSync(store).filter((name) => name.startsWith('journal'));
      const texts = names.map((name) => readFileSync(join(store, name), 'latin1'));
      return leaksIn([...texts, textsInDatabase(join(store, 'journal.db'))].join('\n'), planted).length === 0;
    };
    await eventually(async () => {
      try {
        return isClean();
      } catch {
        // The copy was made while the journal wrote.
        return false;
      }
    });
    await one.close();
    const files = one.files();
    for (const name of Object.keys(files).filter((file) => file.startsWith('store/journal')))
      expect(leaksIn(files[name] ?? '', planted), name).toEqual([]);
    expect(leaksIn(textsInDatabase(join(folder, 'store', 'journal.db')), planted)).toEqual([]);
  });
});
