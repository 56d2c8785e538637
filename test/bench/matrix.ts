/**
 * Measures a matrix of 60 listings and 30 arrivals on the embedded sandbox, over the whole console and real HTTPS. Prints one JSON line per
 * figure and exits with 1 when a goal is missed. `share_of_window`: the requests of the task, of what its binding window allows in the same
 * time. `click_extra_ms`: how much longer the calendar of one listing takes while the task runs, medians of ten.
 */
import { performance } from 'node:perf_hooks';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf } from '../support/test-console.ts';
import { print } from './support/figure.ts';
import { percentile } from './support/percentile.ts';

const LISTINGS = 60;
const CLICKS = 10;
const MIN_SHARE = 0.99;
const MAX_EXTRA_MS = 300;
const connectionId = 'sandbox';
const STAYS = { firstArrival: '2027-01-01', lastArrival: '2027-01-30', weekends: false, nights: 3, guests: null };

const folder = makeTempFolder();
let rejected = 0;
const calendarsAt: number[] = [];
const console_ = await openTestConsole({
  threads: true,
  folder,
  watch: (request, response) => {
    if (response.status === 429) rejected += 1;
    if (request.url.includes('/calendar')) calendarsAt.push(performance.now());
  },
});
const { latchkey } = console_;
const figure = (metric: string, value: number, unit: string): void =>
  print({ bench: 'matrix', subject: 'latchkey', scenario: `${LISTINGS} listings, 30 arrivals`, metric, value, unit });

async function clicks(listingId: string): Promise<number> {
  const times: number[] = [];
  for (let click = 0; click < CLICKS; click += 1) {
    const start = performance.now();
    const days = { from: '2027-03-01', until: '2027-03-31' };
    await outputOf(latchkey.matrix.readNights({ connectionId, applicationId: null, listingId, ...days }));
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 900));
  }
  return percentile(times, 0.5);
}

try {
  await outputOf(latchkey.sandbox.apply({ kind: 'setListings', count: Math.ceil(LISTINGS * 1.5) }));
  await outputOf(latchkey.listings.load({ connectionId, startOver: true }));
  await eventually(async () => (await outputOf(latchkey.listings.status({ connectionId }))).phase === 'done');
  const table = { connectionId, search: '', sort: [], columns: ['isListed'], offset: 0, limit: 500 };
  const { rows } = await outputOf(latchkey.listings.rows(table));
  const ids = rows.filter(({ cells }) => cells[0] === true).map(({ id }) => id);
  const listings = { ids: ids.slice(0, LISTINGS), places: [], bedrooms: null };
  const idle = await clicks(ids[LISTINGS] ?? '');
  // The window of a minute forgets the clicks.
  await new Promise((resolve) => setTimeout(resolve, 61_000));
  const input = {
    connectionId,
    applicationId: null,
    spec: { kind: 'matrix' as const, stays: STAYS, listings, maxAgeMs: 0 },
  };
  const { requests, binding } = await outputOf(latchkey.tasks.plan(input));
  calendarsAt.length = 0;
  const { id } = await outputOf(latchkey.tasks.create(input));
  const busy = await clicks(ids[LISTINGS + 1] ?? '');
  await eventually(async () => {
    const { tasks } = await outputOf(latchkey.tasks.list({ connectionId }));
    return tasks.find((task) => task.id === id)?.state === 'done';
  });
  const elapsed = (calendarsAt.at(-1) ?? 0) - (calendarsAt[0] ?? 0);
  const intervalMs = binding ? binding.windowMs / binding.limit : 0;
  const share = ((calendarsAt.length - 1) * intervalMs) / elapsed;
  figure('requests', requests, 'requests');
  figure('share_of_window', share, '');
  figure('rejected_429', rejected, 'requests');
  figure('click_idle_ms', idle, 'ms');
  figure('click_extra_ms', busy - idle, 'ms');
  process.exitCode = share >= MIN_SHARE && rejected === 0 && busy - idle <= MAX_EXTRA_MS ? 0 : 1;
} finally {
  await console_.close();
  removeTempFolder(folder);
}
