/** Doctor, Access, in the built app: what is refused with which application, found by a probe that spends no token unasked, by keyboard. */
import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { appReady, goTo, listingsShown, setPermission } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
});

const openAccess = async (): Promise<Locator> => {
  const { page } = latchkey;
  await goTo(page, 'Doctor');
  await page.getByRole('link', { name: 'Access', exact: true }).press('Enter');
  return page.getByRole('grid', { name: 'Access of Sandbox' });
};
const probeWith = async (...labels: RegExp[]): Promise<void> => {
  const { page } = latchkey;
  for (const box of await page.getByRole('checkbox').all()) if (await box.isEnabled()) await box.setChecked(false);
  for (const label of labels) await page.getByRole('checkbox', { name: label }).press('Space');
  await page.getByRole('button', { name: 'Probe' }).press('Enter');
  await page.getByText(/requests? sent, /).waitFor();
};

test('a probe separates one application from the account, and the grid is walked by keys', async () => {
  const { page } = latchkey;
  await listingsShown(page);
  const grid = await openAccess();
  await expect(grid.getByRole('link', { name: /^List listings with Open API: Works/ })).toBeVisible();
  // The applications have no token, and none is spent unasked.
  await expect(page.getByRole('checkbox', { name: /^Website: spend a token/ })).not.toBeChecked();
  await expect(page.getByText(/^1 request, no token; about /)).toBeVisible();
  await probeWith(/^Website/);
  await expect(page.getByText('2 requests sent, 1 token spent.')).toBeVisible();
  await expect(grid.getByRole('link', { name: /^Search with Website: Works/ })).toBeVisible();
  await expectAccessible(page);

  await setPermission(page, 'Search', false);
  await openAccess();
  await probeWith(/^Partner portal/);
  await expect(
    page.getByText('“Search” works with Website and not with Partner portal: it is Partner portal, not the account.'),
  ).toBeVisible();
  // The service has changed meanwhile: the older answer is compared with no newer one.
  await probeWith(/^Website/);
  await expect(page.getByText(/before and after a change at the service. Probe again/)).toBeVisible();
  await probeWith(/^Website/, /^Partner portal/);
  await expect(page.getByText('“Search” is refused for all 2 applications: the account.')).toBeVisible();
  await expectAccessible(page);

  await grid.locator('[tabindex="0"]').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  for (let row = 0; row < 3; row += 1) await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^Search with Website: 403/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('403');
});
