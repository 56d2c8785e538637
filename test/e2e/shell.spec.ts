/** The shell: accelerators of the menu, and a theme that overrides the system's. */
import { expect, test } from '@playwright/test';
import { appReady, goTo, heading } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
});
test.afterAll(async () => {
  await latchkey.close();
});

const isDark = (): Promise<boolean> => latchkey.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);

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
