/**
 * Quotes of a booking service that nobody announced, over real HTTPS: a currency for each rate plan, missing and repeated ids, amounts as texts,
 * pages of HTML, slow answers, and connections that end after the request. No request is sent twice, and no amount is made up.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../src/shared/contract/define.ts';
import type { Quote } from '../../src/shared/model/quote.ts';
import type { BoardRow } from '../../src/shared/model/quote-board.ts';
import { type Loopback, serveHttps, trusting } from '../support/loopback.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

/** Holds the slow answer back. */
const slow = Promise.withResolvers<void>();
const plan = (id: string | null, total: unknown, currency: string | null = 'EUR', name = `Plan ${id}`) => ({
  ...(id === null ? {} : { _id: id }),
  name,
  money: { currency, total },
});
const PLANS: Record<string, object[]> = {
  currencies: [plan('eur', 300), plan('jpy', 45_000, 'JPY'), plan('usd', '120.50', 'USD')],
  twins: [plan('same', 100, 'EUR', 'Flexible'), plan('same', 80, 'EUR', 'Strict')],
  exponents: [plan('p', '1.2345e3')],
  texts: [{ _id: 'p', name: 'P', money: { invoiceItems: [line('1,200.00'), line(' 45.50 ')], currency: 'EUR' } }],
  nameless: [plan(null, 90)],
  slow: [plan('p', 90)],
  cutBooking: [plan('p', 90)],
};
/** Two answers for one stay and its change: everything that a price can be and should not. */
const UGLY = [
  [
    {
      ...plan('mess', null),
      money: [{ invoiceItems: { a: line('\u221220.50'), b: line('about 12'), c: null, d: line(300) } }],
    },
    plan('bare', '1.5e2', null, 'Bare'),
    {
      ...plan('negative', undefined),
      days: nights(400),
      money: { currency: 'EUR', invoiceItems: [line('-5'), line('1e1'), line(null)] },
    },
  ],
  { only: { ...plan('bare', { amount: '200', currency: 'usd' }, null, 'Bare') } },
];
function nights(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    date: new Date(Date.UTC(2027, 4, 1 + at)).toISOString().slice(0, 10),
    price: at % 2 === 0 ? '10' : 10,
    currency: 'EUR',
  }));
}
function line(amount: unknown) {
  return { title: `Line ${amount}`, amount, currency: 'EUR' };
}

let folder: string;
let service: Loopback;
let one: TestConsole;
let of: { connectionId: string; applicationId: string };
/** Method and path of every request but those for tokens, with its listing. */
const heard: string[] = [];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const piece of request) text += String(piece);
  const path = request.url ?? '';
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (path.endsWith('/oauth2/token'))
    return void send(200, { access_token: 'zq-token', token_type: 'Bearer', expires_in: 86_400 });
  const { listingId = path.split('/')[4] } = text === '' ? {} : JSON.parse(text);
  heard.push(`${request.method} ${listingId}${/(\/inquiry|\/instant)?$/.exec(path)?.[0] ?? ''}`);
  const quote = { _id: listingId, expiresAt: '2099-01-01T00:00:00Z', rates: { ratePlans: PLANS[listingId] } };
  if (listingId === 'cut' || /\/(inquiry|instant)$/.test(path)) return void request.socket.destroy();
  if (listingId === 'html')
    return void response.writeHead(201, { 'content-type': 'text/html' }).end('<html><b>Welcome</b></html>');
  if (listingId === 'noId') return void send(201, { ...quote, _id: undefined });
  if (listingId === 'slow') await slow.promise;
  if (listingId === 'ugly') {
    const made = heard.filter((request) => request === 'POST ugly').length;
    return void send(201, { ...quote, _id: `ugly${made}`, rates: { ratePlans: UGLY[made - 1] } });
  }
  send(201, quote);
}

