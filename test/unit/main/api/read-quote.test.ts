import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuote } from '../../../../src/main/api/read-quote.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { QuoteCoupon, RatePlan } from '../../../../src/shared/model/quote.ts';
import { isUnpriced, offeredPlan } from '../../../../src/shared/quote/plan-choice.ts';

const money = {
  currency: 'EUR',
  fareAccommodation: 300,
  fareCleaning: 40,
  totalFees: 40,
  totalTaxes: 17.5,
  subTotalPrice: 340,
  hostPayout: 357.5,
  invoiceItems: [
    { title: 'Accommodation fare', amount: 300, currency: 'EUR', type: 'ACCOMMODATION_FARE' },
    { title: 'Cleaning fee', amount: 40, currency: 'EUR', type: 'CLEANING_FEE' },
    { title: 'City tax', amount: 17.5, currency: 'EUR', type: 'TAX' },
  ],
};
const days = [
  { date: '2026-12-01', price: 150, currency: 'EUR', basePrice: 150 },
  { date: '2026-12-02', price: 150, currency: 'EUR', basePrice: 150 },
];
const common = {
  _id: 'q1',
  listingId: 'l1',
  checkInDateLocalized: '2026-12-01',
  checkOutDateLocalized: '2026-12-03',
  guestsCount: 2,
  createdAt: '2026-11-21T09:00:00.000Z',
  expiresAt: '2026-11-22T09:00:00.000Z',
  coupons: [{ name: 'Winter', type: 'fixed', code: 'WINTER', adjustment: -20 }],
};
const plan = { _id: 'rp1', name: 'Standard', cancellationPolicy: 'flexible' };
const flat: Json = { ...common, rates: { ratePlans: [{ ...plan, days, money }] } };
const nested: Json = { ...common, rates: { ratePlans: [{ ratePlan: plan, days, money: { _id: 'm', money } }] } };

