/** First start: one question, then the sandbox, ready to use; the window makes no network request. */
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { appReady, goTo, heading, listingsShown } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey({ chosen: null });
});
test.afterAll(async () => {
  await latchkey.close();
});

test('the first start asks one thing, and the sandbox is ready for managers', async () => {
  const { page } = latchkey;
  await expect(heading(page, 'Welcome to Latchkey')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Look around in the sandbox/ }).click();
  await page.getByRole('button', { name: 'Show me the sandbox' }).click();
  await appReady(page);
  await expect(heading(page, 'Listings')).toBeVisible();
  await listingsShown(page);
  await expect(page.getByRole('button', { name: 'Add your connection' })).toBeVisible();
  const status = page.getByRole('button', { name: 'Status: in order. Details' });
  await status.click();
  await expect(page.getByRole('dialog')).toContainText('4 of 5 issuances left');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(status).toBeFocused();
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
