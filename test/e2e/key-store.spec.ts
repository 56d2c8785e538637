/**
 * The built app on a machine whose key store refuses, protects nothing, is unlocked before the next start, and then waits for a person: three
 * starts of one profile. Chromium host only: it models the keyring (test/host/safe-storage.ts).
 */
import { expect, test } from '@playwright/test';
import type { Page } from 'playwright-core';
import { expectAccessible } from './support/axe.ts';
import { appReady, dayFromNow, goTo, listingsShown, tokenRequests, tokensNow } from './support/driver.ts';
import { freshDataDir, type Latchkey, type LaunchOptions, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

const dataDir = freshDataDir();
let latchkey: Latchkey;
let quoteId = '';
/** Before the first restart. */
let tokens: Awaited<ReturnType<typeof tokensNow>> = [];
let asked = 0;

async function start(env: LaunchOptions['env'] = {}): Promise<void> {
  latchkey = await launchLatchkey({ dataDir, env, runtime: 'host' });
  await appReady(latchkey.page);
}
test.afterAll(async () => {
  await latchkey.close();
});

const protectionOf = (page: Page) =>
  page.evaluate(async () => {
    const answer = await window.latchkey.app.info(null);
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.protection;
  });

const asksOf = ({ facts }: Latchkey) =>
  facts.filter((fact) => fact.host === 'recorded' && fact.what === 'safeStorage.asked').length;

/** Opens the page of a new quote on the sandbox. */
async function openNewQuote(page: Page): Promise<string> {
  const id = await page.evaluate(
    async (stay) => {
      const found = await window.latchkey.availability.search({
        connectionId: 'sandbox',
        applicationId: null,
        ...stay,
      });
      if (!found.ok) throw new Error(found.error.code);
      const connections = await window.latchkey.connections.list(null);
      const sandbox = connections.ok ? connections.value.connections.find((one) => one.id === 'sandbox') : undefined;
      const made = await window.latchkey.quotes.create({
        ...{ connectionId: 'sandbox', applicationId: sandbox?.activeApplicationId ?? '' },
        ...{ listingId: found.value.items[0]?.listingId ?? '', guests: 2, coupons: [], ...stay },
      });
      if (!made.ok) throw new Error(JSON.stringify(made.error));
      location.hash = `#/quotes?id=${made.value.id}`;
      return made.value.id;
    },
    { checkIn: dayFromNow(50), checkOut: dayFromNow(54) },
  );
  await page.getByRole('article').getByRole('radio').first().waitFor();
  return id;
}

const showQuote = (page: Page) =>
  page.evaluate((id) => {
    location.hash = `#/quotes?id=${id}`;
  }, quoteId);

const noteOf = (page: Page) => page.getByRole('region', { name: 'Note and follow-up' });

test('a keyring is not asked at the first start, nor for the sandbox', async () => {
  // The question of a later test belongs to the window although another application has the focus.
  await start({ LATCHKEY_HOST_KEYRING: 'refusing', LATCHKEY_HOST_FOCUS: 'none' });
  const { page } = latchkey;
  await goTo(page, 'Listings');
  await page.getByRole('grid', { name: 'Listings' }).locator('tbody button').first().waitFor();
  expect(await protectionOf(page)).toMatchObject({ level: 'unknown' });
  await goTo(page, 'Settings');
  await page.getByText('Not asked yet').waitFor();
  expect(asksOf(latchkey)).toBe(0);
});

test('a key store that refuses loses nothing without a word', async () => {
  const { page } = latchkey;
  quoteId = await openNewQuote(page);
  const section = noteOf(page);
  await section.getByLabel('Note', { exact: true }).fill('Two dogs');
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Only in memory: lost when you quit Latchkey.').waitFor();
  await section.getByRole('button', { name: 'Store it all the same' }).waitFor({ state: 'hidden' });
  await section.getByRole('button', { name: 'Ask the key store again' }).waitFor();
});

test('a note that is lost when you quit says so, and one that is stored all the same is encrypted after a restart', async () => {
  const { page } = latchkey;
  const section = noteOf(page);
  const askAgain = section.getByRole('button', { name: 'Ask the key store again' });
  await latchkey.host?.changeKeyring('none');
  // The app may ask by itself meanwhile: then the button is gone before it is pressed.
  await askAgain.click({ timeout: 10_000 }).catch(() => {});
  await askAgain.waitFor({ state: 'hidden' });
  await section.getByLabel('Note', { exact: true }).fill('Anna wants a cot');
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Kept until you quit.').waitFor();
  await section.getByText('Only in memory: lost when you quit Latchkey.').waitFor();
  await expectAccessible(page, section);
  await goTo(page, 'Overview');
  await page.getByText('Notes, guests and sent offers are lost when you quit').waitFor();

  await showQuote(page);
  await section.getByRole('button', { name: 'Ask the key store again' }).waitFor({ state: 'hidden' });
  await latchkey.answerMessageBox(0);
  await section.getByRole('button', { name: 'Store it all the same' }).click();
  await section.getByText('Stored on this computer without protection, as you chose.').waitFor();
  tokens = await tokensNow(page);
  asked = await tokenRequests(page);
  await latchkey.close();

  await start({ LATCHKEY_HOST_KEYRING: 'unlocked' });
  await showQuote(latchkey.page);
  await expect(noteOf(latchkey.page).getByLabel('Note', { exact: true })).toHaveValue('Anna wants a cot');
  await noteOf(latchkey.page).getByText('Stored on this computer, encrypted.').waitFor();
});

test('that restart keeps the tokens of the sandbox, and issues none', async () => {
  const { page } = latchkey;
  await goTo(page, 'Listings');
  await listingsShown(page);
  expect(tokens.filter(({ generation }) => generation > 0)).toHaveLength(2);
  expect(await tokensNow(page)).toEqual(tokens);
  expect(await tokenRequests(page)).toBe(asked);
});

test('the first page is there while the keyring has not answered, and the screens say so', async () => {
  await latchkey.page.evaluate(async () => {
    const address = 'https://api.keyring.example';
    const made = await window.latchkey.connections.create({
      name: 'Harbour',
      presetId: 'custom',
      addresses: { baseUrl: address, authUrl: address, bookingBaseUrl: '', bookingAuthUrl: '' },
      openApi: { clientId: 'open-client', clientSecret: 'open-secret' },
      applications: [],
    });
    if (!made.ok) throw new Error(made.error.code);
  });
  expect(await protectionOf(latchkey.page)).toMatchObject({ level: 'protected', stores: true });
  await latchkey.close();

  // Ten minutes: whoever waits for the keyring waits longer than the test.
  await start({ LATCHKEY_HOST_KEYRING: 'unlocked', LATCHKEY_HOST_KEYRING_MS: '600000' });
  const { page } = latchkey;
  expect(asksOf(latchkey)).toBe(1);
  expect(await protectionOf(page)).toMatchObject({ level: 'checking' });
  await goTo(page, 'Connections');
  await page.getByText('Stored, encrypted').waitFor();
  await page
    .getByText(/has not answered yet. It may be waiting for you to unlock it/)
    .first()
    .waitFor();
  await goTo(page, 'Settings');
  await page.getByText('No answer yet').waitFor();
  await expectAccessible(page, page.getByRole('region').filter({ hasText: 'No answer yet' }));
});
