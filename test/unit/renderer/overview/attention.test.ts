import { describe, expect, it } from 'vitest';
import { attentionItems } from '../../../../src/renderer/features/overview/attention.ts';
import type { Kept } from '../../../../src/shared/model/kept.ts';
import { accessFixture, serviceFixture } from '../../../support/access-fixture.ts';
import {
  applicationFixture,
  connectionFixture,
  credentialFixture,
  findingFixture,
  quotaFixture,
  sandboxFixture,
  tokenFixture,
} from '../../../support/fixtures.ts';
import { quoteFixture } from '../quotes/quotes-answers.ts';

const now = Date.UTC(2026, 10, 21, 9);
const known = { tokens: [], access: null, protection: null, now };
const titles = (items: { title: string }[]) => items.map((item) => item.title);
describe('attentionItems', () => {
  it('is empty when nothing needs attention', () => {
    expect(attentionItems({ ...known, connection: connectionFixture(), tokens: [tokenFixture()] })).toEqual([]);
  });
  it('tells managers and support of a newer version, last', () => {
    const update = { version: '1.1.0', isReady: false };
    for (const audience of ['managers', 'support'] as const) {
      const of = (isReady: boolean) =>
        attentionItems({ ...known, audience, connection: connectionFixture(), update: { ...update, isReady } }).at(-1);
      expect(of(false)).toMatchObject({ title: 'Latchkey 1.1.0 is available', link: { text: 'See what is new' } });
      expect(of(true)).toMatchObject({ link: { search: { section: 'updates' }, text: 'Restart to update' } });
    }
  });
  it.each([
    ['vault', 'bad', 'The file of connections was damaged', 'Add the connections again'],
    ['preferences', 'warn', 'The file of preferences was damaged', 'Choose them again'],
    ['console.db', 'bad', 'The file of quotes, guests, cases and tasks was damaged', 'reservations'],
    ['cache.db', 'info', 'The file of listings and results was damaged', 'run them again'],
    ['data-key', 'bad', 'The file of the key for guests, notes and kept offers was damaged', 'delete them in Settings'],
    ['operations', 'warn', 'The file of changed operations was damaged', 'Change them again'],
    ['skew', 'info', 'The file of measured clock skews was damaged', 'measured again'],
    ['notes', 'warn', 'The file “notes” was damaged', 'A new file was started'],
  ])('reports a damaged file: %s', (document, tone, title, action) => {
    const movedTo = `/data/store/${document}.corrupt`;
    const quarantined = [{ document, movedTo, at: now - 60_000 }];
    const [item, ...others] = attentionItems({ ...known, connection: sandboxFixture(), quarantined });
    expect(others).toEqual([]);
    expect(item).toMatchObject({ tone, title });
    expect(item?.detail).toContain(action);
    expect(item?.detail).toContain(movedTo);
  });
  it('offers a backup for a file that is damaged in a part', () => {
    const quarantined = [{ document: 'console.db', movedTo: null, at: now }];
    const [item] = attentionItems({ ...known, connection: sandboxFixture(), quarantined });
    expect(item).toMatchObject({ title: expect.stringMatching(/in a part$/), link: { text: 'Restore a backup' } });
  });
  it('says of a file that cannot be opened that work is lost when the app quits', () => {
    const quarantined = [{ document: 'console.db', movedTo: null, reason: 'the disk is full', at: now }];
    const [item] = attentionItems({ ...known, connection: sandboxFixture(), quarantined, audience: 'managers' });
    expect(item).toMatchObject({ tone: 'bad', title: expect.stringContaining('cannot be used: the disk is full') });
    expect(item?.detail).toContain('lost when you quit');
  });
  it('reports guests and sent offers whose key is lost, also to managers', () => {
    for (const audience of ['support', 'managers'] as const) {
      const [item, ...others] = attentionItems({ ...known, connection: sandboxFixture(), lost: 2, audience });
      expect([item?.link, others]).toEqual([
        { to: '/settings', search: { section: 'guests' }, text: 'Open Settings' },
        [],
      ]);
    }
  });
  it('reports notes, guests and sent offers that are lost when the console quits, and only those', () => {
    const protection = { level: 'protected' as const, stores: true, detail: 'No keyring.', personal: null };
    const titles = (personal: Kept | null) =>
      attentionItems({ ...known, connection: sandboxFixture(), protection: { ...protection, personal } }).map(
        ({ title }) => title,
      );
    expect(titles('memory')).toEqual(['Notes, guests and sent offers are lost when you quit']);
    for (const kept of [null, 'encrypted', 'unprotected'] as const) expect(titles(kept)).toEqual([]);
  });

  it('reports a missing secret, a missing address and secrets in memory', () => {
    const connection = connectionFixture({
      openApi: credentialFixture({ secret: 'missing' }),
      applications: [applicationFixture({ secret: 'memory' })],
      addresses: { ...connectionFixture().addresses, bookingAuthUrl: null },
    });
    expect(titles(attentionItems({ ...known, connection }))).toEqual([
      'Open API has no Client Secret',
      'Website has no token address',
      'Secrets are kept in memory until you quit',
    ]);
  });
  it('reports tokens that cannot be issued', () => {
    const tokens = (['rejected', 'blocked', 'unreachable', 'valid', 'due'] as const).map((state) =>
      tokenFixture({ state, label: state }),
    );
    expect(titles(attentionItems({ ...known, connection: connectionFixture(), tokens }))).toEqual([
      'The credentials of rejected were rejected',
      'blocked has no token slot left',
      'The token endpoint of unreachable could not be reached',
    ]);
  });
  it('reports a host with an open circuit and links to Traffic', () => {
    const host = {
      host: 'api.example.com',
      failures: 5,
      since: now - 9_000,
      until: now + 8_000,
      reason: 'it answered 503',
    };
    const connection = connectionFixture();
    const [waiting] = attentionItems({ ...known, connection, openCircuits: [host] });
    expect(waiting).toMatchObject({
      tone: 'warn',
      title: 'Requests to api.example.com are stopped: it failed 5 times in a row',
      link: { to: '/traffic', text: 'Open Traffic' },
    });
    expect(waiting?.detail).toContain('next attempt is in 8 s. Your requests fail until then');
    const [tried] = attentionItems({ ...known, connection, openCircuits: [{ ...host, until: now }] });
    expect(tried?.detail).toContain('The next request tries again.');
  });
  it('counts the time to the next attempt in whole seconds', () => {
    const circuit = { host: 'api.example.com', failures: 5, since: now, until: now + 3_900, reason: 'it answered 503' };
    const [item] = attentionItems({ ...known, connection: connectionFixture(), openCircuits: [circuit] });
    expect(item?.detail).toContain('The next attempt is in 4 s.');
  });
  it('reports a pause that the service asked for, until it ends', () => {
    const at = (until: number, operation: string | null = 'Search', status: 429 | 503 = 503) =>
      attentionItems({
        ...known,
        connection: connectionFixture(),
        pauses: [{ host: 'api.example.com', operation, until, status }],
      });
    expect(at(now + 86_400_000)).toMatchObject([
      {
        tone: 'warn',
        title: 'api.example.com asked for a pause of “Search”',
        detail: expect.stringMatching(/^It answered 503\. The pause ends .*“Send now” in Traffic ends it at once\.$/),
        link: { to: '/traffic', text: 'Open Traffic' },
      },
    ]);
    expect(at(now + 1, null)[0]?.title).toBe('api.example.com asked for a pause');
    expect(at(now)).toEqual([]);
    // The limits show a pause by a 429.
    expect(at(now + 1, null, 429)).toEqual([]);
  });
  it('lists requests to book that await approval', () => {
    const waiting = (count: number) =>
      attentionItems({
        ...known,
        connection: connectionFixture(),
        quotes: Array.from({ length: count }, (_, at) => quoteFixture({ id: `q-${at}`, outcome: 'reserved' })),
      });
    expect(waiting(1)).toEqual([
      expect.objectContaining({
        title: expect.stringMatching(/^The request to book .* awaits approval$/),
        link: { to: '/quotes', search: { id: 'q-0' }, text: 'Open the quote' },
      }),
    ]);
    expect(waiting(3)).toHaveLength(3);
    expect(titles(waiting(4))).toEqual(['4 requests to book await approval']);
  });
  it('shows an old 429 as resolved at full speed', () => {
    const finding = findingFixture(now - 7_200_000);
    const of = (rateShare: number) =>
      attentionItems({
        ...known,
        connection: connectionFixture(),
        rates: [{ api: 'booking', findings: [finding], rateShare, pausedUntil: null }],
      })[0];
    expect(of(0.9)).toMatchObject({ tone: 'warn', title: expect.stringMatching(/^The server answered 429/) });
    expect(of(1)).toMatchObject({
      tone: 'info',
      title: expect.stringMatching(/^Resolved, 2 h ago: the server answered 429/),
    });
    expect(of(1)?.detail).toContain('Requests are at full speed again.');
  });
  it('reports a valid token without a free slot', () => {
    const quota = { ...tokenFixture().quota, used: 5, remaining: 0, mayIssue: false, nextSlotAt: now + 3_600_000 };
    const found = (['valid', 'due'] as const).flatMap((state) =>
      attentionItems({ ...known, connection: connectionFixture(), tokens: [tokenFixture({ state, quota })] }),
    );
    expect(titles(found)).toEqual(['Open API has no token slot left', 'Open API has no token slot left']);
    expect(found.map(({ tone }) => tone)).toEqual(['info', 'warn']);
  });
  it('shows the next attempt at an unreachable token endpoint, never in the past', () => {
    const detailAt = (retryAt: number | null) =>
      attentionItems({
        ...known,
        connection: connectionFixture(),
        tokens: [tokenFixture({ state: 'unreachable', reason: 'It did not answer.', retryAt })],
      })[0]?.detail;
    expect(detailAt(now + 42_000)).toBe('The next attempt is possible in 42 s.');
    expect(detailAt(now - 2_000)).toBe('The next request tries again.');
    expect(detailAt(null)).toBe('It did not answer.');
  });
  it('shows what the service refuses or fails to answer, with the step that may end it', () => {
    const of = (access: Parameters<typeof attentionItems>[0]['access'], audience: 'support' | 'managers') =>
      attentionItems({ ...known, connection: connectionFixture(), access, audience }).map(({ title, link }) => [
        title,
        link === null ? undefined : 'remedy' in link ? link.remedy.kind : link.to,
      ]);
    const forbidden = accessFixture({ search: { status: 403, at: now } });
    expect(of(forbidden, 'support')).toEqual([['Search was refused with 403', 'doctor']]);
    expect(of(forbidden, 'managers')).toEqual([['The service refuses “Search”', 'doctor']]);
    const forgotten = accessFixture({ search: { status: 401, at: now }, calendar: { status: 401, at: now - 1 } });
    expect(of(forgotten, 'support')).toEqual([['The token of Website is refused with 401', 'newToken']]);
    expect(of(forgotten, 'managers')).toEqual([['Booking is refused by the service', 'newToken']]);
    const old = accessFixture({ search: { status: 403, at: now - 25 * 3_600_000 } });
    expect([of(old, 'support'), of(old, 'managers')]).toEqual([[], []]);
    const silent = { ...accessFixture({}), services: [serviceFixture({ failed: true, status: null, at: now })] };
    expect(of(silent, 'support')).toEqual([['booking.example.test is not responding', '/traffic']]);
    expect(of(silent, 'managers')).toEqual([['booking.example.test is not responding', undefined]]);
  });
  it('reports other clients, a token that cannot be renewed, and a reached reserve', () => {
    const connection = connectionFixture();
    const tokens = [
      tokenFixture({ foreignUse: { count: 2, since: null, noticedAt: now }, label: 'Shared' }),
      tokenFixture({
        label: 'Ending',
        state: 'due',
        expiresAt: now + 600_000,
        quota: quotaFixture({ remaining: 0, mayIssue: false, nextSlotAt: now + 700_000 }),
      }),
      tokenFixture({
        label: 'Low',
        reserve: 2,
        expiresAt: now + 900_000,
        quota: quotaFixture({ remaining: 2, nextSlotAt: now + 600_000 }),
      }),
    ];
    const found = attentionItems({ ...known, connection, tokens });
    expect(titles(found)).toEqual([
      'Another program uses the client ID of Shared',
      expect.stringMatching(/^The token of Ending cannot be renewed before it expires /),
      'Low has only reserved slots left',
    ]);
    expect(found.map(({ link }) => link && 'to' in link && link.to)).toEqual(['/token', '/token', '/token']);
  });
  it('reports nothing about the sandbox’s secrets', () => {
    const connection = sandboxFixture({ openApi: credentialFixture({ secret: 'memory' }) });
    expect(attentionItems({ ...known, connection })).toEqual([]);
  });
  it('reports a recent 429 caused by other clients and links to its exchange', () => {
    const finding = findingFixture(now, { exchangeId: 'ex-429' });
    const rates = [
      {
        api: 'booking' as const,
        rateShare: 1,
        pausedUntil: null,
        findings: [finding, { ...finding, kind: 'otherClients' as const, lastAt: now - 25 * 3_600_000 }],
      },
    ];
    const [item, ...others] = attentionItems({ ...known, connection: connectionFixture(), rates });
    expect(others).toEqual([]);
    expect(item?.title).toContain('another client shares the limit');
    expect(item?.link).toEqual({ to: '/traffic', search: { id: 'ex-429' }, text: 'See the exchange' });
  });
});
