/** The page of a token in the built app: prices, the last slot, adopting, discarding, and the desktop notification. */
import { expect, type Locator, test } from '@playwright/test';
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
  await expect(page.getByText('No token was requested in the last 24 hours.')).toBeVisible();
  await renew('Get a token', /Uses 1 of 5 issuances; 4 left after this; the next slot is free in 24 h/);
  await expect(rows()).toHaveCount(1);
  await expect(rows().first()).toContainText('A person');
  await expect(page.getByRole('img', { name: /^Lifetime of the token/ })).toBeVisible();
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
  await expect(page.getByText('0 of 5 issuances left').first()).toBeVisible();
  await button('Renew now').first().click();
  await expect(dialog()).toContainText('All 5 issuances are used');
  await expect(spend).toHaveCount(0);
  await expect(dialog().getByRole('button', { name: 'Adopt a token' })).toBeVisible();
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
  await expect(page.getByText('Adopted', { exact: true })).toBeVisible();
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
  await expect(page.getByText('There is no token.')).toBeVisible();
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
