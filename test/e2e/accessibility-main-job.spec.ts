/** axe checks the screens of the main job in both themes: no serious or critical violation. */
import { test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import {
  appReady,
  chooseStay,
  closeDialog,
  dayFromNow,
  goTo,
  listingsShown,
  openFirstListing,
  quoteFirstResult,
  requestToBook,
  searchAvailability,
} from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
});

test('the first start', async () => {
  await expectAccessible(latchkey.page);
});

test('the listings and their columns', async () => {
  const { page } = latchkey;
  await goTo(page, 'Listings');
  await listingsShown(page);
  await page.getByText(/listings, loaded/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
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

test('a quote, its reservation, and the form of a new one', async () => {
  const { page } = latchkey;
  await goTo(page, 'Availability');
  await searchAvailability(page, { checkIn: dayFromNow(34), checkOut: dayFromNow(38), guests: 2 });
  await quoteFirstResult(page);
  await expectAccessible(page);
  await requestToBook(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New quote' }).click();
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

test('Overview and the renewal dialog', async () => {
  const { page } = latchkey;
  await goTo(page, 'Overview');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Renew now' }).first().click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
});
