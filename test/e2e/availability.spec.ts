/** A search as a property manager does it: words for dates, several places, filters; and the same days in every time zone. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { clicksSoFar, countClicks } from './support/clicks.ts';
import { appReady, goTo } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';
import { expectTomorrowToBeTomorrow } from './support/tomorrow.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Search' });
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const address = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]);

/** The days of flexible-dates.spec.ts are those of Los Angeles: east and west of UTC, each is on another day for most of the time. */
const ZONE = 'Pacific/Kiritimati';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey({ env: { TZ: ZONE }, chosen: { audience: 'managers' }, listings: 240 });
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  expect(latchkey.logs).toEqual([]);
  expect(latchkey.requestsOutside).toEqual([]);
  await latchkey.close();
});

test(`tomorrow is tomorrow in ${ZONE}, from the typed word to the quote`, () =>
  expectTomorrowToBeTomorrow(latchkey, ZONE));

test('Today fills itself with who comes and goes, by the calendars that it reads, and on paper', async () => {
  const { page } = latchkey;
  await goTo(page, 'Today');
  await page.getByText(/^Calendars of (?:\d+|all) /).waitFor({ timeout: 20_000 });
  await page.getByRole('button', { name: /^Tomorrow / }).click();
  await page.getByRole('region', { name: /^Departures \d/ }).waitFor();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: 'Today' }).waitFor({ state: 'hidden' });
  await expect(page.locator('body > [aria-hidden] h2')).toHaveCount(7);
  await page.emulateMedia({ media: null });
});

test('all calendars as a grid: by keyboard from a free night to its price, by dragging, and by week', async () => {
  const { page } = latchkey;
  await goTo(page, 'Calendars');
  const days = page.getByRole('grid', { name: /properties by day$/ });
  await days
    .getByRole('gridcell', { name: /: (?:free|booked)/ })
    .first()
    .waitFor({ timeout: 20_000 });
  await expect(days.locator('[tabindex="0"]')).toHaveCount(1);
  await expectAccessible(page);
  const active = days.locator('[tabindex="0"]');
  await active.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText(/, 2 nights: /).waitFor();
  const drag = async (from: Locator, to: Locator) => {
    await from.hover();
    await page.mouse.down();
    await to.hover();
    await page.mouse.up();
  };
  // The row below the cursor's has cells, too.
  const row = days.getByRole('row').nth(2);
  const today = Number(await active.getAttribute('aria-colindex'));
  await drag(row.locator(`[aria-colindex="${today}"]`), row.locator(`[aria-colindex="${today + 2}"]`));
  await page.getByText(/, 3 nights: |, 4 nights: /).waitFor();
  await page.getByText('12 months', { exact: true }).click();
  await page.getByRole('grid', { name: /properties by week$/ }).waitFor();
  await expectAccessible(page);
  await page.getByText('Gaps', { exact: true }).click();
  await page.getByRole('table', { name: 'Gaps' }).waitFor();
  await expectAccessible(page);
});

test('2 bedrooms, under 250 a night, Lisbon or Porto, a weekend in January, 4 guests: at most 6 clicks', async () => {
  const { page } = latchkey;
  await page.evaluate(() => {
    location.hash = '#/overview';
  });
  await page.reload();
  await appReady(page);
  await countClicks(page);
  await goTo(page, 'Availability');
  await form(page).getByRole('textbox', { name: 'Dates' }).click();
  await page.keyboard.type('second weekend of January');
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toContainText('2 nights');
  await form(page).getByRole('textbox', { name: 'Guests' }).click();
  await page.keyboard.type('4');
  await form(page).getByRole('combobox', { name: 'Places' }).click();
  await page.keyboard.type('Lisbon,Porto');
  await page.keyboard.press('Enter');
  await expect(results(page)).toContainText('4 guests, Lisbon or Porto');
  await results(page).getByLabel('Price per night, up to').click();
  await page.keyboard.type('250');
  await results(page).getByRole('combobox', { name: 'Bedrooms' }).click();
  await page.keyboard.type('2');
  await page.keyboard.press('ArrowDown');
  for (
    let key = 0;
    key < 8 && !(await page.locator('[role="option"][data-combobox-selected]', { hasText: /^2\+/ }).count());
    key += 1
  )
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(results(page).getByRole('heading', { level: 2 })).toContainText(/ of \d+ propert/);
  expect(await clicksSoFar(page)).toBeLessThanOrEqual(6);
  expect(Object.fromEntries(address(page))).toMatchObject({
    guests: '4',
    location: 'Lisbon|Porto',
    maxPrice: '250',
    bedrooms: '2',
  });
  const cards = results(page).getByRole('list', { name: 'Available' }).getByRole('listitem');
  for (const card of await cards.all()) await expect(card).toContainText(/(Lisbon|Porto).*([2-9]|\d\d) bedrooms/s);
  expect(await cards.count()).toBeGreaterThan(0);
  await expect(results(page).getByRole('status').first()).toContainText('before fees and taxes');
  // The answer is in view before its filters.
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 900, height: 640 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(cards.nth(1)).toBeInViewport({ ratio: 0.9 });
  await results(page).getByRole('button', { name: 'Filters (2)' }).click();
  await expect(results(page).getByLabel('Price per night, up to')).toHaveValue('250');
  await expectAccessible(page);
  await page.setViewportSize(size);

  await results(page).getByText('Table', { exact: true }).click();
  const table = results(page).getByRole('grid', { name: 'Available' });
  await expect(table.getByRole('columnheader', { name: 'Before fees and taxes' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expectAccessible(page, table);
  await page.goBack();
  await cards.first().waitFor();
  await results(page).getByRole('button', { name: 'Save search' }).click();
  await expect(page.getByRole('region', { name: 'Saved searches' })).toContainText(
    'Lisbon or Porto, up to 250 a night',
  );
});
