/**
 * The whole way of support in the built app, by keyboard alone: a customer's cURL with its answer is pasted, its case is looked up, a bundle is
 * written, and a second console with an empty profile opens it with the same verdict. Every screen of a case and a bundle passes axe in both themes.
 */
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { appReady, heading } from './support/driver.ts';
import { openPage, tabTo } from './support/keys.ts';
import { freshDataDir, type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

const TOKEN = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4';
const CUSTOMER = `curl -i https://open-api.guesty.com/v1/listings?limit=5 -H 'Authorization: ${TOKEN}'
HTTP/1.1 403 Forbidden
Content-Type: application/json
X-Request-Id: req-support-way-1

{"message":"You don't have permission to access, please contact support"}
`;
const VERDICT = 'The Bearer prefix was missing';

const bundle = join(freshDataDir(), 'customer.zip');
const opened: Latchkey[] = [];
const launch = async (): Promise<Page> => {
  const latchkey = await launchLatchkey();
  opened.push(latchkey);
  await appReady(latchkey.page);
  return latchkey.page;
};
test.afterAll(async () => {
  for (const latchkey of opened) {
    expect(latchkey.logs).toEqual([]);
    expect(latchkey.requestsOutside).toEqual([]);
    await latchkey.close();
  }
});

async function press(page: Page, name: RegExp, key?: string): Promise<void> {
  await tabTo(page, name, key);
  await page.keyboard.press('Enter');
}

test('from the customer’s cURL to a bundle, by keyboard', async () => {
  const page = await launch();
  await openPage(page, 'Doctor');
  await press(page, /^Paste a failure$/);
  await tabTo(page, /^Paste what the customer sent/);
  await page.keyboard.insertText(CUSTOMER);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('article').getByRole('heading', { name: VERDICT })).toBeVisible();
  await press(page, /^Copy for a ticket$/);
  await expect.poll(() => opened[0]?.copiedText()).toContain(VERDICT);
  expect(await opened[0]?.copiedText()).not.toContain(TOKEN);

  await openPage(page, 'Cases');
  await expect(page.getByText(VERDICT).first()).toBeVisible();
  await expectAccessible(page);
  await press(page, /#1 GET .*\/v1\/listings/);
  await expect(page.getByRole('region', { name: 'Diagnosis' })).toContainText(VERDICT);
  await expectAccessible(page);

  await tabTo(page, /^Customer$/);
  await page.keyboard.insertText('Acme Stays');
  await tabTo(page, /^Ticket number$/);
  await page.keyboard.insertText('INC-1042');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await openPage(page, 'Cases');
  await tabTo(page, /^Search the cases$/);
  await page.keyboard.insertText('1042');
  await expect(page.getByText('1 of 1 case')).toBeVisible();
  await page.getByText('By cause and week').press('Enter');
  await expect(page.getByRole('region', { name: 'By cause' })).toContainText(VERDICT);
  await expectAccessible(page);
  await press(page, /^#1 GET .*\/v1\/listings/);
  await expect(page.getByRole('textbox', { name: 'Customer' })).toHaveValue('Acme Stays');

  await press(page, /^Support bundle$/, 'Shift+Tab');
  await expect(heading(page, 'Support bundle')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Files of the bundle' })).toContainText(VERDICT);
  await expectAccessible(page);
  await opened[0]?.answerSaveDialog(bundle);
  await press(page, /^Save the bundle$/, 'Shift+Tab');
  await expect(page.getByText(bundle)).toBeVisible();
});

test('a second console with an empty profile opens the bundle read-only, with the same verdict', async () => {
  const page = await launch();
  await openPage(page, 'Cases');
  await opened[1]?.answerSaveDialog(bundle);
  await press(page, /^Open a bundle/);
  const diagnosis = page.getByRole('region', { name: 'Diagnosis' });
  await expect(diagnosis.getByRole('heading', { name: VERDICT })).toBeVisible();
  await expect(page.getByText(/^Read-only, from/)).toContainText(bundle);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(await page.locator('main').textContent()).not.toContain(TOKEN);
  await expectAccessible(page);
});
