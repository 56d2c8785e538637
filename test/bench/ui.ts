/**
 * Measures the listings of the built console with 50,000 rows of the sandbox, beside the same rows and pictures in AG Grid Community in the
 * same browser: `npm run bench:ui [rounds]`. Exits with 1 when a goal is missed (docs/benchmarks.md, "Long lists"). Before them,
 * the board with 20,000 quotes. `BENCH_TRACE=1` prints each reaction, `BENCH_ONLY=1` leaves AG Grid out, `BENCH_QUOTES=1` measures the board
 * alone.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { ensureBenchTools } from '../../scripts/lib/dependencies.mjs';
import { outlineOf } from '../../src/main/sandbox/world/outline.ts';
import { picturesOf } from '../../src/main/sandbox/world/pictures.ts';
import { print } from './support/figure.ts';
import { percentile } from './support/percentile.ts';
import { installProbe, type RowSource } from './support/ui-probe.ts';
import { measureQuotes } from './support/ui-quotes.ts';
import { loadListings, reactionTo, rendererMb, scrollBy, withHost } from './support/ui-run.ts';

const LISTINGS = 50_000;
const ROUNDS = Number(process.argv[2] ?? 2);
const MAX_FILTER_P95_MS = 50;
/** Printed where AG Grid has none of what we have. */
const MAX_RATIO = 99;
const AG_GRID = fileURLToPath(new URL('ag-grid', import.meta.url));
/** Each is typed, then deleted, a key at a time. A key that changes no row is no sample. */
const FILTERS = ['lis', 'stu po', 'bica', 'oslo 2', 'loft', 'quiet'];

interface Subject {
  readonly source: RowSource;
  /** Column headers that sort. */
  readonly header: (title: string) => string;
  /** Draws the rows anew; resolves with the time to the paint of the first ones. */
  readonly firstRows: (page: Page) => Promise<number>;
}

const TABLE = 'table[aria-label="Properties"]';

const latchkey: Subject = {
  source: {
    row: `${TABLE} tbody tr`,
    indexAttribute: 'aria-rowindex',
    firstIndex: 2,
    scroller: `:has(> ${TABLE})`,
    count: 'search [aria-hidden].lk-num',
    rowPx: 46,
  },
  header: (title) => `${TABLE} thead button[title^="${title}. "]`,
  firstRows: async (page) => {
    const follow = (name: string) => page.locator('nav[aria-label="Pages"] a', { hasText: name });
    await follow('Settings').click();
    await page.locator(TABLE).waitFor({ state: 'detached' });
    await wait(300);
    return (await reactionTo(page, 'click', () => follow('Listings').click())).ms ?? Number.NaN;
  },
};

const agGrid: Subject = {
  source: {
    row: '.ag-row',
    indexAttribute: 'row-index',
    firstIndex: 0,
    scroller: '.ag-grid-viewport',
    count: '#count',
    rowPx: 46,
  },
  header: (title) => `.ag-header-cell[col-id="${title}"] .ag-header-cell-label`,
  firstRows: async (page) => {
    await page.evaluate(() => (window as unknown as { benchUnmount(): void }).benchUnmount());
    await wait(300);
    const { ms } = await page.evaluate(() =>
      window.benchProbe.run((window as unknown as { benchMount(): void }).benchMount),
    );
    return ms ?? Number.NaN;
  },
};

interface Figures {
  filter: number[];
  sort: number[];
  frames: number[];
  px: number[];
  intervals: number[];
  longTasks: number[];
  blank: number[];
  pictures: number[];
  firstRows: number[];
  memory: number;
}

async function measure(page: Page, subject: Subject, sorted: readonly string[]): Promise<Figures> {
  await page.evaluate(`(${installProbe})(${JSON.stringify(subject.source)})`);
  const figures: Figures = {
    filter: [],
    sort: [],
    frames: [],
    px: [],
    intervals: [],
    longTasks: [],
    blank: [],
    pictures: [],
    firstRows: [],
    memory: 0,
  };
  const press = async (key: string) => {
    const { ms, count } = await reactionTo(page, 'keydown', () => page.keyboard.press(key));
    if (process.env.BENCH_TRACE) console.error(`# ${key}: ${ms} ms, ${count}`);
    if (ms !== null) figures.filter.push(ms);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.firstRows.push(await subject.firstRows(page));
    await page.locator('input[aria-label="Filter by text"]').click();
    for (const text of FILTERS) {
      for (const key of text) await press(key === ' ' ? 'Space' : key);
      for (const _ of text) await press('Backspace');
    }
    for (const title of sorted) {
      const { ms } = await reactionTo(page, 'click', () => page.locator(subject.header(title)).click());
      if (process.env.BENCH_TRACE) console.error(`# sort ${title}: ${ms} ms`);
      if (ms !== null) figures.sort.push(ms);
    }
    const scroll = await scrollBy(page, subject.source);
    figures.px.push(scroll.px);
    figures.frames.push(scroll.intervals.length);
    figures.intervals.push(...scroll.intervals);
    figures.longTasks.push(scroll.longTasks.length);
    figures.blank.push(scroll.blankShare);
    figures.pictures.push(scroll.picturesShare);
  }
  return figures;
}

