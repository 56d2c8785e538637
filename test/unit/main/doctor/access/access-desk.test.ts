import { describe, expect, it } from 'vitest';
import { type AccessDeps, AccessDesk, type ProbeRead } from '../../../../../src/main/doctor/access/access-desk.ts';
import { AppError } from '../../../../../src/shared/app-error.ts';
import { AccessMatrix } from '../../../../../src/shared/model/access.ts';
import { type EffectiveOperation, OperationId } from '../../../../../src/shared/model/operation.ts';
import type { Exchange } from '../../../../../src/shared/model/traffic.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { aConnection, anExchange, aStatus, NOW, summaryOf } from '../facts-of.ts';

const shape = { headers: {}, query: {}, body: null, recordsAt: null, paging: { kind: 'none' as const } };
const operation = (
  id: EffectiveOperation['operation']['id'],
  api: 'openApi' | 'booking',
  method: 'GET' | 'POST' = 'GET',
): EffectiveOperation => {
  const whole = { ...shape, method, path: `/${id}`, repeatable: method === 'GET' };
  const variant = { id, title: id, provenance: 'spec' as const, remark: '', shape: whole };
  return {
    operation: { id, api, title: id, variants: [variant] },
    ...{ variantId: id, custom: null, shape: whole, provenance: 'spec', found: null },
  };
};
const OPERATIONS = [
  operation('listListings', 'openApi'),
  operation('search', 'booking'),
  operation('calendar', 'booking'),
  operation('quoteGet', 'booking'),
  operation('quoteCreate', 'booking', 'POST'),
];
const [website] = aConnection().applications;
if (!website) throw new Error('no application');
const CONNECTION = aConnection({
  openApi: { ...website, id: 'open', api: 'openApi', label: 'Open API', bookingOption: null, secretSetAt: null },
  applications: ['A', 'B'].map((label) => ({ ...website, id: label, label, secretSetAt: null })),
});

interface World extends Partial<AccessDeps> {
  exchanges?: Partial<Exchange>[];
  /** Credentials with a token. */
  live?: string[];
  answer?: (request: ProbeRead, number: number) => AppError | string | null;
}

function rig({ exchanges = [], live = ['open', 'A', 'B'], answer = () => null, ...deps }: World = {}) {
  const sent: string[] = [];
  const renewed: string[] = [];
  const tokens = new Set(live);
  const desk = new AccessDesk({
    journal: {
      latest: async () => ({ exchanges: exchanges.map((one) => summaryOf(anExchange(one))), turns: [] }),
    },
    tokens: {
      status: () => aStatus(),
      usable: (id) => (tokens.has(id) ? {} : null),
      isRead: () => true,
      read: async () => {},
      async renew(id, confirmLastSlot) {
        renewed.push(`${id} ${confirmLastSlot}`);
        tokens.add(id);
      },
    },
    vault: { connection: () => CONNECTION },
    operations: { list: () => OPERATIONS },
    async read(request) {
      const { operation: id, credentialId, values } = request;
      sent.push(`${id} ${credentialId}${'listingId' in values ? ` ${values.listingId}` : ''}`);
      const answered = answer(request, sent.length);
      if (answered instanceof AppError) throw answered;
      return answered;
    },
    listingIdOf: () => 'l-1',
    quoteIdOf: () => null,
    clockOf: () => new ManualClock(NOW),
    ...deps,
  });
  const probe = (
    newTokens: { credentialId: string; confirmLastSlot: boolean }[] = [],
    signal = new AbortController().signal,
  ) => desk.probe({ connectionId: 'one', credentialIds: ['open', 'A', 'B'], newTokens }, signal);
  return { desk, sent, renewed, probe, tokens };
}

const refused = (status: 401 | 403) =>
  new AppError(status === 401 ? 'unauthorized' : 'forbidden', {
    server: { status, serverCode: null, serverMessage: null, requestId: null, exchangeId: 'x' },
  });

