/** Flexible dates as a property manager uses it, by keyboard alone, and what assistive technology reads of it and of the listings. */
import { expect, type Page, test } from '@playwright/test';
import { tableTree } from './support/accessibility-tree.ts';
import { expectAccessible } from './support/axe.ts';
import { clicksSoFar, countClicks } from './support/clicks.ts';
import { appReady, closeDialog, goTo, heading, listingsLoaded, openFirstListing } from './support/driver.ts';
import { openPage, tabTo } from './support/keys.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';
import { expectTomorrowToBeTomorrow } from './support/tomorrow.ts';

/** West of UTC; availability.spec.ts is east of it. */
const ZONE = 'America/Los_Angeles';

let latchkey: Latchkey;
test.beforeAll(async () => {
  // On Listings, because Today would read the calendars by itself.
  latchkey = await launchLatchkey({ env: { TZ: ZONE }, chosen: { audience: 'support' }, listings: 120 });
  await appReady(latchkey.page);
  await latchkey.page.evaluate(() => window.latchkey.app.setPreferences({ audience: 'managers' }));
  await listingsLoaded(latchkey.page);
});
test.afterAll(async () => {
  expect(latchkey.logs).toEqual([]);
  expect(latchkey.requestsOutside).toEqual([]);
  await latchkey.close();
});

/** The address of a matrix whose prices are read. */
let readMatrix = '';
const openMatrix = (page: Page) =>
  page.evaluate(() => {
    location.hash = '#/matrix?nights=2';
  });
/** Prices that take five seconds are read without a press. The button goes while it is looked for when their time falls to that. */
async function readPrices(page: Page): Promise<void> {
  const whole = page.getByText('Everything is loaded.');
  const press = page.getByRole('button', { name: 'Load prices' });
  await expect(async () => {
    if (await press.isVisible()) await press.press('Enter', { timeout: 1_000 });
    await expect(whole).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
}
/** Finds a drawn free cell whose block, so many cells down and to the right, has another free one. What is free depends on the day. */
function freeBlock(page: Page, rows: number, columns: number): Promise<{ row: number; column: number }> {
  return page.getByRole('gridcell').evaluateAll(
    (cells, [down, right]) => {
      const drawn = new Map(
        cells.map(({ dataset, ariaLabel }) => [`${dataset.row} ${dataset.column}`, ariaLabel ?? '']),
      );
      for (const cell of cells) {
        const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
        const block = Array.from({ length: down * right }, (_, at) =>
          drawn.get(`${row + Math.floor(at / right)} ${column + (at % right)}`),
        );
        const free = block.filter((name) => name?.startsWith('free')).length;
        if (block[0]?.startsWith('free') && free > 1 && !block.includes(undefined)) return { row, column };
      }
      throw new Error('no drawn block has two free cells');
    },
    [rows, columns] as const,
  ) as Promise<{ row: number; column: number }>;
}
const sums = (page: Page) => page.locator('p[role="status"]', { hasText: /cells, .* free/ });

test('the cheapest dates of a month in 1 click, several weekends side by side in 6', async () => {
  const { page } = latchkey;
  await goTo(page, 'Listings');
  const { title } = await openFirstListing(page);
  await closeDialog(page);
  await countClicks(page);
  await latchkey.command('search');
  await page.getByRole('dialog').getByRole('textbox').fill(title);
  await page.getByRole('dialog').getByRole('button', { name: title }).first().waitFor();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: title });
  await drawer.getByRole('tab', { name: 'Calendar' }).click();
  // The calendar is read by itself.
  await drawer.getByRole('link', { name: 'Quote' }).first().waitFor({ timeout: 30_000 });
  await drawer
    .getByTitle(/the cheapest 3 nights$/)
    .first()
    .waitFor();
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 900, height: 640 });
  await expect(drawer.getByText(/^The cheapest 3 nights/)).toBeInViewport({ ratio: 1 });
  await expect(drawer.getByRole('table').or(drawer.getByRole('grid')).first()).toBeInViewport();
  await page.setViewportSize(size);
  expect(await clicksSoFar(page)).toBeLessThanOrEqual(1);
  await expectAccessible(page);
  await closeDialog(page);

  await countClicks(page);
  await goTo(page, 'Availability');
  await page.getByRole('link', { name: 'Flexible dates' }).click();
  await page.getByRole('switch', { name: 'Weekends only' }).click();
  await page.getByRole('combobox', { name: 'Places' }).click();
  await page.keyboard.type('Porto');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await readPrices(page);
  await page
    .getByRole('gridcell', { name: /^free, .*the cheapest of this row/ })
    .first()
    .waitFor();
  expect(await clicksSoFar(page)).toBeLessThanOrEqual(6);
});

