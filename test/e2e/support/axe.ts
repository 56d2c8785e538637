/** Runs axe and the rules of screen-rules.ts on a screen in both themes and two sizes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';
import type axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { liveProblems, sidewaysScroll, treeProblems } from './screen-rules.ts';

/** Minified: half as long to send and to parse. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
/** As narrow as a window of 1280 by 800 with its text at 200 %. */
const DARK_AND_NARROW: Look = { colorScheme: 'dark', size: { width: 640, height: 400 }, rules: OF_THEME_AND_SIZE };

/** Two checks take 3 s on an idle machine. */
const TIME_MS = 30_000;

/**
 * Expects no violation of WCAG 2.2 AA, of any impact, on the current screen; only in `part`, where the rest of the screen was checked before. Extends
 * the test's timeout by the time of the checks.
 */
export async function expectAccessible(page: Page, part: Locator = page.locator(':root')): Promise<void> {
  test.setTimeout(test.info().timeout + TIME_MS);
  const found = [
    ...(await violations(page, part, LIGHT_AND_WIDE)),
    ...(await treeProblems(page)),
    ...(await liveProblems(page)),
    ...(await violations(page, part, DARK_AND_NARROW)),
    ...(await sidewaysScroll(page)),
  ];
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

/** What axe keeps of a check; it is undecided where `undefined`. */
interface Check {
  evaluate(node: Element, ...more: unknown[]): boolean | undefined;
}

/** What `spareWork` adds to the page. */
interface Checks {
  /** Forgets the styles of the elements, which may have changed. */
  beginCheck(): void;
}

interface Internals {
  readonly commons: {
    readonly color: { readonly Color: { readonly prototype: Color } };
    readonly dom: { isVisibleOnScreen(node: Element): boolean };
  };
  readonly _audit: { readonly rules: readonly Rule[]; readonly checks: Readonly<Record<string, Check>> };
}

/**
 * Runs in the page. axe would parse each of a few dozen colours thousands of times, keep the HTML of each element, which nobody reads, and compare
 * the colours of each cell of a table, where one of each colour and background with enough contrast is enough for all screens of a page.
 */
function spareWork(): void {
  const { axe: tool } = window as unknown as { axe: typeof axe & Internals };
  tool.configure({ noHtml: true });

  const contrast = tool._audit.rules.find(({ id }) => id === 'color-contrast');
  const check = tool._audit.checks['color-contrast'];
  if (!contrast || !check) throw new Error('axe has no rule for contrast');
  interface Ground {
    readonly layers: string;
    readonly opacity: number;
  }
  const passed = new Set<string>();
  let grounds = new WeakMap<Element, Ground>();
  Object.assign(window, {
    beginCheck: () => {
      grounds = new WeakMap();
    },
  });
  let placed = 0;
  /** The backgrounds behind the content of an element, down to one that lets nothing through. What an element is laid over is not known: it is one of its own. */
  const groundOf = (element: Element | null): Ground => {
    if (!element) return { layers: '', opacity: 1 };
    const known = grounds.get(element);
    if (known) return known;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const parent = groundOf(element.parentElement);
    const layer = `${backgroundColor} ${backgroundImage} ${opacity}`;
    const below = (): string => {
      if (position === 'static' || position === 'relative') return parent.layers;
      placed += 1;
      return `${placed}`;
    };
    const isOpaque = backgroundColor.startsWith('rgb(') && backgroundImage === 'none' && opacity === '1';
    const ground = {
      layers: isOpaque ? layer : `${below()}|${layer}`,
      opacity: parent.opacity * Number(opacity),
    };
    grounds.set(element, ground);
    return ground;
  };
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const { layers, opacity } = groundOf(element);
    return `${layers}|${opacity} ${color} ${fontSize} ${fontWeight} ${textShadow}`;
  };
  const { matches } = contrast;
  contrast.matches = function (node, ...more) {
    return !passed.has(lookOf(node)) && matches.call(this, node, ...more);
  };
  const { evaluate } = check;
  check.evaluate = function (node, ...more) {
    const look = lookOf(node);
    const isEnough = passed.has(look) || evaluate.call(this, node, ...more);
    // Only a comparison of colours tells of others: axe passes a hidden text, too, and is undecided about a covered one.
    if (isEnough === true && tool.commons.dom.isVisibleOnScreen(node)) passed.add(look);
    return isEnough;
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
      const { axe: tool, beginCheck } = window as unknown as Checks & { axe: typeof axe };
      beginCheck();
      return await tool.run(
        isModal ? { exclude: [['#root']] } : element === document.documentElement ? document : element,
        // Reporting passed elements took a third of the time.
        { resultTypes: ['violations'], runOnly },
      );
    },
    [...rules],
  );
  return violations;
}
