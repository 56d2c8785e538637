/** Several windows: each with a connection of its own, its own title and menu commands, and the safety of the first. */
import { expect, test } from '@playwright/test';
import type { Page } from 'playwright-core';
import { appReady, goTo, heading, listingsShown, openAnother } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey({ chosen: { audience: 'managers', welcomed: true } });
});
test.afterAll(async () => {
  await latchkey.close();
});

/** What the page can do beside drawing: nothing, in every window. */
const reach = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const fetched = await fetch('https://example.com/').then(
      () => 'a network',
      () => 'no network',
    );
    const opened = window.open('https://example.com/');
    return { fetched, opened, node: 'require' in window, bridge: Object.isFrozen(window.latchkey) };
  });

async function addConnection(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+N');
  const dialog = page.getByRole('dialog', { name: 'Add a connection' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByLabel('Client ID').first().fill(`client-of-${name.toLowerCase()}`);
  await dialog.getByLabel('Client secret').first().fill('a-secret-long-enough-for-it');
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('two windows show two connections; closing one leaves the other', async () => {
  test.skip(latchkey.runtime === 'electron', 'key presses of a test do not pass through Electron’s menu');
  const { page } = latchkey;
  await appReady(page);
  await listingsShown(page);
  await expect(page).toHaveTitle('Sandbox – Latchkey');

  const second = await openAnother(page);
  await expect(second).toHaveTitle('Sandbox – Latchkey');
  await addConnection(second, 'Harbour');
  await expect(second).toHaveTitle('Harbour – Latchkey');
  // The first window stays on its connection, and learns of the new one.
  await expect(page).toHaveTitle('Sandbox – Latchkey');
  await goTo(page, 'Connections');
  await expect(page.getByRole('link', { name: /Harbour/ })).toBeVisible();

  // A command of the menu goes to the window in which its keys were pressed.
  await second.keyboard.press('ControlOrMeta+4');
  await expect(heading(second, 'Quotes')).toBeVisible();
  await expect(heading(page, 'Connections')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+2');
  await listingsShown(page);
  await expect(heading(second, 'Quotes')).toBeVisible();

  // Preferences reach every window.
  const isDark = (one: Page) => one.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await goTo(second, 'Settings');
  await second.getByText('Dark', { exact: true }).click();
  for (const one of [page, second]) await expect.poll(() => isDark(one)).toBe(true);

  const own = { fetched: 'no network', opened: null, node: false, bridge: true };
  for (const one of [page, second]) expect(await reach(one)).toEqual(own);

  await second.reload();
  await appReady(second);
  await expect(second).toHaveTitle('Harbour – Latchkey');

  // The first window closes; the second works on, and opens a further one on its own connection.
  await page.close();
  const third = await openAnother(second);
  await expect(third).toHaveTitle('Harbour – Latchkey');
  await second.close();
  await goTo(third, 'Overview');
  await expect(heading(third, 'Overview')).toBeVisible();
  // `reach` was refused a network in two windows, which a console without a network logs.
  expect(latchkey.logs.filter((line) => !/example\.com|link|Content Security Policy/.test(line))).toEqual([]);
});
