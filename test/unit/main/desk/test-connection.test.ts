import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../../src/main/api/api-client.ts';
import { PathDoctor } from '../../../../src/main/api/path-doctor.ts';
import { testConnection } from '../../../../src/main/desk/test-connection.ts';
import { Answer } from '../../../../src/main/http/answer.ts';
import type { TrafficRequest } from '../../../../src/main/traffic/request.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Connection } from '../../../../src/shared/model/connection.ts';
import { ConnectionTest } from '../../../../src/shared/model/connection-test.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { makeBook } from '../api/support.ts';

const OPEN = 'https://open.example.com/v1/listings';
const BASE = 'https://booking.example.com/api';
const list = (id: string): Json => ({ results: [{ _id: id }], pagination: { cursor: { next: null } } });
const CALENDAR = [{ date: '2026-11-21', status: 'available' }];

async function run(answers: Record<string, Json | AppError>, connection: Connection = connectionFixture()) {
  const requests: TrafficRequest[] = [];
  const operations = makeBook();
  const pipeline = {
    async send(request: TrafficRequest) {
      requests.push(request);
      const body = answers[request.url.split('?')[0] ?? ''];
      if (body instanceof AppError) throw body;
      const text = JSON.stringify(body ?? { error: { code: 'NOT_FOUND', message: 'No such path' } });
      const status = body === undefined ? 404 : 200;
      const answer = new Answer({ exchangeId: 'x', status, headers: new Headers(), text, receivedAt: 7 });
      if (answer.failure) throw answer.failure;
      return answer;
    },
  };
  const client = new ApiClient({ pipeline, operations });
  const doctor = new PathDoctor({ client, operations, useBase: async () => {} });
  const clock = new ManualClock();
  const deps = { client, doctor, operations, connections: { connection: () => connection }, clockOf: () => clock };
  const test = () => testConnection(deps, connection.id, new AbortController().signal);
  const { reads } = ConnectionTest.parse(await test());
  const states = reads.map(({ operation, state, detail, error }) => [operation, state, error?.code ?? detail]);
  return { reads, states, test, requests, urls: () => requests.map(({ url }) => url) };
}

describe('testing a connection', () => {
  it('reads listings, search and a calendar once each, without a retry', async () => {
    const answers = {
      [OPEN]: list('l1'),
      [`${BASE}/v1/search`]: list('s1'),
      [`${BASE}/listings/s1/calendar`]: CALENDAR,
    };
    const { states, requests, urls } = await run(answers);
    expect(states).toEqual([
      ['listListings', 'answered', '1 listing'],
      ['search', 'answered', '1 listing'],
      ['calendar', 'answered', '1 day'],
    ]);
    expect(requests.map(({ retry }) => retry)).toEqual([false, false, false]);
    expect(urls()[2]).toBe(`${BASE}/listings/s1/calendar?from=2026-11-21&to=2026-11-27`);
  });

  it('finds the search under its other path, and looks again at the next test', async () => {
    const answers: Record<string, Json> = { [OPEN]: list('l1') };
    const { states, test, urls } = await run(answers);
    expect(states[1]).toEqual(['search', 'failed', 'refused']);
    const before = urls().length;
    Object.assign(answers, { [`${BASE}/listings`]: list('s1'), [`${BASE}/listings/s1/calendar`]: CALENDAR });
    const { reads } = await test();
    expect(reads.map(({ state }) => state)).toEqual(['answered', 'answered', 'answered']);
    expect(reads[1]?.found?.to).toBe(`GET ${BASE}/listings`);
    expect(urls().length - before).toBe(4);
  });

  it('says what fails, and sends nothing that would fail the same way', async () => {
    const secretMissing = new AppError('secretMissing', { label: 'Website' });
    const failing = await run({ [OPEN]: list('l1'), [`${BASE}/v1/search`]: secretMissing });
    expect(failing.states.slice(1)).toEqual([
      ['search', 'failed', 'secretMissing'],
      ['calendar', 'skipped', 'Nothing was sent, because the search failed.'],
    ]);
    expect(failing.requests).toHaveLength(2);
    const addresses = { ...connectionFixture().addresses, bookingBaseUrl: null };
    const without = await run({ [OPEN]: list('l1') }, connectionFixture({ addresses }));
    expect(without.states[1]).toEqual(['search', 'failed', 'addressMissing']);
  });

  it('reads the calendar of a listing of the Open API when the search finds none', async () => {
    const answers = {
      [OPEN]: list('l1'),
      [`${BASE}/v1/search`]: { results: [] },
      [`${BASE}/listings/l1/calendar`]: CALENDAR,
    };
    expect((await run(answers)).states[2]).toEqual(['calendar', 'answered', '1 day']);
    const empty = { results: [] };
    const none = await run({ [OPEN]: empty, [`${BASE}/v1/search`]: empty });
    expect(none.states[2]).toEqual(['calendar', 'skipped', 'Nothing was sent, because no listing is known.']);
  });

  it('skips what has no credential', async () => {
    const only = connectionFixture({ openApi: null });
    const answers = { [`${BASE}/v1/search`]: list('s1'), [`${BASE}/listings/s1/calendar`]: CALENDAR };
    expect((await run(answers, only)).states.map(([, state]) => state)).toEqual(['skipped', 'answered', 'answered']);
    const none = connectionFixture({ applications: [], activeApplicationId: null });
    expect((await run({ [OPEN]: list('l1') }, none)).states.map(([, state]) => state)).toEqual([
      'answered',
      'skipped',
      'skipped',
    ]);
  });

  it('ends when it is aborted', async () => {
    await expect(run({ [OPEN]: new AppError('cancelled', {}) })).rejects.toThrow('cancelled');
  });
});
