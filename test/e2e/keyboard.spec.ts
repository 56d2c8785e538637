/** The main job by keyboard only, from the first start to "reserved". */
import { expect, test } from '@playwright/test';
import { appReady, dayFromNow, heading } from './support/driver.ts';
import { openPage, tabTo } from './support/keys.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
});

const modifier = process.platform === 'darwin' ? 'Meta' : 'Control';

test('from the first start to "reserved" by keyboard', async () => {
  const { page } = latchkey;
  await openPage(page, 'Listings');
  const table = page.getByRole('grid', { name: 'Listings' });
  await table.locator('tbody button').first().waitFor();
  const title = ((await table.locator('tbody button').first().textContent()) ?? '').trim();
  await tabTo(page, new RegExp(title.slice(0, 12).replace(/[^\w ]/g, '.')));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: title });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await openPage(page, 'Availability');
  await tabTo(page, /Places/);
  await page.keyboard.type('Lisbon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('Lisbon');

  await openPage(page, 'Quotes');
  const listingId = await page.evaluate(
    async (stay) => {
      const page_ = await window.latchkey.availability.search({
        connectionId: 'sandbox',
        applicationId: null,
        ...stay,
      });
      return page_.ok ? (page_.value.items[0]?.listingId ?? '') : '';
    },
    { checkIn: dayFromNow(50), checkOut: dayFromNow(54) },
  );
  await page.evaluate(
    ([id, checkIn, checkOut]) => {
      location.hash = `#/quotes?listingId=${id}&checkIn=${checkIn}&checkOut=${checkOut}&guests=2`;
    },
    [listingId, dayFromNow(50), dayFromNow(54)],
  );
  await page.getByRole('button', { name: 'Get quote' }).waitFor();
  await tabTo(page, /Get quote/);
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByRole('radio').first().waitFor();
  for (const [label, text] of [
    [/First name/, 'Ada'],
    [/Last name/, 'Marsh'],
    [/Email/, 'ada@guest.example'],
    [/Phone/, '+44 20 5550 0143'],
  ] as const) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
  await tabTo(page, /^Request to book/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, /Send the request/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Reservation' })).toContainText('reserved');
});

test('the search finds pages and actions by name', async () => {
  const { page } = latchkey;
  await page.keyboard.press(`${modifier}+K`);
  await expect(page.getByPlaceholder(/^Go to a listing/)).toBeFocused();
  await page.keyboard.type('doctor');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Doctor')).toBeVisible();
});
