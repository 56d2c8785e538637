/** Doctor, Paste a failure, in the built app: a customer’s cURL by keyboard to its verdict, a large file, and nothing sent. */
import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { appReady, goTo } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

const TOKEN = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4';
const CUSTOMER = `Hi,\nwe get this since monday:\n\n> curl -i http://open-api.guesty.com/v1/listings -H 'Authorization: ${TOKEN}'\n> HTTP/1.1 403 Forbidden\n> Content-Type: application/json\n>\n> {"message":"You don't have permission to access, please contact our support"}\n\nMaria, maria.l@example.org\n`;

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
  await goTo(latchkey.page, 'Doctor');
});
test.afterAll(async () => {
  await latchkey.close();
});

const field = (): Locator => latchkey.page.getByRole('textbox', { name: 'Paste what the customer sent' });

test('a customer’s cURL is pasted and diagnosed by keyboard, masked, with the request as it should have been', async () => {
  const { page } = latchkey;
  await page.getByRole('link', { name: 'Paste a failure' }).press('Enter');
  await field().focus();
  await page.keyboard.insertText(CUSTOMER);
  await page.keyboard.press('Control+Enter');
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { name: 'The Bearer prefix was missing' })).toBeVisible();
  await expect(article).toContainText('403');
  const corrected = article.getByRole('region', { name: 'What this request should have looked like' });
  await expect(corrected).toContainText("curl 'https://open-api.guesty.com/v1/listings'");
  await corrected.getByRole('button', { name: 'Copy as cURL' }).press('Enter');
  await expect.poll(() => latchkey.copiedText()).toContain('Authorization: Bearer $ACCESS_TOKEN');
  await article.getByText('What was read, masked').press('Enter');
  await expect(article.locator('mark').first()).toBeVisible();
  expect(await article.textContent()).not.toContain(TOKEN);
  await expectAccessible(page);
});

test('what was typed is still there after another page was open', async () => {
  const { page } = latchkey;
  await goTo(page, 'Traffic');
  await goTo(page, 'Doctor');
  await page.getByRole('link', { name: 'Paste a failure' }).click();
  await expect(field()).toHaveValue(CUSTOMER);
  await expect(page.getByRole('article')).toBeVisible();
});

test('a HAR of 5,000 entries and 6 MB is dropped, and the failing one is found', async () => {
  const { page } = latchkey;
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.evaluate(
    async ([secret]) => {
      const entry = (index: number) => ({
        request: {
          method: 'GET',
          url: `https://open-api.guesty.com/v1/listings?skip=${index}`,
          headers: [{ name: 'Authorization', value: `Bearer ${secret}` }],
        },
        response: { status: index === 4_321 ? 429 : 200, headers: [], content: { text: 'x'.repeat(1_000) } },
      });
      const parts = ['{"log":{"entries":['];
      for (let index = 0; index < 5_000; index += 1)
        parts.push(`${index === 0 ? '' : ','}${JSON.stringify(entry(index))}`);
      const transfer = new DataTransfer();
      transfer.items.add(new File([...parts, ']}}'], 'customer.har'));
      const zone = document.querySelector('section[aria-label="What the customer sent"]');
      zone?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    [TOKEN] as const,
  );
  await expect(page.getByText('1 failure found among 5,000 exchanges.')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('429');
});

test('no request left the window or main', async () => {
  expect(latchkey.requestsOutside).toEqual([]);
  const { page } = latchkey;
  await goTo(page, 'Traffic');
  await expect(page.getByText('open-api.guesty.com')).toHaveCount(0);
  expect(latchkey.logs).toEqual([]);
});