/** The table as it is drawn, with all its rows. */
async function tableOf(page: Page) {
  await page.locator(`${latchkey.source.row} button[title]:not([title=""])`).first().waitFor();
  const table = await page.evaluate(
    async ({ count }) => {
      const connectionId = 'sandbox';
      const answer = await window.latchkey.listings.status({ connectionId });
      if (!answer.ok) throw new Error('no status');
      const { columns: known, titlePath } = answer.value;
      const heads = [...document.querySelectorAll('table[aria-label="Properties"] thead th')].slice(1);
      const widths = heads.map((head) => Math.round(head.getBoundingClientRect().width));
      const shown = known
        .filter(({ path, suggested, kind }) => path !== titlePath && suggested && kind !== 'picture')
        .slice(0, 10);
      const rows: { title: string; cells: unknown[] }[] = [];
      for (let offset = 0; offset < count; offset += 500) {
        const page = await window.latchkey.listings.rows({
          connectionId,
          search: '',
          sort: [],
          columns: shown.map(({ path }) => path),
          offset,
          limit: 500,
        });
        if (!page.ok) throw new Error('no rows');
        for (const { title, cells } of page.value.rows) rows.push({ title, cells });
      }
      const frame = document.querySelector(':has(> table[aria-label="Properties"])')?.getBoundingClientRect();
      return {
        columns: heads.map((head, index) => ({ title: head.textContent ?? '', width: widths[index] ?? 100 })),
        rows,
        width: Math.round(frame?.width ?? 1_000),
        height: Math.round(frame?.height ?? 560),
      };
    },
    { count: LISTINGS },
  );
  return {
    ...table,
    rows: table.rows.map((row, index) => ({
      ...row,
      picture: `/pictures/${index}/${picturesOf(outlineOf(index))[0]?.file.replace(/svg$/, 'webp')}`,
    })),
  };
}

if (!(await ensureBuilt()) || !(await ensureBenchTools())) process.exit(1);
const areQuotesFast = await measureQuotes(ROUNDS);
if (process.env.BENCH_QUOTES) process.exit(areQuotesFast ? 0 : 1);
const folder = mkdtempSync(join(tmpdir(), 'latchkey-ui-rows-'));
const rowsFile = join(folder, 'rows.json');
let sorted: string[] = [];
const results: Record<string, Figures> = {};
results.latchkey = await withHost({}, async (page, host) => {
  await page.locator('nav[aria-label="Pages"]').waitFor();
  const loadMs = await loadListings(page, LISTINGS);
  console.error(`# loaded in ${Math.round(loadMs)} ms`);
  await page.locator('nav[aria-label="Pages"] a', { hasText: 'Listings' }).first().click();
  const table = await tableOf(page);
  writeFileSync(rowsFile, JSON.stringify(table));
  sorted = table.columns.slice(0, 4).map(({ title }) => title);
  const figures = await measure(page, latchkey, sorted);
  return { ...figures, memory: rendererMb(host) };
});
if (!process.env.BENCH_ONLY)
  results['ag-grid'] = await withHost(
    { appDir: AG_GRID, env: { LATCHKEY_BENCH_ROWS: rowsFile } },
    async (page, host) => {
      await page.locator('.ag-row button').first().waitFor();
      const figures = await measure(page, agGrid, sorted);
      return { ...figures, memory: rendererMb(host) };
    },
  );
rmSync(folder, { recursive: true, force: true });

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const METRICS: readonly {
  metric: string;
  unit: string;
  of: (figures: Figures) => number;
  moreIsBetter?: boolean;
}[] = [
  { metric: 'filter_p50_ms', unit: 'ms', of: ({ filter }) => percentile(filter, 0.5) },
  { metric: 'filter_p95_ms', unit: 'ms', of: ({ filter }) => percentile(filter, 0.95) },
  { metric: 'sort_ms', unit: 'ms', of: ({ sort }) => percentile(sort, 0.5) },
  { metric: 'scroll_frames', unit: 'frames', of: ({ frames }) => mean(frames), moreIsBetter: true },
  { metric: 'scroll_p95_ms', unit: 'ms', of: ({ intervals }) => percentile(intervals, 0.95) },
  { metric: 'scroll_long_tasks', unit: 'tasks', of: ({ longTasks }) => mean(longTasks) },
  { metric: 'first_rows_ms', unit: 'ms', of: ({ firstRows }) => percentile(firstRows, 0.5) },
  { metric: 'memory_mb', unit: 'MB', of: ({ memory }) => memory },
];
for (const [subject, figures] of Object.entries(results)) {
  for (const { metric, unit, of } of METRICS)
    print({ bench: 'ui', subject, scenario: '50000-listings', metric, value: of(figures), unit }, 1);
  const share = (values: readonly number[]): string => `${Math.round(100 * mean(values))} %`;
  console.error(
    `# ${subject}: ${figures.filter.length} keystrokes; scrolled ${Math.round(mean(figures.px))} px, a row was blank in ${share(figures.blank)} of the frames, pictures were drawn in ${share(figures.pictures)} of the rows at the end`,
  );
}
const { latchkey: ours, 'ag-grid': theirs } = results;
if (ours && theirs) {
  let ok = percentile(ours.filter, 0.95) <= MAX_FILTER_P95_MS && ours.longTasks.every((count) => count === 0);
  for (const { metric, of, moreIsBetter = false } of METRICS) {
    const [one, other] = moreIsBetter ? [of(theirs), of(ours)] : [of(ours), of(theirs)];
    const ratio = one === 0 ? 0 : Math.min(MAX_RATIO, one / other);
    print(
      { bench: 'ui', subject: 'latchkey', scenario: metric, metric: 'ratio_to_ag_grid', value: ratio, unit: 'x' },
      2,
    );
    ok &&= ratio <= 1;
  }
  process.exitCode = ok && areQuotesFast ? 0 : 1;
}
