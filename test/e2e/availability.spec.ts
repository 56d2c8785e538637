/** A search as a property manager does it: words for dates, several places, filters; and the same days in every time zone. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { clicksSoFar, countClicks } from './support/clicks.ts';
import { appReady, goTo } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Search' });
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const address = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]);

let latchkey: Latchkey;
const launchIn = async (zone: string) => {
  latchkey = await launchLatchkey({ env: { TZ: zone }, chosen: { audience: 'managers' }, listings: 240 });
  await appReady(latchkey.page);
};
const close = async () => {
  expect(latchkey.logs).toEqual([]);
  expect(latchkey.requestsOutside).toEqual([]);
  await latchkey.close();
};

/** East and west of UTC, each on another day than the other for most of the time. */
const ZONES = ['Pacific/Kiritimati', 'America/Los_Angeles'] as const;

for (const zone of ZONES) {
  test.describe(zone, () => {
    test.beforeAll(() => launchIn(zone));
    test.afterAll(close);

    test('tomorrow is tomorrow, from the typed word to the quote', async () => {
      const { page } = latchkey;
      expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(zone);
      await goTo(page, 'Availability');
      const dates = form(page).getByRole('textbox', { name: 'Dates' });
      await dates.fill('in 40 days for 3 nights');
      await expect(page.getByRole('dialog', { name: 'Calendar' })).toContainText('3 nights');
      // The clock of the sandbox began with that of the machine.
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
      const after = (days: number) =>
        new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
      await dates.press('Enter');
      await results(page)
        .getByRole('button', { name: /^Quote / })
        .first()
        .waitFor();
      expect(Object.fromEntries(address(page))).toMatchObject({ checkIn: after(40), checkOut: after(43) });
      await expect(dates).toHaveValue(/ · 3 nights$/);
      await dates.press('ArrowDown');
      await expect(page.locator(':focus')).toHaveAttribute('data-day', after(40));
      await page.keyboard.press('PageDown');
      await expect(page.locator(':focus')).toHaveAttribute('data-day', /^\d{4}-\d{2}-\d{2}$/);
      await page.keyboard.press('Escape');
      await expect(dates).toBeFocused();
      await results(page)
        .getByRole('button', { name: /^Quote / })
        .first()
        .click();
      const getQuote = page.getByRole('button', { name: 'Get quote' });
      const top = async () => (await getQuote.boundingBox())?.y;
      const first = await top();
      await expect(page.getByRole('form', { name: 'New quote' })).toContainText(/, \S+ · \S+/);
      // A button that moves between the press and the release of the mouse would lose the click.
      expect(await top()).toBe(first);
      await getQuote.click();
      await expect(page.getByRole('article').getByRole('radio').first()).toBeVisible();
      const quoted = await page.evaluate(async () => {
        const list = await window.latchkey.quotes.list({ connectionId: 'sandbox' });
        return list.ok ? list.value.quotes.map(({ checkIn, checkOut }) => [checkIn, checkOut]) : [];
      });
      expect(quoted).toEqual([[after(40), after(43)]]);
    });

    if (zone === ZONES[0])
      test(
        '2 bedrooms, under 250 a night, Lisbon or Porto, a weekend in January, 4 guests: at most 6 clicks',
        fewClicks,
      );
  });
}

async function fewClicks(): Promise<void> {
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
  for (const card of await cards.all())
    await expect(card).toContainText(/(Lisbon|Porto).*([2-9]|\d\d) bedrooms.*before fees and taxes/s);
  expect(await cards.count()).toBeGreaterThan(0);
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
  await table.getByRole('button', { name: 'Before fees and taxes' }).click();
  await expect(table.getByRole('columnheader', { name: 'Before fees and taxes' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expectAccessible(page);
  await page.goBack();
  await page.goBack();
  await expect(cards.first()).toBeVisible();
  await results(page).getByRole('button', { name: 'Save search' }).click();
  await expect(page.getByRole('region', { name: 'Saved searches' })).toContainText(
    'Lisbon or Porto, up to 250 a night',
  );
}
