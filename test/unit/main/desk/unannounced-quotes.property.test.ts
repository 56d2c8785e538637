/**
 * Quotes and rate plans in shapes that nobody announced: each quote is one that the contract allows and that survives a restart, its rate
 * plans are shown without an id too, no amount is made up, and nobody waits for an instant that no clock can show.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuote } from '../../../../src/main/api/read-quote.ts';
import { type AppError, isAppError } from '../../../../src/shared/app-error.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { Quote } from '../../../../src/shared/model/quote.ts';
import {
  bodyWith,
  hostileScalar,
  jsonText,
  NO_RECORDS,
  numbersIn,
  pathToList,
  recordOf,
} from '../../../support/unannounced-shapes.ts';
import { QuotesRig } from './quotes-rig.ts';

const MAX_INSTANT = 8_640_000_000_000_000;
const input = { connectionId: 'c1', applicationId: 'app', listingId: 'l1', guests: 2, coupons: [] };
const stay = { checkIn: '2027-01-08', checkOut: '2027-01-11' };

/** The quote that an answer makes, and what is left of it after a restart. */
async function create(text: string): Promise<{ quote: Quote; kept: Quote | undefined }> {
  const rig = await QuotesRig.make();
  const created = rig.desk.create({ ...input, ...stay });
  const failed = created.catch(() => null);
  await rig.answer('quoteCreate', JSON.parse(text) as Json);
  await failed;
  const quote = Quote.parse(await created);
  rig.restart();
  return { quote, kept: rig.store.find('c1', quote.id)?.quote };
}

const line = recordOf(['title', 'amount', 'baseAmount', 'currency', 'type', 'name'], hostileScalar);
const money = fc
  .tuple(
    recordOf(
      ['total', 'totalPrice', 'totalTaxes', 'totalFees', 'currency', 'subTotalPrice', 'hostPayout'],
      hostileScalar,
    ),
    fc.option(fc.array(line, { maxLength: 4 })),
  )
  .map(([amounts, invoiceItems]) => (invoiceItems === null ? amounts : { ...amounts, invoiceItems }));
const night = recordOf(['date', 'price', 'currency', 'basePrice'], hostileScalar);
const plan = fc
  .tuple(
    recordOf(['_id', 'id', 'name', 'title', 'ratePlanId', 'cancellationPolicy', 'currency'], hostileScalar),
    fc.option(money),
    fc.option(fc.array(night, { maxLength: 4 })),
    fc.boolean(),
  )
  .map(([fields, amounts, days, isNested]) => ({
    ...(isNested ? { ratePlan: fields } : fields),
    ...(amounts === null ? {} : { money: amounts }),
    ...(days === null ? {} : { days }),
  }));
const QUOTE_FIELDS = ['guestsCount', 'guests', 'createdAt', 'expiresAt', 'validUntil', 'coupons', 'status', 'currency'];
const quote = fc
  .tuple(
    recordOf(QUOTE_FIELDS, hostileScalar),
    fc.array(plan, { maxLength: 4 }),
    fc.constantFrom('rates', 'ratePlans', 'nested'),
    fc.boolean(),
  )
  .map(([fields, plans, key, hasId]) => ({
    ...fields,
    ...(hasId ? { _id: 'q-new' } : {}),
    ...(key === 'nested' ? { rates: { ratePlans: plans } } : { [key]: plans }),
  }));

/** How many rate plans a made quote has. */
function plansIn(made: object): number {
  const { rates, ratePlans } = made as { rates?: unknown; ratePlans?: unknown };
  const plans = ratePlans ?? rates;
  return Array.isArray(plans) ? plans.length : (plans as { ratePlans: unknown[] }).ratePlans.length;
}

