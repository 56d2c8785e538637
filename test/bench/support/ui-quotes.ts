/** The scenario `quotes-20000` of `npm run bench:ui`: the board with 20,000 quotes is searched, filtered, sorted, grouped and scrolled. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { print } from './figure.ts';
import { quoteIdOf, writeManyQuotes } from './many-quotes.ts';
import { percentile } from './percentile.ts';
import { installProbe, type RowSource } from './ui-probe.ts';
import { reactionTo, rendererMb, scrollBy, withHost } from './ui-run.ts';

const QUOTES = 20_000;
const GUESTS = 60;
const QUOTES_OF_GUEST = 20;
/** Each is typed, then deleted, a key at a time. A key that changes no row is no sample. */
const SEARCHES = ['oslo', 'loft 12', '2027-03', 'guest 7', 'lk4'];
const STATES = ['Expired', 'Open', 'Booked', 'Replaced'];
const HEADS = ['Guest', 'Dates', 'Total', 'State', 'Expires'];
const MAX_MS = 50;

const source: RowSource = {
  row: 'table[aria-label="Quotes"] tbody tr',
  indexAttribute: 'aria-rowindex',
  firstIndex: 2,
  scroller: ':has(> table[aria-label="Quotes"])',
  count: '[aria-hidden].lk-num',
  rowPx: 42,
};

interface QuoteFigures {
  readonly firstRows: number[];
  readonly filter: number[];
  readonly sort: number[];
  readonly group: number[];
  readonly scroll: number[];
  readonly blank: number[];
  readonly longTasks: Record<'filter' | 'sort' | 'scroll', number[]>;
}

/** Some quotes have a guest: a person remembered each with twenty of them. */
async function rememberGuests(page: Page): Promise<void> {
  const guests = Array.from({ length: GUESTS }, (_, guest) => ({
    guest: { firstName: 'Guest', lastName: String(guest), email: `guest${guest}@example.com`, phone: '' },
    quoteIds: Array.from({ length: QUOTES_OF_GUEST }, (_, at) => quoteIdOf((at * GUESTS + guest) * 3)),
  }));
  await page.evaluate(async (all) => {
    for (const one of all) {
      const answer = await window.latchkey.guests.remember({ connectionId: 'sandbox', ...one });
      if (!answer.ok) throw new Error(JSON.stringify(answer));
    }
  }, guests);
}

/** The long tasks of the page while something happens. */
async function longTasksOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const known = window as unknown as { benchTasks: number[]; benchObserver?: PerformanceObserver };
    known.benchTasks = [];
    known.benchObserver?.disconnect();
    known.benchObserver = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) known.benchTasks.push(duration);
    });
    known.benchObserver.observe({ type: 'longtask' });
  });
  await work();
  return page.evaluate(() => (window as unknown as { benchTasks: number[] }).benchTasks);
}

async function measureRound(page: Page, figures: QuoteFigures): Promise<void> {
  const follow = (name: string) => page.locator('nav[aria-label="Pages"] a', { hasText: name }).first();
  const sample = async (into: number[], what: string, type: 'keydown' | 'click', act: () => Promise<void>) => {
    const { ms, count } = await reactionTo(page, type, act);
    if (process.env.BENCH_TRACE) console.error(`# ${what}: ${ms} ms, ${count}`);
    if (ms !== null) into.push(ms);
  };
  await follow('Settings').click();
  await page.locator('table[aria-label="Quotes"]').waitFor({ state: 'detached' });
  await wait(300);
  await sample(figures.firstRows, 'first rows', 'click', () => follow('Quotes').click());
  const press = (key: string) => sample(figures.filter, key, 'keydown', () => page.keyboard.press(key));
  const filtering = await longTasksOf(page, async () => {
    await page.locator('input[aria-label="Search the quotes"]').click();
    for (const text of SEARCHES) {
      for (const key of text) await press(key === ' ' ? 'Space' : key);
      for (const _ of text) await press('Backspace');
    }
    for (const state of [...STATES, ...STATES])
      await sample(figures.filter, state, 'click', () =>
        page.locator('[aria-label="States"] label', { hasText: `${state} (` }).click(),
      );
  });
  figures.longTasks.filter.push(...filtering);
  const sorting = await longTasksOf(page, async () => {
    const head = (title: string) => page.locator('table[aria-label="Quotes"] thead button', { hasText: title });
    for (const title of HEADS) await sample(figures.sort, title, 'click', () => head(title).click());
    for (const group of ['Group by guest', 'Group by week', 'No groups']) {
      await page.locator('input[aria-label="Group by"]').click();
      const option = page.locator('[role="option"]', { hasText: group });
      await sample(figures.group, group, 'click', () => option.click());
    }
  });
  figures.longTasks.sort.push(...sorting);
  const scroll = await scrollBy(page, source);
  figures.scroll.push(...scroll.intervals);
  figures.blank.push(scroll.blankShare);
  figures.longTasks.scroll.push(...scroll.longTasks);
}

/** Prints the figures; false when a goal is missed. */
export async function measureQuotes(rounds: number): Promise<boolean> {
  const figures: QuoteFigures = {
    ...{ firstRows: [], filter: [], sort: [], group: [], scroll: [], blank: [] },
    longTasks: { filter: [], sort: [], scroll: [] },
  };
  const prepare = (userData: string) => {
    mkdirSync(join(userData, 'store'), { recursive: true });
    writeManyQuotes(join(userData, 'store'), 'sandbox', QUOTES);
  };
  const memory = await withHost({ prepare }, async (page, host) => {
    await page.locator('nav[aria-label="Pages"]').waitFor();
    await rememberGuests(page);
    await page.evaluate(`(${installProbe})(${JSON.stringify(source)})`);
    await page.locator('nav[aria-label="Pages"] a', { hasText: 'Quotes' }).first().click();
    await page.locator(`${source.row} button[title]:not([title=""])`).first().waitFor();
    for (let round = 0; round < rounds; round += 1) await measureRound(page, figures);
    return rendererMb(host);
  });
  const { filter, sort, group, scroll, firstRows, longTasks } = figures;
  const longest = [...longTasks.filter, ...longTasks.sort, ...longTasks.scroll];
  const values = {
    filter_p50_ms: percentile(filter, 0.5),
    filter_p95_ms: percentile(filter, 0.95),
    sort_ms: percentile(sort, 0.5),
    group_ms: percentile(group, 0.5),
    scroll_p95_ms: percentile(scroll, 0.95),
    long_tasks: longest.length,
    first_rows_ms: percentile(firstRows, 0.5),
    memory_mb: memory,
  };
  for (const [metric, value] of Object.entries(values)) {
    const unit = metric.endsWith('_mb') ? 'MB' : metric.endsWith('_ms') ? 'ms' : 'tasks';
    print({ bench: 'ui', subject: 'latchkey', scenario: `quotes-${QUOTES}`, metric, value, unit }, 1);
  }
  const max = (of: number[]) => Math.round(Math.max(0, ...of));
  console.error(
    `# quotes: ${filter.length} filters, the slowest ${max(filter)} ms; sorts up to ${max(sort)} ms, groups up to ${max(group)} ms; long tasks ${JSON.stringify(longTasks)}; a row was blank in ${Math.round(100 * Math.max(...figures.blank))} % of the frames`,
  );
  return values.filter_p95_ms <= MAX_MS && values.scroll_p95_ms <= MAX_MS && longest.length === 0;
}
