/**
 * The first start: one question, then the sandbox, ready to use. Then several windows: a quote is booked once, whatever is pressed in which; each
 * has a connection, a title and menu commands of its own. And one connection per Client ID.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from './support/axe.ts';
import {
  appReady,
  dayFromNow,
  fillGuest,
  goTo,
  heading,
  listingsShown,
  makeQuote,
  openAnother,
} from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

let latchkey: Latchkey;
/** The window that is left when the others are closed. */
let last: Page;
test.beforeAll(async () => {
  latchkey = await launchLatchkey({ chosen: null });
});
test.afterAll(async () => {
  await latchkey.close();
});

test('the first start asks one thing, and the sandbox is ready for managers', async () => {
  const { page } = latchkey;
  await heading(page, 'Welcome to Latchkey').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Look around in the sandbox/ }).click();
  await page.getByRole('button', { name: 'Show me the sandbox' }).click();
  await appReady(page);
  await heading(page, 'Today').waitFor();
  await goTo(page, 'Listings');
  await listingsShown(page);
  await page.getByRole('button', { name: 'Add your connection' }).waitFor();
  const status = page.getByRole('button', { name: 'Status: No problems. Details' });
  await status.click();
  await expect(page.getByRole('dialog')).toContainText('4 of 5 issuances left');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(status).toBeFocused();
});

test('the page makes no network request', async () => {
  const { page } = latchkey;
  const outcome = await page.evaluate(() =>
    fetch('https://example.com/').then(
      () => 'reached',
      () => 'refused',
    ),
  );
  expect(outcome).toBe('refused');
  expect(latchkey.requestsOutside).toEqual([]);
});

/** The booking requests that left, and the reservations that the sandbox made. */
const sent = (page: Page) =>
  page.evaluate(async () => {
    const filter = {
      ...{ connectionId: 'sandbox', search: '', outcomes: [], operations: ['quoteRequest', 'quoteInstant'] },
      ...{ hosts: [], credentials: [], taskId: null, from: null, until: null },
    };
    const known = await window.latchkey.traffic.exchanges({ filter, before: null, limit: 10 });
    const state = await window.latchkey.sandbox.state(null);
    return [known.ok ? known.value.exchanges.length : -1, state.ok ? state.value.reservations : -1];
  });

async function toConfirm(page: Page, quoteId: string): Promise<void> {
  await page.evaluate((id) => {
    window.location.hash = `#/quotes?id=${encodeURIComponent(id)}`;
  }, quoteId);
  await page.getByRole('article').getByLabel('First name').waitFor();
  await fillGuest(page);
  await page.getByRole('article').getByRole('button', { name: 'Request to book' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the request' }).waitFor();
}

test('two windows and two double clicks book a quote once, and both say so', async () => {
  const { page } = latchkey;
  await appReady(page);
  const quoteId = await makeQuote(page, dayFromNow(50), dayFromNow(53));
  const before = await sent(page);
  const second = await openAnother(latchkey, page);
  const windows = [page, second];
  for (const one of windows) await toConfirm(one, quoteId);
  await page.evaluate(() =>
    window.latchkey.sandbox.apply({
      kind: 'addFault',
      target: 'quoteRequest',
      effect: { kind: 'delay', delayMs: 2_000 },
      times: 1,
    }),
  );
  // Events of the page itself: Playwright's click would wait for a button that the other window's booking takes away.
  const buttons = windows.map((one) => one.getByRole('dialog').getByRole('button', { name: 'Send the request' }));
  await Promise.all(
    buttons.map((button) =>
      button.evaluate((element: HTMLElement) => {
        element.click();
        element.click();
      }),
    ),
  );
  const status = (one: Page) => one.getByRole('status').filter({ hasText: 'the app waits for the response' }).first();
  const reservation = (one: Page) => one.getByRole('region', { name: 'Reservation' });
  for (const one of windows) await status(one).or(reservation(one)).first().waitFor();
  for (const one of windows) await expect(reservation(one)).toContainText('Awaiting approval');
  expect(await sent(page)).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1]);
  await second.close();
});

const PASSPHRASE = 'a passphrase of the test';

/** What the bridge gives a page about guests, and whether it copies. */
const asked = (page: Page) =>
  page.evaluate(async () => {
    const guests = { connectionId: 'sandbox', search: '', offset: 0, limit: 5 };
    const answers = [
      await window.latchkey.guests.list(guests),
      await window.latchkey.tokens.status({ connectionId: 'sandbox' }),
      await window.latchkey.app.copyText({ text: 'x' }),
    ];
    return answers.map((answer) => (answer.ok ? 'ok' : answer.error.code));
  });

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.keyboard.press('Enter');
}

