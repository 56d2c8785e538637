/** The main job over the whole console and real HTTPS: listings, a search, a quote, a reservation, and a restart. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filterOf } from '../../src/shared/model/traffic.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const connectionId = 'sandbox';
const guest = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '+44 20 0000 0000' };

let folder: string;
let opened: TestConsole[] = [];

beforeEach(() => {
  folder = makeTempFolder();
  opened = [];
});
afterEach(async () => {
  for (const one of opened) await one.close();
  removeTempFolder(folder);
});

async function open(options: Partial<Parameters<typeof openTestConsole>[0]> = {}): Promise<TestConsole> {
  const one = await openTestConsole({ folder, ...options });
  opened.push(one);
  return one;
}

async function loadListings({ latchkey }: TestConsole) {
  await outputOf(latchkey.listings.load({ connectionId }));
  return eventually(async () => {
    const status = await outputOf(latchkey.listings.status({ connectionId }));
    return status.phase !== 'loading' && status;
  });
}

/** Dates far enough ahead that nothing of today matters: a week, 60 days from now. */
function stay() {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  return { checkIn: day(60), checkOut: day(67) };
}

async function freePlace({ latchkey }: TestConsole) {
  const input = { connectionId, applicationId: null, ...stay(), guests: 2 };
  const page = await outputOf(latchkey.availability.search(input));
  const item = page.items.find((one) => one.listingId !== null);
  if (!item?.listingId) throw new Error('the search found no place');
  return { ...item, listingId: item.listingId };
}

async function makeQuote(one: TestConsole) {
  const { listingId } = await freePlace(one);
  const connection = await currentConnection(one);
  const applicationId = connection.activeApplicationId ?? '';
  const input = { connectionId, applicationId, listingId, ...stay(), guests: 2, coupons: [] };
  return outputOf(one.latchkey.quotes.create(input));
}

async function currentConnection({ latchkey }: TestConsole) {
  const { connections, currentId } = await outputOf(latchkey.connections.list(null));
  const found = connections.find((connection) => connection.id === currentId);
  if (!found) throw new Error('there is no current connection');
  return found;
}

async function closing(quote: Awaited<ReturnType<typeof makeQuote>>) {
  const ratePlanId = quote.ratePlans[0]?.id ?? '';
  return { connectionId, quoteId: quote.id, ratePlanId, guest, cardToken: null };
}

