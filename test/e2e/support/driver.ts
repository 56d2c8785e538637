/** A person's actions in the window, for the end-to-end tests and the tour. Elements are found by their accessible names. */
import type { Locator, Page } from 'playwright-core';
import type { Latchkey } from './launch.ts';

export type PageName =
  | 'Overview'
  | 'Today'
  | 'Listings'
  | 'Availability'
  | 'Calendars'
  | 'Quotes'
  | 'Guests'
  | 'Tasks'
  | 'Traffic'
  | 'Doctor'
  | 'Cases'
  | 'Connections'
  | 'Sandbox'
  | 'Settings'
  | 'Help';

/** Ends what hangs: a machine that does other work beside the tests takes long to start the app. */
const TIMEOUT_MS = 90_000;

/** Follows a link of the navigation and waits for the page's title. */
export async function goTo(page: Page, name: PageName): Promise<void> {
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const link = pages.getByRole('link', { name: new RegExp(`^${name}\\b`) });
  // Managers open the group of the pages of support first.
  if (!(await link.isVisible())) await pages.getByRole('button', { name: 'Support' }).click();
  await link.click();
  await heading(page, name).waitFor({ timeout: TIMEOUT_MS });
}

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Waits until the app has drawn its first page. */
export async function appReady(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).waitFor({ timeout: TIMEOUT_MS });
}

/** Opens another window from `page` with the command of the menu. */
export async function openAnother({ command }: Latchkey, page: Page): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), command('newWindow', page)]);
  await appReady(opened);
  return opened;
}

/** The table of listings, after its first row is loaded. */
export async function listingsShown(page: Page): Promise<Locator> {
  const table = page.getByRole('grid', { name: /^(Listings|Properties)$/ });
  await table.locator('tbody button').first().waitFor({ timeout: TIMEOUT_MS });
  return table;
}

/** Resolves when the load of the listings is complete: no request follows by itself. */
export async function listingsLoaded(page: Page): Promise<void> {
  await listingsShown(page);
  await page.getByText(/^[\d,]+ (?:listings|properties), loaded /).waitFor({ timeout: TIMEOUT_MS });
}

/** Opens the drawer of the first listing; returns the drawer and the listing's title. */
export async function openFirstListing(page: Page): Promise<{ drawer: Locator; title: string }> {
  const table = await listingsShown(page);
  const opener = table.locator('tbody button').first();
  const title = ((await opener.textContent()) ?? '').trim();
  await opener.click();
  const drawer = page.getByRole('dialog', { name: title });
  await drawer.getByRole('tab').first().waitFor({ timeout: TIMEOUT_MS });
  return { drawer, title };
}

export async function closeDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  await dialog.waitFor({ state: 'hidden' });
}

/** A token pill of the top bar, found by its accessible name. */
export const tokenPill = (page: Page, label: string): Locator =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(`^${label}: `) });

/** The tokens of the sandbox as the contract reports them. */
export const tokensNow = (page: Page) =>
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

/** The number of the sandbox's recorded token requests. */
export const tokenRequests = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const everything = { search: '', outcomes: [], hosts: [], credentials: [], taskId: null, from: null, until: null };
    const answer = await window.latchkey.traffic.exchanges({
      filter: { connectionId: 'sandbox', ...everything, operations: ['token'] },
      before: null,
      limit: 1,
    });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.matched.count;
  });

/** Opens the page of a token from its card on Overview. */
export async function openTokenPage(page: Page, label: string): Promise<void> {
  await goTo(page, 'Overview');
  await page
    .getByRole('article', { name: label })
    .getByRole('link', { name: `Token page of ${label}` })
    .click();
  await heading(page, `Token of ${label}`).waitFor({ timeout: TIMEOUT_MS });
}

/** A day as in the calendar's accessible names: "4 December 2026". */
const spokenDay = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** The plain date a number of days after today, in the machine's time zone. */
export function dayFromNow(days: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days)).toISOString().slice(0, 10);
}