beforeAll(async () => {
  folder = makeTempFolder();
  service = await serveHttps((request, response) => void answer(request, response));
  const chooseFile = async () => join(folder, 'quotes.csv');
  one = await openTestConsole({ folder, apiFetch: trusting(service.certificate), chooseFile });
  const { origin } = service;
  const connection = await outputOf(
    one.latchkey.connections.create({
      name: 'Live',
      presetId: 'custom',
      addresses: {
        baseUrl: origin,
        authUrl: `${origin}/open`,
        bookingBaseUrl: `${origin}/api`,
        bookingAuthUrl: origin,
      },
      openApi: null,
      applications: [{ label: 'Site', bookingOption: 'both', clientId: 'site', clientSecret: 'zq-secret-of-the-site' }],
    }),
  );
  of = { connectionId: connection.id, applicationId: connection.applications[0]?.id ?? '' };
});
afterAll(async () => {
  await one.close();
  await service.close();
  removeTempFolder(folder);
});

const stay = { checkIn: '2027-05-01', checkOut: '2027-05-04', guests: 2, coupons: [] };
const ask = (listingId: string): Promise<Envelope<Quote>> => one.latchkey.quotes.create({ ...of, listingId, ...stay });
async function rowOf(id: string): Promise<BoardRow | undefined> {
  const { rows } = await outputOf(
    one.latchkey.quotes.board({
      ...{ connectionId: of.connectionId, search: id, view: 'quotes', states: [], group: 'none' },
      ...{ sort: { by: 'createdAt', descending: true }, today: '2027-01-01', offset: 0, limit: 10 },
    }),
  );
  return rows.find((row) => row.id === id);
}
const guest = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '+44 20 5550 0143' };

it.each([
  ['html', 'outcomeUnknown'],
  ['noId', 'answerUnusable'],
  ['cut', 'outcomeUnknown'],
])('a quote whose answer is %s is asked for once and kept nowhere', async (listingId, code) => {
  expect(await errorOf(ask(listingId))).toMatchObject({ code });
  expect(heard.filter((request) => request.endsWith(listingId))).toEqual([`POST ${listingId}`]);
  expect(await rowOf(listingId)).toBeUndefined();
});

it('a slow answer is waited for, and its request is not repeated', async () => {
  const asked = outputOf(ask('slow'));
  await eventually(async () => heard.includes('POST slow'));
  slow.resolve();
  expect(await asked).toMatchObject({ id: 'slow', outcome: 'open' });
  expect(heard.filter((request) => request === 'POST slow')).toHaveLength(1);
});

it('amounts of several currencies are not compared: the board names none as the lowest until a plan is chosen', async () => {
  const quote = await outputOf(ask('currencies'));
  expect(quote.ratePlans.map(({ total }) => total)).toEqual([
    { amount: 300, currency: 'EUR' },
    { amount: 45_000, currency: 'JPY' },
    { amount: 120.5, currency: 'USD' },
  ]);
  expect((await rowOf('currencies'))?.total).toBeNull();
  await outputOf(one.latchkey.quotes.choosePlan({ connectionId: of.connectionId, quoteId: quote.id, plan: 'jpy' }));
  expect((await rowOf('currencies'))?.total).toEqual({ amount: 45_000, currency: 'JPY' });
});

it('of two rate plans with one id, board, page and offer show the same one', async () => {
  const quote = await outputOf(ask('twins'));
  await outputOf(one.latchkey.quotes.choosePlan({ connectionId: of.connectionId, quoteId: quote.id, plan: 'same' }));
  expect((await rowOf('twins'))?.total).toEqual({ amount: 100, currency: 'EUR' });
  const offer = {
    connectionId: of.connectionId,
    quoteIds: ['twins'],
    language: 'en' as const,
    ...{ kind: 'offer' as const, opening: '', closing: '', next: '', amenities: null },
  };
  const { document } = await outputOf(one.latchkey.offers.preview({ ...offer, guestName: '', guestEmail: '' }));
  expect(document?.places[0]?.total?.text).toBe('€100.00');
});

it('amounts as texts are read where they are numbers, and make no sum where one is not', async () => {
  expect((await outputOf(ask('exponents'))).ratePlans[0]?.total).toEqual({ amount: 1234.5, currency: 'EUR' });
  const [texts] = (await outputOf(ask('texts'))).ratePlans;
  expect(texts).toMatchObject({ total: null, lines: [{ amount: { amount: 45.5, currency: 'EUR' } }] });
});

