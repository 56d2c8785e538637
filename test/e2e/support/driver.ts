/** What a person does in the window, by the names they see: used by the end-to-end tests and by the tour. */
import type { Locator, Page } from 'playwright-core';

export type PageName =
  | 'Overview'
  | 'Listings'
  | 'Availability'
  | 'Quotes'
  | 'Traffic'
  | 'Doctor'
  | 'Connections'
  | 'Sandbox'
  | 'Settings';

const PATIENCE_MS = 20_000;

/** Follows a link of the navigation and waits for the page's title. */
export async function goTo(page: Page, name: PageName): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
  await heading(page, name).waitFor({ timeout: PATIENCE_MS });
}

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Waits until the app has drawn its first page. */
export async function appReady(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).waitFor({ timeout: PATIENCE_MS });
}

/** The table of listings, once it has a row that was read. */
export async function listingsShown(page: Page): Promise<Locator> {
  const table = page.getByRole('table', { name: 'Listings' });
  await table.locator('tbody button').first().waitFor({ timeout: PATIENCE_MS });
  return table;
}

/** Opens the drawer of the first listing; gives the drawer and the listing's title. */
export async function openFirstListing(page: Page): Promise<{ drawer: Locator; title: string }> {
  const table = await listingsShown(page);
  const opener = table.locator('tbody button').first();
  const title = ((await opener.textContent()) ?? '').trim();
  await opener.click();
  const drawer = page.getByRole('dialog', { name: title });
  await drawer.getByRole('tab').first().waitFor({ timeout: PATIENCE_MS });
  return { drawer, title };
}

export async function closeDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Which token pill of the top bar says what; the text a screen reader hears. */
export const tokenPill = (page: Page, label: string): Locator =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(`^${label}: `) });
