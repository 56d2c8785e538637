/**
 * Planted secrets and a planted guest go through the whole console, against a service that repeats them wherever it can. Then the test
 * searches every output: IPC, events, the log, the journal's database (as bytes, and unpacked), HAR, cURL, CSV, and every other file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Area, channelOf, type EventName, type PayloadOf } from '../../src/shared/contract/index.ts';
import { curlOf } from '../../src/shared/curl.ts';
import { type Exchange, filterOf } from '../../src/shared/model/traffic.ts';
import { FakeCipher } from '../support/fake-cipher.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';
import { textsInDatabase } from './planted/database.ts';
import { addresses, gossip } from './planted/gossip.ts';
import { guest, leaksIn, secrets } from './planted/values.ts';

let folder: string;
let one: TestConsole;
let connectionId: string;

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
    chooseFile: async ({ extension }) => join(folder, `chosen.${extension}`),
  });

/** Uses everything that a person can use. Returns every recorded exchange. */
async function useEverything(): Promise<Exchange[]> {
  const { latchkey } = one;
  const connection = await outputOf(
    latchkey.connections.create({
      name: 'Live',
      presetId: 'custom',
      addresses,
      openApi: { clientId: 'open-client', clientSecret: secrets.openApi },
      applications: [
        { label: 'Site', bookingOption: 'both', clientId: 'site-client', clientSecret: secrets.booking },
        { label: 'Rejected', bookingOption: 'both', clientId: 'other-client', clientSecret: secrets.booking },
      ],
    }),
  );
  connectionId = connection.id;
  const [site, rejected] = connection.applications;
  if (!site || !rejected) throw new Error('the applications are missing');
  await outputOf(latchkey.connections.replaceSecret({ credentialId: rejected.id, clientSecret: secrets.replaced }));
  await latchkey.connections.replaceSecret({ credentialId: rejected.id, clientSecret: ` ${secrets.replaced}` });
  await outputOf(latchkey.listings.load({ connectionId }));
  await eventually(async () => (await outputOf(latchkey.listings.status({ connectionId }))).phase === 'done');
  await latchkey.listings.detail({ connectionId, listingId: 'l1' });
  const columns = ['title', 'note'];
  await latchkey.listings.rows({ connectionId, search: '', sort: null, columns, offset: 0, limit: 10 });
  await latchkey.availability.search({ connectionId, applicationId: site.id });
  await latchkey.availability.search({ connectionId, applicationId: rejected.id });
  const stay = { checkIn: '2027-05-01', checkOut: '2027-05-04', guests: 2, coupons: [] };
  const quote = await outputOf(
    latchkey.quotes.create({ connectionId, applicationId: site.id, listingId: 'l1', ...stay }),
  );
  const booking = { connectionId, quoteId: quote.id, ratePlanId: 'p1', guest, cardToken: secrets.card };
  await latchkey.quotes.book(booking);
  await latchkey.quotes.request({ ...booking, holdHours: 24 });
  await useTask(site.id);
  await outputOf(latchkey.tokens.renew({ credentialId: site.id, confirmLastSlot: true }));
  await latchkey.tokens.renew({ credentialId: rejected.id, confirmLastSlot: true });
  await outputOf(latchkey.doctor.refusals({ connectionId }));
  await outputOf(latchkey.tokens.status({ connectionId }));
  await outputOf(latchkey.connections.list(null));
  await outputOf(latchkey.traffic.pending({ connectionId }));
  await outputOf(latchkey.traffic.rates({ connectionId }));
  const filter = filterOf(connectionId);
  const recorded = await eventually(async () => {
    const page = await outputOf(latchkey.traffic.exchanges({ filter, before: null, limit: 1_000 }));
    return page.exchanges.length >= 9 && page.exchanges;
  });
  const wholes = await Promise.all(recorded.map(({ id }) => outputOf(latchkey.traffic.exchange({ id }))));
  await outputOf(latchkey.traffic.facets({ connectionId }));
  await outputOf(latchkey.traffic.exportHar({ kind: 'filtered', filter }));
  // Events are published in batches, after the answers.
  await eventually(async () => {
    const ids = new Set(published('traffic', 'onRecorded').flatMap(({ exchanges }) => exchanges.map(({ id }) => id)));
    return recorded.every(({ id }) => ids.has(id));
  });
  await eventually(async () => published('traffic', 'onPending').at(-1)?.total === 0);
  await eventually(async () => published('traffic', 'onRates').length > 0);
  return wholes;
}

/** The payloads of an event that were sent to the window so far. */
const published = <A extends Area, Name extends EventName<A>>(area: A, name: Name): PayloadOf<A, Name>[] =>
  one.pair.crossed
    .filter(({ channel, direction }) => direction === 'out' && channel === channelOf(area, name))
    .map(({ data }) => data as PayloadOf<A, Name>);

