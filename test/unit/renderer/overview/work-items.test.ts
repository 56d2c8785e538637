import { describe, expect, it } from 'vitest';
import { teamItems } from '../../../../src/renderer/features/overview/team-item.ts';
import {
  followUpItems,
  quoteItems,
  takenItems,
  taskItems,
} from '../../../../src/renderer/features/overview/work-items.ts';
import type { Team, TeamState } from '../../../../src/shared/model/team.ts';
import { NOW } from '../../../support/fixtures.ts';
import { taskFixture } from '../../../support/task-fixtures.ts';
import { quoteFixture } from '../quotes/quotes-answers.ts';

const HOUR = 3_600_000;
const error = { code: 'cancelled' } as const;
const told = (items: { tone: string; title: string }[]) => items.map(({ tone, title }) => `${tone}: ${title}`);

describe('quotes that need attention', () => {
  it('are those that expired within a week, that are about to, and that are unconfirmed', () => {
    const quotes = [
      quoteFixture({ id: 'fine', expiresAt: NOW + 20 * HOUR }),
      quoteFixture({ id: 'booked', outcome: 'booked', expiresAt: NOW - HOUR }),
      quoteFixture({ id: 'soon', expiresAt: NOW + HOUR }),
      quoteFixture({ id: 'replaced', expiresAt: NOW + HOUR, replacedBy: 'fine' }),
      quoteFixture({ id: 'expired', expiresAt: NOW - HOUR }),
      quoteFixture({ id: 'long ago', expiresAt: NOW - 8 * 24 * HOUR }),
      quoteFixture({ id: 'lost', outcome: 'unknown', expiresAt: NOW - 90 * 24 * HOUR }),
    ];
    expect(told(quoteItems(quotes, NOW))).toEqual([
      'bad: The booking of Harbour loft is unconfirmed',
      expect.stringMatching(/^warn: The quote for Harbour loft expires (today|tomorrow) /),
      expect.stringMatching(/^info: The quote for Harbour loft expired (today|yesterday) /),
    ]);
  });

  it('are one item when many expired', () => {
    const quotes = Array.from({ length: 40 }, (_, at) => quoteFixture({ id: `q-${at}`, expiresAt: NOW - 1 }));
    expect(told(quoteItems(quotes, NOW))).toEqual(['info: 40 quotes expired']);
  });
});

it('tells the quotes whose dates are taken, each as a line that leads there, or as one line with a filter', () => {
  const taken = {
    ...{ quoteId: 'q1', first: '2030-12-04', nights: 1, by: 'stay' as const },
    ...{ title: 'Loft', checkIn: '2030-12-04', checkOut: '2030-12-06' },
  };
  expect(takenItems({ count: 0, first: [] })).toEqual([]);
  expect(takenItems({ count: 1, first: [taken] })).toMatchObject([
    { tone: 'bad', title: expect.stringMatching(/^Dates taken: Loft, /), link: { search: { id: 'q1' } } },
  ]);
  expect(takenItems({ count: 4, first: [taken, taken, taken, taken] })).toMatchObject([
    { title: '4 quotes whose dates are taken', link: { search: { taken: '1' } } },
  ]);
});

describe('follow-ups that are due', () => {
  const due = {
    ...{ id: 'q1', listingId: 'l1', listingTitle: 'Loft', checkIn: '2030-12-04', checkOut: '2030-12-06', nights: 2 },
    ...{ guests: 2, total: null, plans: 0, createdAt: 0, expiresAt: 0, outcome: 'open' as const, isReplaced: false },
    ...{ reservation: null, picture: null, hasNote: false, followUpOn: '2030-11-01', sentOn: null, group: null },
  };

  it('are named with their guests, or counted when there are many', () => {
    const rows = [
      { ...due, guestName: 'Ada Byron' },
      { ...due, id: 'q2', guestName: null },
    ];
    expect(told(followUpItems([], 0))).toEqual([]);
    expect(told(followUpItems(rows, 2))).toEqual(['warn: Follow up on Loft for Ada Byron', 'warn: Follow up on Loft']);
    expect(told(followUpItems(rows, 7))).toEqual(['warn: 7 follow-ups due']);
  });
});

describe('tasks that need attention', () => {
  it('are those that are paused, and those with failures until they are a week old', () => {
    const tasks = [
      taskFixture({ id: 'a' }),
      taskFixture({ id: 'b', state: 'paused' }),
      taskFixture({ id: 'c', state: 'paused', failed: 3 }),
      taskFixture({ id: 'd', state: 'paused', error }),
      taskFixture({ id: 'e', failed: 1 }),
      taskFixture({ id: 'f', state: 'done', failed: 1, finishedAt: NOW - HOUR }),
      taskFixture({ id: 'g', state: 'done', failed: 1, finishedAt: NOW - 8 * 24 * HOUR }),
      taskFixture({ id: 'h', state: 'done', finishedAt: NOW }),
      taskFixture({ id: 'i', state: 'cancelled', failed: 1, finishedAt: NOW }),
    ];
    const items = taskItems(tasks, 'managers', NOW);
    expect(items.map(({ id, tone }) => `${id} ${tone}`)).toEqual([
      'task-b info',
      'task-c warn',
      'task-d bad',
      'task-e warn',
      'task-f warn',
    ]);
    expect(items[1]?.title).toMatch(/^Free days and prices of 240 properties, .*: paused$/);
    expect(items[1]?.detail).toBe('3 of 240 steps failed. Resume it when you want.');
  });
});

describe('the entry about a team', () => {
  const stateWith = (stage: Team['stage'], state: Team['link']['state']): TeamState => ({
    connectionId: 'c',
    team: {
      ...{ stage, address: 'valkey.test:1', person: 'Ada', invites: false, hasServerFile: false },
      ...{ link: { state, since: 0, problem: 'Nothing listens.' }, members: [], tokens: 0, warning: null },
    },
  });

  it('says that the server does not answer, and nothing of a team that works or is not shared yet', () => {
    expect(teamItems(stateWith('shared', 'down'))).toMatchObject([
      {
        detail: 'Nothing listens. Requests go on more slowly, and new tokens wait.',
        link: { search: { tab: 'team' } },
      },
    ]);
    const others = [stateWith('shared', 'up'), stateWith('setup', 'down'), { connectionId: 'c', team: null }];
    expect(others.flatMap(teamItems)).toEqual([]);
  });
});
