/** Ways through the window by keyboard alone. */
import type { Locator, Page } from 'playwright-core';
import { heading, type PageName } from './driver.ts';

/** The accessible name of the focused element; empty without focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const own = element.matches('button, a') ? element.textContent : null;
    return [element.getAttribute('aria-label'), ...labels.map((label) => label.textContent), own]
      .filter(Boolean)
      .join(' | ');
  });

/** Presses `key` until the name of the focused element matches; fails after 120 presses. */
export async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  for (let press = 0; press < 120; press += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never reached ${name}; it is at "${await focused(page)}"`);
}

/** Presses Tab until the focus is inside `place`, whose rows may change meanwhile; fails after 120 presses. */
export async function tabInto(page: Page, place: Locator): Promise<void> {
  for (let press = 0; press < 120; press += 1) {
    if (await place.evaluate((element) => element.contains(document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached the place; it is at "${await focused(page)}"`);
}

/** Follows a link of the navigation by keyboard; another test covers the menu's accelerators. */
export async function openPage(page: Page, name: PageName): Promise<void> {
  await tabTo(page, new RegExp(`^${name}$`), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await heading(page, name).waitFor();
}