describe('the access matrix', () => {
  it('has a cell for each operation and each credential of its API, filled from the journal', async () => {
    const matrix = await rig({
      exchanges: [
        { id: 'new', credentialId: 'A', operation: 'search', status: 429, sentAt: NOW },
        { id: 'works', credentialId: 'A', operation: 'search', status: 200, sentAt: NOW - 1_000 },
        { id: 'b', credentialId: 'B', operation: 'search', status: 403, sentAt: NOW - 2_000 },
        { id: 'gone', credentialId: 'removed', operation: 'search', status: 200 },
      ],
    }).desk.matrix('one');
    expect(matrix.operations.map(({ id, unprobed }) => [id, unprobed])).toEqual([
      ['token', 'token'],
      ['listListings', null],
      ['token', 'token'],
      ['search', null],
      ['calendar', null],
      ['quoteGet', 'noQuote'],
      ['quoteCreate', 'changes'],
    ]);
    expect(matrix.cells).toHaveLength(2 + 5 * 2);
    const answered = matrix.cells.filter(({ answer }) => answer !== null);
    expect(answered.map(({ credentialId, answer }) => [credentialId, answer?.outcome, answer?.exchangeId])).toEqual([
      ['A', 'works', 'works'],
      ['B', 'forbidden', 'b'],
    ]);
    expect(matrix.conclusions.map(({ text }) => text)).toEqual([
      '“Search” works with A and not with B: it is B, not the account.',
    ]);
  });

  it.each([
    ['address', { url: 'https://elsewhere.example.test/api/v1/search' }],
    ['token', { tokenGeneration: 2 }],
  ])('marks an answer that a change of the %s made old, and concludes nothing from it', async (outdated, change) => {
    const matrix = await rig({
      exchanges: [
        { id: 'a', credentialId: 'A', status: 200 },
        { id: 'b', credentialId: 'B', status: 403, ...change },
      ],
    }).desk.matrix('one');
    const cell = matrix.cells.find(({ answer }) => answer?.exchangeId === 'b');
    expect(cell?.answer?.outdated).toBe(outdated);
    expect(matrix.conclusions.map(({ culprit }) => culprit)).toEqual(['nothing']);
  });

  it('takes an answer of before the secret was entered for one of other credentials', async () => {
    const applications = [{ ...website, id: 'A', label: 'A', secretSetAt: NOW }];
    const matrix = await rig({
      vault: { connection: () => aConnection({ applications }) },
      exchanges: [{ credentialId: 'A', status: 403, sentAt: NOW - 1 }],
    }).desk.matrix('one');
    expect(matrix.cells.find(({ answer }) => answer)?.answer?.outdated).toBe('credentials');
  });

  it('fits the contract with every operation and credential that there may be', async () => {
    const operations = OperationId.options.map((id) => operation(id, id === 'listListings' ? 'openApi' : 'booking'));
    const applications = ['A', 'B', 'C', 'D', 'E'].map((label) => ({
      ...website,
      id: label,
      label,
      secretSetAt: null,
    }));
    const connection = { ...CONNECTION, applications };
    const exchanges = applications.flatMap(({ id }) =>
      OperationId.options.map((name) => ({ id: `${id} ${name}`, credentialId: id, operation: name, status: 403 })),
    );
    const world = { operations: { list: () => operations }, vault: { connection: () => connection }, exchanges };
    const matrix = AccessMatrix.parse(await rig(world).desk.matrix('one'));
    expect([matrix.credentials.length, matrix.operations.length]).toEqual([6, 10]);
  });

  it('is empty without credentials', async () => {
    const none = aConnection({ openApi: null, applications: [] });
    const matrix = await rig({ vault: { connection: () => none } }).desk.matrix('one');
    expect([matrix.credentials, matrix.operations, matrix.cells, matrix.conclusions]).toEqual([[], [], [], []]);
  });
});