describe('a quote', () => {
  it('of any shape shows all its rate plans, makes no amount up, and survives a restart', async () => {
    await fc.assert(
      fc.asyncProperty(quote, pathToList, fc.boolean(), async (made, at, isInList) => {
        const text = jsonText(bodyWith(isInList ? [made] : made, at));
        const sent = JSON.parse(text) as Json;
        const result = await create(text).catch((thrown: AppError) => thrown);
        if (result instanceof Error) {
          expect(isAppError(result, 'answerUnusable')).toBe(true);
          expect(readQuote(sent).id).toBeNull();
          return;
        }
        const shown = result.quote;
        const count = plansIn(made);
        expect(shown.ratePlans).toHaveLength(count);
        const ids = shown.ratePlans.flatMap(({ id }) => id ?? []);
        expect(new Set(ids).size).toBe(ids.length);
        const numbers = numbersIn(sent).filter(Number.isFinite);
        for (const { total, lines, days, isTotalOurs } of shown.ratePlans) {
          if (total !== null && !isTotalOurs) expect(numbers).toContain(total.amount);
          for (const { amount } of lines) expect(numbers).toContain(amount.amount);
          for (const { price } of days) expect(numbers).toContain(price.amount);
        }
        for (const instant of [shown.createdAt, shown.expiresAt])
          expect(instant > 0 && instant <= MAX_INSTANT).toBe(true);
        expect(shown.raw).toEqual(sent);
        expect(result.kept).toEqual({ ...shown, raw: null });
      }),
      { numRuns: 35 },
    );
  });

  it('without a sign of a quote is none', async () => {
    for (const [, text] of NO_RECORDS) {
      if (text === '' || text.startsWith('<')) continue;
      await expect(create(text)).rejects.toMatchObject({ code: 'answerUnusable' });
    }
  });

  it('never fails in another way, for any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (body) => {
        const result = await create(JSON.stringify(body)).catch((thrown: AppError) => thrown);
        expect(!(result instanceof Error) || isAppError(result, 'answerUnusable')).toBe(true);
      }),
      { numRuns: 35 },
    );
  });

  const OPEN = { _id: 'q-new', rates: { ratePlans: [{ _id: 'p', money: { total: '245.50', currency: 'EUR' } }] } };

  it.each([
    ['as it is', OPEN],
    ['in a list', [OPEN]],
    ['in an object of another name', { offer: OPEN }],
    ['deep down', { payload: { 列表: [{ offer: OPEN }] } }],
  ])('is found %s', async (_, body) => {
    const { quote: shown } = await create(jsonText(body));
    expect(shown.ratePlans).toMatchObject([{ id: 'p', total: { amount: 245.5, currency: 'EUR' } }]);
  });

  it('is not looked for where there are several: nobody says which one was made', () => {
    expect(readQuote([OPEN, { ...OPEN, _id: 'q-other' }] as Json).id).toBeNull();
  });

  it('shows a rate plan without an id, and the second of two that share one, as plans that cannot be booked', async () => {
    const plans = [
      { name: 'One', money: { total: 1 } },
      { _id: 'p', name: 'Two' },
      { _id: 'p', name: 'Three' },
    ];
    const { quote: shown } = await create(jsonText({ _id: 'q-new', ratePlans: plans }));
    expect(shown.ratePlans.map(({ id, name }) => [id, name])).toEqual([
      [null, 'One'],
      ['p', 'Two'],
      [null, 'Three'],
    ]);
  });

  it.each([
    ['milliseconds', 1_799_366_400_000, 1_799_366_400_000],
    ['seconds', 1_799_366_400, 1_799_366_400_000],
    ['milliseconds as text', '1799366400000', 1_799_366_400_000],
    ['a date and a time', '2027-01-08T00:00:00Z', 1_799_366_400_000],
    ['a number beyond any instant', 1e300, null],
    ['a number that is no year', '7', null],
    ['words', 'tomorrow', null],
    ['an object', { at: 7 }, null],
  ])('reads an expiry that is %s', (_, expiresAt, expected) => {
    expect(readQuote({ ...OPEN, expiresAt } as Json).expiresAt).toBe(expected);
  });

  it('does not know the guests when the answer does not say', async () => {
    const rig = await QuotesRig.make();
    for (const guestsCount of [null, -3, 1e300, 'NaN', 0]) {
      const id = `q ${guestsCount}`;
      const fetched = rig.desk.fetch({ connectionId: 'c1', quoteId: id, applicationId: 'app' });
      const body = { ...OPEN, _id: id, listingId: 'l1', checkIn: '2027-01-08', checkOut: '2027-01-11', guestsCount };
      await rig.answer('quoteGet', body);
      expect(Quote.parse(await fetched).guests).toBeNull();
    }
  });

  it('of any depth is read', async () => {
    const depth = 20_000;
    const body = JSON.parse(`${'{"data":'.repeat(depth)}{"_id":"q-new","rates":[]}${'}'.repeat(depth)}`) as Json;
    expect(() => readQuote(body)).not.toThrow();
  });
});
