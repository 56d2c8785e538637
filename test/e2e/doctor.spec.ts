/**
 * Doctor in the built app. First the whole way of support, by keyboard alone: a customer's cURL with its answer is pasted, its case is looked up,
 * a bundle is written, and a second console with an empty profile opens it with the same verdict. Then Access, by a probe that spends no token
 * unasked; Paste a failure, from a customer’s cURL or file; and Training: exercises are raised on the sandbox, and one goes its whole way.
 */
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { jwtOf } from '../unit/main/doctor/jwt-of.ts';
import { expectAccessible } from './support/axe.ts';
import { appReady, goTo, heading, listingsShown, setPermission } from './support/driver.ts';
import { openPage, tabTo } from './support/keys.ts';
import { freshDataDir, type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

const TOKEN = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4';
const CUSTOMER = `Hi,\nwe get this since monday:\n\n> curl -i http://open-api.guesty.com/v1/listings -H 'Authorization: ${TOKEN}'\n> HTTP/1.1 403 Forbidden\n> Content-Type: application/json\n>\n> {"message":"You don't have permission to access, please contact our support"}\n\nMaria, maria.l@example.org\n`;

/** The titles of three exercises, and the Doctor's verdicts on them: a header, an address, a token request. test/unit/main/training has them all. */
const EXERCISES = [
  ['A partner’s nightly export fails since this morning', 'The Bearer prefix was missing'],
  ['Nothing is found at an address that should exist', 'Wrong base path'],
  ['A developer cannot get a first token', 'The token request is not form-encoded'],
] as const;

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  expect(latchkey.logs).toEqual([]);
  expect(latchkey.requestsOutside).toEqual([]);
  await latchkey.close();
});

const WITH_ANSWER = `curl -i https://open-api.guesty.com/v1/listings?limit=5 -H 'Authorization: ${TOKEN}'
HTTP/1.1 403 Forbidden
Content-Type: application/json
X-Request-Id: req-support-way-1

{"message":"You don't have permission to access, please contact support"}
`;
const VERDICT = 'The Bearer prefix was missing';
const bundle = join(freshDataDir(), 'customer.zip');

async function press(page: Page, name: RegExp, key?: string): Promise<void> {
  await tabTo(page, name, key);
  await page.keyboard.press('Enter');
}

