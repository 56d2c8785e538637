/** Training in the built app: each of the first ten causes raised on the sandbox and diagnosed on the Doctor's screen; an exercise by its whole way. */
import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { appReady, goTo } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

/** The titles of exercises, and the Doctor's verdicts on them. */
const FIRST_TEN = [
  ['A partner’s nightly export fails since this morning', 'The Bearer prefix was missing'],
  ['A website gets no search results after an update', 'The Authorization header is malformed'],
  ['It worked yesterday, and today it does not', 'The access token had expired'],
  ['Only the new server of a partner is refused', 'The clock of the sender is wrong'],
  ['One program reads listings, another one is refused', 'The token belongs to the other API'],
  ['A partner goes live and gets no token', 'Wrong environment or host'],
  ['Nothing is found at an address that should exist', 'Wrong base path'],
  ['A booking form follows an old handbook', 'The deprecated Reservations V1 endpoint was called'],
  ['A quick test by hand brings no listings', 'The address is not HTTPS'],
  ['A developer cannot get a first token', 'The token request is not form-encoded'],
] as const;

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
  await goTo(latchkey.page, 'Doctor');
});
test.afterAll(async () => {
  expect(latchkey.logs).toEqual([]);
  expect(latchkey.requestsOutside).toEqual([]);
  await latchkey.close();
});

const tab = (name: string): Locator =>
  latchkey.page.getByRole('navigation', { name: 'Sections of Doctor' }).getByRole('link', { name });

async function begin(title: string): Promise<void> {
  await tab('Training').click();
  await latchkey.page.getByRole('button', { name: `Start “${title}”` }).click();
  await expect(latchkey.page.getByRole('heading', { level: 2, name: title })).toBeFocused();
}

for (const [title, verdict] of FIRST_TEN)
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
    await expect(page.getByRole('region', { name: 'Exercises' })).toBeVisible();
  });

test('an exercise on the console’s own requests: Traffic and Doctor, an answer, the evidence, and the progress', async () => {
  const { page } = latchkey;
  const title = 'Searching works, the calendars stay empty';
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
  await expectAccessible(page);
  await result.getByRole('link', { name: 'see that exchange' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('200');
  await page.keyboard.press('Escape');
  await goTo(page, 'Doctor');
  await tab('Training').click();
  await page.getByRole('button', { name: 'Back to the exercises' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Right');
});
