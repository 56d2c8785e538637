/** The main job in the built app, then a restart and a kill that issue no token. */
import { expect, test } from '@playwright/test';
import {
  appReady,
  closeDialog,
  dayFromNow,
  goTo,
  listingsShown,
  openFirstListing,
  quoteFirstResult,
  requestToBook,
  searchAvailability,
  tokenPill,
} from './support/driver.ts';
import { freshDataDir, type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

const dataDir = freshDataDir();
/** The transitions of a person who has not reduced motion. */
const WITH_MOTION = { LATCHKEY_HOST_SWITCHES: '' };
const checkIn = dayFromNow(40);
const checkOut = dayFromNow(45);
let latchkey: Latchkey;

/** The tokens as the contract reports them. */
const tokensNow = ({ page }: Latchkey) =>
  page.evaluate(async () => {
    const answer = await window.latchkey.tokens.status({ connectionId: 'sandbox' });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.tokens.map(({ credentialId, generation, expiresAt, quota }) => ({
      credentialId,
      generation,
      expiresAt,
      used: quota.used,
    }));
  });

/** The number of recorded token requests. */
const tokenRequests = ({ page }: Latchkey) =>
  page.evaluate(async () => {
    const everything = { search: '', outcomes: [], hosts: [], taskId: null, from: null, until: null };
    const answer = await window.latchkey.traffic.exchanges({
      filter: { connectionId: 'sandbox', ...everything, operations: ['token'] },
      before: null,
      limit: 1,
    });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.matched.count;
  });

test.afterAll(async () => {
  await latchkey.close();
});

test('first start → listings → drawer → search → quote → request to book → reserved', async () => {
  latchkey = await launchLatchkey({ dataDir, env: WITH_MOTION });
  const { page } = latchkey;
  await appReady(page);
  await goTo(page, 'Listings');
  const { drawer } = await openFirstListing(page);
  await expect(drawer.getByRole('img').first()).toBeVisible();
  await drawer.getByRole('tab', { name: 'Raw JSON' }).click();
  await expect(drawer.getByText('_id').first()).toBeVisible();
  await closeDialog(page);

  await goTo(page, 'Availability');
  const results = await searchAvailability(page, { checkIn, checkOut, guests: 2 });
  await expect(results.getByRole('button', { name: /^Quote / }).first()).toBeVisible();
  await expect(results).toContainText('5 nights');

  const quote = await quoteFirstResult(page);
  await expect(quote).toContainText('Total');
  await expect(quote.getByRole('radio')).not.toHaveCount(0);
  const reservation = await requestToBook(page);
  await expect(reservation).toContainText('reserved');

  await goTo(page, 'Traffic');
  await expect(page.getByText('Request to book').first()).toBeVisible();
  expect(latchkey.requestsOutside).toEqual([]);
  expect(latchkey.logs).toEqual([]);
});

test('a restart keeps the connection and the tokens, without a new issuance', async () => {
  const before = await tokensNow(latchkey);
  expect(before.filter(({ generation }) => generation > 0)).toHaveLength(2);
  const asked = await tokenRequests(latchkey);
  expect(asked).toBe(2);
  await latchkey.close();
  latchkey = await launchLatchkey({ dataDir, env: WITH_MOTION });
  const { page } = latchkey;
  await appReady(page);
  await goTo(page, 'Listings');
  await listingsShown(page);
  await goTo(page, 'Availability');
  await searchAvailability(page, { guests: 2 });
  expect(await tokensNow(latchkey)).toEqual(before);
  await expect(tokenPill(page, 'Open API')).toHaveAccessibleName(/4 of 5 issuances left/);
  expect(await tokenRequests(latchkey)).toBe(asked);
  await goTo(page, 'Quotes');
  await expect(page.getByText('Awaiting approval').first()).toBeVisible();
});

test('a killed process loses neither tokens nor ledger', async () => {
  const before = await tokensNow(latchkey);
  await latchkey.kill();
  latchkey = await launchLatchkey({ dataDir, env: WITH_MOTION });
  await appReady(latchkey.page);
  await goTo(latchkey.page, 'Listings');
  await listingsShown(latchkey.page);
  expect(await tokensNow(latchkey)).toEqual(before);
});
