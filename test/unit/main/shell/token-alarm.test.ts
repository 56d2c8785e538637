import { describe, expect, it } from 'vitest';
import { alarmsOf, SentAlarms } from '../../../../src/main/shell/token-alarm.ts';
import type { TokenStatus } from '../../../../src/shared/model/token.ts';
import {
  applicationFixture,
  connectionFixture,
  credentialFixture,
  quotaFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';

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

describe('alarms', () => {
  it('names the credential, the time, the reason and the connection', () => {
    const [alarm, ...more] = alarmsOf(tokensFixture('conn-1', [blocked()]), connection, now);
    expect(more).toEqual([]);
    expect(alarm?.title).toMatch(/^The token of Open API expires at \d\d:\d\d and cannot be renewed$/);
    expect(alarm?.body).toMatch(/^Every token slot is used; the next one is free at \d\d:\d\d\. \(Harbour Stays\)$/);
    expect(alarm?.credentialId).toBe('cred-open');
  });

  it('waits until the token is due, and ignores a token that can be renewed', () => {
    const early = blocked({ dueAt: now + MINUTE, state: 'valid' });
    expect(alarmsOf(tokensFixture('conn-1', [early]), connection, now)).toEqual([]);
    expect(alarmsOf(tokensFixture('conn-1', [blocked({ quota: quotaFixture() })]), connection, now)).toEqual([]);
    expect(alarmsOf(tokensFixture('conn-1', [blocked({ dueAt: null, expiresAt: null })]), connection, now)).toEqual([]);
  });

  it('reads the clock of the connection, not the machine’s', () => {
    const clock = { anchorMachine: now, anchorVirtual: now - 10 * MINUTE, rate: 1 };
    const snapshot = tokensFixture('conn-1', [blocked()], { clock });
    expect(alarmsOf(snapshot, connection, now)).toEqual([]);
    expect(alarmsOf(snapshot, connection, now + 10 * MINUTE)).toHaveLength(1);
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
    expect(alarmsOf(tokensFixture('conn-1', tokens), own, now).map(({ body }) => body)).toEqual([
      'Its Client Secret is missing or cannot be read. (Harbour Stays)',
    ]);
  });

  it('returns each generation of a token once', () => {
    const book = new SentAlarms();
    const alarms = (generation: number) =>
      alarmsOf(tokensFixture('conn-1', [blocked({ generation })]), connection, now);
    expect(book.takeNew(alarms(3))).toHaveLength(1);
    expect(book.takeNew(alarms(3))).toEqual([]);
    expect(book.takeNew(alarms(4))).toHaveLength(1);
  });
});
