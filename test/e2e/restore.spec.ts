/** A backup is made and restored on the Settings page; the app restarts with what the backup holds, and its open quotes are unconfirmed. */
import { expect, test } from '@playwright/test';
import { appReady, dayFromNow, goTo, heading, listingsShown, makeQuote } from './support/driver.ts';
import { freshDataDir, launchLatchkey } from './support/launch.ts';

test('a backup replaces what came after it, and its open quotes can be booked only after a look-up', async () => {
  const dataDir = freshDataDir();
  const before = await launchLatchkey({ dataDir });
  const { page } = before;
  await appReady(page);
  await listingsShown(page);
  await makeQuote(page, dayFromNow(40), dayFromNow(43));
  await goTo(page, 'Settings');
  const data = page.getByRole('region', { name: 'Data' });
  await data.getByRole('button', { name: 'Back up now' }).click();
  await expect(data.getByText(/^Backed up /)).toBeVisible();
  await makeQuote(page, dayFromNow(50), dayFromNow(53));

  await data.getByRole('button', { name: 'Restore…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore a backup' });
  await expect(dialog.getByText(/^1 quote, /)).toBeVisible();
  // The next start is the test's own.
  await before.evaluate(({ app }) => {
    Object.assign(app, { relaunch() {} });
  }, null);
  const closed = page.waitForEvent('close');
  await dialog.getByRole('button', { name: 'Restore and restart' }).click();
  await closed;
  await before.close();

  const after = await launchLatchkey({ dataDir });
  await appReady(after.page);
  await goTo(after.page, 'Quotes');
  const rows = after.page.getByRole('table', { name: /^Quotes/ }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Unconfirmed');
  await rows.first().click();
  const quote = after.page.getByRole('article');
  await expect(quote.getByText('The booking is unconfirmed')).toBeVisible();
  await expect(quote.getByRole('button', { name: 'Request to book' })).toHaveCount(0);
  await quote.getByRole('button', { name: 'Check now' }).click();
  await expect(quote.getByRole('button', { name: 'Request to book' })).toBeVisible();
  expect(after.logs).toEqual([]);
  await heading(after.page, 'Quotes').waitFor();
  await after.close();
});
