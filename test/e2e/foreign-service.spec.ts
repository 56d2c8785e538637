/**
 * The console against a service that is none of ours: connected as a person does, searched under the other path, quotes in a shape of their
 * own, bookings whose answers are lost, and a restart, with one token per API. Always on the Chromium host, where an environment variable
 * makes a loopback certificate trusted.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import {
  appReady,
  dayFromNow,
  fillGuest,
  goTo,
  listingsShown,
  quoteFirstResult,
  searchAvailability,
} from './support/driver.ts';
import { CLIENTS, type ForeignService, serveForeign } from './support/foreign-service.ts';
import { freshDataDir, type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });
test.skip(!findChromium(), 'there is no Chromium for the host');

const dataDir = freshDataDir();
let service: ForeignService;
let latchkey: Latchkey;

const start = async () => {
  latchkey = await launchLatchkey({
    dataDir,
    runtime: 'host',
    env: { NODE_EXTRA_CA_CERTS: join(dataDir, 'foreign.pem'), LATCHKEY_HOST_KEYRING: 'unlocked' },
  });
  await appReady(latchkey.page);
};
const sentTo = (path: string) => service.requests.filter((request) => request.endsWith(path)).length;
const quote = () => latchkey.page.getByRole('article');

test.beforeAll(async () => {
  service = await serveForeign();
  writeFileSync(join(dataDir, 'foreign.pem'), service.certificate);
  await start();
});
test.afterAll(async () => {
  await latchkey?.close();
  await service?.close();
});

/** Sends a request to book, as a person confirms it. */
async function sendRequest(): Promise<void> {
  await fillGuest(latchkey.page);
  await quote().getByRole('button', { name: 'Request to book' }).click();
  await latchkey.page.getByRole('dialog').getByRole('button', { name: 'Send the request' }).click();
}

/** Searches, and quotes the first result. */
async function newQuote(): Promise<void> {
  const { page } = latchkey;
  await goTo(page, 'Availability');
  await searchAvailability(page, { checkIn: dayFromNow(30), checkOut: dayFromNow(33), guests: 2 });
  await quoteFirstResult(page);
}

test('the service is connected with what a person types, and its listings load', async () => {
  const { page } = latchkey;
  await goTo(page, 'Overview');
  await page.getByRole('button', { name: 'Add your connection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a connection' });
  await dialog.getByText('Custom', { exact: true }).click();
  const type = (label: string, text: string, nth = 0) =>
    dialog
      .locator('input')
      .and(page.getByLabel(new RegExp(`^${label}\\b`)))
      .nth(nth)
      .fill(text);
  await type('Name', 'Cornish Cottages');
  await type('Open API address', `${service.origin}/open`);
  await type('Open API token address', `${service.origin}/accounts/open`);
  await type('Booking Engine address', `${service.origin}/shop`);
  await type('Booking Engine token address', `${service.origin}/accounts/shop`);
  await type('Client ID', CLIENTS.openApi.id);
  await type('Client Secret', CLIENTS.openApi.secret);
  await dialog.getByRole('button', { name: 'Add application' }).click();
  await type('Label', 'Website');
  await type('Client ID', CLIENTS.booking.id, 1);
  await type('Client Secret', CLIENTS.booking.secret, 1);
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect([service.tokens, service.requests]).toEqual([{ openApi: 0, booking: 0 }, []]);

  await goTo(page, 'Listings');
  const table = await listingsShown(page);
  for (const name of ['Lighthouse', 'Boathouse', 'Signal Box']) await expect(table).toContainText(name);
  expect(service.tokens).toEqual({ openApi: 1, booking: 0 });
});

test('the search is found under the other path, with one request to each, and says so', async () => {
  const { page } = latchkey;
  await goTo(page, 'Availability');
  const stay = { checkIn: dayFromNow(30), checkOut: dayFromNow(33), guests: 2 };
  const results = await searchAvailability(page, stay);
  await expect(results).toContainText('Boathouse');
  await expect(results).toContainText('£360');
  await expect(results.getByRole('status').filter({ hasText: 'answered 404' })).toContainText(
    '/listings answers, and this connection uses it from now on.',
  );
  await results.getByRole('button', { name: 'Undo' }).waitFor();
  await expect(results.getByRole('alert')).toHaveCount(0);
  expect([sentTo('/shop/v1/search'), sentTo('/shop/listings')]).toEqual([1, 1]);
  await searchAvailability(page, { guests: 3 });
  expect([sentTo('/shop/v1/search'), sentTo('/shop/listings')]).toEqual([1, 2]);
});

test('a lost answer of a request to book stays unconfirmed over a restart, and a look-up settles it', async () => {
  const shown = await quoteFirstResult(latchkey.page);
  await expect(shown).toContainText('Flexible');
  await expect(shown).toContainText('£360.00');
  await sendRequest();
  await quote().getByText('The booking is unconfirmed').waitFor();
  expect(sentTo('/fq1/inquiry')).toBe(1);

  await latchkey.kill();
  await start();
  await goTo(latchkey.page, 'Quotes');
  await latchkey.page
    .getByRole('table', { name: 'Quotes' })
    .getByRole('button', { name: /Lighthouse/ })
    .click();
  await quote().getByText('The booking is unconfirmed').waitFor();
  await expect(quote().getByRole('button', { name: 'Request to book' })).toHaveCount(0);
  service.showReservation('fq1', 'confirmed');
  await quote().getByRole('button', { name: 'Check now' }).click();
  const reservation = latchkey.page.getByRole('region', { name: 'Reservation' });
  await expect(reservation).toContainText('confirmed');
  await expect(reservation).toContainText('FS-fq1');
  expect(sentTo('/fq1/inquiry')).toBe(1);
});

test('a booking that a person sends again, because the look-up showed none, is used and shows what the service reports', async () => {
  await newQuote();
  await sendRequest();
  await quote().getByRole('button', { name: 'Check now' }).click();
  await quote().getByText('so the quote is open again').waitFor();
  await sendRequest();
  await quote().getByText('This quote already is a reservation').waitFor();
  await expect(latchkey.page.getByRole('region', { name: 'Reservation' })).toHaveCount(0);
  expect(sentTo('/fq2/inquiry')).toBe(2);

  service.showReservation('fq2', 'declined');
  await quote().getByRole('button', { name: 'Check now' }).click();
  const reservation = latchkey.page.getByRole('region', { name: 'Reservation' });
  await expect(reservation).toContainText('declined');
  await expect(quote().getByText('Booked', { exact: true })).toHaveCount(0);
  expect(sentTo('/fq2/inquiry')).toBe(2);
});

test('one token per API was issued, and the path that does not answer was tried once', () => {
  expect(service.tokens).toEqual({ openApi: 1, booking: 1 });
  expect(sentTo('/shop/v1/search')).toBe(1);
  expect(latchkey.requestsOutside).toEqual([]);
});
