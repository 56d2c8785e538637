/**
 * `npm run bench:soak [-- hours]`: 72 virtual hours of a busy console over the sandbox: refreshes, searches, quotes, guests, tasks, tokens and the filling of
 * calendars. Prints what it did and what it holds; exits with 1 when memory or handles grow after the first hours, a request is answered 429, or an
 * act fails.
 */
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '../../src/main/platform/ports.ts';
import { localDayOf } from '../../src/shared/time/local-day.ts';
import { addDays } from '../../src/shared/time/plain-date.ts';
import { sandboxBefore } from '../support/sandbox-before.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf } from '../support/test-console.ts';
import { print } from './support/figure.ts';
import { VirtualTime } from './support/virtual-time.ts';

const HOURS = Number(process.argv[2] ?? 72);
const LISTINGS = 30;
const HOUR_MS = 3_600_000;
/** Caches have their size by then. */
const WARM_UP_HOURS = Math.min(24, HOURS / 3);
const ACT_EVERY_MS = 10 * 60_000;
/** Heap and handles may grow by so much after the warm-up. Of the first, the kept quotes and guests take a part. */
const MAX_GROWN_MB = 10;
const MAX_GROWN_HANDLES = 5;
/** Nothing moves for so long in real time: what is under way waits for the virtual clock. */
const QUIET_MS = 4;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const counts = { requests: 0, tokens: 0, refused: 0, failed: 0, acts: 0 };
let inFlight = 0;

/** The console's clock: virtual, but no instant passes while the network or the disk works. */
class BusyTime extends VirtualTime implements Clock {
  readonly monotonic = (): number => this.now();
  face() {
    return { anchorMachine: this.now(), anchorVirtual: this.now(), rate: 1 };
  }

  protected override async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) await new Promise((resolve) => void setImmediate(resolve));
    let last = counts.requests - inFlight;
    let since = performance.now();
    while (inFlight > 0 && performance.now() - since < QUIET_MS) {
      await new Promise((resolve) => void setTimeout(resolve, 1));
      const done = counts.requests - inFlight;
      if (done !== last) [last, since] = [done, performance.now()];
    }
  }

  /** Advances until the promise settles. */
  async until<Value>(promise: Promise<Value>): Promise<Value> {
    let isSettled = false;
    const settled = () => {
      isSettled = true;
    };
    promise.then(settled, settled);
    for (let turn = 0; !isSettled && turn < 100_000; turn += 1) {
      await this.settle();
      if (!isSettled) await this.advanceTo(this.now() + 250);
    }
    return promise;
  }
}

const began = performance.now();
const time = new BusyTime(Date.now());
const startedAt = time.now();
const folder = makeTempFolder();
sandboxBefore(folder, LISTINGS);
const one = await openTestConsole({
  folder,
  clock: time,
  between: async (request, next) => {
    counts.requests += 1;
    inFlight += 1;
    try {
      const response = await next();
      if (request.url.endsWith('/oauth2/token')) counts.tokens += 1;
      if (response.status === 429) counts.refused += 1;
      return response;
    } finally {
      inFlight -= 1;
    }
  },
});
one.pair.recordsMessages = false;
const { latchkey } = one;
const connectionId = 'sandbox';
const { connections } = await outputOf(latchkey.connections.list(null));
const applicationId = connections[0]?.applications[0]?.id ?? '';

const act = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  counts.acts += 1;
  try {
    await time.until(work());
  } catch (error) {
    counts.failed += 1;
    console.error(`${name} at ${((time.now() - startedAt) / HOUR_MS).toFixed(1)} h: ${String(error)}`);
  }
};

const stayAt = (step: number) => {
  const checkIn = addDays(localDayOf(time.now()), 20 + (step % 60));
  return { checkIn, checkOut: addDays(checkIn, 3), guests: 2 };
};

async function tenMinutes(step: number): Promise<void> {
  const stay = stayAt(step);
  const of = { connectionId, applicationId };
  await act('search', () => outputOf(latchkey.availability.search({ ...of, ...stay })));
  if (step % 6 === 0) {
    await act('refresh', () => outputOf(latchkey.listings.load({ connectionId })));
    await act('calendars', () => outputOf(latchkey.calendars.start({ connectionId })));
  }
  if (step % 6 === 3)
    await act('quote', async () => {
      const { items } = await outputOf(latchkey.availability.search({ ...of, ...stay }));
      const listingId = items[0]?.listingId;
      if (!listingId) return;
      const { id } = await outputOf(latchkey.quotes.create({ ...of, ...stay, listingId, coupons: [] }));
      const guest = { firstName: 'Ada', lastName: `Marsh ${step}`, email: `ada${step}@guest.example`, phone: '' };
      await outputOf(latchkey.guests.remember({ connectionId, guest, quoteIds: [id] }));
    });
  if (step % 36 === 5)
    await act('task', () => {
      const from = stay.checkIn;
      const spec = { kind: 'calendars', from, until: addDays(from, 30), listingIds: null } as const;
      return outputOf(latchkey.tasks.create({ connectionId, applicationId: null, spec }));
    });
  await time.advanceTo(startedAt + (step + 1) * ACT_EVERY_MS);
}

interface Held {
  readonly heapMb: number;
  readonly handles: number;
  readonly files: number;
}
async function held(): Promise<Held> {
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
  return {
    heapMb: process.memoryUsage().heapUsed / 1e6,
    handles: process.getActiveResourcesInfo().filter((name) => name !== 'Timeout' && name !== 'Immediate').length,
    files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
  };
}

const figure = (scenario: string, metric: string, value: number, unit: string): void =>
  print({ bench: 'soak', subject: 'latchkey', scenario, metric, value, unit }, 1);

let warm: Held | null = null;
const steps = (HOURS * HOUR_MS) / ACT_EVERY_MS;
for (let step = 0; step < steps; step += 1) {
  await tenMinutes(step);
  const hour = ((step + 1) * ACT_EVERY_MS) / HOUR_MS;
  if (hour === WARM_UP_HOURS) warm = await held();
  if (hour % 12 === 0) {
    const now = await held();
    figure(`after ${hour} h`, 'heap', now.heapMb, 'MB');
    figure(`after ${hour} h`, 'handles', now.handles, 'handles');
    figure(`after ${hour} h`, 'files', now.files, 'files');
  }
}
const end = await held();
const all = `${HOURS} h`;
for (const [metric, value] of Object.entries(counts)) figure(all, metric, value, metric);
const grown = {
  heapMb: end.heapMb - (warm?.heapMb ?? 0),
  handles: end.handles - (warm?.handles ?? 0),
  files: end.files - (warm?.files ?? 0),
};
figure(all, 'grown_heap', grown.heapMb, 'MB');
figure(all, 'grown_handles', grown.handles, 'handles');
figure(all, 'grown_files', grown.files, 'files');
figure(all, 'took', (performance.now() - began) / 1_000, 's');
await one.close();
removeTempFolder(folder);
const isFlat = grown.heapMb <= MAX_GROWN_MB && grown.handles <= MAX_GROWN_HANDLES && grown.files <= MAX_GROWN_HANDLES;
process.exit(isFlat && counts.refused === 0 && counts.failed === 0 ? 0 : 1);
