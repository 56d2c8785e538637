/**
 * The whole console against a hostile service over real HTTPS: it repeats the secret, the token it just issued, a card and a guest in headers,
 * request ids, names and hidden spellings, redirects, and answers pictures with bombs. Then every way out is searched, with all escapes undone.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/shared/model/traffic.ts';
import { curlOf } from '../../src/shared/request/curl.ts';
import { type Loopback, serveHttps, trusting } from '../support/loopback.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';
import { textsInDatabase } from './planted/database.ts';
import { hostileService } from './planted/hostile.ts';
import { useEverything } from './planted/use-everything.ts';
import { foreign, guest, leaksIn, secrets, undone } from './planted/values.ts';

let folder: string;
let service: Loopback;
let one: TestConsole;
let exchanges: Exchange[];
let stolen = 0;
/** Another host; nothing sends it to a request. */
let thief: Loopback;
let heardByThief = 0;
let connectionId: string;

beforeAll(async () => {
  folder = makeTempFolder();
  service = await serveHttps(hostileService(() => (stolen += 1)));
  thief = await serveHttps((_, response) => {
    heardByThief += 1;
    response.end('{}');
  });
  one = await openTestConsole({
    folder,
    apiFetch: trusting(service.certificate, thief.certificate),
    pictureFetch: trusting(service.certificate),
    chooseFile: async ({ extension }) => join(folder, `chosen.${extension}`),
  });
  const { origin } = service;
  const addresses = {
    ...{ baseUrl: origin, authUrl: `${origin}/open` },
    ...{ bookingBaseUrl: `${origin}/api`, bookingAuthUrl: `${origin}/booking` },
  };
  ({ connectionId, exchanges } = await useEverything(one, addresses));
});
afterAll(async () => {
  await one.close();
  await service.close();
  await thief.close();
  removeTempFolder(folder);
});

/** The names of the values that a text has in any spelling. */
const found = (text: string, values: Readonly<Record<string, string>>): string[] => [
  ...new Set([...leaksIn(text, values), ...leaksIn(undone(text), values)]),
];
const all = { ...secrets, ...guest, word: foreign.word, cvc: foreign.cvc, number: foreign.card };
/** Records of the service are shown, stored and exported as it sent them, but for the console's own secrets. */
const SHOWS_RECORDS = /^latchkey:(?:quotes|offers|listings|availability|tasks)\./;
/** The window shows guests as a person typed them, and nothing else of them. */
const SHOWS_GUESTS = /^latchkey:guests\./;
const { word, cvc, number } = all;
const withoutGuest = { ...secrets, word, cvc, number };
const forbiddenIn = (channel: string) =>
  SHOWS_RECORDS.test(channel) ? secrets : SHOWS_GUESTS.test(channel) ? withoutGuest : all;
const HOLDS_RECORDS = /^(?:store\/(?:console|cache)\.db|chosen\.csv)/;

describe('a hostile service gets nothing out by', () => {
  it('an answer or event to the window', () => {
    const out = one.pair.crossed.filter(({ direction }) => direction === 'out');
    expect(out.length).toBeGreaterThan(30);
    const failures = out.filter(({ channel }) => channel === 'latchkey:tasks.failures');
    expect(JSON.stringify(failures)).toContain('"code":"forbidden"');
    for (const { channel, data } of out) expect(found(JSON.stringify(data), forbiddenIn(channel)), channel).toEqual([]);
  });

  it('a script in the window that names another host', async () => {
    const { origin } = thief;
    const addresses = { baseUrl: origin, authUrl: origin, bookingBaseUrl: origin, bookingAuthUrl: origin };
    await one.latchkey.connections.update({ id: connectionId, addresses });
    await one.latchkey.listings.load({ connectionId, startOver: true });
    await one.latchkey.availability.search({ connectionId, applicationId: null });
    await eventually(async () => (await outputOf(one.latchkey.listings.status({ connectionId }))).phase !== 'loading');
    expect(heardByThief).toBe(0);
  });

  it('a picture that would block the window', async () => {
    const query = { connectionId, search: '', sort: [], columns: [], offset: 0, limit: 10 };
    const { rows } = await outputOf(one.latchkey.listings.rows(query));
    const [src = ''] = rows.flatMap(({ picture }) => picture?.src ?? []);
    expect(src).toMatch(/^\/pictures\//);
    expect(await one.console.pictures(src.replace('/pictures/', ''))).toBeNull();
  });

  it('a copied command line', () => {
    expect(exchanges.length).toBeGreaterThanOrEqual(9);
    for (const exchange of exchanges)
      for (const shell of ['bash', 'powershell', 'cmd'] as const)
        expect(found(curlOf(exchange, shell), all), exchange.operation).toEqual([]);
  });

  it('a redirect', () => {
    expect(exchanges.some(({ operation }) => operation.startsWith('quote'))).toBe(true);
    expect(stolen).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('a file that others can read', () => {
    for (const [name, mode] of [
      ['store', '700'],
      ['logs', '700'],
    ] as const)
      expect((lstatSync(join(folder, name)).mode & 0o777).toString(8), name).toBe(mode);
    for (const name of Object.keys(one.files()))
      expect((lstatSync(join(folder, name)).mode & 0o777).toString(8), name).toBe('600');
  });

  it('a file, while the console runs and after it', async () => {
    const search = () => {
      const files = one.files();
      for (const [name, text] of Object.entries(files))
        expect(found(text, HOLDS_RECORDS.test(name) ? secrets : all), name).toEqual([]);
      for (const name of Object.keys(files).filter((file) => /\.(?:sqlite|db)$/.test(file)))
        expect(found(textsInDatabase(join(folder, name)), HOLDS_RECORDS.test(name) ? secrets : all), name).toEqual([]);
      return Object.keys(files);
    };
    search();
    await one.close();
    const names = search();
    for (const name of [
      'store/journal.db',
      'store/console.db',
      'store/cache.db',
      'store/issuances.jsonl',
      'chosen.har',
      'chosen.csv',
    ])
      expect(names).toContain(name);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    const har = readFileSync(join(folder, 'chosen.har'), 'utf8');
    for (const readable of ['[redacted]', 'ratePlanId', 'invalid_client', 'listings']) expect(har).toContain(readable);
  });
});
