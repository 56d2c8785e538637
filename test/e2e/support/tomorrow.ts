/** A search whose dates are words, in a time zone: every date on the way to the quote is of that zone. */
import { expect } from '@playwright/test';
import { goTo } from './driver.ts';
import type { Latchkey } from './launch.ts';

/** Searches "in 40 days for 3 nights" and quotes the first result, in a console that runs in `zone`. */
export async function expectTomorrowToBeTomorrow({ page }: Latchkey, zone: string): Promise<void> {
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(zone);
  await goTo(page, 'Availability');
  const results = page.getByRole('region', { name: 'Results' });
  const form = page.getByRole('form', { name: 'Search' });
  const dates = form.getByRole('textbox', { name: 'Dates' });
  await form.getByLabel('Guests', { exact: true }).last().fill('2');
  await dates.fill('in 40 days for 3 nights');
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toContainText('3 nights');
  // The clock of the sandbox began with that of the machine.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
  const after = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  await dates.press('Enter');
  await results
    .getByRole('button', { name: /^Quote / })
    .first()
    .waitFor();
  expect(Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.split('?')[1]))).toMatchObject({
    checkIn: after(40),
    checkOut: after(43),
  });
  await expect(dates).toHaveValue(/ · 3 nights$/);
  await dates.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAttribute('data-day', after(40));
  await page.keyboard.press('PageDown');
  await expect(page.locator(':focus')).toHaveAttribute('data-day', /^\d{4}-\d{2}-\d{2}$/);
  await page.keyboard.press('Escape');
  await expect(dates).toBeFocused();
  await results
    .getByRole('button', { name: /^Quote / })
    .first()
    .click();
  const getQuote = page.getByRole('button', { name: 'Get quote' });
  const top = async () => (await getQuote.boundingBox())?.y;
  const first = await top();
  await expect(page.getByRole('form', { name: 'New quote' })).toContainText(/, \S+ · \S+/);
  // A button that moves between the press and the release of the mouse would lose the click.
  expect(await top()).toBe(first);
  await getQuote.click();
  await page.getByRole('article').getByRole('radio').first().waitFor();
  const quoted = await page.evaluate(async () => {
    const list = await window.latchkey.quotes.list({ connectionId: 'sandbox' });
    return list.ok ? list.value.quotes.map(({ checkIn, checkOut }) => [checkIn, checkOut]) : [];
  });
  expect(quoted[0]).toEqual([after(40), after(43)]);
}
