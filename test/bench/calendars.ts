/**
 * Measures the page Calendars of the built console on the embedded sandbox, 240 properties for a year and 2,000 for 90 days, with every calendar in
 * the cache: `npm run bench:calendars`. Prints one JSON line per figure and exits with 1 when a goal is missed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { print } from './support/figure.ts';
import { percentile } from './support/percentile.ts';
import { loadListings, withHost } from './support/ui-run.ts';

const SCENARIOS = [
  { homes: 240, days: 365 },
  { homes: 2_000, days: 90 },
] as const;
const GOALS: Readonly<Record<string, number>> = {
  first_cells_ms: 100,
  scroll_p95_ms: 25,
  long_tasks: 0,
  drag_p95_ms: 16,
};
/** About so many of a hundred listings of the sandbox are published. */
const PUBLISHED_SHARE = 0.89;
const SCROLL_MS = 4_000;
const WHEEL_EVERY_MS = 16;
const WHEEL_PX = 60;
const CELL = 'table[role="grid"] :is([data-status="free"], [data-status="booked"])';

/** Loads the listings and reads their calendars, on a clock that runs fast, so that the rate limits hold nothing up. */
async function fill(page: Page, { homes, days }: (typeof SCENARIOS)[number]): Promise<number> {
  const listed = Math.ceil(homes / PUBLISHED_SHARE);
  await loadListings(page, listed);
  return page.evaluate(
    async ({ count, last }) => {
      const value = <Value>(answer: { ok: boolean }): Value => {
        if (!answer.ok) throw new Error(JSON.stringify(answer));
        return (answer as unknown as { value: Value }).value;
      };
      const { listings, matrix, sandbox } = window.latchkey;
      const connectionId = 'sandbox';
      value(await sandbox.apply({ kind: 'setClockRate', rate: 60 }));
      const ids: string[] = [];
      for (let offset = 0; offset < count; offset += 500) {
        const table = { connectionId, search: '', sort: [], columns: ['isListed'], offset, limit: 500 };
        const { rows } = value<{ rows: { id: string; cells: unknown[] }[] }>(await listings.rows(table));
        ids.push(...rows.filter(({ cells }) => cells[0] === true).map(({ id }) => id));
      }
      const dayOf = (at: number) => new Date(Date.now() + at * 86_400_000).toISOString().slice(0, 10);
      const [from, until] = [dayOf(-2), dayOf(last - 2)];
      const left = [...ids];
      const read = async (): Promise<void> => {
        for (let listingId = left.pop(); listingId !== undefined; listingId = left.pop())
          value(await matrix.readNights({ connectionId, applicationId: null, listingId, from, until }));
      };
      await Promise.all(Array.from({ length: 8 }, read));
      value(await sandbox.apply({ kind: 'setClockRate', rate: 1 }));
      return ids.length;
    },
    { count: listed, last: days },
  );
}

interface Watched {
  readonly intervals: number[];
  readonly longTasks: number;
}

/** The times between painted frames, and the number of long tasks, while `act` runs. */
async function watch(page: Page, act: () => Promise<void>): Promise<Watched> {
  await page.evaluate(() => {
    const seen = { intervals: [] as number[], longTasks: 0, goesOn: true };
    Object.assign(window, { benchSeen: seen });
    const observer = new PerformanceObserver((list) => {
      seen.longTasks += list.getEntries().length;
    });
    observer.observe({ type: 'longtask' });
    let last = performance.now();
    const frame = (now: number) => {
      seen.intervals.push(now - last);
      last = now;
      if (seen.goesOn) requestAnimationFrame(frame);
      else observer.disconnect();
    };
    requestAnimationFrame(frame);
  });
  await act();
  return page.evaluate(async () => {
    const { benchSeen: seen } = window as unknown as { benchSeen: Watched & { goesOn: boolean } };
    seen.goesOn = false;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { intervals: seen.intervals.slice(1), longTasks: seen.longTasks };
  });
}

async function measure(page: Page) {
  const follow = (name: string) => page.locator('nav[aria-label="Pages"] a', { hasText: name });
  await follow('Settings').click();
  await wait(1_000);
  const firstCells = await page.evaluate(async (cell) => {
    const link = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Pages"] a')].find((one) =>
      one.textContent?.includes('Calendars'),
    );
    const began = performance.now();
    link?.click();
    while (document.querySelector(cell) === null) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - began;
  }, CELL);
  await wait(1_000);
  const box = await page.locator(':has(> table[role="grid"])').boundingBox();
  if (!box) throw new Error('the grid is not in view');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const scroll = await watch(page, async () => {
    const began = performance.now();
    for (let turn = 0; performance.now() - began < SCROLL_MS; turn += 1) {
      await (turn % 2 === 0 ? page.mouse.wheel(0, WHEEL_PX) : page.mouse.wheel(WHEEL_PX, 0));
      await wait(WHEEL_EVERY_MS);
    }
  });
  await wait(500);
  const from = { x: box.x + 420, y: box.y + box.height / 2 };
  const drag = await watch(page, async () => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let step = 0; step < 120; step += 1) {
      await page.mouse.move(from.x + (box.width - 480) * (step / 120), from.y);
      await wait(WHEEL_EVERY_MS);
    }
    await page.mouse.up();
  });
  return {
    first_cells_ms: firstCells,
    scroll_p95_ms: percentile(scroll.intervals, 0.95),
    long_tasks: scroll.longTasks + drag.longTasks,
    drag_p95_ms: percentile(drag.intervals, 0.95),
  };
}

if (!(await ensureBuilt())) process.exit(1);
for (const scenario of SCENARIOS) {
  const figures = await withHost({}, async (page) => {
    await page.locator('nav[aria-label="Pages"]').waitFor();
    console.error(`# ${await fill(page, scenario)} calendars are read`);
    // The first visit loads the page's code.
    await page.locator('nav[aria-label="Pages"] a', { hasText: 'Calendars' }).click();
    await page.locator(CELL).first().waitFor();
    return measure(page);
  });
  const name = `${scenario.homes} properties, ${scenario.days} days`;
  for (const [metric, value] of Object.entries(figures)) {
    print({
      bench: 'calendars',
      subject: 'latchkey',
      scenario: name,
      metric,
      value,
      unit: metric.endsWith('_ms') ? 'ms' : 'tasks',
    });
    if (value > (GOALS[metric] ?? Number.POSITIVE_INFINITY)) process.exitCode = 1;
  }
}
