/** A connection to a live service: the form's issues, the sixth application, another host, and an unreachable service. */
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { appReady, goTo, heading } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
});

const secret = 'not-a-real-secret-1f7c';
/** A text field of the dialog by its label; the labels of required fields end with a mark. */
const field = (label: string) =>
  dialog()
    .locator('input')
    .and(latchkey.page.getByLabel(new RegExp(`^${label}\\b`)));
const dialog = () => latchkey.page.getByRole('dialog', { name: 'Add a connection' });

test('invalid addresses and secrets have their own issues, and the input is kept', async () => {
  const { page } = latchkey;
  await goTo(page, 'Overview');
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Add your connection' })
    .or(page.getByRole('main').getByRole('link', { name: 'Add your connection' }))
    .click();
  await field('Name').fill('Harbour Stays');
  await field('Open API address').fill('http://open-api.example.com');
  await field('Open API token address').fill('https://me:pw@open-api.example.com');
  await field('Booking Engine address').fill('https://booking.example.com/api/v1');
  await field('Booking Engine token address').fill('https://booking.example.com?x=1');
  await field('Client ID').fill('my client');
  await field('Client Secret').fill(`${secret} `);
  await dialog().getByRole('button', { name: 'Add connection' }).click();
  for (const sentence of [
    'The service answers on HTTPS only',
    'The address has a user name or password in it',
    'Leave /v1 out',
    'The address has a query',
    'The Client ID has a space',
    'starts or ends with a space',
  ])
    await expect(dialog().getByText(sentence, { exact: false }).first()).toBeVisible();
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
  await expect(dialog()).toBeHidden({ timeout: 30_000 });
  await expect(heading(page, 'Connections')).toBeVisible();
  await expect(page.getByText('Harbour Stays').first()).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  const saved = await page.evaluate(() => window.latchkey.connections.list(null));
  expect(JSON.stringify(saved)).not.toContain(secret);
  expect(saved.ok && saved.value.connections.map(({ addresses }) => addresses.baseUrl)).toContain(
    'https://open-api.example.com',
  );
});

test('the test of a new connection can be read in both themes', async () => {
  await expect(latchkey.page.getByRole('button', { name: 'Test it' })).toBeVisible();
  await expectAccessible(latchkey.page);
});

test('a sixth application is rejected with the reason', async () => {
  const { page } = latchkey;
  const add = page.getByRole('main').getByRole('button', { name: 'Add application' });
  for (let number = 1; number <= 5; number += 1) {
    await add.click();
    const form = page.getByRole('dialog', { name: 'Add a Booking Engine application' });
    await form.getByLabel('Label').fill(`Site ${number}`);
    await form.getByLabel('Client ID').fill(`site-${number}`);
    await form.getByLabel('Client Secret').fill(`${secret}-${number}`);
    await form.getByRole('button', { name: 'Add application' }).click();
    await expect(form).toBeHidden();
  }
  await expect(page.getByText('Booking Engine applications (5 of 5)')).toBeVisible();
  await add.click();
  await expect(page.getByText('at most 5 Booking Engine applications')).toBeVisible();
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
  await expect(page.getByText('The host changes: type the secret again; the token is dropped.')).toBeVisible();
  await typed.fill(`${secret}-again`);
  await expectAccessible(page);
  await latchkey.answerMessageBox(null);
  await typed.press('Enter');
  await expect(page.getByText('sending secrets to elsewhere.example.com was not confirmed')).toBeVisible();
  expect(await saved()).toEqual(before);
  await expect(address).toHaveValue('https://elsewhere.example.com/api');
  await expect(typed).toHaveValue(`${secret}-again`);
  expect(await latchkey.askedBoxes()).toMatch(/booking\.example\.com.*elsewhere\.example\.com/);

  await latchkey.answerMessageBox(0);
  await typed.press('Enter');
  await expect(page.getByText('Connection saved')).toBeVisible();
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
