/** The Traffic page in the built app: filters, details of an exchange, cURL, HAR, replay, and pending requests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import type { Har } from 'har-format';
import { appReady, closeDialog, goTo, listingsShown } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

let latchkey: Latchkey;

const table = (): Locator => latchkey.page.getByRole('table', { name: 'Exchanges, newest first' });
const rows = (): Locator => table().locator('tbody tr');
const drawer = (): Locator => latchkey.page.getByRole('dialog');
const text = (): Locator => latchkey.page.getByRole('textbox', { name: 'Filter by text' });
const count = (): Locator => latchkey.page.getByRole('status').filter({ hasText: /exchange/ });

/** Sends one search; an error answer is fine. */
const search = () =>
  latchkey.page.evaluate(() => window.latchkey.availability.search({ connectionId: 'sandbox', applicationId: null }));

const fault = (status: 403 | 429 | 503, times: number) =>
  latchkey.page.evaluate(
    ([answer, strikes]) =>
      window.latchkey.sandbox.apply({
        kind: 'addFault',
        target: 'search',
        effect: { kind: 'answer', status: answer },
        times: strikes,
      }),
    [status, times] as const,
  );

test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
  await listingsShown(latchkey.page);
  await search();
  await fault(503, 1);
  await search();
  await fault(403, 1);
  await search();
  await goTo(latchkey.page, 'Traffic');
});
test.afterAll(async () => {
  await latchkey.close();
});

test('new exchanges appear at the top, and the timeline counts them by outcome', async () => {
  const { page } = latchkey;
  await expect(rows().first()).toContainText('403');
  await expect(page.getByRole('button', { name: /^403\s*1$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^5xx\s*1$/ })).toBeVisible();
  const before = Number(await table().getAttribute('aria-rowcount'));
  await search();
  await expect(rows().first()).toContainText('200');
  await expect.poll(async () => Number(await table().getAttribute('aria-rowcount'))).toBe(before + 1);
});

