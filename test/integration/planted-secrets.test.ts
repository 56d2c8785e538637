/**
 * Secrets that the test knows go through the whole console, against a service that repeats them wherever it can; then every way out is
 * searched: IPC, events, the log, recorded exchanges, and every file.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filterOf } from '../../src/shared/model/traffic.ts';
import { FakeCipher } from '../support/fake-cipher.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const openApiSecret = 'planted+open/api=secret-5e1f';
const bookingSecret = 'planted.booking~secret-77aa"quoted';
const replacedSecret = 'planted-replaced-secret-09c3';
const cardToken = 'planted-card-token-4242';
const tokens = { openApi: 'planted_open_api_token.a1b2.c3d4', booking: 'planted_booking_token.e5f6.a7b8' };
const planted = [openApiSecret, bookingSecret, replacedSecret, cardToken, ...Object.values(tokens)];

const addresses = {
  baseUrl: 'https://open.live.example',
  authUrl: 'https://open.live.example',
  bookingBaseUrl: 'https://booking.live.example/api',
  bookingAuthUrl: 'https://booking.live.example',
};

/** A service that answers everything and repeats the caller's credentials in bodies, headers and messages. */
async function gossip(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const said = request.headers.get('authorization') ?? '';
  const body = await request.text();
  const headers = { 'x-request-id': 'req-1', 'x-debug': `${said} ${body}`, 'set-cookie': `s=${said}` };
  if (url.pathname === '/oauth2/token') {
    const api = url.host.startsWith('open') ? 'openApi' : 'booking';
    const secret = new URLSearchParams(body).get('client_secret');
    if (secret === replacedSecret)
      return Response.json(
        { error: 'invalid_client', error_description: `not ${secret}: ${body}` },
        { status: 401, headers },
      );
    const answer = { access_token: tokens[api], token_type: 'Bearer', expires_in: 86_400, echo: body, secret };
    return Response.json(answer, { headers });
  }
  if (url.pathname === '/v1/listings')
    return Response.json(
      { results: [{ _id: 'l1', title: `Flat of ${said}`, note: said.slice(7) }], count: 1 },
      { headers },
    );
  if (url.pathname.endsWith('/reservations/quotes'))
    return Response.json(
      { _id: 'q1', createdAt: new Date().toISOString(), rates: { ratePlans: [{ _id: 'p1', name: said }] } },
      { headers },
    );
  return Response.json(
    {
      error: {
        code: 'FORBIDDEN',
        message: `${said} may not: ${body}`,
        data: { requestId: 'req-2', moreDetails: said.slice(7) },
      },
    },
    { status: 403, headers },
  );
}

let folder: string;
let one: TestConsole;

beforeEach(async () => {
  folder = makeTempFolder();
});
afterEach(async () => {
  await one.close();
  removeTempFolder(folder);
});

async function useEverything(): Promise<void> {
  const { latchkey } = one;
  const connection = await outputOf(
    latchkey.connections.create({
      name: 'Live',
      presetId: 'custom',
      addresses,
      openApi: { clientId: 'open-client', clientSecret: openApiSecret },
      applications: [
        { label: 'Site', bookingOption: 'both', clientId: 'site-client', clientSecret: bookingSecret },
        { label: 'Rejected', bookingOption: 'both', clientId: 'other-client', clientSecret: bookingSecret },
      ],
    }),
  );
  const connectionId = connection.id;
  const [site, rejected] = connection.applications;
  if (!site || !rejected) throw new Error('the applications are missing');
  await outputOf(latchkey.connections.replaceSecret({ credentialId: rejected.id, clientSecret: replacedSecret }));
  await latchkey.connections.replaceSecret({ credentialId: rejected.id, clientSecret: ` ${replacedSecret}` });
  await outputOf(latchkey.listings.load({ connectionId }));
  await eventually(async () => (await outputOf(latchkey.listings.status({ connectionId }))).phase === 'done');
  await latchkey.listings.detail({ connectionId, listingId: 'l1' });
  await latchkey.listings.rows({
    connectionId,
    search: '',
    sort: null,
    columns: ['title', 'note'],
    offset: 0,
    limit: 10,
  });
  await latchkey.availability.search({ connectionId, applicationId: site.id });
  await latchkey.availability.search({ connectionId, applicationId: rejected.id });
  const quoteInput = { connectionId, applicationId: site.id, listingId: 'l1', guests: 2, coupons: [] };
  const quote = await outputOf(
    latchkey.quotes.create({ ...quoteInput, checkIn: '2027-05-01', checkOut: '2027-05-04' }),
  );
  const guest = { firstName: 'A', lastName: 'B', email: 'a@example.com', phone: '' };
  await latchkey.quotes.book({ connectionId, quoteId: quote.id, ratePlanId: 'p1', guest, cardToken });
  await outputOf(latchkey.tokens.renew({ credentialId: site.id, confirmLastSlot: true }));
  await latchkey.tokens.renew({ credentialId: rejected.id, confirmLastSlot: true });
  const page = await outputOf(
    latchkey.traffic.exchanges({ filter: filterOf(connectionId), before: null, limit: 1_000 }),
  );
  expect(page.exchanges.length).toBeGreaterThanOrEqual(7);
  for (const { id } of page.exchanges) await outputOf(latchkey.traffic.exchange({ id }));
  await outputOf(latchkey.doctor.refusals({ connectionId }));
  await outputOf(latchkey.tokens.status({ connectionId }));
  await outputOf(latchkey.connections.list(null));
  // What comes in batches has come.
  await new Promise((resolve) => setTimeout(resolve, 400));
}

/** Every form in which a planted value could hide. */
const formsOf = (value: string) => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  new URLSearchParams({ v: value }).toString().slice(2),
  Buffer.from(value).toString('base64').replace(/=+$/, ''),
];

function leaksIn(text: string): string[] {
  return planted.filter((value) => formsOf(value).some((form) => text.includes(form)));
}

describe.each(['protected', 'unprotected'] as const)('planted secrets on a machine that is %s', (level) => {
  beforeEach(async () => {
    one = await openTestConsole({ folder, cipher: new FakeCipher(level), apiFetch: gossip });
  });

  it('come out nowhere', async () => {
    await useEverything();
    const out = one.pair.crossed.filter((message) => message.direction === 'out');
    expect(out.length).toBeGreaterThan(30);
    for (const { channel, data } of out) expect(leaksIn(JSON.stringify(data)), channel).toEqual([]);
    await one.close();
    const files = one.files();
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['store/vault.json', 'store/issuances.jsonl']));
    for (const [name, text] of Object.entries(files)) expect(leaksIn(text), name).toEqual([]);
  });

  it('are really used: the search finds them where they go in', async () => {
    await useEverything();
    const sent = one.pair.crossed
      .filter((message) => message.direction === 'in')
      .map(({ data }) => JSON.stringify(data));
    expect(leaksIn(sent.join('\n')).toSorted()).toEqual(
      [openApiSecret, bookingSecret, replacedSecret, cardToken].toSorted(),
    );
    expect(one.cipher.encrypted).toBeGreaterThan(0);
  });
});