/** Chooses check-in and check-out in the calendar of the field with this label. */
export async function chooseStay(page: Page, label: RegExp, checkIn: string, checkOut: string): Promise<void> {
  await page.getByRole('button', { name: label }).first().click();
  const nextMonth = page.locator('button[data-direction="next"]:visible').last();
  await nextMonth.waitFor();
  for (const day of [checkIn, checkOut]) {
    const cell = page.getByRole('button', { name: spokenDay(day), exact: true });
    for (let month = 0; month < 24 && !(await cell.first().isVisible()); month += 1) {
      await nextMonth.click();
    }
    await cell.first().click();
  }
  await page.keyboard.press('Escape');
}

export interface SearchOptions {
  readonly checkIn?: string;
  readonly checkOut?: string;
  readonly guests?: number;
  readonly location?: string;
}

/** Fills in the search form and searches; returns the region of the results after an answer or an error. */
export async function searchAvailability(page: Page, options: SearchOptions): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Search' });
  if (options.checkIn && options.checkOut) await chooseStay(page, /^Dates/, options.checkIn, options.checkOut);
  if (options.guests !== undefined)
    await form.getByLabel('Guests', { exact: true }).last().fill(String(options.guests));
  if (options.location !== undefined) await form.getByRole('combobox', { name: 'Places' }).fill(options.location);
  await form.getByRole('button', { name: 'Search' }).click();
  const results = page.getByRole('region', { name: 'Results' });
  await results.and(page.locator('[aria-busy="false"]')).waitFor({ timeout: TIMEOUT_MS });
  return results;
}

/** Makes a quote for a free property, without the page; returns its id. */
export const makeQuote = (page: Page, checkIn: string, checkOut: string): Promise<string> =>
  page.evaluate(
    async (stay) => {
      const connections = await window.latchkey.connections.list(null);
      const known = connections.ok ? connections.value.connections : [];
      const applicationId = known.find(({ id }) => id === 'sandbox')?.applications[0]?.id ?? '';
      const of = { connectionId: 'sandbox', applicationId, ...stay, guests: 2 };
      const found = await window.latchkey.availability.search(of);
      const listingId = (found.ok && found.value.items[0]?.listingId) || '';
      const made = await window.latchkey.quotes.create({ ...of, listingId, coupons: [] });
      if (!made.ok) throw new Error(made.error.code);
      return made.value.id;
    },
    { checkIn, checkOut },
  );

/** Opens the quote form from the first result and requests the quote. */
export async function quoteFirstResult(page: Page): Promise<Locator> {
  await page
    .getByRole('region', { name: 'Results' })
    .getByRole('button', { name: /^Quote / })
    .first()
    .click();
  await heading(page, 'Quotes').waitFor();
  await page.getByRole('button', { name: 'Get quote' }).click();
  const quote = page.getByRole('article');
  await quote.getByRole('radio').first().waitFor({ timeout: TIMEOUT_MS });
  return quote;
}

const GUEST = {
  'First name': 'Ada',
  'Last name': 'Marsh',
  Email: 'ada.marsh@guest.example',
  Phone: '+44 20 5550 0143',
};

export async function fillGuest(page: Page, guest: Readonly<Record<string, string>> = GUEST): Promise<void> {
  for (const [label, text] of Object.entries(guest)) await page.getByRole('article').getByLabel(label).fill(text);
}

/** Requests to book the open quote; returns the panel with the reservation. */
export async function requestToBook(page: Page): Promise<Locator> {
  await fillGuest(page);
  await page.getByRole('article').getByRole('button', { name: 'Request to book' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the request' }).click();
  const reservation = page.getByRole('region', { name: 'Reservation' });
  await reservation.waitFor({ timeout: TIMEOUT_MS });
  return reservation;
}

/** Allows or denies an operation on the sandbox's panel. */
export async function setPermission(page: Page, operation: string, allowed: boolean): Promise<void> {
  await goTo(page, 'Sandbox');
  const box = page.getByRole('region', { name: 'Permissions' }).getByRole('switch', { name: operation, exact: true });
  if ((await box.isChecked()) !== allowed) await box.click();
  await page.waitForFunction(([element, wanted]) => (element as HTMLInputElement).checked === wanted, [
    await box.elementHandle(),
    allowed,
  ] as const);
}
