import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLastSlot, leftOf, priceText, quotaText, reserveText } from '../../../../src/renderer/text/quota-text.ts';
import type { TokenQuota } from '../../../../src/shared/model/token.ts';

const quota = (changes: Partial<TokenQuota>): TokenQuota => ({
  unit: 'issuances',
  limit: 5,
  used: 1,
  remaining: 4,
  mayIssue: true,
  nextSlotAt: null,
  basis: 'rolling',
  asOf: 0,
  ...changes,
});

const HOUR = 3_600_000;
const now = Date.UTC(2026, 10, 21, 9);

describe('quota text', () => {
  it('says the price of one more token and when the next slot comes', () => {
    expect(priceText(quota({ used: 1, nextSlotAt: now + 6.2 * HOUR }), now)).toBe(
      'Uses 1 of 5 issuances; 3 left after this; the next slot is free in 6 h 12 min.',
    );
    expect(priceText(quota({ used: 0, remaining: 5 }), now)).toContain(
      '4 left after this; the next slot is free in 24 h.',
    );
    expect(priceText(quota({ used: 0, basis: 'utcMidnight' }), now)).toContain('the next slot is free in 15 h.');
    const none = quota({ used: 5, remaining: 0, mayIssue: false, nextSlotAt: now + HOUR });
    expect(priceText(none, now)).toContain('All 5 issuances are used');
    expect(priceText(none, now)).toContain('is free in 1 h.');
  });
  it('knows that the first token of an application is no renewal', () => {
    expect(priceText(quota({ unit: 'renewals', limit: 3, used: 0, remaining: 4 }), now)).toContain(
      'uses none of 3; 3 left',
    );
    expect(priceText(quota({ unit: 'renewals', limit: 3, used: 0, remaining: 3 }), now)).toMatch(
      /^Uses 1 of 3 renewals; 2 left after this;/,
    );
  });
  it('knows the last slot, and what the reserve means', () => {
    expect(isLastSlot(quota({ used: 4, remaining: 1 }))).toBe(true);
    expect(isLastSlot(quota({ used: 5, remaining: 0, mayIssue: false }))).toBe(false);
    expect(isLastSlot(quota({ used: 3, remaining: 2 }))).toBe(false);
    expect(reserveText(quota({ remaining: 4 }), 2)).toBeNull();
    expect(reserveText(quota({ remaining: 3 }), 2)).toContain('After this only the 2 slots reserved');
    expect(reserveText(quota({ remaining: 2 }), 2)).toContain('It uses one of the 2 slots reserved');
    expect(reserveText(quota({ remaining: 1 }), 0)).toBeNull();
  });
  it('never speaks of less than nothing', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.boolean(), fc.integer(), (used, remaining, mayIssue, away) => {
        const given = quota({ used, remaining, mayIssue, nextSlotAt: now + away });
        expect(leftOf(given)).toBeGreaterThanOrEqual(0);
        expect(`${quotaText(given)} ${priceText(given, now)}`).not.toMatch(/-\d/);
      }),
    );
  });
});
