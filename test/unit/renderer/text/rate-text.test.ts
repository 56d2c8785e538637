import { describe, expect, it } from 'vitest';
import {
  findingText,
  isRecovered,
  queueText,
  reportedLimitText,
  slowText,
} from '../../../../src/renderer/text/rate-text.ts';
import type { RateFinding } from '../../../../src/shared/model/rates.ts';
import { findingFixture, machineFace, rateGroupFixture } from '../../../support/fixtures.ts';

const now = new Date(2026, 10, 21, 14, 0).getTime();
const finding = (changes: Partial<RateFinding>) => findingFixture(now, changes);

describe('findingText', () => {
  it.each([
    [
      {},
      'The server answered 429 although this app had sent only 31 of 275 within the minute: another client shares the limit',
    ],
    [{ ours: 275 }, 'The server answered 429 at 275 of 275 within the minute'],
    [
      { limit: null, windowMs: null },
      'The server answered 429 after 31 requests in a minute, and no limit is set here',
    ],
    [
      { theirs: 275 },
      'The server answered 429 although this app had sent only 31 of 275 within the minute, where the server counts 275: another client shares the limit',
    ],
    [
      { kind: 'otherClients', theirs: 90 },
      'The server counts 90 requests within the minute, this app sent 31: another client shares the limit',
    ],
    [{ kind: 'stricter', theirs: 120 }, 'The server allows 120 per minute but 275 is set here'],
    [
      { kind: 'doubted', theirs: 1 },
      'A header allows only 1 within the minute, far less than the 275 that are set here',
    ],
    [
      { kind: 'doubted', theirs: 200 },
      'A header allows only 200 within the minute, fewer than the 275 that are set here',
    ],
    [{ kind: 'doubted', theirs: 1, limit: null }, 'A header allows only 1 within the minute, far less than usual'],
    [
      { kind: 'doubted', theirs: 0, windowMs: 3_600_000 },
      'A header says that nothing is left within the hour, although this app sent only 31 requests',
    ],
  ] as const)('%j', (changes, title) => {
    expect(findingText(finding(changes), now).title).toBe(title);
  });
  it('has the time and the number of occurrences', () => {
    expect(findingText(finding({}), now).when).toBe('Once, today 14:00.');
    expect(findingText(finding({ times: 3, firstAt: now - 3_600_000 }), now).when).toBe(
      '3 times since today 13:00, last today 14:00.',
    );
  });
});

it('queueText converts the wait to real time', () => {
  const group = rateGroupFixture({ queued: 5, estimateMs: 60_000, lanes: { interactive: 0, background: 5, bulk: 0 } });
  expect(queueText(group, { ...machineFace, rate: 60 })).toBe('5 queued, about 1 s, all background');
  expect(queueText(group, undefined)).toBe('5 queued, about 1 min, all background');
  const own = rateGroupFixture({ queued: 5, estimateMs: 900, lanes: { interactive: 5, background: 0, bulk: 0 } });
  expect(queueText(own, undefined)).toBe('5 queued, about 900 ms');
});

it('slowText prefers a pause over throttling and is null at full speed', () => {
  const slow = rateGroupFixture({ rateShare: 0.62, pausedUntil: now + 1_200 });
  expect(slowText(slow, now, machineFace)).toMatch(/^Paused for 2 s/);
  expect(slowText(slow, now + 2_000, machineFace)).toBe('At 62 % of full speed after a 429; recovers automatically.');
  expect(slowText(rateGroupFixture(), now, machineFace)).toBeNull();
});

it('reportedLimitText has the reported parts only', () => {
  const server = { limit: null, remaining: null, resetAt: null, receivedAt: now, header: 'ratelimit' };
  expect(reportedLimitText(server, 60_000, now)).toBe('The server reported nothing readable; just now');
  expect(reportedLimitText({ ...server, limit: 120 }, 60_000, now)).toBe(
    'The server reported a limit of 120; just now',
  );
  expect(reportedLimitText({ ...server, remaining: 0 }, 60_000, now)).toBe('The server reported 0 left; just now');
});

it('reportedLimitText says that the reported window has ended', () => {
  const server = { limit: 275, remaining: 211, resetAt: null, receivedAt: now - 60_000, header: 'x' };
  expect(reportedLimitText(server, 60_000, now - 1)).toBe('The server reported 211 of 275 left; 59 s ago');
  expect(reportedLimitText(server, 60_000, now)).toBe(
    'The server reported 211 of 275 left; 1 min ago, that minute has ended',
  );
  expect(reportedLimitText({ ...server, resetAt: now - 30_000 }, 3_600_000, now)).toMatch(
    /1 min ago, that hour has ended$/,
  );
  expect(reportedLimitText(server, 10_000, now)).toMatch(/those 10 seconds have ended$/);
  expect(reportedLimitText({ ...server, remaining: null }, 60_000, now)).toBe(
    'The server reported a limit of 275; 1 min ago',
  );
});

it('isRecovered is true an hour after a 429, at full speed', () => {
  const past = finding({ lastAt: now - 3_600_001 });
  const full = { rateShare: 1, pausedUntil: null };
  expect(isRecovered(past, full, now)).toBe(true);
  expect(isRecovered(past, { ...full, rateShare: 0.9 }, now)).toBe(false);
  expect(isRecovered(past, { ...full, pausedUntil: now + 1 }, now)).toBe(false);
  expect(isRecovered(finding({ lastAt: now - 3_600_000 }), full, now)).toBe(false);
  expect(isRecovered(finding({ kind: 'stricter', lastAt: 0 }), full, now)).toBe(false);
});
