/** Cases in their file: kept once per failure, searched, told as seen before, removed and restored; without any secret. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { CaseStore, type NewCase } from '../../../../src/main/cases/case-store.ts';
import type { Deletion } from '../../../../src/main/store/deletions.ts';
import { Case } from '../../../../src/shared/model/case.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { memoryDeletions } from '../../../support/memory-deletions.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { diagnosisFixture, failureFixture } from './case-fixtures.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach(removeTempFolder));

function openStore(maxCases = 1_000) {
  const folder = makeTempFolder();
  folders.push(folder);
  const clock = new ManualClock();
  const file = join(folder, 'console.db');
  const pending: Deletion[] = [];
  const random = new SequenceRandom();
  let stores = storesIn(folder);
  const open = () => {
    const deletions = memoryDeletions(clock, pending);
    const database = stores.inConsole({ what: 'The cases' });
    return { store: new CaseStore({ database, clock, random, maxCases, deletions }), deletions };
  };
  const close = () => stores.close();
  /** As a process ends, and the next one begins. */
  const reopenAll = () => {
    close();
    stores = storesIn(folder);
    return open();
  };
  return { ...open(), folder, file, clock, close, reopen: () => reopenAll().store, reopenAll };
}

const aCase = (changes: Partial<NewCase> = {}): NewCase => ({
  failure: failureFixture(),
  diagnosis: diagnosisFixture(),
  connectionId: 'conn-1',
  credentialId: 'cred-1',
  ...changes,
});
const otherExchange = (index: number) => ({ failure: failureFixture({ exchangeId: `other-${index}` }) });
const ANY = { search: '', state: null } as const;
const idOf = (store: CaseStore, made: NewCase): string => store.keep(made) ?? '';