test('from the customer’s cURL to a bundle, by keyboard', async () => {
  const { page } = latchkey;
  await openPage(page, 'Doctor');
  await press(page, /^Paste a failure$/);
  await tabTo(page, /^Paste what the customer sent/);
  await page.keyboard.insertText(WITH_ANSWER);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('article').getByRole('heading', { name: VERDICT }).waitFor();
  await press(page, /^Copy for a ticket$/);
  await expect.poll(() => latchkey.copiedText()).toContain(VERDICT);
  expect(await latchkey.copiedText()).not.toContain(TOKEN);

  await openPage(page, 'Cases');
  await page.getByText(VERDICT).first().waitFor();
  await expectAccessible(page);
  await press(page, /#1 GET .*\/v1\/listings/);
  await expect(page.getByRole('region', { name: 'Diagnosis' })).toContainText(VERDICT);
  await expectAccessible(page);

  await tabTo(page, /^Customer$/);
  await page.keyboard.insertText('Acme Stays');
  await tabTo(page, /^Ticket number$/);
  await page.keyboard.insertText('INC-1042');
  await page.keyboard.press('Enter');
  await page.getByText('Saved', { exact: true }).waitFor();
  await openPage(page, 'Cases');
  await tabTo(page, /^Search the cases$/);
  await page.keyboard.insertText('1042');
  await page.getByText('1 of 1 case').waitFor();
  await page.getByText('By cause and week').press('Enter');
  const byCause = page.getByRole('region', { name: 'By cause' });
  await expect(byCause).toContainText(VERDICT);
  await expectAccessible(page, byCause);
  await press(page, /^#1 GET .*\/v1\/listings/);
  await expect(page.getByRole('textbox', { name: 'Customer' })).toHaveValue('Acme Stays');

  await press(page, /^Support bundle$/, 'Shift+Tab');
  await heading(page, 'Support bundle').waitFor();
  await expect(page.getByRole('region', { name: 'Files of the bundle' })).toContainText(VERDICT);
  await expectAccessible(page);
  await latchkey.answerSaveDialog(bundle);
  await press(page, /^Save the bundle$/, 'Shift+Tab');
  await page.getByText(bundle).waitFor();
});

test('a second console with an empty profile opens the bundle read-only, with the same verdict', async () => {
  const second = await launchLatchkey();
  const { page } = second;
  await appReady(page);
  await openPage(page, 'Cases');
  await second.answerSaveDialog(bundle);
  await press(page, /^Open a bundle/);
  const diagnosis = page.getByRole('region', { name: 'Diagnosis' });
  await diagnosis.getByRole('heading', { name: VERDICT }).waitFor();
  await expect(page.getByText(/^Read-only, from/)).toContainText(bundle);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(await page.locator('main').textContent()).not.toContain(TOKEN);
  await expectAccessible(page);
  expect(second.logs).toEqual([]);
  expect(second.requestsOutside).toEqual([]);
  await second.close();
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
  await goTo(page, 'Listings');
  await listingsShown(page);
  const grid = await openAccess();
  await grid.getByRole('link', { name: /^List listings with Open API: Works/ }).waitFor();
  // The applications have no token, and none is spent unasked.
  await expect(page.getByRole('checkbox', { name: /^Website: spend a token/ })).not.toBeChecked();
  await page.getByText(/^1 request, no token; about /).waitFor();
  await probeWith(/^Website/);
  await page.getByText('2 requests sent, 1 token spent.').waitFor();
  await grid.getByRole('link', { name: /^Search with Website: Works/ }).waitFor();

  await setPermission(page, 'Search', false);
  await openAccess();
  await probeWith(/^Partner portal/);
  await page
    .getByText('“Search” works with Website and not with Partner portal: it is Partner portal, not the account.')
    .waitFor();
  // The newest answers of both are refusals.
  await probeWith(/^Website/);
  await page.getByText('“Search” is refused for all 2 applications: the account.').waitFor();
  await expectAccessible(page);

  await grid.locator('[tabindex="0"]').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  for (let row = 0; row < 3; row += 1) await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^Search with Website: 403/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('403');
  await page.keyboard.press('Escape');
  await setPermission(page, 'Search', true);
});

const field = (): Locator => latchkey.page.getByRole('textbox', { name: 'Paste what the customer sent' });

test('a customer’s cURL is pasted and diagnosed by keyboard, masked, with the request as it should have been', async () => {
  const { page } = latchkey;
  await goTo(page, 'Doctor');
  await page.getByRole('link', { name: 'Paste a failure' }).press('Enter');
  await field().focus();
  // The way of support leaves its text.
  const clear = page.getByRole('button', { name: 'Clear' });
  if (await clear.isVisible()) await clear.press('Enter');
  await field().focus();
  await page.keyboard.insertText(CUSTOMER);
  await page.keyboard.press('Control+Enter');
  const article = page.getByRole('article');
  await article.getByRole('heading', { name: 'The Bearer prefix was missing' }).waitFor();
  await expect(article).toContainText('403');
  const corrected = article.getByRole('region', { name: 'What this request should have looked like' });
  await expect(corrected).toContainText("curl 'https://open-api.guesty.com/v1/listings'");
  await corrected.getByRole('button', { name: 'Copy as cURL' }).press('Enter');
  await expect.poll(() => latchkey.copiedText()).toContain('Authorization: Bearer $ACCESS_TOKEN');
  await article.getByText('What was read, masked').press('Enter');
  await article.locator('mark').first().waitFor();
  expect(await article.textContent()).not.toContain(TOKEN);
  await expectAccessible(page);
});

test('a verdict leads to its cause in the catalogue, which is searched by words', async () => {
  const { page } = latchkey;
  const verdict = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { level: 3, name: 'The Bearer prefix was missing' }),
  });
  await verdict.getByRole('link', { name: 'About this cause' }).press('Enter');
  await expect(page.getByRole('heading', { level: 3, name: 'The Bearer prefix was missing' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Search the causes' }).fill('429 retry-after');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('article').getByRole('link', { name: '§8.1' }).press('Enter');
  await expect(page.getByRole('heading', { name: /^8\.1/ })).toBeFocused();
  await goTo(page, 'Doctor');
  await page.getByRole('link', { name: 'Paste a failure' }).press('Enter');
});

test('the exchanges of a customer’s log are on a timeline, with gaps and limits', async () => {
  const { page } = latchkey;
  await page.getByRole('button', { name: 'Clear' }).press('Enter');
  await field().focus();
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds)).toISOString();
  const line = (seconds: number, status: number) =>
    `${at(seconds)} GET https://booking.guesty.com/api/listings ${status}`;
  await page.keyboard.insertText([line(0, 200), line(1, 429), line(2, 429), line(122, 200), line(123, 403)].join('\n'));
  await page.keyboard.press('Control+Enter');
  const timeline = page.getByRole('region', { name: 'Timeline of what was sent' });
  await expect(timeline).toContainText(
    /5 exchanges within 2 min 3 s: 2 succeeded, 1 × 403, 2 × 429\. Longest gap: 2 min,/,
  );
  await timeline.getByRole('row', { name: /2 min 200/ }).waitFor();
  await timeline.locator('svg g rect').first().waitFor();
  await expectAccessible(page, timeline);
});

