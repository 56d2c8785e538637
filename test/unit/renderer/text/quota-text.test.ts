import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSlotText, priceText, quotaText, reserveText } from '../../../../src/renderer/text/quota-text.ts';
import type { TokenQuota } from '../../../../src/shared/model/token.ts';
import { isLastSlot, leftOf } from '../../../../src/shared/token/quota-left.ts';

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

describe('texts of a quota', () => {
  it('has the price of one more token and the next free slot', () => {
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
  it('does not count an application’s first token as a renewal', () => {
    expect(priceText(quota({ unit: 'renewals', limit: 3, used: 0, remaining: 4 }), now)).toContain(
      'uses none of 3; 3 left',
    );
    expect(priceText(quota({ unit: 'renewals', limit: 3, used: 0, remaining: 3 }), now)).toMatch(
      /^Uses 1 of 3 renewals; 2 left after this;/,
    );
  });
  it('recognizes the last slot and the reserve', () => {
    expect(isLastSlot(quota({ used: 4, remaining: 1 }))).toBe(true);
    expect(isLastSlot(quota({ used: 5, remaining: 0, mayIssue: false }))).toBe(false);
    expect(isLastSlot(quota({ used: 3, remaining: 2 }))).toBe(false);
    expect(reserveText(quota({ remaining: 4 }), 2)).toBeNull();
    expect(reserveText(quota({ remaining: 3 }), 2)).toContain('After this only the 2 slots reserved');
    expect(reserveText(quota({ remaining: 2 }), 2)).toContain('It uses one of the 2 slots reserved');
    expect(reserveText(quota({ remaining: 1 }), 0)).toBeNull();
  });
  it('never shows a negative number', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.boolean(), fc.integer(), (used, remaining, mayIssue, away) => {
        const given = quota({ used, remaining, mayIssue, nextSlotAt: now + away });
        expect(leftOf(given)).toBeGreaterThanOrEqual(0);
        expect(`${quotaText(given)} ${priceText(given, now)}`).not.toMatch(/-\d/);
      }),
    );
  });
});

describe('nextSlotText', () => {
  const noon = new Date(2026, 5, 10, 12).getTime();

  it('has the instant and its basis', () => {
    expect(nextSlotText(quota({ nextSlotAt: noon + 3 * HOUR }), noon)).toBe(
      'Next slot today 15:00, in 3 h (assuming a rolling 24 h window).',
    );
    expect(nextSlotText(quota({ nextSlotAt: null }), noon)).toBe('All slots are free.');
  });

  it('shows all slots free after an application’s first token', () => {
    const renewals = quota({ unit: 'renewals', limit: 3, used: 0, remaining: 3, nextSlotAt: noon + 3 * HOUR });
    expect(nextSlotText(renewals, noon)).toBe('All slots are free.');
  });
});