test('a locked app shows and gives nothing in any window, and comes back as it was', async () => {
  const { page } = latchkey;
  await goTo(page, 'Settings');
  const section = page.getByRole('region', { name: 'Lock', exact: true });
  await section.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await section.getByLabel('The same again').fill(PASSPHRASE);
  await section.getByRole('button', { name: 'Turn on the lock' }).click();
  await section.getByRole('button', { name: 'Lock now' }).waitFor();
  const clears = section.getByLabel('Clear copied guests’ data after a minute');
  await clears.click();
  await expect(clears).toBeChecked();
  const second = await openAnother(latchkey, page);
  await goTo(second, 'Guests');
  const guest = second.getByText('Marsh').first();
  await expect(guest).toBeVisible();

  await second.evaluate(() => window.latchkey.app.copyText({ text: 'Marsh', ofGuest: true }));
  expect(await latchkey.copiedText()).toBe('Marsh');
  await latchkey.command('lock', page);
  await expect.poll(latchkey.copiedText).toBe('');
  for (const one of [page, second]) {
    await expect(heading(one, 'Latchkey is locked')).toBeVisible();
    expect(await one.content()).not.toContain('Marsh');
    expect(await asked(one)).toEqual(['locked', 'locked', 'locked']);
  }
  await expectAccessible(page);
  await page.getByLabel('Passphrase', { exact: true }).fill('another passphrase');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not the passphrase.')).toBeVisible();
  await unlock(page);
  // One passphrase opens every window, on its page.
  await expect(heading(page, 'Settings')).toBeVisible();
  await expect(guest).toBeVisible();
  await second.close();
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

const SECRET = 'a-secret-long-enough-for-it';

/** Fills in the form of a new connection and sends it. */
async function fillConnection(page: Page, name: string, clientId: string): Promise<Locator> {
  await latchkey.command('newConnection', page);
  const dialog = page.getByRole('dialog', { name: 'Add a connection' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'Client ID' }).first().fill(clientId);
  await dialog.locator('input[type=password]').first().fill(SECRET);
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  return dialog;
}

test('two windows show two connections; closing one leaves the other', async () => {
  const { page } = latchkey;
  await appReady(page);
  await goTo(page, 'Listings');
  await listingsShown(page);
  await expect(page).toHaveTitle('Listings – Sandbox – Latchkey');

  const second = await openAnother(latchkey, page);
  await expect(second).toHaveTitle(/ – Sandbox – Latchkey$/);
  await (await fillConnection(second, 'Harbour', 'client-of-harbour')).waitFor({ state: 'hidden' });
  await expect(second).toHaveTitle(/ – Harbour – Latchkey$/);
  // The first window stays on its connection, and learns of the new one.
  await expect(page).toHaveTitle(/ – Sandbox – Latchkey$/);
  await goTo(page, 'Connections');
  await page.getByRole('link', { name: /Harbour/ }).waitFor();

  // A command of the menu goes to the window that has the focus.
  await latchkey.command('quotes', second);
  await heading(second, 'Quotes').waitFor();
  await heading(page, 'Connections').waitFor();
  await latchkey.command('listings', page);
  await listingsShown(page);
  await heading(second, 'Quotes').waitFor();

  // Preferences reach every window.
  const isDark = (one: Page) => one.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await goTo(second, 'Settings');
  await second.getByText('Dark', { exact: true }).click();
  for (const one of [page, second]) await expect.poll(() => isDark(one)).toBe(true);

  const own = { fetched: 'no network', opened: null, node: false, bridge: true };
  for (const one of [page, second]) expect(await reach(one)).toEqual(own);

  await second.reload();
  await appReady(second);
  await expect(second).toHaveTitle(/ – Harbour – Latchkey$/);

  // The first window closes; the second works on, and opens a further one on its own connection.
  await page.close();
  const third = await openAnother(latchkey, second);
  await expect(third).toHaveTitle(/ – Harbour – Latchkey$/);
  await second.close();
  await goTo(third, 'Today');
  await heading(third, 'Today').waitFor();
  last = third;
  // `reach` was refused a network in two windows, which a console without a network logs.
  expect(latchkey.logs.filter((line) => !/example\.com|link|Content Security Policy/.test(line))).toEqual([]);
});

test('a second connection with a Client ID leads to the first, and an old profile with two has one', async () => {
  const dialog = await fillConnection(last, 'Second', 'client-of-harbour');
  await dialog.getByText('This Client ID already has a connection: “Harbour”.').waitFor();
  await expectAccessible(last);
  const [opened] = await Promise.all([
    last.context().waitForEvent('page'),
    dialog.getByRole('button', { name: 'Open “Harbour” in another window' }).click(),
  ]);
  await appReady(opened);
  await expect(opened).toHaveTitle(/ – Harbour – Latchkey$/);
  await expect(dialog.locator('input[type=password]').first()).toHaveValue(SECRET);
  await latchkey.close();

  // What a version before this rule wrote.
  const { dataDir } = latchkey;
  const file = join(dataDir, 'store', 'vault.json');
  const stored = JSON.parse(readFileSync(file, 'utf8'));
  const vault = stored.document;
  const first = vault.connections.find((one: { name: string }) => one.name === 'Harbour');
  const openApi = { ...first.openApi, id: 'credential-of-the-second' };
  const second = { ...first, id: 'second', name: 'Second', openApi, createdAt: first.createdAt + 1 };
  const document = { ...vault, currentId: 'second', connections: [...vault.connections, second] };
  writeFileSync(file, JSON.stringify({ ...stored, document }));

  latchkey = await launchLatchkey({ dataDir });
  const { page } = latchkey;
  // The end of the app opens nothing.
  await expect(heading(page, 'Latchkey is locked')).toBeVisible();
  await unlock(page);
  const notice = page.getByText(/^“Second” had the same Client ID as “Harbour” and was merged into it,/);
  await notice.waitFor();
  await expect(page).toHaveTitle(/ – Harbour – Latchkey$/);
  await goTo(page, 'Connections');
  await page.getByRole('link', { name: /^Second/ }).waitFor({ state: 'hidden' });
  expect(readFileSync(file, 'utf8')).toContain('"merges"');
  await page.getByRole('alert').filter({ has: notice }).getByRole('button').click();
  await notice.waitFor({ state: 'hidden' });
  // The next start has nothing to say.
  await expect.poll(() => readFileSync(file, 'utf8')).not.toContain('"merges"');
});
