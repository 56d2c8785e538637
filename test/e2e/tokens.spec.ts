/**
 * The page of a token in the built app: prices, the last slot, adopting, discarding, and the desktop notification. Then a connection to a live
 * service: the form's issues, the sixth application, another host, and an unreachable service.
 */
import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { appReady, goTo, heading, listingsLoaded, openTokenPage, tokenPill } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

let latchkey: Latchkey;
const button = (name: string): Locator => latchkey.page.getByRole('button', { name, exact: true });
const dialog = (): Locator => latchkey.page.getByRole('dialog');
const rows = (): Locator =>
  latchkey.page.getByRole('table', { name: 'Token requests of the last 24 hours' }).locator('tbody tr');

/** An access token in the form of a JWT, built here so that the repository contains no text that looks like one. */
function madeUpToken(issuedAt: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = Math.floor(issuedAt / 1000);
  const claims = { iat: seconds, exp: seconds + 86_400, scope: 'open-api' };
  return [part({ alg: 'none', typ: 'JWT' }), part(claims), Buffer.from('made up').toString('base64url')].join('.');
}

async function renew(name: 'Get a token' | 'Renew now', price: RegExp): Promise<void> {
  await button(name).first().click();
  await expect(dialog()).toContainText(price);
  await dialog().getByRole('button', { name, exact: true }).click();
  await expect(dialog()).toHaveCount(0);
}

test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
  // The first page issued a token; the tests below need an unused quota.
  await listingsLoaded(latchkey.page);
  await latchkey.page.evaluate(async () => {
    await window.latchkey.tokens.discard({ credentialId: 'sandbox-open-api' });
    await window.latchkey.sandbox.apply({ kind: 'resetQuota', api: 'openApi' });
  });
});
test.afterAll(async () => {
  await latchkey.close();
});

test('a person requests and renews a token, and sees the price first', async () => {
  const { page } = latchkey;
  await openTokenPage(page, 'Open API');
  await page.getByText('No token was requested in the last 24 hours.').waitFor();
  await renew('Get a token', /Uses 1 of 5 issuances; 4 left after this; the next slot is free in 24 h/);
  await expect(rows()).toHaveCount(1);
  await expect(rows().first()).toContainText('A person');
  await page.getByRole('img', { name: /^Lifetime of the token/ }).waitFor();
  await renew('Renew now', /Uses 1 of 5 issuances; 3 left after this; the next slot is free in 23 h \d+ min/);
  await renew('Renew now', /2 left after this/);
  await renew('Renew now', /1 left after this/);
  await expect(tokenPill(page, 'Open API')).toHaveAccessibleName(/1 of 5 issuances left/);
});

test('the last slot needs a confirmation', async () => {
  const { page } = latchkey;
  await button('Renew now').first().click();
  const spend = dialog().getByRole('button', { name: 'Renew now' });
  await expect(spend).toBeDisabled();
  await dialog().getByRole('button', { name: 'Keep the token' }).click();
  await expect(rows()).toHaveCount(4);
  await button('Renew now').first().click();
  await dialog().getByRole('checkbox', { name: 'Use the last slot' }).check();
  await spend.click();
  await expect(rows()).toHaveCount(5);
  await page.getByText('0 of 5 issuances left').first().waitFor();
  await button('Renew now').first().click();
  await expect(dialog()).toContainText('All 5 issuances are used');
  await expect(spend).toHaveCount(0);
  await dialog().getByRole('button', { name: 'Adopt a token' }).waitFor();
  await dialog().getByRole('button', { name: 'Keep the token' }).click();
});

test('a token is adopted without a free slot and is not shown again', async () => {
  const { page } = latchkey;
  const token = madeUpToken(Date.now() - 3_600_000);
  await button('Adopt a token').click();
  await dialog().getByLabel('Access token', { exact: true }).fill('{"access_token":"whole answer"}');
  await button('Adopt the token').click();
  await expect(dialog().getByRole('alert')).toContainText('This access token cannot be adopted');
  await dialog().getByLabel('Access token', { exact: true }).fill(`Bearer ${token}`);
  await button('Adopt the token').click();
  await expect(dialog()).toHaveCount(0);
  await page.getByText('Adopted', { exact: true }).waitFor();
  await expect(rows()).toHaveCount(5);
  expect(await page.content()).not.toContain(token.slice(0, 24));
  await button('Adopt a token').click();
  await expect(dialog().getByLabel('Access token', { exact: true })).toHaveValue('');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
});

test('a token is discarded', async () => {
  const { page } = latchkey;
  await button('Discard').click();
  await expect(dialog()).toContainText('All 5 issuances are used');
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await page.getByText('There is no token.').waitFor();
  await expect(button('Discard')).toHaveCount(0);
});

