/** The menu of a right click in the built app, and the keys of an input method. Chromium host only: it shows a test the menu's items. */
import { expect, test } from '@playwright/test';
import { appReady, goTo, heading } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey({ runtime: 'host' });
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
});

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
