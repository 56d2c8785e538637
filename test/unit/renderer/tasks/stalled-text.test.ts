import { expect, it } from 'vitest';
import { stalledText } from '../../../../src/renderer/features/tasks/task-detail.tsx';
import type { PendingRequest } from '../../../../src/shared/model/pending.ts';
import { machineFace, pendingRequestFixture } from '../../../support/fixtures.ts';

const text = (...requests: Partial<PendingRequest>[]) =>
  stalledText(requests.map(pendingRequestFixture), 20_000, machineFace);

it('is null while requests only wait for the rate limit or for a timely response', () => {
  expect(text()).toBeNull();
  expect(text({}, { phase: 'answer', phaseSince: 19_000 })).toBeNull();
});

it('gives the worst reason', () => {
  const reason = 'No answer within 30 s, so it is retried.';
  const answer = { phase: 'answer', phaseSince: 5_500 } as const;
  expect(text({}, answer)).toBe('No response for 14 s.');
  expect(text(answer, { attempt: 2 }, { attempt: 3 })).toBe('2 requests failed and are retried.');
  expect(text(answer, { attempt: 2, phase: 'backoff', reason })).toBe(reason);
  expect(text({ attempt: 2 }, { phase: 'token' })).toBe('The task waits for an access token.');
  expect(text({ phase: 'token' }, { phase: 'circuit', until: 24_000, reason: 'It failed.' })).toBe(
    'It failed. Next attempt in 4 s.',
  );
  expect(text({ phase: 'circuit', until: 19_000 })).toBe(
    'Requests to its host are paused after failures. Next attempt now.',
  );
});

it('converts durations to real time when the connection’s clock runs faster', () => {
  const fast = { ...machineFace, rate: 720 };
  expect(stalledText([pendingRequestFixture({ phase: 'answer' })], 3_600_000, fast)).toBeNull();
  expect(stalledText([pendingRequestFixture({ phase: 'answer' })], 7_200_000, fast)).toBe('No response for 10 s.');
});