test('text, outcome and time on the timeline filter the list, and one button resets them', async () => {
  const { page } = latchkey;
  await text().pressSequentially('oauth2');
  await expect(rows().first()).toContainText('Access token');
  await expect.poll(() => rows().filter({ hasNotText: 'Access token' }).count()).toBe(0);
  await expect(page).toHaveURL(/search=oauth2/);
  await text().fill('');
  await page.getByRole('button', { name: /^403/ }).click();
  await expect(count()).toHaveText(/^1 of \d+ exchanges$/);
  await page.getByRole('button', { name: 'Reset the filters' }).click();
  await expect(count()).toHaveText(/^\d+ exchanges$/);
  await page.getByRole('combobox', { name: 'Application' }).click();
  await page.getByRole('option', { name: /^Open API/ }).click();
  await expect(page).toHaveURL(/credentialId=/);
  await expect(rows().first()).toContainText('List listings');
  await expect.poll(() => rows().filter({ hasText: '/booking/' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Reset the filters' }).click();

  const moments = page.getByRole('slider', { name: /^Time on the timeline/ });
  await moments.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByText('No matching exchanges').waitFor();
  await expect(page).toHaveURL(/from=\d+&until=\d+/);
  await page.getByRole('button', { name: /^Show all/ }).click();
  await expect(rows().first()).toBeVisible();
  await moments.focus();
  await page.keyboard.press('End');
  for (let bar = 0; bar < 12; bar += 1) await page.keyboard.press('Shift+ArrowLeft');
  // On a slow machine the exchanges are further left.
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Enter');
  await expect(rows().first()).toBeVisible();
  await page.getByRole('button', { name: 'Reset the filters' }).click();
});

test('the drawer shows the timings of an exchange and its attempts', async () => {
  const { page } = latchkey;
  await page.getByRole('button', { name: /^5xx/ }).click();
  await expect(rows()).toHaveCount(1);
  await rows().first().click();
  const timings = drawer().getByRole('region', { name: 'Timings' });
  await expect(timings.getByRole('row', { name: /^Response/ })).toBeVisible();
  await drawer().getByRole('tab', { name: 'Attempts (2)' }).click();
  const attempts = drawer().getByRole('list', { name: 'Attempts of this request' }).getByRole('button');
  await expect(attempts).toHaveCount(2);
  await attempts.nth(1).click();
  await expect(drawer()).toContainText('2 of 2');
  await closeDialog(page);
  await page.getByRole('button', { name: 'Reset the filters' }).click();
});

test('a person copies a request as cURL without secrets and sends it again as a new exchange', async () => {
  const { page } = latchkey;
  await rows().first().click();
  await drawer().getByRole('button', { name: 'Copy as cURL', exact: true }).click();
  await expect(page.getByText('Copied for bash')).toBeVisible();
  await expect.poll(() => latchkey.copiedText()).toMatch(/curl [\s\S]*\/booking\/v1\/search[\s\S]*Bearer \$/);
  const before = Number(await table().getAttribute('aria-rowcount'));
  const address = page.url();
  await drawer().getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(page).not.toHaveURL(address);
  await expect(drawer().getByText('200 OK')).toBeVisible();
  await closeDialog(page);
  await expect.poll(async () => Number(await table().getAttribute('aria-rowcount'))).toBe(before + 1);

  await text().fill('oauth2');
  await expect(rows().first()).toContainText('Access token');
  await rows().first().click();
  await expect(drawer().getByRole('button', { name: 'Send again', exact: true })).toBeDisabled();
  await expect(drawer()).toContainText('it would use a slot');
  await closeDialog(page);
  await page.getByRole('button', { name: 'Reset the filters' }).click();
});

test('a person finds a text in a body by keyboard, with its path', async () => {
  const { page } = latchkey;
  await rows().filter({ hasText: '/v1/search' }).filter({ hasText: '200' }).first().click();
  await drawer().getByRole('tree').waitFor();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('baseprice');
  const hits = drawer().locator('search').getByRole('status');
  await expect(hits).toHaveText(/^1 of \d+, at results\[0\]\.prices\.basePrice$/);
  await expect(drawer().locator('mark[data-current]')).toHaveText('basePrice');
  await page.keyboard.press('Enter');
  await expect(hits).toHaveText(/^2 of \d+, at results\[1\]\.prices\.basePrice$/);
  await expect(drawer().locator('mark[data-current]')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(drawer().locator('search')).toHaveCount(0);
  await closeDialog(page);
});

test('a person changes a read, sends it again and sees both; and compares it with one that was refused', async () => {
  const { page } = latchkey;
  await rows().filter({ hasText: '/v1/search' }).filter({ hasText: '200' }).first().click();
  await drawer().getByRole('button', { name: 'Edit and send again' }).click();
  const form = drawer().getByRole('form', { name: 'Edit and send again' });
  await form.getByRole('button', { name: 'Add a parameter' }).click();
  await form.getByRole('textbox', { name: 'Name of parameter 1' }).fill('guests');
  await form.getByRole('textbox', { name: 'Value of parameter 1' }).fill('4');
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  const comparison = page.getByRole('dialog', { name: 'Compare two exchanges' });
  await expect(comparison.getByRole('row', { name: /^guests – 4$/ })).toBeVisible();
  await expect(comparison.getByRole('rowheader', { name: 'Method' })).toHaveCount(0);
  await closeDialog(page);
  await expect(rows().first()).toContainText('/v1/search?guests=4');

  await page.getByRole('button', { name: /^403/ }).click();
  await rows().first().click();
  await drawer().getByRole('button', { name: 'Compare with…' }).click();
  await page.getByRole('menuitem', { name: /^200/ }).first().click();
  await expect(comparison).toContainText(/Most likely cause \(\d+ %\)/);
  await expect(comparison.getByRole('row', { name: /^Status 403 200$/ })).toBeVisible();
  await closeDialog(page);
  await page.getByRole('button', { name: 'Reset the filters' }).click();
});

test('marked exchanges are exported as HAR, and a cancelled dialog exports nothing', async () => {
  const { page } = latchkey;
  const path = join(latchkey.dataDir, 'marked.har');
  await latchkey.answerSaveDialog(path);
  await rows().first().getByRole('button').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Export (2)' }).click();
  await page.getByRole('menuitem', { name: '2 marked exchanges' }).click();
  await expect(page.getByText(/^2 exchanges written/)).toBeVisible();
  await expect(page.getByText(path)).toBeVisible();
  const written = JSON.parse(readFileSync(path, 'utf8')) as Har;
  expect(written.log.version).toBe('1.2');
  expect(written.log.entries).toHaveLength(2);
  for (const { request } of written.log.entries) {
    const authorization = request.headers.find(({ name }) => name.toLowerCase() === 'authorization');
    expect(authorization?.value ?? 'Bearer [redacted]').toBe('Bearer [redacted]');
  }

  await latchkey.answerSaveDialog(null);
  await page.getByRole('button', { name: 'Export (2)' }).click();
  await page.getByRole('menuitem', { name: /^All: / }).click();
  await expect(page.getByRole('button', { name: 'Export (2)' })).toBeEnabled();
});

test('one line counts pending requests, and a person can cancel them', async () => {
  const { page } = latchkey;
  await page.evaluate(() => {
    void window.latchkey.sandbox.apply({
      kind: 'addFault',
      target: 'search',
      effect: { kind: 'delay', delayMs: 20_000 },
      // A late answer is asked for again.
      times: null,
    });
    void window.latchkey.availability.search({ connectionId: 'sandbox', applicationId: null });
  });
  await page.getByRole('button', { name: /^1 request in flight/ }).click();
  await expect(drawer()).toContainText('waits for the response');
  await drawer()
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'No pending requests' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.evaluate(async () => {
    const state = await window.latchkey.sandbox.state(null);
    for (const { id } of state.ok ? state.value.faults : [])
      await window.latchkey.sandbox.apply({ kind: 'removeFault', id });
  });
});

test('Settings show the file of the exchanges', async () => {
  const { page } = latchkey;
  expect(latchkey.requestsOutside).toEqual([]);
  await goTo(page, 'Settings');
  const record = page.getByRole('region', { name: 'Recorded traffic' });
  await expect(record).toContainText(/\d+ exchanges, [\d.]+ [kM]B/);
  await expect(record).toContainText(latchkey.dataDir);
});
