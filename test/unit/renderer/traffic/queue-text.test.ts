import { expect, it } from 'vitest';
import {
  circuitText,
  mayCancel,
  pauseText,
  phaseText,
  queueSummary,
} from '../../../../src/renderer/features/traffic/queue/queue-text.ts';
import type { PendingRequest } from '../../../../src/shared/model/pending.ts';
import { machineFace, pendingRequestFixture } from '../../../support/fixtures.ts';
import { pendingFixture } from './exchanges.ts';

const request = (changes: Partial<PendingRequest>) =>
  pendingRequestFixture({ lane: 'interactive', taskId: null, ...changes });

it('phaseText says what a request waits for and how long', () => {
  const text = (changes: Partial<PendingRequest>) => phaseText(request(changes), 10_000, machineFace);
  expect(text({ until: 12_600 })).toBe('waits for the rate limit: about 3 s');
  expect(text({})).toBe('waits for the rate limit');
  expect(text({ phase: 'token' })).toBe('waits for the access token');
  expect(text({ phase: 'answer', phaseSince: 8_000 })).toBe('sent 2 s ago, waits for the response');
  expect(text({ phase: 'backoff', until: 14_000 })).toBe('next attempt in 4 s');
  expect(text({ phase: 'backoff', until: 9_000 })).toBe('next attempt now');
  expect(text({ phase: 'circuit', until: 22_000 })).toBe('paused after failures of its host: next attempt in 12 s');
});

it('phaseText converts durations to real time when the connection’s clock runs faster', () => {
  const fast = { ...machineFace, rate: 60 };
  expect(phaseText(request({ phase: 'backoff', until: 240_000 }), 0, fast)).toBe('next attempt in 4 s');
  expect(phaseText(request({ phase: 'backoff', until: 30_000 }), 0, fast)).toBe('next attempt in less than 1 s');
});

it('queueSummary sums up requests and paused hosts in one line', () => {
  expect(queueSummary(pendingFixture(), 0)).toBe('No pending requests');
  const requests = [request({ phase: 'answer' }), request({}), request({})];
  const openCircuits = [{ host: 'booking.example.com', failures: 5, since: 0, until: 10_000, reason: '503' }];
  expect(queueSummary(pendingFixture({ requests, total: 13, openCircuits }), 4_000)).toBe(
    '1 request in flight · 12 requests queued · booking.example.com paused after failures',
  );
  expect(queueSummary(pendingFixture({ openCircuits }), 10_000)).toBe('booking.example.com ready for the next attempt');
  const pauses = [{ host: 'booking.example.com', operation: 'Search', until: 46_000, status: 503 as const }];
  expect(queueSummary(pendingFixture({ pauses }), 4_000)).toBe('Search paused by the service');
  expect(pauseText(pauses[0] as (typeof pauses)[0], 4_000, machineFace)).toBe(
    'asked for a pause (503) of “Search”. It ends in 42 s.',
  );
  const ofApi = { host: 'booking.example.com', operation: null, until: 46_000, status: 429 as const };
  expect(pauseText(ofApi, 4_000, machineFace)).toBe('asked for a pause (429). It ends in 42 s.');
  expect(circuitText(openCircuits[0] as (typeof openCircuits)[0], 4_000, machineFace)).toBe('Next attempt in 6 s.');
});

it('mayCancel is false for a write that was sent', () => {
  expect(mayCancel(request({ phase: 'answer', method: 'POST' }))).toBe(false);
  expect(mayCancel(request({ phase: 'answer' }))).toBe(true);
  expect(mayCancel(request({ phase: 'limit', method: 'POST' }))).toBe(true);
});