describe('CaseStore', () => {
  it('makes no file before the first case', () => {
    const { store, folder } = openStore();
    expect(store.list(ANY, 0, 10)).toEqual({ revision: 1, total: 0, all: 0, rows: [] });
    expect(() => store.get('none')).toThrow(expect.objectContaining({ code: 'notFound' }));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps a diagnosis across a restart, for its owner only', () => {
    const { store, reopen, file } = openStore();
    const id = idOf(store, aCase());
    expect(store.get(id)).toMatchObject({
      title: 'Create quote: 403',
      cause: 'noPermission',
      causeTitle: 'The account lacks permission',
      state: 'open',
      requestId: 'req-77',
      host: 'booking.example.test',
      times: 1,
      seenBefore: [],
    });
    Case.parse(store.get(id));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(reopen().get(id).failure.url).toBe('https://booking.example.test/api/reservations/quotes');
  });

  it.each([
    ['/v1/listings', 'GET /v1/listings: 403'],
    ['/api/reservations/quotes/q1/instant', 'GET …/quotes/q1/instant: 403'],
    ['/api/listings/65a1b2c3d4e5f6a7b8c9d0e1f2/calendar', 'GET …/calendar: 403'],
    [`/${'x'.repeat(60)}`, `GET …${'x'.repeat(18)}: 403`],
  ])('gives the case of a pasted request to %s a title that fits a row', (path, title) => {
    const { store } = openStore();
    const url = `https://open-api.example.test${path}`;
    const failure = failureFixture({ origin: 'paste', exchangeId: null, operation: null, method: 'GET', url });
    expect(store.get(idOf(store, aCase({ failure }))).title).toBe(title);
  });

  it('keeps customer, ticket and tags, finds a case by each, and masks a secret in them', () => {
    const { store, reopen } = openStore();
    const id = idOf(store, aCase());
    idOf(store, aCase({ ...otherExchange(2), connectionId: 'conn-2' }));
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzY3AiOlsib3Blbi1hcGkiXX0.bWFkZS11cC1zaWduYXR1cmU';
    const labels = { customer: ' Acme Stays ', ticket: '0048211', tags: ['night job', '', 'night job', token] };
    expect(store.label(id, labels)).toMatchObject({
      customer: 'Acme Stays',
      ticket: '0048211',
      tags: ['night job', expect.stringContaining('[')],
    });
    store.note(id, 'told them', '');
    store.keep(aCase({ diagnosis: diagnosisFixture('tokenExpired') }));
    for (const search of ['acme', '0048211', 'night', 'told'])
      expect(store.list({ ...ANY, search }, 0, 10).rows.map((row) => row.id)).toEqual([id]);
    expect(JSON.stringify(store.get(id))).not.toContain(token);
    const again = reopen();
    expect(again.get(id)).toMatchObject({ number: 1, customer: 'Acme Stays', ticket: '0048211' });
    expect(again.list(ANY, 0, 10).rows.map(({ number }) => number)).toEqual([2, 1]);
    expect(() => again.label('none', labels)).toThrow(expect.objectContaining({ code: 'notFound' }));
  });

  it('counts the cases of a filter by cause, the most frequent first, and by week, the latest first', async () => {
    const { store, clock } = openStore();
    expect(store.counts(ANY)).toEqual({ causes: [], weeks: [] });
    for (const [index, cause] of (['noPermission', 'tokenExpired', 'noPermission'] as const).entries()) {
      const { verdicts, ...diagnosis } = diagnosisFixture(cause);
      const titled = { ...diagnosis, verdicts: verdicts.map((one) => ({ ...one, title: cause })) };
      idOf(store, aCase({ ...otherExchange(index), connectionId: `conn-${index}`, diagnosis: titled }));
      await clock.advance(4 * 86_400_000);
    }
    const { causes, weeks } = store.counts(ANY);
    expect(causes.map(({ count }) => count)).toEqual([2, 1]);
    expect(weeks.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(weeks.length).toBe(2);
    for (const { monday } of weeks) expect(new Date(`${monday}T12:00:00Z`).getUTCDay()).toBe(1);
    expect(weeks.map(({ monday }) => monday)).toEqual(
      weeks
        .map(({ monday }) => monday)
        .toSorted()
        .toReversed(),
    );
    expect(store.counts({ search: 'nothing', state: null })).toEqual({ causes: [], weeks: [] });
  });

  it('shows the request id of the service’s error, which is no guest’s', () => {
    const { store } = openStore();
    const requestId = '5f0c3f0e-7c1e-4b53-9d8e-0a3a3c2d8f11';
    const responseBody = JSON.stringify({ error: { code: 'FORBIDDEN', message: 'no', data: { requestId } } });
    const id = idOf(store, aCase({ failure: failureFixture({ responseHeaders: [], responseBody }) }));
    expect(store.get(id).requestId).toBe(requestId);
  });

  it('keeps which product’s page answered', () => {
    const { store } = openStore();
    const id = idOf(
      store,
      aCase({ failure: failureFixture({ responseBody: 'Access denied', page: { who: 'Squid' } }) }),
    );
    expect(store.get(id).failure.page).toEqual({ who: 'Squid' });
  });

  it('has one case for one exchange, and for further exchanges that fail alike while it is open', async () => {
    const { store, clock } = openStore();
    const id = idOf(store, aCase());
    let changes = 0;
    store.changed.subscribe(() => {
      changes += 1;
    });
    expect(store.keep(aCase())).toBe(id);
    expect(changes).toBe(0);
    expect(store.keep(aCase({ diagnosis: diagnosisFixture('tokenExpired') }))).toBe(id);
    expect(store.get(id)).toMatchObject({ times: 1, cause: 'tokenExpired' });
    await clock.advance(60_000);
    const later = failureFixture({ exchangeId: 'ex-2', sentAt: Date.UTC(2026, 10, 21, 9, 5) });
    expect(store.keep(aCase({ failure: later }))).toBe(id);
    expect(store.get(id)).toMatchObject({ times: 2, failure: { exchangeId: 'ex-2' } });
    // The earlier exchange is older than what the case shows.
    expect(store.keep(aCase())).toBe(id);
    expect(store.get(id)).toMatchObject({ times: 2, failure: { exchangeId: 'ex-2' } });
    expect(store.list(ANY, 0, 10).total).toBe(1);
  });

  it('begins a new case after the last one was solved, and offers that one as seen before', () => {
    const { store } = openStore();
    const first = idOf(store, aCase());
    store.setState(first, 'solved');
    const again = aCase({
      failure: failureFixture({ exchangeId: 'ex-2' }),
      diagnosis: diagnosisFixture('noPermission', ['The same token was accepted for Search 3 h before.']),
    });
    const second = idOf(store, again);
    expect(second).not.toBe(first);
    expect(store.get(second).seenBefore).toMatchObject([{ id: first, state: 'solved' }]);
    const other = aCase({
      failure: failureFixture({ exchangeId: 'ex-3', operation: 'search' }),
      diagnosis: diagnosisFixture('noPermission', ['The account is inactive.']),
    });
    expect(store.get(idOf(store, other)).seenBefore).toEqual([]);
  });

  it('counts a text that is pasted again, in whatever state its case is', () => {
    const { store } = openStore();
    const failure = failureFixture({ origin: 'paste', exchangeId: null, operation: null });
    const id = idOf(store, aCase({ failure, connectionId: null }));
    store.setState(id, 'solved');
    expect(store.keep(aCase({ failure, connectionId: null }))).toBe(id);
    expect(store.get(id)).toMatchObject({ times: 2, title: 'POST …/quotes: 403' });
    expect(store.keep(aCase({ failure: { ...failure, status: 401 }, connectionId: null }))).not.toBe(id);
  });

  it('finds a case by the beginnings of its words, in any of its texts and its notes', () => {
    const { store } = openStore();
    const id = idOf(store, aCase());
    idOf(store, aCase({ failure: failureFixture({ exchangeId: 'ex-2', operation: 'search', responseBody: null }) }));
    store.note(id, 'Called the customer in Zürich', '');
    const found = (search: string) => store.list({ search, state: null }, 0, 10).rows.map((row) => row.id);
    for (const search of ['forbid', 'req-77 quote', 'zurich customer', '403 perm']) expect(found(search)).toContain(id);
    expect(found('zurich')).toEqual([id]);
    expect(found('nowhere')).toEqual([]);
    expect(found('"* OR NEAR(')).toEqual([]);
    expect(found('  ')).toHaveLength(2);
    store.setState(id, 'solved');
    expect(store.list({ search: '', state: 'solved' }, 0, 10).rows.map((row) => row.id)).toEqual([id]);
    store.note(id, '', 'Called the customer in Zürich');
    expect(found('zurich')).toEqual([]);
  });

  it('does not replace notes that another window changed meanwhile', () => {
    const { store } = openStore();
    const id = idOf(store, aCase());
    expect(store.note(id, 'mine', '')).toMatchObject({ isSaved: true, case: { notes: 'mine' } });
    expect(store.note(id, 'theirs', '')).toMatchObject({ isSaved: false, case: { notes: 'mine' } });
    expect(store.list({ search: 'theirs', state: null }, 0, 10).rows).toEqual([]);
  });

  it('shows a removed case again when that is undone, and else deletes it and its words for good', async () => {
    const { store, deletions, file, clock, close } = openStore();
    const failure = failureFixture({ url: 'https://planted.example/planted-words' });
    const id = idOf(store, aCase({ failure }));
    const first = await store.remove([id]);
    expect(store.list(ANY, 0, 10)).toMatchObject({ total: 0, all: 0 });
    expect(store.list({ search: 'planted', state: null }, 0, 10).rows).toEqual([]);
    expect([...store.all(ANY)]).toEqual([]);
    expect(store.keep(aCase({ failure }))).toBeNull();
    await deletions.undo(first);
    expect(store.get(id).id).toBe(id);
    const last = await store.remove([id]);
    await clock.advance(30_000);
    await expect(deletions.undo(last)).rejects.toMatchObject({ code: 'notFound' });
    expect(store.list(ANY, 0, 10).total).toBe(0);
    // The same exchange does not come back by itself.
    expect(store.keep(aCase({ failure }))).toBeNull();
    close();
    expect(readFileSync(file, 'latin1')).not.toContain('planted');
  });

  it('never deletes the case that it adds, when no other may go first', () => {
    const { store } = openStore(1);
    for (let number = 1; number <= 4; number += 1) {
      const failure = failureFixture({ origin: 'paste', exchangeId: null, url: `https://${number}.test/` });
      const id = idOf(store, aCase({ failure }));
      expect(store.get(id).id).toBe(id);
      store.note(id, 'kept rather than cases without notes', '');
    }
    expect(store.list(ANY, 0, 10).total).toBe(1);
  });

  it('deletes at the next start what was removed before a kill', async () => {
    const { store, reopenAll } = openStore();
    const id = idOf(store, aCase());
    await store.remove([id]);
    const next = reopenAll();
    await next.deletions.finishEarlier();
    expect(next.store.list(ANY, 0, 10).all).toBe(0);
    expect(() => next.store.get(id)).toThrow(expect.objectContaining({ code: 'notFound' }));
    expect(next.store.keep(aCase())).toBeNull();
  });

  it('keeps a bounded number of cases, and rather those with notes', () => {
    const { store } = openStore(200);
    const first = idOf(store, aCase());
    store.note(first, 'important', '');
    for (let count = 1; count <= 210; count += 1) {
      const failure = failureFixture({ origin: 'paste', exchangeId: null, sentAt: count, responseBody: null });
      store.keep(aCase({ failure, connectionId: null }));
    }
    const { total } = store.list(ANY, 0, 1);
    expect(total).toBeLessThanOrEqual(200);
    expect(total).toBeGreaterThanOrEqual(100);
    expect(store.get(first).notes).toBe('important');
    expect(store.list(ANY, total - 50, 100).rows).toHaveLength(50);
    expect(store.list({ search: 'quote', state: 'open' }, 0, 10).total).toBe(total);
  });

  it('exports each case once, whatever is kept or removed meanwhile', async () => {
    const { store } = openStore();
    const made = Array.from({ length: 130 }, (_, number) =>
      idOf(store, aCase({ failure: failureFixture({ exchangeId: `e-${number}` }), credentialId: `cred-${number}` })),
    );
    const seen: string[] = [];
    for (const { id } of store.all(ANY)) {
      seen.push(id);
      if (seen.length === 50)
        idOf(store, aCase({ failure: failureFixture({ exchangeId: 'new' }), credentialId: 'new' }));
      if (seen.length === 101) await store.remove(seen.slice(0, 20));
    }
    expect(seen).toEqual(made.toReversed());
  });

  it('keeps no secret, wherever a failure has one', () => {
    const { store, folder, close } = openStore();
    const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJwbGFudGVkIjoidG9rZW4tc2VjcmV0In0.c2lnbmF0dXJlLXBsYW50ZWQtMDE';
    const guest = 'planted.guest@example.com';
    fc.assert(
      fc.property(fc.nat(9), (place) => {
        const at = (index: number, text: string, rest = '') => (place === index ? text : rest);
        const failure = failureFixture({
          origin: 'paste',
          exchangeId: null,
          url: `https://api.example/v1/listings?access_token=${at(0, secret, 'x')}`,
          requestHeaders: [
            ['Authorization', `Bearer ${at(1, secret, '[redacted]')}`],
            ['X-Api-Key', at(2, secret, '[redacted]')],
          ],
          requestBody: {
            contentType: 'application/x-www-form-urlencoded',
            text: `grant_type=client_credentials&client_secret=${at(3, secret, 'x')}`,
            fields: { client_secret: at(4, secret, 'x'), email: at(5, guest) },
          },
          responseBody: JSON.stringify({ message: `no access for ${at(6, secret)} ${at(7, guest)}` }),
          networkError: { code: null, message: `connect with ${at(8, secret)}` },
        });
        const id = idOf(
          store,
          aCase({ failure, diagnosis: diagnosisFixture('noPermission', [`it said ${at(9, secret)}`]) }),
        );
        store.note(id, `the token was ${secret}, of ${guest}`, '');
        const kept = JSON.stringify(store.get(id));
        expect(kept).not.toContain(secret);
        expect(kept).not.toContain(secret.split('.')[1]);
        expect(kept).not.toContain(guest);
      }),
      { numRuns: 30 },
    );
    close();
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name), 'latin1')).not.toMatch(/c2lnbmF0dXJl|planted\.guest/);
  });
});
