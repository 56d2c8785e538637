import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../../../src/renderer/features/quotes/use-quote-reading.ts';
import type { RatePlan } from '../../../../src/shared/model/quote.ts';
import { keyOfSamePlan, offeredPlan, planKey, samePlanAt } from '../../../../src/shared/quote/plan-choice.ts';

const plan = (id: string | null, name: string): RatePlan => ({
  id,
  name,
  cancellationPolicy: null,
  total: { amount: 100, currency: 'EUR' },
  lines: [],
  days: [],
});

describe('the same rate plan', () => {
  it.each<[string, RatePlan[], RatePlan[], (number | null)[]]>([
    ['has the same id, whatever its name', [plan('a', 'Standard')], [plan('b', 'Standard'), plan('a', 'New')], [1]],
    ['has the same name where its id is another one', [plan('a', 'Standard')], [plan('b', 'Standard')], [0]],
    ['is none that another plan is by its id', [plan('a', 'X'), plan('b', 'X')], [plan('b', 'X')], [null, 0]],
    [
      'is the next of its name where names repeat',
      [plan(null, 'X'), plan(null, 'X')],
      [plan('a', 'X'), plan('b', 'X')],
      [0, 1],
    ],
    ['may be missing', [plan('a', 'Standard')], [plan('b', 'Flexible')], [null]],
  ])('%s', (_, mine, plans, expected) => {
    const found = mine.map((_plan, at) => samePlanAt(plans, mine, at));
    expect(found.map((at) => (at < 0 ? null : at))).toEqual(expected);
  });

  it('is the same from both sides, and one plan only', () => {
    const list = fc.uniqueArray(fc.tuple(fc.option(fc.constantFrom('a', 'b', 'c')), fc.constantFrom('X', 'Y')), {
      selector: ([id]) => id ?? Symbol(),
      maxLength: 5,
    });
    fc.assert(
      fc.property(list, list, (one, other) => {
        const [mine, plans] = [one, other].map((all) => all.map(([id, name]) => plan(id, name))) as [
          RatePlan[],
          RatePlan[],
        ];
        for (const [at] of mine.entries()) {
          const found = samePlanAt(plans, mine, at);
          if (found >= 0) expect(samePlanAt(mine, plans, found)).toBe(at);
        }
      }),
    );
  });

  it('is the one that a choice moves to and that a change is told of', () => {
    const before = [plan('a', 'Standard'), plan('b', 'Flexible')];
    const after = [plan('c', 'Flexible'), { ...plan('a', 'Basic'), total: { amount: 90, currency: 'EUR' } }];
    expect(before.map((one, at) => keyOfSamePlan(after, before, planKey(one, at)))).toEqual(['a', 'c']);
    const read = { outcome: 'open', reservation: null, coupons: [], expiresAt: 1 } as const;
    expect(
      changesBetween({ ...read, coupons: [], ratePlans: before }, { ...read, coupons: [], ratePlans: after }),
    ).toEqual(['Basic costs €90.00, it was €100.00']);
  });
});

describe('the rate plan of an offer', () => {
  const priceless = { ...plan('a', 'Standard'), total: null };
  it.each([
    ['the first that can be offered, before a choice', null, 'b'],
    ['the chosen one', 'b', 'b'],
    ['no other one where the chosen one has no price', 'a', null],
    ['the first that can be offered, where the chosen one is gone', 'gone', 'b'],
  ])('is %s', (_, chosenPlan, expected) => {
    expect(offeredPlan({ ratePlans: [priceless, plan('b', 'Flexible')], chosenPlan })?.id ?? null).toBe(expected);
  });
});
