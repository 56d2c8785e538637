/**
 * Measures whether the built console stays responsive while a HAR of 20 MB with 5,000 entries is dropped into Doctor, Paste a failure: `npm run
 * bench:paste [rounds]`. Exits with 1 when a task of the window takes 50 ms or more (docs/benchmarks.md, "A large file is dropped").
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { startHost } from '../host/start-host.ts';
import { chosenBefore } from '../support/chosen-before.ts';
import { print } from './support/figure.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const ENTRIES = 5_000;
const BODY_CHARACTERS = 4_000;
const MAX_TASK_MS = 50;

interface Round {
  /** From the drop to the report. */
  readonly readMs: number;
  /** Tasks of the window over 50 ms, which is what a browser calls long. */
  readonly longTasks: readonly number[];
  /** Answers of main to a small question, asked one after the other meanwhile. */
  readonly answersMs: readonly number[];
}

/** The HAR is made before anything is measured, and dropped as a file is. */
const dropped = (page: Page): Promise<Round> =>
  page.evaluate(
    async ([entries, characters]) => {
      const entry = (index: number) => ({
        request: { method: 'GET', url: `https://open-api.guesty.com/v1/listings?skip=${index}`, headers: [] },
        response: { status: index === 4_321 ? 429 : 200, headers: [], content: { text: 'x'.repeat(characters) } },
      });
      const parts = ['{"log":{"entries":['];
      for (let index = 0; index < entries; index += 1)
        parts.push(`${index === 0 ? '' : ','}${JSON.stringify(entry(index))}`);
      const transfer = new DataTransfer();
      transfer.items.add(new File([...parts, ']}}'], 'customer.har'));
      await new Promise((rested) => setTimeout(rested, 500));
      const longTasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longTasks.push(duration);
      });
      observer.observe({ type: 'longtask' });
      let isReading = true;
      const answersMs: number[] = [];
      const asking = (async () => {
        while (isReading) {
          const askedAt = performance.now();
          await window.latchkey.app.preferences(null);
          answersMs.push(performance.now() - askedAt);
          await new Promise((rested) => setTimeout(rested, 10));
        }
      })();
      const startedAt = performance.now();
      const zone = document.querySelector('section[aria-label="What the customer sent"]');
      zone?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      const isDone = () => document.querySelector('section[aria-label="Diagnosis"] article') !== null;
      while (!isDone()) await new Promise((drawn) => requestAnimationFrame(drawn));
      const readMs = performance.now() - startedAt;
      isReading = false;
      await asking;
      // The browser reports a task after it has ended.
      await new Promise((rested) => setTimeout(rested, 200));
      observer.disconnect();
      return { readMs, longTasks, answersMs };
    },
    [ENTRIES, BODY_CHARACTERS] as const,
  );

if (!(await ensureBuilt())) process.exit(1);
const userData = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
chosenBefore(userData, { audience: 'support' });
const host = await startHost({ userData });
const browser = await chromium.connectOverCDP(host.cdp, { noDefaults: true });
const page = browser.contexts()[0]?.pages()[0];
if (!page) throw new Error('the host has no page');
const rounds: Round[] = [];
try {
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.evaluate(() => {
      location.hash = '#/doctor?tab=paste';
    });
    await page.getByRole('button', { name: 'Diagnose' }).waitFor();
    rounds.push(await dropped(page));
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('article').waitFor({ state: 'detached' });
  }
} finally {
  host.process.kill('SIGTERM');
  await host.exited;
  await browser.close().catch(() => {});
  rmSync(userData, { recursive: true, force: true });
}

const worst = (numbers: readonly number[]): number => Math.max(0, ...numbers);
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const tasks = rounds.flatMap(({ longTasks }) => longTasks);
const answers = rounds.flatMap(({ answersMs }) => answersMs);
for (const [metric, value, unit] of [
  ['read_ms', median(rounds.map(({ readMs }) => readMs)), 'ms'],
  ['window_tasks_over_50_ms', tasks.length, 'tasks'],
  ['window_longest_task_ms', worst(tasks), 'ms'],
  ['main_answer_p50_ms', median(answers), 'ms'],
  ['main_answer_max_ms', worst(answers), 'ms'],
] as const)
  print({ bench: 'paste', subject: 'latchkey', scenario: 'har-20mb', metric, value, unit });
if (worst(tasks) >= MAX_TASK_MS) process.exitCode = 1;