test('the account map links to the page of an application’s token', async () => {
  const { page } = latchkey;
  await goTo(page, 'Connections');
  const map = page.getByRole('list', { name: /^Application slots: \d of 5 used$/ });
  await expect(map.getByRole('listitem')).toHaveCount(5);
  const first = map.getByRole('link').first();
  const label = (await first.textContent()) ?? '';
  await first.click();
  await heading(page, `Token of ${label}`).waitFor();
  await button('Get a token').first().click();
  await expect(dialog()).toContainText('The first token of an application is not a renewal: it uses none of 3');
  await dialog().getByRole('button', { name: 'Not now' }).click();
});

test('one desktop notification reports a token that cannot be renewed, if the person enabled it', async () => {
  test.skip(latchkey.runtime === 'electron', 'only the Chromium host records tray and notifications');
  const { page, facts } = latchkey;
  const recorded = (what: string) =>
    facts.flatMap((fact) => (fact.host === 'recorded' && fact.what === what ? [fact.detail] : []));
  expect(recorded('tray')).toEqual([]);
  await goTo(page, 'Settings');
  const tray = page.getByRole('switch', { name: /^Tray icon/ });
  await tray.click();
  await expect(tray).toBeChecked();
  await page.getByRole('switch', { name: /^A token cannot be renewed/ }).click();
  await expect.poll(() => recorded('tray')).toEqual([{ empty: false }]);
  await expect.poll(() => JSON.stringify(recorded('tray.setContextMenu').at(-1))).toContain('Show Latchkey');

  // All remaining slots are reserved, so the console does not renew the token.
  await page.evaluate(async () => {
    const { latchkey: bridge } = window;
    const answer = await bridge.connections.update({ id: 'sandbox', issuanceReserve: 3, renewalMarginMinutes: 60 });
    if (!answer.ok) throw new Error(answer.error.code);
    const application = answer.value.applications[0];
    if (!application) throw new Error('no application');
    for (let times = 0; times < 3; times += 1) {
      const renewed = await bridge.tokens.renew({ credentialId: application.id, confirmLastSlot: false });
      if (!renewed.ok) throw new Error(renewed.error.code);
    }
    await bridge.sandbox.apply({ kind: 'setClockRate', rate: 10_000 });
  });
  await expect.poll(() => recorded('notification').length, { timeout: 20_000 }).toBe(1);
  await page.evaluate(() => window.latchkey.sandbox.apply({ kind: 'setClockRate', rate: 1 }));
  expect(recorded('notification')[0]).toMatchObject({ title: expect.stringContaining('cannot be renewed') });
  await tray.click();
  await expect.poll(() => recorded('tray.destroy')).toHaveLength(1);
});

test('the window made no request and logged no error', () => {
  expect(latchkey.requestsOutside).toEqual([]);
  expect(latchkey.logs).toEqual([]);
});

const secret = 'not-a-real-secret-1f7c';
/** A text field of the dialog by its label; the labels of required fields end with a mark. */
const field = (label: string) =>
  form()
    .locator('input')
    .and(latchkey.page.getByLabel(new RegExp(`^${label}\\b`)));
const form = () => latchkey.page.getByRole('dialog', { name: 'Add a connection' });

test('invalid addresses and secrets have their own issues, and the input is kept', async () => {
  const { page } = latchkey;
  await goTo(page, 'Overview');
  await page.getByRole('button', { name: 'Add your connection' }).click();
  await field('Name').fill('Harbour Stays');
  await field('Open API address').fill('http://open-api.example.com');
  await field('Open API token address').fill('https://me:pw@open-api.example.com');
  await field('Booking Engine address').fill('https://booking.example.com/api/v1');
  await field('Booking Engine token address').fill('https://booking.example.com?x=1');
  await field('Client ID').fill('my client');
  await field('Client Secret').fill(`${secret} `);
  await form().getByRole('button', { name: 'Add connection' }).click();
  for (const sentence of [
    'The service answers on HTTPS only',
    'The address has a user name or password in it',
    'Leave /v1 out',
    'The address has a query',
    'The Client ID has a space',
    'starts or ends with a space',
  ])
    await form().getByText(sentence, { exact: false }).first().waitFor();
  await expect(field('Name')).toHaveValue('Harbour Stays');
});

