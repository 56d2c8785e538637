/** Every screen in both themes, looked at by axe: no serious or critical violation. */
import { expect, test } from '@playwright/test';
import { violations } from './support/axe.ts';
import {
  appReady,
  chooseStay,
  closeDialog,
  dayFromNow,
  goTo,
  listingsShown,
  openFirstListing,
  type PageName,
  quoteFirstResult,
  requestToBook,
  searchAvailability,
  setPermission,
} from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

// The two longest of all, each on an app of its own: side by side.
test.describe.configure({ mode: 'parallel' });

let latchkey: Latchkey;
test.beforeEach(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterEach(async () => {
  await latchkey.close();
});

test('the main job, screen by screen', async () => {
  test.setTimeout(180_000);
  const { page } = latchkey;
  const found: string[] = [];
  const look = async (name: string): Promise<void> => void found.push(...(await violations(latchkey.page, name)));

  await look('first start');
  await goTo(page, 'Listings');
  await listingsShown(page);
  await page.getByText(/listings, loaded/).waitFor();
  await look('listings');
  await page.getByRole('button', { name: 'Columns' }).click();
  await look('columns');
  await page.keyboard.press('Escape');
  const { drawer } = await openFirstListing(page);
  await look('listing');
  await drawer.getByRole('tab').last().click();
  await look('listing as JSON');
  await closeDialog(page);

  await goTo(page, 'Availability');
  const [checkIn, checkOut] = [dayFromNow(24), dayFromNow(28)];
  await chooseStay(page, /^Dates/, checkIn, checkOut);
  await page
    .getByRole('button', { name: /^Dates/ })
    .first()
    .click();
  await look('calendar');
  await page.keyboard.press('Escape');
  await searchAvailability(page, { guests: 2 });
  await look('results');
  await quoteFirstResult(page);
  await look('quote');
  await requestToBook(page);
  await look('reservation');
  await page.getByRole('button', { name: 'New quote' }).click();
  await look('new quote');
  await goTo(page, 'Traffic');
  await page.locator('tbody button').first().waitFor();
  await look('traffic');
  await page.locator('tbody button').first().click();
  await page.getByRole('dialog').waitFor();
  await look('exchange');
  await closeDialog(page);
  await goTo(page, 'Overview');
  await look('overview');
  await page.getByRole('button', { name: 'Renew now' }).first().click();
  await look('renew');
  expect(found).toEqual([]);
});

test('every other page, and the dialogs over them', async () => {
  test.setTimeout(120_000);
  const { page } = latchkey;
  const found: string[] = [];
  const look = async (name: string): Promise<void> => void found.push(...(await violations(latchkey.page, name)));

  for (const name of [
    'Availability',
    'Quotes',
    'Tasks',
    'Traffic',
    'Doctor',
    'Sandbox',
    'Settings',
  ] satisfies PageName[]) {
    await goTo(page, name);
    await look(name);
  }
  await goTo(page, 'Connections');
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await look(`Connections, ${await tab.textContent()}`);
  }
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  await look('new connection');
  await page.getByRole('dialog').getByRole('button', { name: 'Add connection' }).click();
  await look('new connection, refused');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').waitFor();
  await look('search');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await setPermission(page, 'Search', false);
  await goTo(page, 'Availability');
  await searchAvailability(page, {});
  await look('search refused');
  await goTo(page, 'Doctor');
  await page.getByRole('article').first().waitFor();
  await look('Doctor with a refusal');
  await goTo(page, 'Overview');
  await look('Overview with a concern');
  expect(found).toEqual([]);
});
