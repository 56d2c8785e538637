import { expect, it } from 'vitest';
import { waitAtMost } from '../../../../src/main/platform/wait-at-most.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';

it.each(['resolves', 'rejects', 'is late'] as const)('ends when the work %s', async (end) => {
  const clock = new ManualClock();
  const work = Promise.withResolvers<string>();
  const ended: unknown[] = [];
  waitAtMost(clock, 100, work.promise).then(
    () => ended.push('resolved'),
    (error: unknown) => ended.push(error),
  );
  await clock.advance(99);
  expect(ended).toEqual([]);
  if (end === 'resolves') work.resolve('done');
  if (end === 'rejects') work.reject('broken');
  if (end === 'is late') await clock.advance(1);
  await settle();
  expect(ended).toEqual([end === 'rejects' ? 'broken' : 'resolved']);
  expect(clock.pending).toBe(0);
});
