/** Pending requests, open circuits and replays, over the whole console and its sandbox. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS } from '../../src/main/traffic/retry.ts';
import type { PendingSnapshot } from '../../src/shared/model/pending.ts';
import { type ExchangeSummary, filterOf } from '../../src/shared/model/traffic.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const connectionId = 'sandbox';

let folder: string;
let one: TestConsole;
beforeEach(async () => {
  folder = makeTempFolder();
  one = await openTestConsole({ folder });
});
afterEach(async () => {
  await one.close();
  removeTempFolder(folder);
});

const search = (location = 'Lisbon') =>
  one.latchkey.availability.search({ connectionId, applicationId: null, location });
const fault = (effect: Parameters<typeof one.latchkey.sandbox.apply>[0] & object) =>
  outputOf(one.latchkey.sandbox.apply(effect));
const waiting = () => outputOf(one.latchkey.traffic.pending({ connectionId }));

async function exchanges(operation: string): Promise<ExchangeSummary[]> {
  const filter = filterOf(connectionId, { operations: [operation] });
  return (await outputOf(one.latchkey.traffic.exchanges({ filter, before: null, limit: 100 }))).exchanges;
}

/** The first exchange of an operation, once the journal has it. */
const recorded = (operation: string) => eventually(async () => (await exchanges(operation))[0]);

async function issued(): Promise<number> {
  const { applications } = await outputOf(one.latchkey.sandbox.state(null));
  return applications.reduce((sum, { issuedInWindow }) => sum + issuedInWindow, 0);
}

describe('a replay', () => {
  it('makes a new exchange of the same request, at no token’s cost', async () => {
    await outputOf(search());
    const first = await recorded('search');
    const before = await issued();
    const { exchangeId } = await outputOf(one.latchkey.traffic.replay({ id: first.id }));
    expect(exchangeId).not.toBe(first.id);
    const again = await outputOf(one.latchkey.traffic.exchange({ id: exchangeId }));
    expect(again).toMatchObject({ url: first.url, operation: 'search', status: 200, attempt: 1, lane: 'interactive' });
    expect(again.chainId).not.toBe(first.chainId);
    expect(await issued()).toBe(before);
  });

  it('of a changed read reaches the service with the changes, and a 403 to it issues no token', async () => {
    await outputOf(search());
    const first = await recorded('search');
    const before = await issued();
    const edited = { id: first.id, query: [['guests', '3']] as [string, string][], headers: [] };
    const { exchangeId } = await outputOf(one.latchkey.traffic.resend(edited));
    const again = await outputOf(one.latchkey.traffic.exchange({ id: exchangeId }));
    expect(again).toMatchObject({ operation: 'search', status: 200, method: 'GET' });
    expect(new URL(again.url).search).toBe('?guests=3');
    await fault({ kind: 'setPermission', operation: 'search', allowed: false });
    const refused = await outputOf(one.latchkey.traffic.resend(edited));
    expect(await outputOf(one.latchkey.traffic.exchange({ id: refused.exchangeId }))).toMatchObject({ status: 403 });
    expect(await issued()).toBe(before);
    const token = await recorded('token');
    expect(await errorOf(one.latchkey.traffic.resend({ ...edited, id: token.id }))).toMatchObject({
      code: 'notReplayable',
    });
    await fault({ kind: 'setPermission', operation: 'search', allowed: true });
  });

  it('gives the exchange also when it was refused, and sends no token request, write or picture', async () => {
    await outputOf(search());
    const first = await recorded('search');
    await fault({ kind: 'setPermission', operation: 'search', allowed: false });
    const { exchangeId } = await outputOf(one.latchkey.traffic.replay({ id: first.id }));
    expect(await outputOf(one.latchkey.traffic.exchange({ id: exchangeId }))).toMatchObject({ status: 403 });
    const token = await recorded('token');
    expect(await errorOf(one.latchkey.traffic.replay({ id: token.id }))).toMatchObject({ code: 'notReplayable' });
    expect(await errorOf(one.latchkey.traffic.replay({ id: 'none' }))).toMatchObject({ code: 'notFound' });
  });
});

