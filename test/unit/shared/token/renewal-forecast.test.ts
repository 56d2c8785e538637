import { describe, expect, it } from 'vitest';
import type { TokenStatus } from '../../../../src/shared/model/token.ts';
import { renewalBlockText } from '../../../../src/shared/text/token-text.ts';
import { onlyReserveLeft, renewalBlock } from '../../../../src/shared/token/renewal-forecast.ts';
import { quotaFixture, tokenFixture } from '../../../support/fixtures.ts';

const MINUTE = 60_000;
const now = Date.UTC(2026, 10, 21, 9);
const expiresAt = now + 25 * MINUTE;
const unreachable = {
  code: 'tokenEndpointUnreachable' as const,
  host: 'open.example.com',
  reason: 'refused',
  mayHaveBeenIssued: false,
};

const why = (changes: Partial<TokenStatus>, secret: 'encrypted' | 'memory' | 'missing' = 'encrypted', at = now) =>
  renewalBlock(tokenFixture({ state: 'due', dueAt: now - 5 * MINUTE, expiresAt, ...changes }), secret, at)?.why ?? null;
const noSlot = (nextSlotAt: number | null) => ({
  quota: quotaFixture({ used: 5, remaining: 0, mayIssue: false, nextSlotAt }),
});

describe('whether a token can be renewed before it expires', () => {
  it.each([
    ['a due token with slots left', {}, null],
    ['no token', { expiresAt: null }, null],
    ['a token that has expired', { expiresAt: now }, null],
    ['a token that the service takes no more', { state: 'blocked', ...noSlot(null) }, null],
    ['one that is being renewed', { state: 'renewing', ...noSlot(null) }, null],
    ['rejected credentials', { state: 'rejected' }, 'rejected'],
    ['no slot until after its end', noSlot(expiresAt + MINUTE), 'slots'],
    ['no slot, and nobody knows until when', noSlot(null), 'slots'],
    ['a slot that comes in time', noSlot(expiresAt - MINUTE), null],
    ['a secret that cannot be read', { lastError: { code: 'secretUnreadable', label: 'Open API' } }, 'secret'],
    [
      'the last slot, reserved',
      { reserve: 1, quota: quotaFixture({ remaining: 1, nextSlotAt: expiresAt }) },
      'reserve',
    ],
    [
      'a reserve that a slot ends in time',
      { reserve: 1, quota: quotaFixture({ remaining: 1, nextSlotAt: now }) },
      null,
    ],
    [
      'a reserve that one slot does not end',
      { reserve: 3, quota: quotaFixture({ remaining: 1, nextSlotAt: now }) },
      'reserve',
    ],
    ['a failing endpoint with tries to come', { lastError: unreachable, retryAt: now + MINUTE }, null],
    ['a failing endpoint tried too late', { lastError: unreachable, retryAt: expiresAt + 1 }, 'unreachable'],
  ] as [string, Partial<TokenStatus>, string | null][])('%s', (_name, changes, expected) => {
    expect(why(changes)).toBe(expected);
  });

  it('is prevented by a missing secret, and by an endpoint that still fails in the last minutes', () => {
    expect(why({}, 'missing')).toBe('secret');
    expect(why({}, 'memory')).toBeNull();
    const failing = { lastError: unreachable, retryAt: expiresAt - MINUTE };
    expect(why(failing, 'encrypted', expiresAt - 6 * MINUTE)).toBeNull();
    expect(why(failing, 'encrypted', expiresAt - 4 * MINUTE)).toBe('unreachable');
  });

  it('knows when only the reserve is left', () => {
    expect(onlyReserveLeft(quotaFixture({ remaining: 2 }), 2)).toBe(true);
    expect(onlyReserveLeft(quotaFixture({ remaining: 3 }), 2)).toBe(false);
    expect(onlyReserveLeft(quotaFixture({ remaining: 0, mayIssue: false }), 2)).toBe(false);
    expect(onlyReserveLeft(quotaFixture({ remaining: 1 }), 0)).toBe(false);
  });

  it('has a sentence for each block, with and without a time', () => {
    for (const obstacle of ['rejected', 'secret', 'slots', 'reserve', 'unreachable'] as const)
      for (const nextAt of [null, now])
        expect(renewalBlockText({ why: obstacle, expiresAt, nextAt }, () => 'at 14:05')).toMatch(/^[A-Z].*\.$/);
    expect(renewalBlockText({ why: 'slots', expiresAt, nextAt: now }, () => 'at 14:05')).toContain('free at 14:05.');
  });
});
