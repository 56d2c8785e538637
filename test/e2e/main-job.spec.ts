/**
 * The main job in the built app, then a kill and a restart that loses nothing and issues no token. Then a backup is restored: the app restarts with
 * what the backup holds, and its open quotes are unconfirmed.
 */
import { expect, test } from '@playwright/test';
import {
  appReady,
  closeDialog,
  dayFromNow,
  goTo,
  listingsShown,
  makeQuote,
  openFirstListing,
  quoteFirstResult,
  requestToBook,
  searchAvailability,
  tokenPill,
  tokenRequests,
  tokensNow,
} from './support/driver.ts';
import { freshDataDir, type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

const dataDir = freshDataDir();
/** The transitions of a person who has not reduced motion. */
const WITH_MOTION = {
  LATCHKEY_HOST_SWITCHES: (process.env.LATCHKEY_HOST_SWITCHES ?? '').replace('--force-prefers-reduced-motion', ''),
};
const checkIn = dayFromNow(40);
const checkOut = dayFromNow(45);
let latchkey: Latchkey;

test.afterAll(async () => {
  await latchkey.close();
});

test('first start → listings → drawer → search → quote → request to book → reserved', async () => {
  latchkey = await launchLatchkey({ dataDir, env: WITH_MOTION });
  const { page } = latchkey;
  await appReady(page);
  await goTo(page, 'Listings');
  const { drawer } = await openFirstListing(page);
  await drawer.getByRole('img').first().waitFor();
  await drawer.getByRole('tab', { name: 'Raw JSON' }).click();
  await drawer.getByText('_id').first().waitFor();
  await closeDialog(page);

  await goTo(page, 'Availability');
  const results = await searchAvailability(page, { checkIn, checkOut, guests: 2 });
  await results
    .getByRole('button', { name: /^Quote / })
    .first()
    .waitFor();
  await expect(results).toContainText('5 nights');

  const quote = await quoteFirstResult(page);
  await expect(quote).toContainText('Total');
  await expect(quote.getByRole('radio')).not.toHaveCount(0);
  const reservation = await requestToBook(page);
  await expect(reservation).toContainText('reserved');

  await goTo(page, 'Traffic');
  await page.getByText('Request to book').first().waitFor();
  expect(latchkey.requestsOutside).toEqual([]);
  expect(latchkey.logs).toEqual([]);
});

test('a killed process loses neither tokens, ledger, traffic nor the reservation, and the restart issues no token', async () => {
  const before = await tokensNow(latchkey.page);
  expect(before.filter(({ generation }) => generation > 0)).toHaveLength(2);
  const asked = await tokenRequests(latchkey.page);
  expect(asked).toBe(2);
  await latchkey.kill();
  latchkey = await launchLatchkey({ dataDir });
  const { page } = latchkey;
  await appReady(page);
  await goTo(page, 'Listings');
  await listingsShown(page);
  await goTo(page, 'Availability');
  await searchAvailability(page, { guests: 2 });
  expect(await tokensNow(page)).toEqual(before);
  await expect(tokenPill(page, 'Open API')).toHaveAccessibleName(/4 of 5 issuances left/);
  expect(await tokenRequests(page)).toBe(asked);
  await goTo(page, 'Quotes');
  await page.getByText('Awaiting approval').first().waitFor();
  await page.getByRole('table', { name: 'Quotes' }).getByRole('row').nth(1).getByRole('button').first().click();
  await expect(page.getByRole('region', { name: 'Reservation' })).toContainText('Awaiting approval');
  await expect(page.getByRole('button', { name: 'Request to book' })).toHaveCount(0);
  await goTo(page, 'Traffic');
  await page.getByText('Request to book').first().waitFor();
});

test('a backup replaces what came after it, and its open quotes can be booked only after a look-up', async () => {
  const { page } = latchkey;
  await makeQuote(page, dayFromNow(60), dayFromNow(63));
  await goTo(page, 'Settings');
  const data = page.getByRole('region', { name: 'Data' });
  await data.getByRole('button', { name: 'Back up now' }).click();
  await data.getByText(/^Backed up /).waitFor();
  await makeQuote(page, dayFromNow(70), dayFromNow(73));

  await data.getByRole('button', { name: 'Restore…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore a backup' });
  await dialog.getByText(/^2 quotes, /).waitFor();
  // The next start is the test's own.
  await latchkey.evaluate(({ app }) => {
    Object.assign(app, { relaunch() {} });
  }, null);
  const closed = page.waitForEvent('close');
  await dialog.getByRole('button', { name: 'Restore and restart' }).click();
  await closed;
  await latchkey.close();

  latchkey = await launchLatchkey({ dataDir });
  await appReady(latchkey.page);
  await goTo(latchkey.page, 'Quotes');
  const rows = latchkey.page.getByRole('table', { name: /^Quotes/ }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Awaiting approval' })).toHaveCount(1);
  await rows.filter({ hasText: 'Unconfirmed' }).click();
  const quote = latchkey.page.getByRole('article');
  await quote.getByText('The booking is unconfirmed').waitFor();
  await expect(quote.getByRole('button', { name: 'Request to book' })).toHaveCount(0);
  await quote.getByRole('button', { name: 'Check now' }).click();
  await quote.getByRole('button', { name: 'Request to book' }).waitFor();
  expect(latchkey.logs).toEqual([]);
});