it('a rate plan without an id is shown and offered to nobody', async () => {
  await outputOf(ask('nameless'));
  const offer = {
    connectionId: of.connectionId,
    quoteIds: ['nameless'],
    language: 'de' as const,
    ...{ kind: 'offer' as const, opening: '', closing: '', next: '', amenities: null },
  };
  const preview = await outputOf(one.latchkey.offers.preview({ ...offer, guestName: '', guestEmail: '' }));
  expect(preview).toMatchObject({ document: null, problems: [{ reason: 'noPrice' }] });
});

it('a booking whose connection ends after the request is unconfirmed, not repeated, and open again when the service shows none', async () => {
  await outputOf(ask('cutBooking'));
  const quote = { connectionId: of.connectionId, quoteId: 'cutBooking' };
  const booking = { ...quote, ratePlanId: 'p', guest, cardToken: null };
  const [book, request] = await Promise.all([
    errorOf(one.latchkey.quotes.book(booking)),
    errorOf(one.latchkey.quotes.request({ ...booking, holdHours: 24 })),
  ]);
  expect([book.code, request.code]).toEqual(['outcomeUnknown', 'invalidInput']);
  expect(await errorOf(one.latchkey.quotes.book(booking))).toMatchObject({ code: 'outcomeUnknown' });
  expect(heard.filter((one) => one.startsWith('POST cutBooking/'))).toEqual(['POST cutBooking/instant']);
  expect((await rowOf('cutBooking'))?.outcome).toBe('unknown');
  const read = await outputOf(one.latchkey.quotes.fetch({ ...quote, applicationId: null }));
  expect(read.outcome).toBe('open');
});

it('an ugly price goes from its quote over a change to the board, an offer and CSV without an amount that is made up', async () => {
  const { connectionId } = of;
  const quote = await outputOf(ask('ugly'));
  const [mess, bare, negative] = quote.ratePlans;
  expect(mess).toMatchObject({
    total: null,
    lines: [{ amount: { amount: -20.5, currency: 'EUR' } }, { amount: { amount: 300 } }],
    unreadable: [{ title: 'Line about 12', text: 'about 12' }],
  });
  expect(bare?.total).toEqual({ amount: 150, currency: null });
  expect(negative).toMatchObject({ total: { amount: 5, currency: 'EUR' }, isTotalOurs: true });
  expect([negative?.unreadable?.length, negative?.days.length]).toEqual([1, 400]);
  expect((await rowOf('ugly1'))?.total).toBeNull();

  const offer = {
    connectionId,
    quoteIds: ['ugly1'],
    language: 'en' as const,
    ...{ kind: 'offer' as const, opening: '', closing: '', next: '', amenities: null },
  };
  const preview = () => outputOf(one.latchkey.offers.preview({ ...offer, guestName: '', guestEmail: '' }));
  const choose = (plan: string) => outputOf(one.latchkey.quotes.choosePlan({ connectionId, quoteId: 'ugly1', plan }));
  await choose('mess');
  expect(await preview()).toMatchObject({ document: null, problems: [{ reason: 'noPrice' }] });
  await choose('negative');
  expect((await preview()).document?.places[0]).toMatchObject({
    lines: [{ text: '-€5.00' }, { text: '€10.00' }, { text: '–' }],
    total: { label: 'Total (our sum)', text: '€5.00' },
  });

  await choose('bare');
  const later = { ...stay, checkOut: '2027-05-05' };
  const changed = await outputOf(one.latchkey.quotes.change({ connectionId, quoteId: 'ugly1', ...later }));
  expect(changed).toMatchObject({ id: 'ugly2', replaces: 'ugly1', chosenPlan: 'bare' });
  expect((await rowOf('ugly2'))?.total).toEqual({ amount: 200, currency: 'USD' });
  const sort = { by: 'createdAt' as const, descending: true };
  const filter = { connectionId, search: 'ugly', view: 'quotes' as const, states: [], today: '2027-01-01' };
  await outputOf(one.latchkey.quotes.exportTable({ format: 'csv', ...filter, group: 'none', sort }));
  const rows = readFileSync(join(folder, 'quotes.csv'), 'utf8').split('\r\n');
  expect(rows.filter((row) => row.includes('ugly')).map((row) => row.split(',').slice(6, 9).join())).toEqual([
    '200,USD,Open',
    '150,,Replaced',
  ]);
});
