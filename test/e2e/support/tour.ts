/** Walks through the main job on the embedded sandbox, headless, and writes each screen in both themes and two sizes to out/tour. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import {
  appReady,
  closeDialog,
  dayFromNow,
  fillGuest,
  goTo,
  heading,
  listingsShown,
  openFirstListing,
  openTokenPage,
  quoteFirstResult,
  requestToBook,
  searchAvailability,
  setPermission,
} from './driver.ts';
import { launchLatchkey } from './launch.ts';

const pictures = fileURLToPath(new URL('../../../out/tour', import.meta.url));
const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 640 },
];
const THEMES = ['light', 'dark'] as const;

/** What a customer sends: the token stands without its prefix. */
const CUSTOMER = `Our import fails since this morning:

curl 'https://open-api.guesty.com/v1/listings?limit=25' \\
  --header 'Authorization: Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4'

403 Forbidden
{"message":"You don't have permission to access, please contact support"}`;
const began = Date.now();
const say = (line: string): void => {
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${line}\n`);
};

let drawn = 0;
async function draw(page: Page, name: string): Promise<void> {
  for (const size of [...SIZES].reverse()) {
    await page.setViewportSize(size);
    for (const theme of [...THEMES].reverse()) {
      await page.emulateMedia({ colorScheme: theme });
      // Waits for two frames of layout and the longest transition.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.waitForTimeout(220);
      await page.screenshot({ path: join(pictures, `${name}-${theme}-${size.width}.png`) });
      drawn += 1;
    }
  }
}

/** Waits for the pictures in view, which load through the app's own protocol after the rows. */
async function picturesLoaded(page: Page): Promise<void> {
  const loaded = (): boolean =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > window.innerHeight);
  await page.waitForFunction(loaded, null, { timeout: 5_000 }).catch(() => {});
}

process.env.LATCHKEY_E2E = 'host';
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });

say('Starting the app for the first time, with an empty profile.');
const latchkey = await launchLatchkey({ headless: true, chosen: { audience: 'managers' }, listings: 240 });
const { page } = latchkey;
try {
  await page.setViewportSize({ width: 1280, height: 800 });
  await appReady(page);
  await heading(page, 'Today').waitFor();
  say('The sandbox is there and ready, on the page Today.');
  await goTo(page, 'Listings');
  const rows = await listingsShown(page);
  await page.getByText(/properties, loaded/).waitFor({ timeout: 20_000 });
  say(`Listings are on screen: ${await rows.getAttribute('aria-rowcount')} rows with the header, for one token.`);
  await picturesLoaded(page);
  await draw(page, 'listings');

  const { drawer, title } = await openFirstListing(page);
  say(`The drawer of “${title}”: pictures, size and times in words.`);
  await picturesLoaded(page);
  await draw(page, 'listing');
  await drawer.getByRole('button', { name: 'Close', exact: true }).first().click();
  await drawer.waitFor({ state: 'hidden' });

  await goTo(page, 'Availability');
  const [checkIn, checkOut] = [dayFromNow(24), dayFromNow(28)];
  const results = await searchAvailability(page, { checkIn, checkOut, guests: 2 });
  say(`Search ${checkIn} to ${checkOut} for 2: ${await results.getByRole('heading').first().textContent()}.`);
  await picturesLoaded(page);
  await draw(page, 'availability');

  const quote = await quoteFirstResult(page);
  say(`A quote for “${await quote.getByRole('heading').first().textContent()}”, with its rate plans and its expiry.`);
  await picturesLoaded(page);
  await draw(page, 'quote');
  await fillGuest(page);
  await page.getByRole('article').getByRole('button', { name: 'Request to book' }).scrollIntoViewIfNeeded();
  await draw(page, 'quote-guest');
  const reservation = await requestToBook(page);
  const status = await reservation.getByText('reserved', { exact: true }).first().textContent();
  say(`Requested to book; the reservation's status is “${status}”.`);
  await draw(page, 'reserved');
  await goTo(page, 'Today');
  await draw(page, 'today');
  await latchkey.command('calendars');
  await page.getByRole('grid', { name: /by day$/ }).waitFor();
  say('Calendars: all properties on all days.');
  await draw(page, 'calendars');
  await page.getByText('Gaps', { exact: true }).click();
  await page.getByRole('table').first().waitFor();
  await draw(page, 'gaps');
  await goTo(page, 'Guests');
  say('Gaps between stays, and the guests of quotes and stays.');
  await draw(page, 'guests');
  await goTo(page, 'Availability');
  await page.getByRole('link', { name: 'Flexible dates' }).click();
  await heading(page, 'Flexible dates').waitFor();
  await draw(page, 'flexible-dates');

  await goTo(page, 'Help');
  await draw(page, 'help');
  await latchkey.command('search');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('is a request to book confirmed');
  await page.getByRole('dialog').getByText('A reservation that the owner must accept.').waitFor();
  say('Help inside the app, and a question that the search box answers from it.');
  await draw(page, 'help-search');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await page.evaluate(() => window.latchkey.app.setPreferences({ audience: 'support' }));
  say('The same console for support: tokens, limits, and every exchange.');
  await goTo(page, 'Listings');
  const record = await openFirstListing(page);
  await record.drawer.getByRole('tab').last().click();
  await draw(page, 'listing-json');
  await closeDialog(page);

  await setPermission(page, 'Search', false);
  say('The sandbox panel denies the permission to search.');
  await page.evaluate(() => window.scrollTo(0, 0));
  await draw(page, 'sandbox');
  await goTo(page, 'Availability');
  await searchAvailability(page, {});
  say('The service refuses the next search with 403; the refusal costs no token.');
  await draw(page, 'refused');
  await goTo(page, 'Doctor');
  await page.getByRole('article').first().waitFor();
  say(`Doctor: ${await page.getByRole('article').first().getByRole('heading', { level: 3 }).first().textContent()}.`);
  await draw(page, 'doctor');
  await setPermission(page, 'Search', true);

  await goTo(page, 'Doctor');
  await page.getByRole('link', { name: 'Paste a failure' }).click();
  await page.getByRole('textbox', { name: 'Paste what the customer sent' }).fill(CUSTOMER);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('article').waitFor();
  await page.getByRole('button', { name: 'Copy for a ticket' }).focus();
  say(
    `What a customer sent: ${await page.getByRole('article').getByRole('heading', { level: 3 }).first().textContent()}.`,
  );
  await draw(page, 'paste');

  await goTo(page, 'Tasks');
  await page.getByRole('button', { name: 'New task' }).click();
  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByText(/requests ·/).waitFor();
  say(`A task, planned before it starts: ${(await plan.getByRole('status').textContent())?.trim()}.`);
  await draw(page, 'task-plan');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('grid', { name: 'Results' }).locator('tbody button').first().waitFor();
  say('The task runs at the rate limit; its results so far are shown.');
  await draw(page, 'task');
  await goTo(page, 'Tasks');
  await draw(page, 'tasks');
  await goTo(page, 'Overview');
  await draw(page, 'overview-busy');
  await goTo(page, 'Tasks');
  await page.getByRole('button', { name: /^Pause / }).click();
  await page.getByText('Paused', { exact: true }).waitFor();

  await goTo(page, 'Traffic');
  await page.locator('tbody button').first().waitFor();
  say('Traffic: every exchange, redacted.');
  await draw(page, 'traffic');
  await page.getByRole('button', { name: 'New request' }).click();
  await page.getByRole('dialog').waitFor();
  say('A request of one’s own, which is sent with the token of the connection.');
  await draw(page, 'new-request');
  await closeDialog(page);
  await page.locator('tbody button').first().click();
  await page.getByRole('dialog').waitFor();
  await draw(page, 'exchange');
  await closeDialog(page);

  await goTo(page, 'Connections');
  say('Connections: the sandbox with its credentials.');
  await draw(page, 'connections');
  await page.getByRole('tab', { name: 'Limits' }).click();
  await page
    .getByRole('region', { name: 'Open API', exact: true })
    .getByRole('radio', { name: 'Custom rules' })
    .check();
  say('The limits that pace each API: published sets or custom rules.');
  await draw(page, 'limits');
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  await page.getByRole('dialog').waitFor();
  say('The dialog that adds a connection.');
  await draw(page, 'new-connection');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await goTo(page, 'Overview');
  say('Overview: the state of tokens, quotas and limits.');
  await draw(page, 'overview');
  await openTokenPage(page, 'Open API');
  say('The page of a token: lifetime, issuances and quota.');
  await draw(page, 'token');
  await page.getByRole('button', { name: 'Renew now' }).first().click();
  await page.getByRole('dialog').waitFor();
  await draw(page, 'renew');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the token' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await goTo(page, 'Settings');
  await draw(page, 'settings');
  await page.getByRole('heading', { name: 'Programs' }).scrollIntoViewIfNeeded();
  say('Settings: the other programs that may ask the app.');
  await draw(page, 'programs');
  await latchkey.command('search');
  await page.getByRole('dialog').waitFor();
  await draw(page, 'search');

  if (latchkey.requestsOutside.length > 0) throw new Error(`The page requested ${latchkey.requestsOutside.join(', ')}`);
  const errors = latchkey.logs.filter((line) => !line.includes('Failed to load resource'));
  if (errors.length > 0) throw new Error(errors.join('\n'));
  say(`Done: ${drawn} pictures in out/tour. The page made no network request.`);
} catch (error) {
  await page.screenshot({ path: join(pictures, 'where-it-stopped.png') }).catch(() => {});
  const what = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The tour stopped: ${what}\n${latchkey.logs.join('\n')}\n`);
  process.exitCode = 1;
} finally {
  await latchkey.close();
}
