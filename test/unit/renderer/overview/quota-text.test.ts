import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftOf, priceText, quotaText } from '../../../../src/renderer/features/overview/quota-text.ts';
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

describe('quota text', () => {
  it('says the price of one more token', () => {
    expect(priceText(quota({ used: 1 }))).toBe('Uses 1 of 5 issuances; 3 left after this.');
    expect(priceText(quota({ used: 5, remaining: 0, mayIssue: false }))).toContain('All 5 issuances are used');
  });
  it('knows that the first token of an application is no renewal', () => {
    expect(priceText(quota({ unit: 'renewals', limit: 3, used: 0, remaining: 4 }))).toContain('uses none of 3; 3 left');
    expect(priceText(quota({ unit: 'renewals', limit: 3, used: 0, remaining: 3 }))).toBe(
      'Uses 1 of 3 renewals; 2 left after this.',
    );
  });
  it('never speaks of less than nothing', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.boolean(), (used, remaining, mayIssue) => {
        const given = quota({ used, remaining, mayIssue });
        expect(leftOf(given)).toBeGreaterThanOrEqual(0);
        expect(`${quotaText(given)} ${priceText(given)}`).not.toMatch(/-\d/);
      }),
    );
  });
});
