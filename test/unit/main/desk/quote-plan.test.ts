import { expect, it } from 'vitest';
import { planQuotes } from '../../../../src/main/desk/quote-plan.ts';
import { unlimited } from '../../../support/unlimited.ts';

it('quotes take the longer of their answers and of their limit, behind what is queued', () => {
  expect(planQuotes(3, unlimited)).toEqual({ requests: 3, waitMs: 0, durationMs: 1_500 });
  const limiter = {
    snapshot: () => ({ lanes: { interactive: 5, background: 9, bulk: 0 } }),
    timeToSend: (count: number) => ({ ms: count * 200 }),
    latencyMs: (operation: string) => (operation === 'quoteCreate' ? 100 : null),
  };
  expect(planQuotes(3, limiter)).toEqual({ requests: 3, waitMs: 1_200, durationMs: 1_700 });
});
