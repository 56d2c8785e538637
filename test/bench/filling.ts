/**
 * Measures how the calendars of 240 listings are read from the embedded sandbox, over the whole console and real HTTPS: as a task that a person asks
 * for, and by themselves in the background. Prints one JSON line per figure and exits with 1 when a goal is missed. `share_of_window`: the requests, of
 * what the binding window allows in the same time. `click_extra_ms`: how much longer another calendar takes meanwhile, medians of ten.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { dayNumber, plainDateOf } from '../../src/shared/time/plain-date.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf } from '../support/test-console.ts';
import { print } from './support/figure.ts';
import { percentile } from './support/percentile.ts';

const LISTINGS = 240;
/** About so many of a hundred listings of the sandbox are published. */
const PUBLISHED_SHARE = 0.89;
const CLICKS = 10;
const CLICK_EVERY_MS = 1_000;
const WINDOW_MS = 60_000;
const MIN_ASKED_SHARE = 0.98;
const MAX_BACKGROUND_SHARE = 0.25;
const MAX_EXTRA_MS = 300;
const connectionId = 'sandbox';

const folder = makeTempFolder();
let rejected = 0;
/** When each request for a calendar was answered, those of clicks apart. */
const readAt: number[] = [];
let clicked = '';
const console_ = await openTestConsole({
  threads: true,
  folder,
  watch: (request, response) => {
    if (response.status === 429) rejected += 1;
    if (request.url.includes('/calendar') && (clicked === '' || !request.url.includes(clicked)))
      readAt.push(performance.now());
  },
});
const { latchkey } = console_;

/** Reads the calendar of a listing again and again, as a person who looks at it; returns the median time. */
async function clicks(listingId: string): Promise<number> {
  const times: number[] = [];
  const today = dayNumber(new Date().toISOString().slice(0, 10));
  clicked = listingId;
  for (let click = 0; click < CLICKS; click += 1) {
    const began = performance.now();
    const days = { from: plainDateOf(today + 30), until: plainDateOf(today + 60) };
    await outputOf(latchkey.matrix.readNights({ connectionId, applicationId: null, listingId, ...days }));
    times.push(performance.now() - began);
    await wait(CLICK_EVERY_MS);
  }
  clicked = '';
  return percentile(times, 0.5);
}

/** Prints the figures of a way of reading; returns whether it meets its goals. */
function report(scenario: string, share: number, isShareMet: boolean, extraMs: number): boolean {
  const figure = (metric: string, value: number, unit: string) =>
    print({ bench: 'filling', subject: 'latchkey', scenario, metric, value, unit });
  figure('requests', readAt.length, 'requests');
  figure('share_of_window', share, '');
  figure('rejected_429', rejected, 'requests');
  figure('click_extra_ms', extraMs, 'ms');
  return isShareMet && rejected === 0 && extraMs <= MAX_EXTRA_MS;
}

/** The most requests within any minute, of what a window of a minute allows. */
function mostOfWindow(limit: number): number {
  const most = readAt.map((at) => readAt.filter((other) => other >= at && other < at + WINDOW_MS).length);
  return Math.max(0, ...most) / limit;
}

try {
  await outputOf(latchkey.sandbox.apply({ kind: 'setListings', count: Math.ceil((LISTINGS + 1) / PUBLISHED_SHARE) }));
  await outputOf(latchkey.listings.load({ connectionId, startOver: true }));
  await eventually(async () => (await outputOf(latchkey.listings.status({ connectionId }))).phase === 'done');
  const table = { connectionId, search: '', sort: [], columns: ['isListed'], offset: 0, limit: 500 };
  const { rows } = await outputOf(latchkey.listings.rows(table));
  const ids = rows.filter(({ cells }) => cells[0] === true).map(({ id }) => id);
  const other = ids[LISTINGS] ?? '';
  const today = dayNumber(new Date().toISOString().slice(0, 10));
  const idleMs = await clicks(other);
  // The window of a minute forgets the clicks.
  await wait(WINDOW_MS);
  readAt.length = 0;
  const days = { from: plainDateOf(today), until: plainDateOf(today + 365) };
  const spec = { kind: 'calendars' as const, ...days, listingIds: ids.slice(0, LISTINGS) };
  const input = { connectionId, applicationId: null, spec };
  const { binding } = await outputOf(latchkey.tasks.plan(input));
  if (binding === null) throw new Error('no window binds the task');
  const { id } = await outputOf(latchkey.tasks.create(input));
  const askedMs = await clicks(other);
  await eventually(async () => {
    const { tasks } = await outputOf(latchkey.tasks.list({ connectionId }));
    return tasks.find((task) => task.id === id)?.state === 'done';
  });
  const elapsedMs = (readAt.at(-1) ?? 0) - (readAt[0] ?? 0);
  // The clicks take their part of the window too.
  const sent = readAt.length - 1 + CLICKS;
  const asked = (sent * (binding.windowMs / binding.limit)) / elapsedMs;
  let isMet = report(`${LISTINGS} calendars, asked for`, asked, asked >= MIN_ASKED_SHARE, askedMs - idleMs);
  await wait(WINDOW_MS);
  readAt.length = 0;
  await outputOf(latchkey.calendars.status({ connectionId }));
  const backgroundMs = await clicks(other);
  await wait(WINDOW_MS);
  const background = mostOfWindow(binding.limit);
  isMet =
    report(
      `${LISTINGS} calendars, by themselves`,
      background,
      background > 0 && background <= MAX_BACKGROUND_SHARE,
      backgroundMs - idleMs,
    ) && isMet;
  process.exitCode = isMet ? 0 : 1;
} finally {
  await console_.close();
  removeTempFolder(folder);
}
