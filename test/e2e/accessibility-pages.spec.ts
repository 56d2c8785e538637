/** axe checks every other page and its dialogs in both themes, and the pages that managers see differently. */
import { test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { appReady, goTo, searchAvailability, setPermission } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
});

for (const name of ['Availability', 'Quotes', 'Tasks', 'Traffic', 'Doctor', 'Sandbox', 'Settings'] as const)
  test(name, async () => {
    await goTo(latchkey.page, name);
    await expectAccessible(latchkey.page);
  });

test('Connections, each tab', async () => {
  const { page } = latchkey;
  await goTo(page, 'Connections');
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expectAccessible(page);
  }
});

test('a new connection, empty and with issues', async () => {
  const { page } = latchkey;
  await goTo(page, 'Connections');
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('the search box', async () => {
  const { page } = latchkey;
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('a refusal on its page, in Doctor and on Overview', async () => {
  const { page } = latchkey;
  await setPermission(page, 'Search', false);
  await goTo(page, 'Availability');
  await searchAvailability(page, {});
  await expectAccessible(page);
  await goTo(page, 'Doctor');
  await page.getByRole('article').first().waitFor();
  await expectAccessible(page);
  await goTo(page, 'Overview');
  await expectAccessible(page);
});

test('the pages of managers', async () => {
  const { page } = latchkey;
  await page.evaluate(() => window.latchkey.app.setPreferences({ audience: 'managers' }));
  await page.getByRole('button', { name: /^Status: / }).waitFor();
  for (const name of ['Overview', 'Availability', 'Quotes', 'Tasks', 'Connections', 'Settings'] as const) {
    await goTo(page, name);
    await expectAccessible(page);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectAccessible(page);
});