describe('the main job', () => {
  it('starts on the sandbox, with an Open API client and two applications, and no token spent', async () => {
    const one = await open();
    const connection = await currentConnection(one);
    expect(connection).toMatchObject({ id: 'sandbox', presetId: 'sandbox', openApi: { secret: 'sandbox' } });
    expect(connection.applications).toHaveLength(2);
    const { tokens } = await outputOf(one.latchkey.tokens.status({ connectionId }));
    expect(tokens.map((token) => [token.state, token.quota.used])).toEqual([
      ['none', 0],
      ['none', 0],
      ['none', 0],
    ]);
  });

  it('goes from listings to a search, a quote and a reservation of status "reserved"', async () => {
    const one = await open();
    const status = await loadListings(one);
    expect(status).toMatchObject({ phase: 'done', error: null });
    expect(status.loaded).toBeGreaterThanOrEqual(240);
    expect(status.columns.filter((column) => column.suggested).length).toBeGreaterThanOrEqual(5);

    const rows = await outputOf(
      one.latchkey.listings.rows({
        connectionId,
        search: '',
        sort: [],
        columns: status.columns.map((column) => column.path),
        offset: 0,
        limit: 50,
      }),
    );
    expect(rows.rows).toHaveLength(50);
    expect(rows.rows.every((row) => row.title !== '' && row.picture !== null)).toBe(true);
    const detail = await outputOf(one.latchkey.listings.detail({ connectionId, listingId: rows.rows[0]?.id ?? '' }));
    expect(detail.pictures.length).toBeGreaterThanOrEqual(2);
    const picture = await one.console.pictures(detail.pictures[0]?.src.replace('/pictures/', '') ?? '');
    expect(picture?.type).toBe('image/svg+xml');

    const quote = await makeQuote(one);
    expect(quote).toMatchObject({ outcome: 'open', nights: 7, expiryBasis: 'server' });
    expect(quote.ratePlans.length).toBeGreaterThanOrEqual(1);
    expect(quote.ratePlans[0]?.total?.amount).toBeGreaterThan(0);

    const reserved = await outputOf(one.latchkey.quotes.request({ ...(await closing(quote)), holdHours: 24 }));
    expect(reserved).toMatchObject({ outcome: 'reserved', reservation: { status: 'reserved' } });
    const again = await errorOf(one.latchkey.quotes.request({ ...(await closing(quote)), holdHours: 24 }));
    expect(again).toMatchObject({ code: 'quoteUsed' });
    expect((await outputOf(one.latchkey.sandbox.state(null))).reservations).toBe(1);
  });

  it('reads both payload shapes of a quote', async () => {
    const one = await open();
    const flat = await makeQuote(one);
    await outputOf(one.latchkey.sandbox.apply({ kind: 'setQuoteShape', shape: 'nested' }));
    const nested = await makeQuote(one);
    const shown = (quote: typeof flat) => quote.ratePlans.map(({ id: _, ...plan }) => plan);
    expect(shown(nested)).toEqual(shown(flat));
    expect((await outputOf(one.latchkey.quotes.request({ ...(await closing(nested)), holdHours: -1 }))).outcome).toBe(
      'reserved',
    );
  });

  it('keeps connection, tokens and quota over a restart without a new issuance', async () => {
    const first = await open({ threads: true });
    await loadListings(first);
    await freePlace(first);
    const before = await outputOf(first.latchkey.tokens.status({ connectionId }));
    await first.close();
    opened = [];

    const issued: string[] = [];
    const second = await open({
      threads: true,
      watch: (request) => {
        if (request.url.endsWith('/oauth2/token')) issued.push(request.url);
      },
    });
    await loadListings(second);
    await freePlace(second);
    const after = await outputOf(second.latchkey.tokens.status({ connectionId }));
    expect(issued).toEqual([]);
    const shown = (snapshot: typeof before) =>
      snapshot.tokens.map(({ credentialId, state, expiresAt, generation, quota }) => [
        credentialId,
        state,
        expiresAt,
        generation,
        quota.used,
      ]);
    expect(shown(after)).toEqual(shown(before));
    expect(after.tokens[0]).toMatchObject({ state: 'valid', quota: { used: 1, remaining: 4 } });
  });

  it('does not repeat a request to book whose answer was lost, says so, and settles it by looking it up', async () => {
    const one = await open();
    const quote = await makeQuote(one);
    const fault = { target: 'quoteRequest', effect: { kind: 'drop', when: 'after' }, times: 1 } as const;
    await outputOf(one.latchkey.sandbox.apply({ kind: 'addFault', ...fault }));
    const lost = await errorOf(one.latchkey.quotes.request({ ...(await closing(quote)), holdHours: 24 }));
    expect(lost.code).toBe('outcomeUnknown');
    const page = await outputOf(
      one.latchkey.traffic.exchanges({
        filter: filterOf(connectionId, { search: 'inquiry' }),
        before: null,
        limit: 100,
      }),
    );
    expect(page.exchanges.filter((exchange) => exchange.operation === 'quoteRequest')).toHaveLength(1);
    const listed = await outputOf(one.latchkey.quotes.list({ connectionId }));
    expect(listed.quotes[0]?.outcome).toBe('unknown');
    const blocked = await errorOf(one.latchkey.quotes.request({ ...(await closing(quote)), holdHours: 24 }));
    expect(blocked.code).toBe('outcomeUnknown');
    const settled = await outputOf(one.latchkey.quotes.fetch({ connectionId, quoteId: quote.id, applicationId: null }));
    expect(settled).toMatchObject({ outcome: 'reserved', reservation: { status: 'reserved' } });
    expect((await outputOf(one.latchkey.sandbox.state(null))).reservations).toBe(1);
  });

  it('keeps a token that was on its way when the console was closed', async () => {
    const first = await open();
    const effect = { kind: 'delay', delayMs: 600 } as const;
    await outputOf(first.latchkey.sandbox.apply({ kind: 'addFault', target: 'token', effect, times: 1 }));
    await outputOf(first.latchkey.listings.load({ connectionId }));
    const openApi = async ({ latchkey }: TestConsole) =>
      (await outputOf(latchkey.tokens.status({ connectionId }))).tokens.find((token) => token.api === 'openApi');
    await eventually(async () => (await openApi(first))?.state === 'renewing');
    opened = [];
    await first.close();
    const second = await open();
    expect(await openApi(second)).toMatchObject({ state: 'valid', generation: 1, quota: { used: 1 } });
  });

  it('renews a token that the service forgot, once, and never issues a token on a 403', async () => {
    const one = await open();
    await freePlace(one);
    await outputOf(one.latchkey.sandbox.apply({ kind: 'revokeTokens', api: 'booking' }));
    await freePlace(one);
    const used = async () => {
      const { tokens } = await outputOf(one.latchkey.tokens.status({ connectionId }));
      return tokens.find((token) => token.api === 'booking' && token.state === 'valid')?.quota.used;
    };
    expect(await used()).toBe(1);
    await outputOf(one.latchkey.sandbox.apply({ kind: 'setPermission', operation: 'search', allowed: false }));
    const input = { connectionId, applicationId: null, ...stay(), guests: 2 };
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await errorOf(one.latchkey.availability.search(input))).code).toBe('forbidden');
    expect(await used()).toBe(1);
    const refusals = { connectionId, before: null, only: 'refusals' } as const;
    expect((await outputOf(one.latchkey.doctor.failures(refusals))).groups[0]).toMatchObject({
      operation: 'search',
      status: 403,
      settled: false,
    });
    const { groups } = await outputOf(one.latchkey.doctor.failures({ connectionId, before: null, only: null }));
    expect(groups[0]).toMatchObject({ operation: 'search', status: 403, count: 5 });
    // A probe that is refused spends no slot either.
    const { credentials, conclusions } = await outputOf(one.latchkey.doctor.access({ connectionId }));
    const credentialIds = credentials.filter(({ api, hasToken }) => api === 'booking' && hasToken).map(({ id }) => id);
    const probed = await outputOf(one.latchkey.doctor.probeAccess({ connectionId, credentialIds, newTokens: [] }));
    expect(probed).toMatchObject({ sent: 1, tokens: 0 });
    expect(await used()).toBe(1);
    expect(conclusions[0]).toMatchObject({ culprit: 'notEnough' });
  });
});
