/** Runs axe on a screen in both themes and two sizes. */
import { expect, test } from '@playwright/test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 640 },
];

/** Two checks take 3 s on an idle machine. */
const TIME_MS = 30_000;

/** Expects no violation of WCAG 2.2 AA, of any impact, on the current screen. Extends the test's timeout by the time of the checks. */
export async function expectAccessible(page: Page): Promise<void> {
  test.setTimeout(test.info().timeout + TIME_MS);
  expect(await violations(page)).toEqual([]);
}

/** Violations as "theme: rule at element: reason". */
async function violations(page: Page): Promise<string[]> {
  const found = new Set<string>();
  for (const [index, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    const colorScheme = index === 0 ? 'light' : 'dark';
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // Colours are wrong while transitions run.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ),
    );
    const all = await runAxe(page);
    for (const { id, nodes } of all) {
      for (const node of nodes)
        found.add(
          `${colorScheme}: ${id} at ${node.target.join(' ')}: ${node.any[0]?.message ?? node.all[0]?.message ?? node.none[0]?.message ?? ''}`,
        );
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return [...found];
}

/** What axe keeps of a colour. */
interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): this;
}

/** Runs in the page. axe would parse each of a few dozen colours thousands of times, and keep the HTML of each element, which nobody reads. */
function spareWork(): void {
  const tool = (window as unknown as { axe: typeof axe & { commons: { color: { Color: { prototype: Color } } } } }).axe;
  tool.configure({ noHtml: true });
  const { prototype } = tool.commons.color.Color;
  const { parseString } = prototype;
  const parsed = new Map<string, Pick<Color, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function (text) {
    const known = parsed.get(text);
    if (known) return Object.assign(this, known);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    parsed.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Loads axe into the page when the page does not have it yet: to load it takes as long as to run it. */
async function runAxe(page: Page): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    await page.evaluate(spareWork);
  }
  const { violations } = await page.evaluate(() =>
    // Reporting passed elements took a third of the time.
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }),
  );
  return violations;
}