describe('a sandbox that fails', () => {
  it('rests after five failures, is seen to, and is tried when a person asks for it', async () => {
    const pushed: PendingSnapshot[] = [];
    one.latchkey.traffic.onPending((snapshot) => pushed.push(snapshot));
    const effect = { kind: 'answer', status: 500 } as const;
    const { faults } = await fault({ kind: 'addFault', target: 'search', effect, times: null });
    // A click is one vote however often it is retried, and votes are more than a second apart.
    await fault({ kind: 'setClockRate', rate: 10 });
    let clicks = 0;
    let error = await errorOf(search());
    for (; error.code === 'serverFailed'; clicks += 1) error = await errorOf(search());
    await fault({ kind: 'setClockRate', rate: 1 });
    expect(error).toMatchObject({ code: 'circuitOpen', failures: 5, reason: 'the service answered 500' });
    const attempts = async () => {
      const chains = Map.groupBy(await exchanges('search'), ({ chainId }) => chainId);
      return [...chains.values()].map(({ length }) => length).sort((one, other) => other - one);
    };
    await eventually(async () => (await attempts()).length === clicks);
    // Two clicks are retried to the end, a third only if they took no longer than one vote's interval; each later one is sent once.
    expect((await attempts()).slice(0, 2)).toEqual([MAX_ATTEMPTS, MAX_ATTEMPTS]);
    expect(new Set((await attempts()).slice(3))).toEqual(new Set([1]));
    const { openCircuits: resting } = await waiting();
    expect(resting).toMatchObject([{ failures: 5 }]);
    await eventually(async () => pushed.some((snapshot) => snapshot.openCircuits.length === 1));

    await outputOf(one.latchkey.listings.load({ connectionId }));
    await eventually(async () => (await waiting()).requests.some(({ phase }) => phase === 'circuit'));
    for (const { id } of faults) await fault({ kind: 'removeFault', id });
    await outputOf(one.latchkey.traffic.tryHost({ connectionId, host: resting[0]?.host ?? '' }));
    await eventually(async () => (await outputOf(one.latchkey.listings.status({ connectionId }))).phase === 'done');
    expect((await waiting()).openCircuits).toEqual([]);
    await outputOf(search());
  });

  it('lets a person cancel pending requests', async () => {
    await fault({ kind: 'addFault', target: 'listListings', effect: { kind: 'delay', delayMs: 20_000 }, times: 1 });
    await outputOf(one.latchkey.listings.load({ connectionId }));
    const found = await eventually(async () => (await waiting()).requests.find(({ phase }) => phase === 'answer'));
    expect(found).toMatchObject({ operation: 'listListings', lane: 'background', attempt: 1, taskId: null });
    await outputOf(one.latchkey.traffic.cancelPending({ connectionId, ids: [found.id] }));
    await eventually(
      async () => (await outputOf(one.latchkey.listings.status({ connectionId }))).phase === 'cancelled',
    );
    expect((await waiting()).total).toBe(0);
    expect(await recorded('listListings')).toMatchObject({ error: 'cancelled', status: null });
  });
});

describe('a connection that moves to another host', () => {
  it('is not shown the rest of the old one any more', async () => {
    await one.close();
    const token = { access_token: 'a-token-of-this-test', token_type: 'Bearer', expires_in: 86_400, scope: 'open-api' };
    const apiFetch = async ({ url }: Request) =>
      url.endsWith('/oauth2/token') ? Response.json(token) : new Response('down', { status: 500 });
    one = await openTestConsole({ folder, apiFetch, ask: async () => true });
    const { availability, connections, listings, traffic } = one.latchkey;
    const at = (origin: string) => ({
      ...{ baseUrl: origin, authUrl: origin },
      ...{ bookingBaseUrl: origin, bookingAuthUrl: origin },
    });
    const { id } = await outputOf(
      connections.create({
        name: 'One that moves',
        presetId: 'custom',
        addresses: at('https://old.example'),
        openApi: { clientId: 'client', clientSecret: 'a-secret-of-this-test' },
        applications: [{ label: 'Web', bookingOption: 'both', clientId: 'web', clientSecret: 'another-secret' }],
      }),
    );
    await outputOf(listings.load({ connectionId: id }));
    const clicking = setInterval(() => void availability.search({ connectionId: id, applicationId: null }), 400);
    const resting = async () => (await outputOf(traffic.pending({ connectionId: id }))).openCircuits;
    await eventually(async () => (await resting()).length === 1).finally(() => clearInterval(clicking));
    await outputOf(connections.update({ id, addresses: at('https://new.example') }));
    expect(await resting()).toEqual([]);
  });
});
