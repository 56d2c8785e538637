/** Runs axe on a screen in both themes and two sizes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';
import type axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';

/** Two stores of axe's cache of function results, each from its first to its last characters. They look for an element in a list of all elements. */
const SLOW_STORES = [
  ['t.exports=function(){var t=0,n=[],r=[];return{get:', 'clear:function(){n=[],r=[]}}}', 't.exports=()=>FAST(1)'],
  ['t.exports=function(i){var a=0,l=[[],[]],', 'clear:function(){l=[[],[]],u=n(null)}}}', 't.exports=FAST'],
] as const;

/** A store with the same answers that looks in maps, for functions with `count` arguments. axe deletes no single result. */
function fastStore(count: number) {
  type Level = Map<unknown, unknown>;
  let last = 0;
  let first: Level = new Map();
  return {
    get(given: ArrayLike<unknown>): unknown {
      let level: unknown = first;
      for (let at = 0; at < count && level !== undefined; at += 1) level = (level as Level).get(given[at]);
      return level ?? null;
    },
    set(given: ArrayLike<unknown>): number {
      let level = first;
      for (let at = 0; at < count - 1; at += 1) {
        const next = (level.get(given[at]) as Level | undefined) ?? new Map();
        level.set(given[at], next);
        level = next;
      }
      last += 1;
      level.set(given[count - 1], last);
      return last;
    },
    clear(): void {
      first = new Map();
    },
  };
}

/** Minified: half as long to send and to parse. */
function axeSource(): string {
  let source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const [begin, end, fast] of SLOW_STORES) {
    const from = source.indexOf(begin);
    const to = source.indexOf(end, from);
    if (from === -1 || to === -1) throw new Error('This version of axe has another cache: measure whether it is slow.');
    source = source.slice(0, from) + fast + source.slice(to + end.length);
  }
  return `(() => { const FAST = ${fastStore}; ${source} })();`;
}
const SOURCE = axeSource();

/** The tags of the rules of WCAG 2.2 AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules whose answer depends on colours, or on the layout: a narrow window hides labels, and more of it scrolls. */
const OF_THEME_AND_SIZE = [
  ...['color-contrast', 'link-in-text-block'],
  ...['target-size', 'scrollable-region-focusable', 'aria-hidden-focus'],
  ...['button-name', 'link-name', 'label', 'select-name', 'aria-input-field-name', 'aria-toggle-field-name'],
];

interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly size: { readonly width: number; readonly height: number };
  readonly rules: readonly string[];
}
const LIGHT_AND_WIDE: Look = { colorScheme: 'light', size: { width: 1280, height: 800 }, rules: WCAG };
const DARK_AND_NARROW: Look = { colorScheme: 'dark', size: { width: 900, height: 640 }, rules: OF_THEME_AND_SIZE };

/** Two checks take 3 s on an idle machine. */
const TIME_MS = 30_000;

/**
 * Expects no violation of WCAG 2.2 AA, of any impact, on the current screen; only in `part`, where the rest of the screen was checked before. Extends
 * the test's timeout by the time of the checks.
 */
export async function expectAccessible(page: Page, part: Locator = page.locator(':root')): Promise<void> {
  test.setTimeout(test.info().timeout + TIME_MS);
  const found = [...(await violations(page, part, LIGHT_AND_WIDE)), ...(await violations(page, part, DARK_AND_NARROW))];
  await look(page, LIGHT_AND_WIDE);
  expect([...new Set(found)]).toEqual([]);
}

/** Gives the window a theme and a size; each change draws it whole. */
const look = (page: Page, { colorScheme, size }: Look): Promise<unknown> =>
  Promise.all([page.setViewportSize(size), page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })]);

/** Violations as "theme: rule at element: reason". */
async function violations(page: Page, part: Locator, checked: Look): Promise<string[]> {
  await look(page, checked);
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
  const all = await runAxe(page, part, checked.rules);
  return all.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all: every, none }) => {
      const reason = any[0]?.message ?? every[0]?.message ?? none[0]?.message ?? '';
      return `${checked.colorScheme}: ${id} at ${target.join(' ')}: ${reason}`;
    }),
  );
}

/** What axe keeps of a colour. */
interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): this;
}

/** What axe keeps of a rule. */
interface Rule {
  readonly id: string;
  matches(node: Element, ...more: unknown[]): boolean;
}

/** What `spareWork` adds to the page. */
interface Checks {
  beginCheck(): void;
  /** `hasContrast`: the check found enough contrast everywhere. */
  endCheck(hasContrast: boolean): void;
}

interface Internals {
  readonly commons: { readonly color: { readonly Color: { readonly prototype: Color } } };
  readonly _audit: { readonly rules: readonly Rule[] };
}

/**
 * Runs in the page. axe would parse each of a few dozen colours thousands of times, keep the HTML of each element, which nobody reads, and compare
 * the colours of each cell of a table, where one of each colour and background is enough: once for all screens of a page, unless it fails.
 */
function spareWork(): void {
  const { axe: tool } = window as unknown as { axe: typeof axe & Internals };
  tool.configure({ noHtml: true });

  const contrast = tool._audit.rules.find(({ id }) => id === 'color-contrast');
  if (!contrast) throw new Error('axe has no rule for contrast');
  const passed = new Set<string>();
  let checked = new Set<string>();
  let grounds = new WeakMap<Element, string>();
  Object.assign(window, {
    beginCheck: () => {
      checked = new Set();
      grounds = new WeakMap();
    },
    endCheck: (hasContrast: boolean) => {
      if (hasContrast) for (const look of checked) passed.add(look);
    },
  });
  let placed = 0;
  /** The backgrounds behind the content of an element, down to one that lets nothing through. What an element is laid over is not known: it is one of its own. */
  const groundOf = (element: Element | null): string => {
    if (!element) return '';
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const layer = `${backgroundColor} ${backgroundImage} ${opacity}`;
    const below = (): string => {
      if (position === 'static' || position === 'relative') return groundOf(element.parentElement);
      placed += 1;
      return `${placed}`;
    };
    const isOpaque = backgroundColor.startsWith('rgb(') && backgroundImage === 'none' && opacity === '1';
    const ground = isOpaque ? layer : `${below()}|${layer}`;
    grounds.set(element, ground);
    return ground;
  };
  const { matches } = contrast;
  contrast.matches = function (node, ...more) {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(node);
    const look = `${groundOf(node)}|${color} ${fontSize} ${fontWeight} ${textShadow}`;
    if (passed.has(look) || checked.has(look) || !matches.call(this, node, ...more)) return false;
    checked.add(look);
    return true;
  };

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
async function runAxe(page: Page, part: Locator, rules: readonly string[]): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(SOURCE);
    await page.evaluate(spareWork);
  }
  const { violations } = await part.evaluate(
    async (element, runOnly) => {
      // A modal dialog makes the page behind it unreachable; that page is checked without a dialog.
      const isModal = [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => dialog.checkVisibility());
      const { axe: tool, beginCheck, endCheck } = window as unknown as Checks & { axe: typeof axe };
      beginCheck();
      const found = await tool.run(
        isModal ? { exclude: [['#root']] } : element === document.documentElement ? document : element,
        // Reporting passed elements took a third of the time.
        { resultTypes: ['violations'], runOnly },
      );
      endCheck(found.violations.every(({ id }) => id !== 'color-contrast'));
      return found;
    },
    [...rules],
  );
  return violations;
}
