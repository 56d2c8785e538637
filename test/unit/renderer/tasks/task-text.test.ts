import { describe, expect, it } from 'vitest';
import { leftText, planText, stateOf } from '../../../../src/renderer/features/tasks/task-text.ts';
import { titleOf } from '../../../../src/renderer/text/task-title.ts';
import { machineFace } from '../../../support/fixtures.ts';
import { planFixture, taskFixture } from '../../../support/task-fixtures.ts';

const fast = { anchorMachine: 0, anchorVirtual: 0, rate: 60 };

describe('planText', () => {
  it('has the requests, the binding limit and the duration', () => {
    expect(planText(planFixture(), machineFace)).toBe(
      '240 requests · paced by the limit of 275 per minute (4.6 per second) · about 53 s, other requests go first',
    );
  });
  it('has the count of the last time, and the rate of paced limits', () => {
    const rule = (windowMs: number, limit: number) =>
      planText(planFixture({ binding: { windowMs, limit } }), machineFace);
    expect(planText(planFixture({ requests: 38, fromEarlierTask: true }), machineFace)).toMatch(
      /^About 38 requests, as last time · /,
    );
    expect(rule(1_000, 5)).toContain('paced by the limit of 5 per second ·');
    expect(rule(3_600_000, 5_000)).toContain('paced by the limit of 5,000 per hour (1.4 per second) ·');
    expect(rule(86_400_000, 5_000)).toContain('limited to 5,000 per day ·');
  });

  it('has a lower bound, the wait for other requests, and no limit', () => {
    const plan = planFixture({ requests: 1, atLeast: true, binding: null, durationMs: 400, waitMs: 12_000 });
    expect(planText(plan, machineFace)).toBe(
      'At least 1 request · as fast as the service responds · about 1 s, other requests go first · about 12 s more while other requests run',
    );
  });
  it('converts the duration to real time when the clock runs faster', () => {
    expect(planText(planFixture({ durationMs: 600_000 }), fast)).toContain('about 10 s');
  });
});

describe('leftText', () => {
  it('counts down from the instant of the estimate', () => {
    const task = taskFixture({ estimateMs: 90_000 });
    expect(leftText(task, 1_000, 1_000, machineFace)).toBe('about 1 min 30 s left');
    expect(leftText(task, 1_000, 61_500, machineFace)).toBe('about 30 s left');
    expect(leftText(task, 1_000, 91_000, machineFace)).toBe('taking longer than estimated');
    expect(leftText({ ...task, done: 238 }, 1_000, 91_000, machineFace)).toBe('almost done');
    expect(leftText(task, 0, 0, fast)).toBe('about 2 s left');
    expect(leftText(taskFixture({ state: 'paused', estimateMs: null }), 0, 0, machineFace)).toBeNull();
  });
});

it('distinguishes a pause from an error, and an end with failures from one without', () => {
  expect(stateOf(taskFixture({ state: 'paused' })).title).toBe('Paused');
  expect(stateOf(taskFixture({ state: 'paused', error: { code: 'cancelled' } })).title).toBe('Stopped by an error');
  const needsToken = stateOf(taskFixture({ state: 'paused', error: { code: 'tokenNeeded', label: 'Website' } }));
  expect(needsToken).toMatchObject({ title: 'Paused, needs a token', tone: 'accent' });
  expect(stateOf(taskFixture({ state: 'done' })).tone).toBe('good');
  expect(stateOf(taskFixture({ state: 'done', failed: 3 })).title).toBe('Done, 3 failed');
});

it('titleOf describes the task', () => {
  const stays = {
    kind: 'stays',
    firstCheckIn: '2026-12-01',
    lastCheckIn: '2026-12-31',
    nights: 1,
    guests: null,
  } as const;
  expect(titleOf({ spec: stays, steps: 31 })).toMatch(/^Stays of 1 night, check-in .*Dec.* 2026$/);
  expect(titleOf({ spec: { ...stays, guests: 2 }, steps: 31 })).toMatch(/^Stays of 1 night for 2 guests, check-in /);
  // A snapshot contains only the first few of many listing ids.
  const some = { kind: 'calendars', from: '2026-12-01', until: '2026-12-31', listingIds: ['a'] } as const;
  expect(titleOf({ spec: { ...some, listingIds: ['a'] }, steps: 900 })).toMatch(/^Calendars of 900 listings, /);
});