test('a valid connection is saved, and its secret is never shown again', async () => {
  const { page } = latchkey;
  await field('Open API address').fill('https://open-api.example.com/');
  await field('Open API token address').fill('https://open-api.example.com');
  await field('Booking Engine address').fill('https://booking.example.com/api');
  await field('Booking Engine token address').fill('https://booking.example.com');
  await field('Client ID').fill('my-client');
  await field('Client Secret').fill(secret);
  await field('Client Secret').press('Enter');
  await form().waitFor({ state: 'hidden', timeout: 30_000 });
  await heading(page, 'Connections').waitFor();
  await page.getByText('Harbour Stays').first().waitFor();
  expect(await page.content()).not.toContain(secret);
  const saved = await page.evaluate(() => window.latchkey.connections.list(null));
  expect(JSON.stringify(saved)).not.toContain(secret);
  expect(saved.ok && saved.value.connections.map(({ addresses }) => addresses.baseUrl)).toContain(
    'https://open-api.example.com',
  );
});

test('the test of a new connection can be read in both themes', async () => {
  await latchkey.page.getByRole('button', { name: 'Test it' }).waitFor();
  await expectAccessible(latchkey.page);
});

test('a sixth application is rejected with the reason', async () => {
  const { page } = latchkey;
  const add = page.getByRole('main').getByRole('button', { name: 'Add application' });
  for (let number = 1; number <= 5; number += 1) {
    await add.click();
    const application = page.getByRole('dialog', { name: 'Add a Booking Engine application' });
    await application.getByLabel('Label').fill(`Site ${number}`);
    await application.getByLabel('Client ID').fill(`site-${number}`);
    await application.getByLabel('Client Secret').fill(`${secret}-${number}`);
    await application.getByRole('button', { name: 'Add application' }).click();
    await application.waitFor({ state: 'hidden' });
  }
  await page.getByText('Booking Engine applications (5 of 5)').waitFor();
  await add.click();
  await page.getByText('at most 5 Booking Engine applications').waitFor();
  const refused = await page.evaluate(async () => {
    const { latchkey: bridge } = window;
    const list = await bridge.connections.list(null);
    if (!list.ok) throw new Error(list.error.code);
    return bridge.connections.addApplication({
      connectionId: list.value.currentId,
      label: 'Sixth',
      bookingOption: 'both',
      clientId: 'site-6',
      clientSecret: 'not-a-real-secret-6',
    });
  });
  expect(refused).toEqual({ ok: false, error: { code: 'applicationLimit', limit: 5 } });
});

test('another host is confirmed outside the window; declined, it changes nothing and keeps what was typed', async () => {
  const { page } = latchkey;
  const address = page.getByRole('textbox', { name: 'Booking Engine address' });
  const typed = page.getByLabel('Client Secret of Site 1');
  const saved = () =>
    page.evaluate(async () => {
      const list = await window.latchkey.connections.list(null);
      if (!list.ok) throw new Error(list.error.code);
      const current = list.value.connections.find(({ id }) => id === list.value.currentId);
      return { address: current?.addresses.bookingBaseUrl, secrets: current?.applications.map(({ secret: at }) => at) };
    });
  const before = await saved();
  await page.getByRole('tab', { name: 'Addresses and timing' }).click();
  await address.fill('https://elsewhere.example.com/api');
  await page.getByText('The host changes: type the secret again; the token is dropped.').waitFor();
  await typed.fill(`${secret}-again`);
  await expectAccessible(page, page.getByRole('tabpanel', { name: 'Addresses and timing' }));
  await latchkey.answerMessageBox(null);
  await typed.press('Enter');
  await page.getByText('sending secrets to elsewhere.example.com was not confirmed').waitFor();
  expect(await saved()).toEqual(before);
  await expect(address).toHaveValue('https://elsewhere.example.com/api');
  await expect(typed).toHaveValue(`${secret}-again`);
  expect(await latchkey.askedBoxes()).toMatch(/booking\.example\.com.*elsewhere\.example\.com/);

  await latchkey.answerMessageBox(0);
  await typed.press('Enter');
  await page.getByText('Connection saved').waitFor();
  const [first, ...others] = (await saved()).secrets ?? [];
  expect([(await saved()).address, first, new Set(others)]).toEqual([
    'https://elsewhere.example.com/api',
    before.secrets?.[0],
    new Set(['missing']),
  ]);
  expect(await page.content()).not.toContain(`${secret}-again`);
});

test('an unreachable service is reported and costs no token', async () => {
  const { page } = latchkey;
  await goTo(page, 'Listings');
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText('could not be reached', {
    timeout: 40_000,
  });
  const status = await page.evaluate(async () => {
    const list = await window.latchkey.connections.list(null);
    if (!list.ok) throw new Error(list.error.code);
    return window.latchkey.tokens.status({ connectionId: list.value.currentId });
  });
  expect(status).toMatchObject({
    ok: true,
    value: { tokens: [{ api: 'openApi', generation: 0 }, {}, {}, {}, {}, {}] },
  });
});
