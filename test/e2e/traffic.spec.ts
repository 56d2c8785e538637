/**
 * The Traffic page in the built app: filters, details of an exchange, cURL, HAR, replay, and pending requests. Then the window by keyboard: a listing,
 * the search, the menu's accelerators, an input method; booking-way.spec.ts has the way to a booking. The menu of a right click. Last a theme and a
 * text size of the person's own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import type { Har } from 'har-format';
import { appReady, closeDialog, goTo, heading, listingsShown } from './support/driver.ts';
import { openPage, tabTo } from './support/keys.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

let latchkey: Latchkey;

const table = (): Locator => latchkey.page.getByRole('table', { name: 'Exchanges, newest first' });
const rows = (): Locator => table().locator('tbody tr');
const drawer = (): Locator => latchkey.page.getByRole('dialog');
const text = (): Locator => latchkey.page.getByRole('textbox', { name: 'Filter by text' });
const count = (): Locator => latchkey.page.locator('.lk-num').filter({ hasText: /exchange/ });

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
  await page.getByRole('button', { name: /^403\s*1$/ }).waitFor();
  await page.getByRole('button', { name: /^5xx\s*1$/ }).waitFor();
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
  await rows().first().waitFor();
  await moments.focus();
  await page.keyboard.press('End');
  for (let bar = 0; bar < 12; bar += 1) await page.keyboard.press('Shift+ArrowLeft');
  // On a slow machine the exchanges are further left.
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Enter');
  await rows().first().waitFor();
  await page.getByRole('button', { name: 'Reset the filters' }).click();
});

test('the drawer shows the timings of an exchange and its attempts', async () => {
  const { page } = latchkey;
  await page.getByRole('button', { name: /^5xx/ }).click();
  await expect(rows()).toHaveCount(1);
  await rows().first().click();
  const timings = drawer().getByRole('region', { name: 'Timings' });
  await timings.getByRole('row', { name: /^Response/ }).waitFor();
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
  await page.getByText('Copied for bash').waitFor();
  await expect.poll(() => latchkey.copiedText()).toMatch(/curl [\s\S]*\/booking\/v1\/search[\s\S]*Bearer \$/);
  const before = Number(await table().getAttribute('aria-rowcount'));
  const address = page.url();
  await drawer().getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(page).not.toHaveURL(address);
  await drawer().getByText('200 OK').waitFor();
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
  await comparison.getByRole('row', { name: /^guests – 4$/ }).waitFor();
  await expect(comparison.getByRole('rowheader', { name: 'Method' })).toHaveCount(0);
  await closeDialog(page);
  await expect(rows().first()).toContainText('/v1/search?guests=4');

  await page.getByRole('button', { name: /^403/ }).click();
  await rows().first().click();
  await drawer().getByRole('button', { name: 'Compare with…' }).click();
  await page.getByRole('menuitem', { name: /^200/ }).first().click();
  await expect(comparison).toContainText(/Most likely cause \(\d+ %\)/);
  await comparison.getByRole('row', { name: /^Status 403 200$/ }).waitFor();
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
  await page.getByText(/^2 exchanges written/).waitFor();
  await page.getByText(path).waitFor();
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
  await page.getByRole('button', { name: 'No pending requests' }).waitFor();
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

const isDark = (): Promise<boolean> => latchkey.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);

test('a listing and a search by keyboard', async () => {
  const { page } = latchkey;
  await openPage(page, 'Listings');
  const table = page.getByRole('grid', { name: 'Listings' });
  await table.locator('tbody button').first().waitFor();
  const title = ((await table.locator('tbody button').first().textContent()) ?? '').trim();
  await tabTo(page, new RegExp(title.slice(0, 12).replace(/[^\w ]/g, '.')));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: title });
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });

  await openPage(page, 'Availability');
  await tabTo(page, /Places/);
  await page.keyboard.type('Lisbon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('Lisbon');
});

test('the search finds pages and actions by name', async () => {
  const { page } = latchkey;
  await latchkey.command('search');
  await expect(page.getByPlaceholder(/^Go to a property/)).toBeFocused();
  await page.keyboard.type('doctor');
  await page.keyboard.press('Enter');
  await heading(page, 'Doctor').waitFor();
});

test('the menu’s accelerators open pages', async () => {
  test.skip(latchkey.runtime === 'electron', 'key presses of a test do not pass through Electron’s menu');
  const { page } = latchkey;
  await appReady(page);
  for (const [key, name] of [
    ['2', 'Listings'],
    ['4', 'Quotes'],
    ['5', 'Tasks'],
    ['8', 'Connections'],
    ['1', 'Overview'],
  ] as const) {
    await page.keyboard.press(`ControlOrMeta+${key}`);
    await heading(page, name).waitFor();
  }
});

const ONLY_HOST = 'only the Chromium host shows a test the items of a menu';

interface Item {
  readonly label: string;
  readonly type: string;
  readonly enabled: boolean;
}
const menus = (): Item[][] =>
  latchkey.facts.flatMap((fact) =>
    fact.host === 'recorded' && fact.what === 'menu.popup' ? [fact.detail as Item[]] : [],
  );
/** The labels of the menu that opened last; those of items that do nothing now in brackets. */
const lastMenu = (): string[] =>
  (menus().at(-1) ?? [])
    .filter(({ type }) => type !== 'separator')
    .map(({ label, enabled }) => (enabled ? label : `(${label})`));

