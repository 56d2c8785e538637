import { expect, it } from 'vitest';
import { isUnpricedQuote } from '../../../../../src/main/doctor/facts/unpriced-quote.ts';

const quoteOf = (total: unknown) => ({ rates: { ratePlans: [{ ratePlan: { money: { total } } }] } });

it.each([
  [0, true],
  ['0,00 €', true],
  ['2026-11-26', true],
  ['EUR', true],
  ['about 240 euros', true],
  [0.5, false],
  ['240,00 €', false],
  ["CHF 1'240.50", false],
  ['USD   .5 p.n.', false],
])('an answer with the amount %j is one without a price: %s', (total, expected) => {
  expect(isUnpricedQuote(quoteOf(total))).toBe(expected);
});

it('reads a value of a million digits at once', () => {
  expect(isUnpricedQuote(quoteOf(`${'1'.repeat(1_000_000)}abcdefgh`))).toBe(true);
});
