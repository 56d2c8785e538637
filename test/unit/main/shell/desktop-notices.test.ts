import { describe, expect, it } from 'vitest';
import {
  quoteNotices,
  ShownNotices,
  taskNotice,
  tokenNotices,
  updateNotice,
} from '../../../../src/main/shell/desktop-notices.ts';
import type { BoardRow } from '../../../../src/shared/model/quote-board.ts';
import type { TokenStatus } from '../../../../src/shared/model/token.ts';
import { readClock } from '../../../../src/shared/time/clock-face.ts';
import {
  applicationFixture,
  connectionFixture,
  credentialFixture,
  quotaFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { taskFixture } from '../../../support/task-fixtures.ts';

const MINUTE = 60_000;
const now = Date.UTC(2026, 10, 21, 9);
const blocked = (changes: Partial<TokenStatus> = {}): TokenStatus =>
  tokenFixture({
    state: 'due',
    generation: 3,
    dueAt: now - MINUTE,
    expiresAt: now + 29 * MINUTE,
    quota: quotaFixture({ used: 5, remaining: 0, mayIssue: false, nextSlotAt: now + 60 * MINUTE }),
    ...changes,
  });
const connection = connectionFixture();

describe('notices of tokens', () => {
  it('names the credential, the time, the reason and the connection', () => {
    const [alarm, ...more] = tokenNotices(tokensFixture('conn-1', [blocked()]), connection, now);
    expect(more).toEqual([]);
    expect(alarm?.title).toMatch(/^The token of Open API expires at \d\d:\d\d and cannot be renewed$/);
    expect(alarm?.body).toMatch(/^Every token slot is used; the next one is free at \d\d:\d\d\. \(Harbour Stays\)$/);
    expect(alarm).toMatchObject({ page: 'token', id: 'cred-open', connectionId: 'conn-1' });
  });

  it('waits until the token is due, and ignores a token that can be renewed', () => {
    const early = blocked({ dueAt: now + MINUTE, state: 'valid' });
    expect(tokenNotices(tokensFixture('conn-1', [early]), connection, now)).toEqual([]);
    expect(tokenNotices(tokensFixture('conn-1', [blocked({ quota: quotaFixture() })]), connection, now)).toEqual([]);
    expect(tokenNotices(tokensFixture('conn-1', [blocked({ dueAt: null, expiresAt: null })]), connection, now)).toEqual(
      [],
    );
  });

  it('reads the clock of the connection, not the machine’s', () => {
    const clock = { anchorMachine: now, anchorVirtual: now - 10 * MINUTE, rate: 1 };
    const snapshot = tokensFixture('conn-1', [blocked()], { clock });
    const at = (machineNow: number) => tokenNotices(snapshot, connection, readClock(snapshot.clock, machineNow));
    expect(at(now)).toEqual([]);
    expect(at(now + 10 * MINUTE)).toHaveLength(1);
  });

  it('reports a missing secret per credential', () => {
    const own = connectionFixture({
      openApi: credentialFixture(),
      applications: [applicationFixture({ secret: 'missing' })],
    });
    const tokens = [
      blocked({ quota: quotaFixture() }),
      blocked({ credentialId: 'cred-app-1', label: 'Website', quota: quotaFixture() }),
    ];
    expect(tokenNotices(tokensFixture('conn-1', tokens), own, now).map(({ body }) => body)).toEqual([
      'Its Client Secret is missing or cannot be read. (Harbour Stays)',
    ]);
  });

  it('returns each generation of a token once', () => {
    const book = new ShownNotices(new MemoryDocument());
    const alarms = (generation: number) =>
      tokenNotices(tokensFixture('conn-1', [blocked({ generation })]), connection, now);
    expect(book.takeNew(alarms(3))).toHaveLength(1);
    expect(book.takeNew(alarms(3))).toEqual([]);
    expect(book.takeNew(alarms(4))).toHaveLength(1);
  });
});

const rowOf = (id: string, changes: Partial<BoardRow> = {}): BoardRow => ({
  ...{ id, listingId: 'l1', listingTitle: 'Harbour Loft', checkIn: '2026-12-01', checkOut: '2026-12-03', nights: 2 },
  ...{ guests: 2, total: null, plans: 1, createdAt: now, expiresAt: now + MINUTE, outcome: 'open', isReplaced: false },
  ...{ reservation: null, picture: null, guestName: 'Ada Lovelace', hasNote: false, followUpOn: '2026-11-21' },
  ...{ sentOn: null, group: null, ...changes },
});

describe('notices of quotes', () => {
  const due = (...rows: BoardRow[]) => quoteNotices({ expiring: rows, unconfirmed: [], followUps: [] }, connection);

  it('name the stay and lead to the quote, without the guest', () => {
    const notices = quoteNotices(
      { expiring: [rowOf('q1')], unconfirmed: [rowOf('q2')], followUps: [rowOf('q3', { listingTitle: null })] },
      connection,
    );
    expect(notices.map(({ kind, title, id }) => [kind, title.replace(/\d\d:\d\d/, 'hour'), id])).toEqual([
      ['bookings', 'A booking is unconfirmed', 'q2'],
      ['quotes', 'A quote expires at hour', 'q1'],
      ['followUps', 'A follow-up is due', 'q3'],
    ]);
    expect(notices[1]?.body).toBe('Harbour Loft, 2026-12-01 to 2026-12-03 (Harbour Stays)');
    expect(JSON.stringify(notices)).not.toContain('Ada');
  });

  it('are one notice when there are several, and none when they were shown', () => {
    const shown = new ShownNotices(new MemoryDocument());
    expect(shown.takeNew(due(rowOf('q1'), rowOf('q2')))).toMatchObject([
      { title: '2 quotes expire soon', page: 'quotes', id: null },
    ]);
    expect(shown.takeNew(due(rowOf('q2'), rowOf('q1')))).toEqual([]);
    // A follow-up on another day is another occasion.
    const followUp = (followUpOn: string) =>
      quoteNotices({ expiring: [], unconfirmed: [], followUps: [rowOf('q1', { followUpOn })] }, connection);
    expect(
      [followUp('2026-11-21'), followUp('2026-11-21'), followUp('2026-11-22')].flatMap((one) => shown.takeNew(one)),
    ).toHaveLength(2);
  });

  it('are not shown again by the next start, but for an unconfirmed booking', async () => {
    const remembered = new MemoryDocument<readonly string[]>();
    const start = async () => {
      await Promise.resolve();
      const rows = { expiring: [rowOf('q1')], unconfirmed: [rowOf('q2')], followUps: [rowOf('q3')] };
      const notices = [...quoteNotices(rows, connection), updateNotice('1.1.0', false)];
      return new ShownNotices(remembered).takeNew(notices).map(({ kind }) => kind);
    };
    expect(await start()).toEqual(['bookings', 'quotes', 'followUps', 'updates']);
    expect(await start()).toEqual(['bookings']);
    remembered.text = '{"damaged":1}';
    remembered.failWrites = true;
    expect(await start()).toHaveLength(4);
  });
});

describe('the notice of a task', () => {
  it('says what came of it', () => {
    const task = taskFixture({ title: 'Calendars', rows: 40, failed: 2 });
    expect(taskNotice({ ...task, state: 'running' })).toBeNull();
    expect(taskNotice({ ...task, state: 'cancelled' })).toBeNull();
    expect(taskNotice({ ...task, state: 'paused' })).toMatchObject({ title: 'A task needs you', body: 'Calendars' });
    expect(taskNotice({ ...task, state: 'done' })?.body).toBe('Calendars: 40 rows; 2 steps failed');
  });
});
