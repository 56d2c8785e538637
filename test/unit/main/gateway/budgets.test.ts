/** The budgets of programs: requests at once, and shares of the rate-limit windows. */
import { describe, expect, it } from 'vitest';
import { Budgets } from '../../../../src/main/gateway/budgets.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

function setUp(limit: number, windowMs = SECOND) {
  const clock = new ManualClock(0);
  const budgets = new Budgets({ rulesOf: () => [{ windowMs, limit }], clockOf: () => clock });
  const begun: string[] = [];
  const cancels: AbortController[] = [];
  const enter = (id: string, { concurrent = 100, until = 2 * MINUTE } = {}) => {
    const cancel = new AbortController();
    cancels.push(cancel);
    const { signal } = cancel;
    const entering = budgets.enter({ id, connectionId: 'c', concurrent, api: 'openApi', until, signal });
    entering.then(
      () => begun.push(id),
      () => {},
    );
    return entering;
  };
  return { clock, budgets, begun, cancels, enter };
}

describe('the budgets of programs', () => {
  it('leave a program 30 % of a window, and all together 80 %', async () => {
    const { clock, begun, enter } = setUp(10, MINUTE);
    for (const id of ['a', 'b', 'c']) for (const _ of [1, 2, 3, 4, 5]) void enter(id);
    await settle();
    expect(begun.toSorted().join('')).toBe('aaabbbcc');
    await clock.advance(MINUTE + SECOND);
    expect(begun).toHaveLength(15);
  });

  it('let programs take turns, evenly spread over a short window', async () => {
    const { clock, begun, enter } = setUp(10);
    const program = async (id: string) => {
      for (let count = 0; count < 4; count += 1) (await enter(id))();
    };
    for (const id of ['a', 'b', 'c', 'd']) void program(id);
    await clock.advance(SECOND);
    expect(begun.join('')).toBe('abcdabcda');
  });

  it('leave a program one request of a small window', async () => {
    const { begun, enter } = setUp(2);
    for (const _ of [1, 2]) void enter('a');
    await settle();
    expect(begun).toEqual(['a']);
  });

  it('begin no more requests at once than a program may have', async () => {
    const { begun, enter } = setUp(100, MINUTE);
    const first = await enter('a', { concurrent: 1 });
    void enter('a', { concurrent: 1 });
    await settle();
    expect(begun).toHaveLength(1);
    first();
    await settle();
    expect(begun).toHaveLength(2);
  });

  it('refuse at once what would wait too long, and say when to try again', async () => {
    const { enter, budgets } = setUp(1, 10 * SECOND);
    await enter('a');
    const asked = { id: 'a', connectionId: 'c', api: 'openApi' } as const;
    expect([1, 2, 5].map((count) => budgets.waitMs(asked, count))).toEqual([10, 20, 50].map((s) => s * SECOND));
    await expect(enter('a', { until: 5 * SECOND })).rejects.toMatchObject({
      data: { code: 'budgetUsed', retryAt: 10 * SECOND },
    });
  });

  it('give a slot to the next one if the first that waits is cancelled as it is woken', async () => {
    const { begun, enter, cancels } = setUp(100, MINUTE);
    const first = await enter('a', { concurrent: 1 });
    enter('a', { concurrent: 1 }).catch(() => {});
    void enter('a', { concurrent: 1 });
    await settle();
    first();
    cancels[1]?.abort();
    await settle();
    expect(begun).toHaveLength(2);
  });
});
