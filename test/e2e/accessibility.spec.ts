/** Every screen in both themes, looked at by axe: no serious or critical violation. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import {
  appReady,
  chooseStay,
  closeDialog,
  dayFromNow,
  goTo,
  listingsShown,
  openFirstListing,
  type PageName,
  quoteFirstResult,
  requestToBook,
  searchAvailability,
  setPermission,
} from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeEach(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterEach(async () => {
  await latchkey.close();
});

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 640 },
];

/** What axe finds on the screen as it is, in each theme and size: "rule: element" per violation. */
async function violations(name: string): Promise<string[]> {
  const { page } = latchkey;
  const found = new Set<string>();
  for (const [index, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    const colorScheme = index === 0 ? 'light' : 'dark';
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // Colours are only right once what fades has faded.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ),
    );
    // The other mode opens a page of its own, which the console's window policy forbids.
    const { violations: all } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    for (const { id, impact, nodes } of all) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const node of nodes)
        found.add(
          `${name}, ${colorScheme}: ${id} at ${node.target.join(' ')}: ${node.any[0]?.message ?? node.all[0]?.message ?? node.none[0]?.message ?? ''}`,
        );
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return [...found];
}

test('the main job, screen by screen', async () => {
  test.setTimeout(180_000);
  const { page } = latchkey;
  const found: string[] = [];
  const look = async (name: string): Promise<void> => void found.push(...(await violations(name)));

  await look('first start');
  await goTo(page, 'Listings');
  await listingsShown(page);
  await page.getByText(/listings, loaded/).waitFor();
  await look('listings');
  await page.getByRole('button', { name: 'Columns' }).click();
  await look('columns');
  await page.keyboard.press('Escape');
  const { drawer } = await openFirstListing(page);
  await look('listing');
  await drawer.getByRole('tab').last().click();
  await look('listing as JSON');
  await closeDialog(page);

  await goTo(page, 'Availability');
  const [checkIn, checkOut] = [dayFromNow(24), dayFromNow(28)];
  await chooseStay(page, /^Dates/, checkIn, checkOut);
  await page
    .getByRole('button', { name: /^Dates/ })
    .first()
    .click();
  await look('calendar');
  await page.keyboard.press('Escape');
  await searchAvailability(page, { guests: 2 });
  await look('results');
  await quoteFirstResult(page);
  await look('quote');
  await requestToBook(page);
  await look('reservation');
  await page.getByRole('button', { name: 'New quote' }).click();
  await look('new quote');
  await goTo(page, 'Traffic');
  await page.locator('tbody button').first().waitFor();
  await look('traffic');
  await page.locator('tbody button').first().click();
  await page.getByRole('dialog').waitFor();
  await look('exchange');
  await closeDialog(page);
  await goTo(page, 'Overview');
  await look('overview');
  await page.getByRole('button', { name: 'Renew now' }).first().click();
  await look('renew');
  expect(found).toEqual([]);
});

test('every other page, and the dialogs over them', async () => {
  test.setTimeout(120_000);
  const { page } = latchkey;
  const found: string[] = [];
  const look = async (name: string): Promise<void> => void found.push(...(await violations(name)));

  for (const name of ['Availability', 'Quotes', 'Traffic', 'Doctor', 'Sandbox', 'Settings'] satisfies PageName[]) {
    await goTo(page, name);
    await look(name);
  }
  await goTo(page, 'Connections');
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await look(`Connections, ${await tab.textContent()}`);
  }
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  await look('new connection');
  await page.getByRole('dialog').getByRole('button', { name: 'Add connection' }).click();
  await look('new connection, refused');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').waitFor();
  await look('search');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await setPermission(page, 'Search', false);
  await goTo(page, 'Availability');
  await searchAvailability(page, {});
  await look('search refused');
  await goTo(page, 'Doctor');
  await page.getByRole('article').first().waitFor();
  await look('Doctor with a refusal');
  await goTo(page, 'Overview');
  await look('Overview with a concern');
  expect(found).toEqual([]);
});
