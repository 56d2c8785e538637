import { describe, expect, it } from 'vitest';
import { shortCountdown, tokenHeadline } from '../../../../src/renderer/app/token-headline.ts';
import { tokenFixture } from '../../../support/fixtures.ts';

const now = Date.UTC(2026, 10, 21, 9);

describe('token headline', () => {
  it('counts down to the expiry of a valid token, otherwise to the next attempt or slot', () => {
    const at = (changes: Parameters<typeof tokenFixture>[0]) => tokenHeadline(tokenFixture(changes), now);
    expect(at({ state: 'valid', expiresAt: now + 1 })).toEqual({ to: now + 1, label: 'expires' });
    expect(at({ state: 'valid', expiresAt: now - 1 }).to).toBeNull();
    expect(at({ state: 'unreachable', retryAt: now + 9 })).toEqual({ to: now + 9, label: 'next attempt' });
    expect(at({ state: 'rejected' }).to).toBeNull();
    const quota = { ...tokenFixture().quota, nextSlotAt: now + 7 };
    expect(at({ state: 'blocked', quota })).toEqual({ to: now + 7, label: 'next slot' });
  });
  it('shortens the countdown', () => {
    expect([86_400_000, 3_600_000, 840_000, 42_000, -5].map(shortCountdown)).toEqual([
      '24h00',
      '1h00',
      '14m',
      '42s',
      '0s',
    ]);
  });
});