/** Runs a bulk task. In the answer to one of its steps the service repeats the token. */
async function useTask(applicationId: string): Promise<void> {
  const { latchkey } = one;
  const spec = { kind: 'calendars', from: '2027-05-01', until: '2027-05-02', listingIds: ['l1', 'l2'] } as const;
  const input = { connectionId, applicationId, spec: { ...spec, listingIds: [...spec.listingIds] } };
  await outputOf(latchkey.tasks.plan(input));
  const { id } = await outputOf(latchkey.tasks.create(input));
  await eventually(async () => {
    const { tasks } = await outputOf(latchkey.tasks.list({ connectionId }));
    return tasks.every(({ state }) => state === 'done');
  });
  await outputOf(latchkey.tasks.rows({ id, search: '', offset: 0, limit: 10 }));
  await outputOf(latchkey.tasks.failures({ id }));
  await outputOf(latchkey.tasks.exportCsv({ id }));
}

const everything = { ...secrets, ...guest };
/** Quotes show a person the service's answers unredacted: the reservation, or the refusal. */
const SHOWS_ANSWERS = /^latchkey:quotes\./;

describe.each(['protected', 'unprotected'] as const)('planted secrets and guests, on a machine that is %s', (level) => {
  beforeEach(async () => {
    one = await open(level);
  });

  it('appear in no output, although every one of them went in and the journal recorded the rest', async () => {
    const exchanges = await useEverything();
    const out = one.pair.crossed.filter((message) => message.direction === 'out');
    expect(out.length).toBeGreaterThan(30);
    for (const { channel, data } of out)
      expect(leaksIn(JSON.stringify(data), SHOWS_ANSWERS.test(channel) ? secrets : everything), channel).toEqual([]);
    expect(new Set(exchanges.map(({ operation }) => operation)).size).toBeGreaterThanOrEqual(6);
    for (const exchange of exchanges)
      for (const shell of ['bash', 'powershell'] as const)
        expect(leaksIn(curlOf(exchange, shell), everything), exchange.operation).toEqual([]);
    for (const [name, text] of Object.entries(one.files())) expect(leaksIn(text, everything), name).toEqual([]);
    await one.close();
    const files = one.files();
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'store/vault.json',
        'store/issuances.jsonl',
        'store/journal.sqlite',
        'chosen.har',
        'chosen.csv',
      ]),
    );
    for (const [name, text] of Object.entries(files)) expect(leaksIn(text, everything), name).toEqual([]);
    for (const name of Object.keys(files).filter((file) => /\.(?:sqlite|db)$/.test(file)))
      expect(leaksIn(textsInDatabase(join(folder, name)), everything), name).toEqual([]);
    const sent = one.pair.crossed
      .filter((message) => message.direction === 'in')
      .map(({ data }) => JSON.stringify(data));
    const { openApiToken: _, bookingToken: __, ...typed } = everything;
    expect(leaksIn(sent.join('\n'), everything).toSorted()).toEqual(Object.keys(typed).toSorted());
    expect(one.cipher.encrypted).toBeGreaterThan(0);
    const kept = textsInDatabase(join(folder, 'store', 'journal.sqlite'));
    for (const label of ['[redacted]', '[guest name]', '[mail address]', '[phone number]', 'ratePlanId', 'req-2'])
      expect(kept).toContain(label);
    expect(readFileSync(join(folder, 'chosen.har'), 'utf8')).toContain('[guest name]');
  });

  it('are in no file after the exchanges were deleted, even when guests were kept', async () => {
    await outputOf(one.latchkey.app.setPreferences({ journal: { keepGuests: true } }));
    const exchanges = await useEverything();
    expect(leaksIn(JSON.stringify(exchanges), secrets)).toEqual([]);
    expect(leaksIn(JSON.stringify(exchanges), guest)).not.toEqual([]);
    await outputOf(one.latchkey.traffic.clear({ connectionId }));
    // The journal deletes in pieces, after the call returns.
    const onDisk = () =>
      readdirSync(join(folder, 'store'))
        .filter((name) => name.startsWith('journal'))
        .map((name) => readFileSync(join(folder, 'store', name), 'latin1'));
    await eventually(async () => onDisk().every((bytes) => !bytes.includes('CREATE VIRTUAL TABLE')));
    await one.close();
    const files = one.files();
    for (const name of Object.keys(files).filter((file) => file.startsWith('store/journal')))
      expect(leaksIn(files[name] ?? '', everything), name).toEqual([]);
    expect(leaksIn(textsInDatabase(join(folder, 'store', 'journal.sqlite')), everything)).toEqual([]);
  });
});
