/**
 * axe and the rules of screen-rules.ts check every screen in both themes and two sizes: the empty pages, a search, a refusal, and what managers see
 * differently; other specs check theirs. Then both desks by keyboard alone.
 */
import { expect, test } from '@playwright/test';
import type { Page } from 'playwright-core';
import { tableTree } from './support/accessibility-tree.ts';
import { expectAccessible } from './support/axe.ts';
import {
  appReady,
  chooseStay,
  closeDialog,
  dayFromNow,
  goTo,
  listingsShown,
  openFirstListing,
  type PageName,
  searchAvailability,
  setPermission,
} from './support/driver.ts';
import { openPage, tabInto, tabTo } from './support/keys.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';
import {
  announcements,
  focusProblems,
  forcedColourProblems,
  framelessFocus,
  motionProblems,
  watchFrames,
} from './support/screen-rules.ts';

const PAGES: readonly PageName[] = [
  ...(['Today', 'Listings', 'Availability', 'Calendars', 'Quotes', 'Guests', 'Tasks', 'Connections'] as const),
  ...(['Traffic', 'Doctor', 'Cases', 'Sandbox', 'Settings', 'Help'] as const),
];

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
});

for (const name of ['Availability', 'Quotes', 'Guests', 'Tasks', 'Doctor', 'Sandbox', 'Settings', 'Help'] as const)
  test(name, async () => {
    await goTo(latchkey.page, name);
    await expectAccessible(latchkey.page);
  });

test('Connections, each tab', async () => {
  const { page } = latchkey;
  await goTo(page, 'Connections');
  await expectAccessible(page);
  for (const tab of (await page.getByRole('tab').all()).slice(1)) {
    await tab.click();
    await expectAccessible(page, page.getByRole('tabpanel'));
  }
});

