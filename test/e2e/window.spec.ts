/**
 * The window by keyboard: a listing, the search, the menu's accelerators, an input method; booking-way.spec.ts has the way to a booking. The menu of
 * a right click. Then a theme and a text size of the person's own.
 */
import { expect, test } from '@playwright/test';
import { appReady, goTo, heading } from './support/driver.ts';
import { openPage, tabTo } from './support/keys.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
});

const isDark = (): Promise<boolean> => latchkey.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);

test('a listing and a search by keyboard', async () => {
  const { page } = latchkey;
  await openPage(page, 'Listings');
  const table = page.getByRole('grid', { name: 'Listings' });
  await table.locator('tbody button').first().waitFor();
  const title = ((await table.locator('tbody button').first().textContent()) ?? '').trim();
  await tabTo(page, new RegExp(title.slice(0, 12).replace(/[^\w ]/g, '.')));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: title });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await openPage(page, 'Availability');
  await tabTo(page, /Places/);
  await page.keyboard.type('Lisbon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('Lisbon');
});

test('the search finds pages and actions by name', async () => {
  const { page } = latchkey;
  await latchkey.command('search');
  await expect(page.getByPlaceholder(/^Go to a property/)).toBeFocused();
  await page.keyboard.type('doctor');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Doctor')).toBeVisible();
});

test('the menu’s accelerators open pages', async () => {
  test.skip(latchkey.runtime === 'electron', 'key presses of a test do not pass through Electron’s menu');
  const { page } = latchkey;
  await appReady(page);
  for (const [key, name] of [
    ['2', 'Listings'],
    ['4', 'Quotes'],
    ['5', 'Tasks'],
    ['8', 'Connections'],
    ['1', 'Overview'],
  ] as const) {
    await page.keyboard.press(`ControlOrMeta+${key}`);
    await expect(heading(page, name)).toBeVisible();
  }
});

const ONLY_HOST = 'only the Chromium host shows a test the items of a menu';

interface Item {
  readonly label: string;
  readonly type: string;
  readonly enabled: boolean;
}
const menus = (): Item[][] =>
  latchkey.facts.flatMap((fact) =>
    fact.host === 'recorded' && fact.what === 'menu.popup' ? [fact.detail as Item[]] : [],
  );
/** The labels of the menu that opened last; those of items that do nothing now in brackets. */
const lastMenu = (): string[] =>
  (menus().at(-1) ?? [])
    .filter(({ type }) => type !== 'separator')
    .map(({ label, enabled }) => (enabled ? label : `(${label})`));

async function choose(label: string): Promise<void> {
  await latchkey.host?.chooseInMenu(label);
}

test('a field has cut, copy, paste and select all, and they work', async () => {
  test.skip(latchkey.runtime === 'electron', ONLY_HOST);
  const { page } = latchkey;
  await goTo(page, 'Doctor');
  await page
    .getByRole('link', { name: /Paste a failure/ })
    .first()
    .click();
  const field = page.getByRole('textbox').first();
  await field.fill('HTTP/1.1 403 Forbidden');
  await field.click({ button: 'right' });
  await expect.poll(lastMenu).toEqual(['(Cut)', '(Copy)', 'Paste', 'Select All']);
  await choose('Select All');
  await field.click({ button: 'right' });
  await expect.poll(lastMenu).toEqual(['Cut', 'Copy', 'Paste', 'Select All']);
  await choose('Cut');
  await expect(field).toHaveValue('');
  await field.click({ button: 'right' });
  await expect.poll(() => menus().length).toBe(3);
  await choose('Paste');
  await expect(field).toHaveValue('HTTP/1.1 403 Forbidden');
});

test('selected text can be copied; where nothing is selected there is no menu', async () => {
  test.skip(latchkey.runtime === 'electron', ONLY_HOST);
  const { page } = latchkey;
  await goTo(page, 'Settings');
  const before = menus().length;
  const title = heading(page, 'Settings');
  // On the word: beside it a click selects nothing.
  const position = { x: 20, y: 12 };
  await title.click({ button: 'right', position });
  await title.dblclick({ position });
  await title.click({ button: 'right', position });
  await expect.poll(() => menus().length).toBe(before + 1);
  expect(lastMenu()).toEqual(['Copy', 'Select All']);
});

test('Enter that takes a candidate of an input method searches nothing', async () => {
  const { page } = latchkey;
  await goTo(page, 'Availability');
  const places = page.getByRole('combobox', { name: 'Places' });
  await places.fill('Lisbon');
  await places.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await expect(places).toHaveValue('Lisbon');
  await places.press('Enter');
  await expect(places).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('Lisbon');
});

test('the size of the text grows the whole window', async () => {
  const { page } = latchkey;
  await appReady(page);
  await goTo(page, 'Settings');
  const width = (): Promise<number> => page.evaluate(() => window.innerWidth);
  const before = await width();
  const sizes = page.getByRole('radiogroup', { name: 'Text size' });
  await sizes.getByText('Extra large').click();
  // A larger text leaves room for fewer of the page's own pixels.
  await expect.poll(width).toBe(Math.round(before / 1.25));
  await sizes.getByText('Normal').click();
  await expect.poll(width).toBe(before);
});

test('a chosen theme overrides the system’s until the person resets it', async () => {
  const { page } = latchkey;
  await appReady(page);
  await goTo(page, 'Settings');
  const before = await isDark();
  await page.getByText(before ? 'Light' : 'Dark', { exact: true }).click();
  await expect.poll(isDark).toBe(!before);
  await page.getByText('Follow system', { exact: true }).click();
  await expect.poll(isDark).toBe(before);
});

test('with reduced motion, another theme is there at once: no transition runs', async () => {
  const { page } = latchkey;
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await drawn();
  await page.evaluate(() => {
    const counted = window as unknown as { transitions: number };
    counted.transitions = 0;
    document.addEventListener('transitionrun', () => {
      counted.transitions += 1;
    });
  });
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  expect(await isDark()).toBe(true);
  await drawn();
  expect(await page.evaluate(() => (window as unknown as { transitions: number }).transitions)).toBe(0);
});