test('a request without its answer is checked, and its parameters get their right names', async () => {
  const { page } = latchkey;
  await page.getByRole('button', { name: 'Clear' }).press('Enter');
  await field().focus();
  await page.keyboard.insertText(
    `curl 'https://booking.guesty.com/api/v1/search?check_in=2099-12-1' -H 'Authorization: Bearer ${jwtOf({ scp: ['open-api'] })}'`,
  );
  await page.keyboard.press('Control+Enter');
  const check = page.getByRole('region', { name: 'Check of the request' });
  await expect(check).toContainText('The service would not accept this request.');
  await expect(check).toContainText('Its name is “checkIn”.');
  await expect(check.getByRole('list', { name: 'What the request does not tell' })).toContainText('permission');
  await expect(page.getByRole('article')).toContainText('v1/search?checkIn=2099-12-01');
  const token = page.getByRole('region', { name: 'What the token says of itself' });
  await expect(token).toContainText('The Booking Engine API needs the scope “booking_engine:api”.');
  await expectAccessible(page, page.getByRole('article'));
  await page.getByRole('button', { name: 'Clear' }).press('Enter');
  await field().fill(CUSTOMER);
  await page.keyboard.press('Control+Enter');
});

test('the source of a cause opens inside the app, at its section, and Back leads to the verdict again', async () => {
  const { page } = latchkey;
  await page.getByRole('article').getByRole('link', { name: '§8.4' }).first().press('Enter');
  const section = page.getByRole('heading', { name: '8.4 401 and 403' });
  await expect(section).toBeFocused();
  await expect(section).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'The service', level: 1 })).toBeAttached();
  await expectAccessible(page);
  await page.goBack();
  await page
    .getByRole('article')
    .getByText(/^Source: /)
    .first()
    .waitFor();
});

test('what was typed is still there after another page was open', async () => {
  const { page } = latchkey;
  await goTo(page, 'Traffic');
  await goTo(page, 'Doctor');
  await page.getByRole('link', { name: 'Paste a failure' }).click();
  await expect(field()).toHaveValue(CUSTOMER);
  await page.getByRole('article').waitFor();
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
  await page.getByText('1 failure found among 5,000 exchanges.').waitFor();
  await expect(page.getByRole('article')).toContainText('429');
});

test('no request left the window or main', async () => {
  expect(latchkey.requestsOutside).toEqual([]);
  const { page } = latchkey;
  await goTo(page, 'Traffic');
  await expect(page.getByText('open-api.guesty.com')).toHaveCount(0);
  expect(latchkey.logs).toEqual([]);
});

const tab = (name: string): Locator =>
  latchkey.page.getByRole('navigation', { name: 'Sections of Doctor' }).getByRole('link', { name });

async function begin(title: string): Promise<void> {
  if (!(await tab('Training').isVisible())) await goTo(latchkey.page, 'Doctor');
  await tab('Training').click();
  await latchkey.page.getByRole('button', { name: `Start “${title}”` }).click();
  await expect(latchkey.page.getByRole('heading', { level: 2, name: title })).toBeFocused();
}

for (const [title, verdict] of EXERCISES)
  test(`${verdict}: raised by an exercise, pasted, and found by the Doctor`, async () => {
    const { page } = latchkey;
    await begin(title);
    await page.getByRole('button', { name: 'Put it into “Paste a failure”' }).click();
    await page.getByRole('textbox', { name: 'Paste what the customer sent' }).press('Control+Enter');
    const article = page.getByRole('article');
    await expect(article).toContainText('The verdict is hidden');
    await expect(page.getByText(verdict)).toHaveCount(0);
    await article.getByRole('button', { name: 'Show it (counts as a hint)' }).click();
    await expect(
      article
        .getByRole('list', { name: /^Causes that fit/ })
        .getByRole('heading')
        .first(),
    ).toHaveText(verdict);
    await tab('Training').click();
    await page.getByRole('button', { name: 'Leave the exercise' }).click();
    await page.getByRole('region', { name: 'Exercises' }).waitFor();
  });

test('an exercise on the console’s own requests: Traffic and Doctor, an answer, the evidence, and the progress', async () => {
  const { page } = latchkey;
  const title = 'Searching works, the calendars stay empty';
  await tab('Training').click();
  await expectAccessible(page);
  await begin(title);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Failures' }).click();
  const refusal = page.getByRole('article', { name: 'Calendar', exact: true });
  await expect(refusal).toContainText('The verdict is hidden');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Answer it' }).click();
  await page.getByLabel('What is the cause?').selectOption('The account lacks permission');
  await page.getByLabel(/^Ask the owner of the account/).check();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  const result = page.getByRole('article', { name: title });
  await expect(result).toContainText('You found the cause, and your advice helps.');
  await expect(result).toContainText('no tokens, no hints');
  await expectAccessible(page, result);
  await result.getByRole('link', { name: 'see that exchange' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('200');
  await page.keyboard.press('Escape');
  await goTo(page, 'Doctor');
  await tab('Training').click();
  await page.getByRole('button', { name: 'Back to the exercises' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Right');
});
