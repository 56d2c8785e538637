import { expect, it } from 'vitest';
import { changesBetween } from '../../../../src/renderer/features/quotes/use-quote-reading.ts';
import type { Quote, RatePlan } from '../../../../src/shared/model/quote.ts';
import { quoteFixture, reservedFixture } from './quotes-answers.ts';

const plan = (changes: Partial<RatePlan>): RatePlan => ({ ...(quoteFixture().ratePlans[0] as RatePlan), ...changes });
const total = { amount: 260, currency: 'EUR' };

it.each<[string, Partial<Quote>, string[]]>([
  ['nothing', { raw: null, exchangeId: 'ex-9' }, []],
  ['a price', { ratePlans: [plan({ total })] }, ['Standard costs €260.00, it was €245.00']],
  [
    'a price that is no longer shown',
    { ratePlans: [plan({ total: null })] },
    ['Standard costs an unknown amount, it was €245.00'],
  ],
  ['a plan', { ratePlans: [plan({ id: 'p2', name: 'Flexible' })] }, ['Flexible is new', 'Standard is gone']],
  ['coupons', { coupons: [{ code: 'TEN', name: null, adjustment: null }] }, ['coupons: TEN']],
  ['the expiry', { expiresAt: 1 }, ['it expires at another time']],
  ['a reservation', { outcome: 'reserved', reservation: reservedFixture().reservation }, ['the status is reserved']],
])('names what changed: %s', (_, changes, expected) => {
  const before = quoteFixture({ ratePlans: [plan({})] });
  expect(changesBetween(before, { ...before, ...changes })).toEqual(expected);
});