describe('a probe', () => {
  it('sends one read for each operation and credential, and no write', async () => {
    const { probe, sent, renewed } = rig({ answer: () => refused(403) });
    expect(await probe()).toEqual({ sent: 5, tokens: 0, notes: [], isCancelled: false });
    expect(sent).toEqual(['listListings open', 'search A', 'calendar A l-1', 'search B', 'calendar B l-1']);
    expect(renewed).toEqual([]);
  });

  it('leaves out credentials without a token, unless the person spends one', async () => {
    const world = rig({ live: ['A'] });
    expect(await world.probe([{ credentialId: 'B', confirmLastSlot: true }])).toEqual({
      sent: 4,
      tokens: 1,
      notes: ['Open API has no token, and none was spent for it.'],
      isCancelled: false,
    });
    expect(world.renewed).toEqual(['B true']);
    expect(world.sent.some((one) => one.endsWith('open'))).toBe(false);
  });

  it('counts a token once that two windows probe for at the same time', async () => {
    const world = rig({ live: ['open', 'B'] });
    const newTokens = [{ credentialId: 'A', confirmLastSlot: false }];
    const results = await Promise.all([world.probe(newTokens), world.probe(newTokens)]);
    expect(world.renewed).toEqual(['A false']);
    expect(results.map(({ tokens }) => tokens)).toEqual([1, 0]);
    expect(results.map(({ notes }) => notes)).toEqual([[], []]);
  });

  it('counts a token whose answer was lost as spent', async () => {
    const lost = new AppError('tokenEndpointUnreachable', { host: 'h', reason: 'it closed', mayHaveBeenIssued: true });
    const { desk } = rig({
      live: [],
      tokens: {
        status: () => aStatus(),
        isRead: () => true,
        usable: () => null,
        read: async () => {},
        renew: () => Promise.reject(lost),
      },
    });
    const newTokens = [{ credentialId: 'A', confirmLastSlot: false }];
    const result = await desk.probe(
      { connectionId: 'one', credentialIds: ['A'], newTokens },
      new AbortController().signal,
    );
    expect(result).toMatchObject({ sent: 0, tokens: 1, notes: [expect.stringContaining('A got no token')] });
  });

  it('takes the listing for the calendar from the answers when none is known, and says when there is none', async () => {
    const found = rig({ listingIdOf: () => null, answer: ({ operation: id }) => (id === 'search' ? 'found' : null) });
    await found.probe();
    expect(found.sent.filter((one) => one.startsWith('calendar'))).toEqual(['calendar A found', 'calendar B found']);
    const none = rig({ listingIdOf: () => null });
    expect(await none.probe()).toMatchObject({
      sent: 3,
      notes: [expect.stringContaining('no listing is known'), expect.anything()],
    });
  });

  it.each([
    new AppError('rateLimited', {
      retryAt: null,
      server: { status: 429, serverCode: null, serverMessage: null, requestId: null, exchangeId: 'x' },
    }),
    new AppError('circuitOpen', { host: 'h', until: NOW, failures: 5, reason: 'it failed' }),
    new AppError('unreachable', { host: 'h', reason: 'no route', exchangeId: 'x' }),
  ])('stops at the first $code and says so', async (error) => {
    const { probe, sent } = rig({ answer: (_, number) => (number === 2 ? error : null) });
    const { notes } = await probe();
    expect(sent).toHaveLength(2);
    expect(notes).toEqual([expect.stringMatching(/^Stopped after [12] of 5: /)]);
  });

  it('ends when it is cancelled, and reports progress before each request', async () => {
    const controller = new AbortController();
    const { desk, probe, sent } = rig();
    const seen: number[] = [];
    desk.probing.subscribe(({ done, total }) => {
      seen.push(done, total);
      if (done === 2) controller.abort();
    });
    expect(await probe([], controller.signal)).toEqual({ sent: 3, tokens: 0, notes: [], isCancelled: true });
    expect(sent).toHaveLength(3);
    expect(seen).toEqual([0, 5, 1, 5, 2, 5]);
  });

  it('spends no token for a credential of which nothing can be read', async () => {
    const { probe, renewed } = rig({ live: ['open'], operations: { list: () => OPERATIONS.slice(0, 1) } });
    const newTokens = ['A', 'B'].map((credentialId) => ({ credentialId, confirmLastSlot: false }));
    expect(await probe(newTokens)).toMatchObject({ sent: 1, tokens: 0, notes: [] });
    expect(renewed).toEqual([]);
  });

  it('spends no further token once it is cancelled, and tells the one that it spent', async () => {
    const controller = new AbortController();
    const world = rig({
      live: [],
      answer({ credentialId }) {
        if (world.sent.length === 2 && credentialId === 'A') controller.abort();
        return null;
      },
    });
    const newTokens = ['A', 'B'].map((credentialId) => ({ credentialId, confirmLastSlot: false }));
    expect(await world.probe(newTokens, controller.signal)).toMatchObject({ tokens: 1, isCancelled: true });
    expect(world.renewed).toEqual(['A false']);
  });

  it('claims no missing token before the stored one is read', async () => {
    const tokens = { status: () => aStatus(), read: async () => {}, renew: async () => {} };
    const shown = async (isRead: boolean, token: object | null) => {
      const { desk } = rig({ tokens: { ...tokens, isRead: () => isRead, usable: () => token } });
      return new Set((await desk.matrix('one')).credentials.map(({ hasToken }) => hasToken));
    };
    expect(await shown(false, null)).toEqual(new Set([null]));
    expect(await shown(true, null)).toEqual(new Set([false]));
    expect(await shown(true, {})).toEqual(new Set([true]));
  });

  it('tells a token that was issued after it was cancelled, and one request that a signal aborted', async () => {
    const controller = new AbortController();
    const renew = async () => controller.abort();
    const world = rig({
      tokens: { status: () => aStatus(), isRead: () => true, usable: () => null, read: async () => {}, renew },
    });
    const newTokens = [{ credentialId: 'A', confirmLastSlot: false }];
    expect(await world.probe(newTokens, controller.signal)).toMatchObject({ sent: 0, tokens: 1, isCancelled: true });
    const aborted = rig({ answer: (_, number) => (number === 2 ? new AppError('cancelled', {}) : null) });
    expect(await aborted.probe()).toMatchObject({ sent: 1, tokens: 0, isCancelled: true });
  });

  it('says that a quote is gone which was there when the operations were chosen', async () => {
    let asked = 0;
    const { probe } = rig({ quoteIdOf: () => (++asked <= 4 ? 'q-1' : null) });
    const { notes } = await probe();
    for (const note of notes) expect(note).not.toContain('no listing');
    expect(notes).toContain('Read quote with A was not sent: no quote is known.');
  });
});
