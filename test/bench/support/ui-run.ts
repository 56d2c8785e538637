/** Runs the built console, or another page in the same host, for `npm run bench:ui`, and drives it like a person. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { type RunningHost, startHost } from '../../host/start-host.ts';
import { chosenBefore } from '../../support/chosen-before.ts';
import { processTree } from './process-tree.ts';
import type { Reaction, RowSource, Scroll } from './ui-probe.ts';

const SCROLL_MS = 5_000;
const WHEEL_EVERY_MS = 16;
const PX_PER_SECOND = 6_000;
const MAX_LOAD_MS = 300_000;

export async function reactionTo(
  page: Page,
  eventType: 'keydown' | 'click',
  act: () => Promise<void>,
): Promise<Reaction> {
  await page.evaluate((type) => window.benchProbe.watch(type), eventType);
  await act();
  return page.evaluate(() => window.benchProbe.reaction());
}

/** Turns the wheel for some seconds, evenly over time, as often as the page takes it. */
export async function scrollBy(page: Page, source: RowSource): Promise<Scroll> {
  const box = await page.locator(source.scroller).boundingBox();
  if (!box) throw new Error('the rows are not in view');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => window.benchProbe.watchScroll());
  const began = performance.now();
  for (let turnedAt = began; turnedAt - began < SCROLL_MS; ) {
    await wait(WHEEL_EVERY_MS);
    const now = performance.now();
    await page.mouse.wheel(0, Math.round(((now - turnedAt) * PX_PER_SECOND) / 1_000));
    turnedAt = now;
  }
  return page.evaluate(() => window.benchProbe.scrolled());
}

/** Megabytes of memory that only the renderers of a host have: unique set size. */
export function rendererMb(host: RunningHost): number {
  const isRenderer = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
  const kilobytes = processTree(host.process.pid ?? 0)
    .filter(isRenderer)
    .flatMap((pid) => [...readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+:\s+(\d+) kB/gm)])
    .reduce((sum, [, size]) => sum + Number(size), 0);
  return kilobytes / 1_000;
}

/** Gives the sandbox so many listings and loads them; returns the ms that the load took. */
export function loadListings(page: Page, count: number): Promise<number> {
  return page.evaluate(
    async ({ wanted, until }) => {
      const value = <Value>(answer: { ok: boolean }): Value => {
        if (!answer.ok) throw new Error(JSON.stringify(answer));
        return (answer as unknown as { value: Value }).value;
      };
      const { listings, sandbox } = window.latchkey;
      const connectionId = 'sandbox';
      value(await sandbox.apply({ kind: 'setListings', count: wanted }));
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await listings.load({ connectionId, startOver: true });
      const began = performance.now();
      for (;;) {
        const status = value<{ phase: string; loaded: number }>(await listings.status({ connectionId }));
        if (status.phase === 'done' && status.loaded === wanted) break;
        if (performance.now() - began > until) throw new Error(JSON.stringify(status).slice(0, 300));
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      return performance.now() - began;
    },
    { wanted: count, until: MAX_LOAD_MS },
  );
}

export async function withHost<Result>(
  settings: { appDir?: string; env?: Record<string, string>; prepare?: (userData: string) => void },
  work: (page: Page, host: RunningHost) => Promise<Result>,
): Promise<Result> {
  const { prepare, ...others } = settings;
  const userData = mkdtempSync(join(tmpdir(), 'latchkey-ui-'));
  chosenBefore(userData, { audience: 'managers' });
  prepare?.(userData);
  const host = await startHost({ userData, ...others });
  const browser = await chromium.connectOverCDP(host.cdp, { noDefaults: true });
  try {
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('the host has no page');
    return await work(page, host);
  } finally {
    host.process.kill('SIGTERM');
    await host.exited;
    await browser.close().catch(() => {});
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}
