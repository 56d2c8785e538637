/** First start: the window opens on the sandbox, ready to use, and makes no network request. */
import { expect, test } from '@playwright/test';
import { appReady, goTo, heading, listingsShown, tokenPill } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
});
test.afterAll(async () => {
  await latchkey.close();
});

test('the first start shows the sandbox, and its listings cost one token', async () => {
  const { page } = latchkey;
  await appReady(page);
  await expect(heading(page, 'Listings')).toBeVisible();
  await listingsShown(page);
  await expect(page.getByRole('button', { name: 'Add your connection' })).toBeVisible();
  await expect(tokenPill(page, 'Open API')).toHaveAccessibleName(/4 of 5 issuances left/);
});

test('every page opens without an error', async () => {
  const { page } = latchkey;
  for (const name of [
    'Availability',
    'Quotes',
    'Tasks',
    'Traffic',
    'Doctor',
    'Connections',
    'Sandbox',
    'Settings',
  ] as const) {
    await goTo(page, name);
  }
  expect(latchkey.logs).toEqual([]);
});

test('the page makes no network request', async () => {
  const { page } = latchkey;
  const outcome = await page.evaluate(() =>
    fetch('https://example.com/').then(
      () => 'reached',
      () => 'refused',
    ),
  );
  expect(outcome).toBe('refused');
  expect(latchkey.requestsOutside).toEqual([]);
});