test('a new connection with issues', async () => {
  const { page } = latchkey;
  await goTo(page, 'Connections');
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('the search box', async () => {
  const { page } = latchkey;
  await latchkey.command('search');
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('the listings and their columns', async () => {
  const { page } = latchkey;
  await goTo(page, 'Listings');
  await listingsShown(page);
  await page.getByText(/listings, loaded/).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
});

test('the accessibility tree of a table that was scrolled has its rows in order', async () => {
  const { page } = latchkey;
  await goTo(page, 'Listings');
  await listingsShown(page);
  const table = page.getByRole('grid', { name: 'Listings' });
  const scroller = page.locator(':has(> table[aria-label="Listings"])');
  const titles = (await tableTree(page, 'Listings')).slice(1).map(([first]) => first?.text);
  for (const top of [500, 1_500, 900]) {
    await scroller.evaluate((element, px) => element.scrollTo({ top: px }), top);
    await table.locator(`tr[aria-rowindex="${Math.floor(top / 46) + 3}"] button[title]`).waitFor();
  }
  const indexes = () =>
    table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-rowindex'))));
  await expect
    .poll(async () => (await indexes()).every((index, at, all) => at === 0 || index > (all[at - 1] ?? 0)))
    .toBe(true);
  const [heads = [], ...rows] = await tableTree(page, 'Listings');
  expect(new Set(heads.map(({ role }) => role))).toEqual(new Set(['columnheader']));
  expect(rows).toHaveLength((await indexes()).length);
  for (const cells of rows) expect(cells.map(({ role }) => role)).toEqual(heads.map(() => 'gridcell'));
  // The first row has the tab stop, so it stays; the others are those in view.
  expect(rows[0]?.[0]?.text).toBe(titles[0]);
  expect(rows.map(([first]) => first?.text)).toEqual(
    await table.locator('tbody tr > :first-child').evaluateAll((cells) => cells.map((cell) => cell.textContent)),
  );
});

test('cells that a drag has selected, and their copy', async () => {
  const { page } = latchkey;
  await goTo(page, 'Listings');
  const grid = await listingsShown(page);
  const cell = (row: number, column: number) => grid.locator(`tr[aria-rowindex="${row}"] td`).nth(column);
  await cell(2, 1).hover();
  await page.mouse.down();
  await cell(4, 2).hover();
  await page.mouse.up();
  await expect(page.getByRole('status').filter({ hasText: '3 rows by 2 columns selected' })).toHaveCount(1);
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(6);
  await expectAccessible(page);
  const shown = await grid.getByRole('gridcell', { selected: true }).first().textContent();
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => latchkey.copiedText()).toMatch(/^[^\r\n]+(\r\n[^\r\n]+){2}$/);
  expect((await latchkey.copiedText()).split('\t')[0]).toBe(shown);
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(0);
});

test('a listing as facts and as JSON', async () => {
  const { page } = latchkey;
  await goTo(page, 'Listings');
  const { drawer } = await openFirstListing(page);
  await expectAccessible(page);
  await drawer.getByRole('tab').last().click();
  await expectAccessible(page);
  await closeDialog(page);
});

test('the calendar and the results of a search', async () => {
  const { page } = latchkey;
  await goTo(page, 'Availability');
  await chooseStay(page, /^Dates/, dayFromNow(24), dayFromNow(28));
  await page
    .getByRole('button', { name: /^Dates/ })
    .first()
    .click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await searchAvailability(page, { guests: 2 });
  await expectAccessible(page);
});

test('Traffic and an exchange', async () => {
  const { page } = latchkey;
  await goTo(page, 'Traffic');
  await page.locator('tbody button').first().waitFor();
  await expectAccessible(page);
  await page.locator('tbody button').first().click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await closeDialog(page);
});

test('the renewal dialog', async () => {
  const { page } = latchkey;
  await goTo(page, 'Overview');
  await page.getByRole('button', { name: 'Renew now' }).first().click();
  await page.getByRole('dialog').waitFor();
  const top = await page.evaluate(() => scrollY);
  // The page behind it is longer than the window, and these keys would scroll it.
  for (const key of ['End', 'PageUp', 'Home']) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(() => scrollY)).toBe(top);
  }
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the token' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('a refusal on its page, in Doctor and on Overview', async () => {
  const { page } = latchkey;
  await setPermission(page, 'Search', false);
  await goTo(page, 'Availability');
  await searchAvailability(page, {});
  await expectAccessible(page);
  await goTo(page, 'Doctor');
  await page.getByRole('article').first().waitFor();
  await expectAccessible(page);
  await goTo(page, 'Overview');
  await expectAccessible(page);
});

/** What each look at a screen without a mouse must not find, in forced colours and with reduced motion. */
const problems = async (page: Page): Promise<string[]> => [
  ...(await forcedColourProblems(page)),
  ...(await motionProblems(page)),
  ...(await focusProblems(page)),
];

test('both desks by keyboard alone: each page is reached, its main action done, and the focus seen and never lost', async () => {
  const { page } = latchkey;
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await watchFrames(page);
  const found: Record<string, string[]> = {};
  const lookAt = async (screen: string) => {
    found[screen] = await problems(page);
  };
  const open = async (name: PageName) => {
    await openPage(page, name);
    await lookAt(name);
  };
  const press = async (name: RegExp, key = 'Enter') => {
    await tabTo(page, name);
    await page.keyboard.press(key);
  };
  const focusedName = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const dialog = page.getByRole('dialog');

  await open('Overview');
  await press(/^Renew now$/);
  await dialog.waitFor();
  await lookAt('the renewal');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(focusedName).toContain('Renew now');
  await open('Doctor');
  for (const section of ['Access', 'Timeline', 'Causes']) {
    await press(new RegExp(`^${section}$`));
    await expect(page.getByRole('link', { name: section, exact: true })).toHaveAttribute('aria-current', 'page');
    await lookAt(section);
  }
  await open('Connections');
  await press(/Add connection/);
  await dialog.waitFor();
  await lookAt('a new connection');
  await press(/^What is this\? /);
  await expect(
    dialog.filter({ hasText: 'The name and the password with which the app reaches your account.' }),
  ).toHaveCount(1);
  // Escape closes the answer, and then the dialog.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await tabInto(page, page.getByRole('tablist'));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { selected: true })).toBeFocused();
  await lookAt('another tab');
  await open('Sandbox');
  await press(/^Search$/, 'Space');
  await open('Settings');
  await press(/Tray icon/, 'Space');
  const setting = page.getByRole('switch', { name: /Tray icon/ });
  await expect(setting).toBeChecked();
  // It is disabled while it is saved.
  await expect(setting).toBeEnabled();
  await expect(setting).toBeFocused();
  await lookAt('a setting');
  for (const name of ['Tasks', 'Traffic', 'Cases', 'Guests', 'Calendars', 'Quotes', 'Listings'] as const)
    await open(name);
  await open('Help');
  await press(/^Keys$/);
  await page.getByText('Open the help').waitFor();
  await lookAt('the keys');
  await page.evaluate(() => window.latchkey.app.setPreferences({ audience: 'managers' }));
  await page.getByRole('button', { name: /^Status: / }).waitFor();
  for (const name of ['Today', 'Availability', 'Connections'] as const) await open(name);
  expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([]);
  expect(await framelessFocus(page)).toEqual([]);
  expect(latchkey.logs).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
});

test('the pages of managers', async () => {
  const { page } = latchkey;
  await page.evaluate(() => window.latchkey.app.setPreferences({ audience: 'managers' }));
  await page.getByRole('button', { name: /^Status: / }).waitFor();
  for (const name of ['Availability', 'Quotes', 'Connections'] as const) {
    await goTo(page, name);
    await expectAccessible(page);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectAccessible(page);
});

test('finds faint texts after the same text that is covered, out of view, or not faint', async () => {
  const { page } = latchkey;
  await page.evaluate(() => {
    const box = (id: string, css: string, inner: readonly (HTMLElement | string)[]): HTMLElement => {
      const element = document.createElement('div');
      element.id = id;
      element.style.cssText = css;
      element.append(...inner);
      return element;
    };
    const text = (id: string, grey: number) =>
      box(id, `color: rgb(${grey}, ${grey}, ${grey}); background: rgb(255, 255, 255)`, ['faint text']);
    const cover = box('', 'position: absolute; inset: 0; background: linear-gradient(red, blue)', []);
    document.body.append(
      box('faint', 'position: fixed; inset: 0; z-index: 9999; background: rgb(255, 255, 255)', [
        box('', 'position: relative', [text('', 190), cover]),
        text('uncovered', 190),
        box('', 'position: absolute; left: -9999px', [text('', 191)]),
        text('in-view', 191),
        text('', 90),
        box('', 'opacity: 0.5', [text('shining-through', 90)]),
      ]),
    );
  });
  const found = await expectAccessible(page, page.locator('#faint')).then(String, String);
  await page.evaluate(() => document.querySelector('#faint')?.remove());
  for (const id of ['uncovered', 'in-view', 'shining-through'])
    expect(found).toContain(`light: color-contrast at #${id}: `);
});

test('no page announces anything while nobody uses it for two minutes', async () => {
  const { page } = latchkey;
  await page.evaluate(() => window.latchkey.app.setPreferences({ audience: 'managers' }));
  await page.clock.install();
  await page.reload();
  await appReady(page);
  const announced: Record<string, readonly string[]> = {};
  for (const name of PAGES) {
    await goTo(page, name);
    // The page announces what it reads at first.
    for (let turn = 0; turn < 4; turn += 1) {
      await page.evaluate(() => window.latchkey.traffic.facets({ connectionId: 'sandbox' }));
      await page.clock.runFor(5_000);
    }
    announced[name] = await announcements(page, () => page.clock.runFor(120_000));
  }
  expect(announced).toEqual(Object.fromEntries(PAGES.map((name) => [name, []])));
  const say = () =>
    page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('p'), { role: 'status', textContent: 'planted' })),
    );
  expect(await announcements(page, say)).toEqual(['planted']);
});