describe('readQuote', () => {
  it.each<[string, Json]>([
    ['no amounts', { currency: 'CAD', invoiceItems: [] }],
    ['zero amounts', { currency: 'CAD', fareAccommodation: 0, totalTaxes: 0, subTotalPrice: 0, invoiceItems: [] }],
    ['a stated total of zero', { currency: 'CAD', total: 0, invoiceItems: [] }],
    ['empty texts', { currency: 'CAD', subTotalPrice: '', totalPrice: '0.00', invoiceItems: [] }],
    ['items of zero', { currency: 'CAD', invoiceItems: [{ title: 'Accommodation fare', amount: 0 }] }],
  ])('takes a quote with %s for one without a price, in each nesting', (_, amounts) => {
    const nestings: Json[] = [
      { ...plan, money: amounts },
      { ratePlan: plan, money: { money: amounts } },
      { ratePlan: { ...plan, money: amounts }, days },
    ];
    for (const entry of nestings) {
      const [read] = readQuote({ ...common, rates: { ratePlans: [entry] } }).ratePlans;
      expect(read?.id).toBe('rp1');
      expect(read?.total).toBeNull();
      expect(read).not.toHaveProperty('isTotalOurs');
      expect(read && isUnpriced(read)).toBe(true);
      expect(read && offeredPlan({ ratePlans: [read], chosenPlan: 'rp1' })).toBeNull();
    }
  });

  it.each<[string, object]>([
    ['beside the plan', { pricing: { grossTotal: 420 } }],
    ['as nothing', { money: null }],
    ['under a name in the amounts', { money: { currency: 'EUR', grossTotal: 420, invoiceItems: [] } }],
    ['in an object in the amounts', { money: { currency: 'EUR', gross: { amount: '420.00', currency: 'EUR' } } }],
  ])('does not say that the service sent no price where it may stand elsewhere: %s', (_, amounts) => {
    const [read] = readQuote({ ...common, ratePlans: [{ ...plan, days, ...amounts }] }).ratePlans;
    expect(read).toMatchObject({ total: null, isPriceNotFound: true });
    expect(read && isUnpriced(read)).toBe(false);
    expect(read && offeredPlan({ ratePlans: [read], chosenPlan: 'rp1' })).toBeNull();
  });

  it('takes a stay that a coupon makes free for one with a price', () => {
    const items = [
      { title: 'Accommodation fare', amount: 300, currency: 'EUR' },
      { title: 'Coupon', amount: -300, currency: 'EUR' },
    ];
    const [read] = readQuote({ ...common, ratePlans: [{ ...plan, money: { invoiceItems: items } }] }).ratePlans;
    expect(read?.total).toEqual({ amount: 0, currency: 'EUR' });
    expect(read && isUnpriced(read)).toBe(false);
  });

  it('takes what the host gets for no total of the guest', () => {
    const payout = { currency: 'EUR', hostPayout: 310 };
    const [read] = readQuote({ ...common, ratePlans: [{ ...plan, days, money: payout }] }).ratePlans;
    expect([read?.total, read?.isTotalOurs]).toEqual([null, undefined]);
  });

  it.each([
    ['money.deposit', { money: { currency: 'EUR', deposit: 60 } }],
    ['money.deposit.amount', { money: { currency: 'EUR', deposit: { amount: 60 } } }],
    ['depositAmount', { depositAmount: '60.00', money: { currency: 'EUR' } }],
  ])('reads a deposit under the assumed name %s', (_, fields) => {
    const [read] = readQuote({ ...common, ratePlans: [{ ...plan, ...fields }] }).ratePlans;
    expect(read?.deposit).toEqual({ amount: 60, currency: 'EUR' });
    expect(readQuote(flat).ratePlans[0]).not.toHaveProperty('deposit');
  });

  it.each([
    ['flat', flat],
    ['nested', nested],
    ['within the plan', { ...common, rates: { ratePlans: [{ ratePlan: { ...plan, money }, inquiryId: 'i1', days }] } }],
    ['nested at the top', { ...common, ratePlans: [{ ratePlan: plan, days, money: { money } }] }],
    ['wrapped', { data: flat }],
  ])('reads the %s shape', (_, body) => {
    const quote = readQuote(body as Json);
    expect(quote).toMatchObject({
      id: 'q1',
      listingId: 'l1',
      checkIn: '2026-12-01',
      checkOut: '2026-12-03',
      guests: 2,
      createdAt: Date.UTC(2026, 10, 21, 9),
      expiresAt: Date.UTC(2026, 10, 22, 9),
      coupons: [{ code: 'WINTER', name: 'Winter', adjustment: { amount: -20, currency: 'EUR' } }],
    });
    expect(quote.ratePlans).toEqual([
      {
        id: 'rp1',
        name: 'Standard',
        cancellationPolicy: 'flexible',
        total: { amount: 357.5, currency: 'EUR' },
        isTotalOurs: true,
        lines: money.invoiceItems.map(({ title, amount, currency, type }) => ({
          title,
          amount: { amount, currency },
          kind: type,
        })),
        days: days.map(({ date, price }) => ({ date, price: { amount: price, currency: 'EUR' } })),
      },
    ]);
  });

  it('derives price lines from the totals when the answer has no items', () => {
    const { invoiceItems: _, ...totals } = money;
    const [ratePlan] = readQuote({ ...common, rates: { ratePlans: [{ ...plan, money: totals }] } }).ratePlans;
    expect(ratePlan?.lines.map(({ title, amount }) => [title, amount.amount])).toEqual([
      ['Accommodation', 300],
      ['Fees', 40],
      ['Taxes', 17.5],
    ]);
    expect(ratePlan?.total).toEqual({ amount: 357.5, currency: 'EUR' });
  });

  it.each([['1,200.00'], ['twelve'], [{ value: 1200 }], [1e13]])(
    'makes no sum of our own where the amount of a line cannot be read: %j',
    (unreadable) => {
      const invoiceItems = [
        { title: 'Accommodation', amount: unreadable, currency: 'EUR' },
        { title: 'Cleaning', amount: 40, currency: 'EUR' },
        { title: 'Linen', amount: null },
      ] as Json[];
      const read = (items: Json[]) =>
        readQuote({ ...common, rates: { ratePlans: [{ ...plan, money: { invoiceItems: items } }] } }).ratePlans[0];
      expect(read(invoiceItems)?.total).toBeNull();
      expect(read(invoiceItems.slice(1))?.total).toEqual({ amount: 40, currency: 'EUR' });
    },
  );

  it('keeps a line that cannot be read with its text, and tells it from the lines that are summed', () => {
    const invoiceItems = [
      { title: 'Accommodation', amount: 100, currency: 'EUR', type: 'ACCOMMODATION_FARE' },
      { title: 'City tax', amount: 'about 12', type: 'TAX' },
      { amount: { value: 7 } },
      { title: 'Linen', amount: null, type: 'FEE' },
      'Parking: 8 EUR',
      null,
      {},
      '  ',
    ] as Json[];
    const read = (money: Json) => readQuote({ ...common, ratePlans: [{ ...plan, money }] }).ratePlans[0];
    expect(read({ invoiceItems })).toMatchObject({
      total: null,
      lines: [{ title: 'Accommodation' }],
      unreadable: [
        { title: 'City tax', text: 'about 12', kind: 'TAX' },
        { title: 'Other', text: '{"value":7}', kind: null },
        { title: 'Linen', text: '', kind: 'FEE' },
        { title: 'Other', text: 'Parking: 8 EUR', kind: null },
      ],
    });
    expect(read({ invoiceItems, totalPrice: 130, currency: 'EUR' })?.total).toEqual({ amount: 130, currency: 'EUR' });
    expect(read({ invoiceItems: invoiceItems.slice(0, 1) })).not.toHaveProperty('unreadable');
    expect(read({ fareAccommodation: 100, totalTaxes: 'twelve' })).toMatchObject({
      total: null,
      lines: [{ title: 'Accommodation' }],
      unreadable: [{ title: 'Taxes', text: 'twelve' }],
    });
  });

  it.each([
    ['one item', { title: 'Cleaning', amount: 40 }],
    ['items under names', { cleaning: { title: 'Cleaning', amount: 40 } }],
  ])('reads %s where a list of items was expected', (_, invoiceItems) => {
    const [read] = readQuote({ ...common, ratePlans: [{ ...plan, money: { invoiceItems } }] }).ratePlans;
    expect(read?.lines).toMatchObject([{ title: 'Cleaning', amount: { amount: 40 } }]);
  });

  it.each<[string, Json, unknown]>([
    ['a minus of typesetters', '\u221220.50', { amount: -20.5, currency: 'EUR' }],
    [
      'a minus of typesetters before more digits than a double holds',
      '\u2212123456789012.34567891',
      { exact: '-123456789012.34567891' },
    ],
    ['an exponent', '1.5e2', { amount: 150 }],
    ['a sign', '+7', { amount: 7 }],
    [
      'a total in an object, with a currency of its own',
      { amount: '9', currency: 'usd' },
      { amount: 9, currency: 'USD' },
    ],
    ['an amount that would be one in a program', '0x1F', null],
    ['another one', '0b11', null],
    ['a grouped amount', '1,200', null],
    ['no number at all', [12], null],
  ])('reads %s', (_, total, expected) => {
    const money = { currency: 'EUR', total, invoiceItems: [{ title: 'Stay', amount: 100 }] };
    const [read] = readQuote({ ...common, ratePlans: [{ ...plan, money }] }).ratePlans;
    if (expected !== null) return expect(read?.total).toMatchObject(expected as object);
    // The answer has a total: a sum of ours would hide that nobody can read it.
    const text = typeof total === 'string' ? total : JSON.stringify(total);
    expect(read).toMatchObject({ total: null, unreadable: [{ title: 'Total', text }] });
  });

  it.each<[string, Json]>([
    ['lists of one in the place of objects', [{ ratePlan: [plan], money: [{ currency: 'EUR', total: 90 }] }]],
    ['plans under names', { standard: { ...plan, money: { currency: 'EUR', total: 90 } }, none: 'none' }],
    ['one plan in the place of a list', { ...plan, money: { currency: 'EUR', total: 90 } }],
  ])('reads %s', (_, ratePlans) => {
    for (const body of [
      { ...common, ratePlans },
      { ...common, rates: { ratePlans } },
    ])
      expect(readQuote(body as Json).ratePlans).toMatchObject([
        { id: 'rp1', name: 'Standard', total: { amount: 90, currency: 'EUR' } },
      ]);
  });

  it('reads coupons from text, and no amount from a percentage', () => {
    expect(readQuote({ coupons: 'A, B' }).coupons.map(({ code }) => code)).toEqual(['A', 'B']);
    expect(
      readQuote({ coupons: [{ code: 'TEN', type: 'percentage', adjustment: -10 }] }).coupons[0]?.adjustment,
    ).toBeNull();
  });

  it('shows a rate plan without an id, which cannot be booked', () => {
    const { ratePlans } = readQuote({ rates: { ratePlans: [{ name: 'No id', money }, 'no plan'] } });
    expect(ratePlans).toMatchObject([{ id: null, name: 'No id' }]);
  });

  it('reads anything without failing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        for (const body of [a, { rates: { ratePlans: [a, { _id: 'x', money: b, days: a }] }, coupons: b }]) {
          const quote = readQuote(body as Json);
          for (const ratePlan of quote.ratePlans) expect(RatePlan.safeParse(ratePlan).success).toBe(true);
          for (const coupon of quote.coupons) expect(QuoteCoupon.safeParse(coupon).success).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