test('from Availability to a quote by keyboard: read prices, move, mark a block, sort, quote', async () => {
  const { page } = latchkey;
  await openPage(page, 'Availability');
  await tabTo(page, /^Flexible dates$/);
  await page.keyboard.press('Enter');
  await heading(page, 'Flexible dates').waitFor();
  await tabTo(page, /^Guests/);
  await page.keyboard.type('4');
  await tabTo(page, /^Places/);
  await page.keyboard.type('Lisbon');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAccessibleName(/^\d+ properties on 30 arrivals, 3 nights$/);
  await readPrices(page);
  readMatrix = new URL(page.url()).hash;

  await tabTo(page, /^free|^already taken|^at least|^no check/);
  const at = () =>
    page.evaluate(
      () =>
        `${document.activeElement?.getAttribute('data-row')} ${document.activeElement?.getAttribute('data-column')}`,
    );
  expect(await at()).toBe('0 0');
  for (const key of ['ArrowRight', 'ArrowDown', 'End', 'Home', 'Control+End', 'Control+Home'])
    await page.keyboard.press(key);
  expect(await at()).toBe('0 0');
  const { row: top, column: left } = await freeBlock(page, 3, 3);
  for (let row = 0; row < top; row += 1) await page.keyboard.press('ArrowDown');
  for (let column = 0; column < left; column += 1) await page.keyboard.press('ArrowRight');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`);
  await expect(sums(page)).toHaveText(/^9 cells, \d free\. .* in total, the cheapest .* Before fees and taxes\.$/);
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(9);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  for (let row = 0; row < top + 3; row += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.locator('th:focus-within')).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAccessibleName(/^free, /);
  await page.keyboard.press('Enter');
  await heading(page, 'Quotes').waitFor();
  await expect(page.getByRole('textbox', { name: 'Guests' })).toHaveValue('4');
  await tabTo(page, /Get quote/);
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByRole('radio').first().waitFor();
});

test('all free stays of marked cells are quoted at once, with their price told before', async () => {
  const { page } = latchkey;
  await page.evaluate((hash) => {
    location.hash = hash;
  }, readMatrix);
  await page.getByRole('gridcell', { name: /^free/ }).first().waitFor();
  const { row, column } = await freeBlock(page, 4, 3);
  await page.locator(`[role="gridcell"][data-row="${row}"][data-column="${column}"]`).click();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown'])
    await page.keyboard.press(`Shift+${key}`);
  await expect(sums(page)).toHaveText(/^12 cells, /);
  const all = page.getByRole('button', { name: /^Quote all \d+ free$/ });
  const count = /\d+/.exec((await all.textContent()) ?? '')?.[0];
  await page.getByText(/^Ready (at once|in about \d+ s)$/).waitFor();
  await all.click();
  await page.getByText(`All ${count} quotes are made.`).waitFor();
  await expect(page.getByRole('region', { name: `${count} quotes` }).getByRole('listitem')).toHaveCount(Number(count));
});

test('the accessibility tree of the matrix has the place of each cell, after scrolling too', async () => {
  const { page } = latchkey;
  await openMatrix(page);
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-colcount', '31');
  const rowCount = Number(await grid.getAttribute('aria-rowcount'));
  expect(rowCount).toBeGreaterThan(100);
  const name = (await grid.getAttribute('aria-label')) ?? '';
  const scroller = page.locator(':has(> [role="grid"])');
  for (const [top, left] of [
    [0, 0],
    [1_200, 900],
  ] as const) {
    await scroller.evaluate((element, { y, x }) => element.scrollTo({ top: y, left: x }), { y: top, x: left });
    await grid.locator(`tr[aria-rowindex="${Math.floor(top / 40) + 4}"] th`).waitFor();
    const rows = await grid.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => ({
        row: Number(row.getAttribute('aria-rowindex')),
        columns: [...row.children].map((cell) => Number(cell.getAttribute('aria-colindex'))),
      })),
    );
    for (const { row, columns } of rows) {
      expect(row).toBeLessThanOrEqual(rowCount);
      expect(columns).toEqual([...columns].sort((one, other) => one - other));
      expect(columns[0]).toBe(1);
    }
    expect(rows.map(({ row }) => row)).toEqual(rows.map(({ row }) => row).sort((one, other) => one - other));
    const [heads = [], ...tree] = await tableTree(page, name);
    expect(new Set(heads.map(({ role }) => role))).toEqual(new Set(['columnheader']));
    expect(tree).toHaveLength(rows.length);
    for (const [title, ...cells] of tree) {
      expect(title?.role).toBe('rowheader');
      expect(cells).toHaveLength(heads.length - 1);
      for (const { role, text } of cells) {
        expect(role).toBe('gridcell');
        expect(text).toMatch(/^(free|already taken|at least|at most|no check|not loaded yet|loading)/);
      }
    }
  }
});

test('axe finds nothing on the months of a listing and on the price check', async () => {
  const { page } = latchkey;
  await openMatrix(page);
  await page.getByRole('grid').getByRole('rowheader').first().dblclick();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Load|Refresh)/ })
    .click();
  await page
    .getByRole('dialog')
    .getByText(/^The cheapest|^No stay/)
    .waitFor();
  await expectAccessible(page);
  await closeDialog(page);
  await page.getByRole('gridcell', { name: /^free/ }).first().click();
  await page.getByRole('button', { name: 'Compare prices' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /quote$/ }).click();
  await dialog.getByRole('link', { name: 'Open the quote' }).waitFor();
  await expectAccessible(page);
  await closeDialog(page);
});

test('axe finds nothing on the listing of a manager, the gallery and the saved views', async () => {
  const { page } = latchkey;
  await goTo(page, 'Listings');
  await openFirstListing(page);
  await expectAccessible(page);
  await closeDialog(page);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Mine');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete the view Mine' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Gallery' }).press('Space');
  await page.getByRole('list', { name: 'Properties' }).getByRole('listitem').first().waitFor();
  await expectAccessible(page);
});

test(`tomorrow is tomorrow in ${ZONE}, from the typed word to the quote`, () =>
  expectTomorrowToBeTomorrow(latchkey, ZONE));