async function choose(label: string): Promise<void> {
  await latchkey.host?.chooseInMenu(label);
}

test('a field has cut, copy, paste and select all, and they work', async () => {
  test.skip(latchkey.runtime === 'electron', ONLY_HOST);
  const { page } = latchkey;
  await goTo(page, 'Doctor');
  await page
    .getByRole('link', { name: /Paste a failure/ })
    .first()
    .click();
  const field = page.getByRole('textbox').first();
  await field.fill('HTTP/1.1 403 Forbidden');
  await field.click({ button: 'right' });
  await expect.poll(lastMenu).toEqual(['(Cut)', '(Copy)', 'Paste', 'Select All']);
  await choose('Select All');
  await field.click({ button: 'right' });
  await expect.poll(lastMenu).toEqual(['Cut', 'Copy', 'Paste', 'Select All']);
  await choose('Cut');
  await expect(field).toHaveValue('');
  await field.click({ button: 'right' });
  await expect.poll(() => menus().length).toBe(3);
  await choose('Paste');
  await expect(field).toHaveValue('HTTP/1.1 403 Forbidden');
});

test('selected text can be copied; where nothing is selected there is no menu', async () => {
  test.skip(latchkey.runtime === 'electron', ONLY_HOST);
  const { page } = latchkey;
  await goTo(page, 'Settings');
  const before = menus().length;
  const title = heading(page, 'Settings');
  // On the word: beside it a click selects nothing.
  const position = { x: 20, y: 12 };
  await title.click({ button: 'right', position });
  await title.dblclick({ position });
  await title.click({ button: 'right', position });
  await expect.poll(() => menus().length).toBe(before + 1);
  expect(lastMenu()).toEqual(['Copy', 'Select All']);
});

test('Enter that takes a candidate of an input method searches nothing', async () => {
  const { page } = latchkey;
  await goTo(page, 'Availability');
  const places = page.getByRole('combobox', { name: 'Places' });
  await places.fill('Lisbon');
  await places.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await expect(places).toHaveValue('Lisbon');
  await places.press('Enter');
  await expect(places).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('Lisbon');
});

test('the size of the text grows the whole window', async () => {
  const { page } = latchkey;
  await appReady(page);
  await goTo(page, 'Settings');
  const width = (): Promise<number> => page.evaluate(() => window.innerWidth);
  const before = await width();
  const sizes = page.getByRole('radiogroup', { name: 'Text size' });
  await sizes.getByText('Extra large').click();
  // A larger text leaves room for fewer of the page's own pixels.
  await expect.poll(width).toBe(Math.round(before / 1.25));
  await sizes.getByText('Normal').click();
  await expect.poll(width).toBe(before);
});

test('a chosen theme overrides the system’s until the person resets it', async () => {
  const { page } = latchkey;
  await appReady(page);
  await goTo(page, 'Settings');
  const before = await isDark();
  await page.getByText(before ? 'Light' : 'Dark', { exact: true }).click();
  await expect.poll(isDark).toBe(!before);
  await page.getByText('Follow system', { exact: true }).click();
  await expect.poll(isDark).toBe(before);
});

test('with reduced motion, another theme is there at once: no transition runs', async () => {
  const { page } = latchkey;
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await drawn();
  await page.evaluate(() => {
    const counted = window as unknown as { transitions: number };
    counted.transitions = 0;
    document.addEventListener('transitionrun', () => {
      counted.transitions += 1;
    });
  });
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  expect(await isDark()).toBe(true);
  await drawn();
  expect(await page.evaluate(() => (window as unknown as { transitions: number }).transitions)).toBe(0);
});
