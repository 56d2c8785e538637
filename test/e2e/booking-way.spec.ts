/** From a search to “Awaiting approval” in the built app, by mouse and by keyboard alone, and past dates that are taken. */
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { clicksSoFar, countClicks } from './support/clicks.ts';
import { appReady, dayFromNow, fillGuest, goTo, quoteFirstResult, searchAvailability } from './support/driver.ts';
import { tabTo } from './support/keys.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

let latchkey: Latchkey;
let listingId = '';
test.beforeAll(async () => {
  latchkey = await launchLatchkey();
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
});

const quote = () => latchkey.page.getByRole('article');
const reservation = () => latchkey.page.getByRole('region', { name: 'Reservation' });

/** The reservations that the sandbox made. */
const bookings = () =>
  latchkey.page.evaluate(async () => {
    const answer = await window.latchkey.quotes.list({ connectionId: 'sandbox' });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.quotes.filter((one) => one.reservation !== null).length;
  });

test('by mouse: a quote of the first result, the activation steps, one request to book', async () => {
  const { page } = latchkey;
  await goTo(page, 'Availability');
  await searchAvailability(page, { checkIn: dayFromNow(40), checkOut: dayFromNow(43), guests: 2 });
  await countClicks(page);
  await quoteFirstResult(page);
  listingId = await page.evaluate(async () => {
    const answer = await window.latchkey.quotes.list({ connectionId: 'sandbox' });
    return answer.ok ? (answer.value.quotes[0]?.listingId ?? '') : '';
  });
  const steps = quote().getByRole('region', { name: /^Before the first reservation through/ });
  await steps.getByRole('checkbox', { name: /direct booking/ }).click();
  await expect(steps.getByRole('checkbox', { name: /direct booking/ })).toBeChecked();
  await expectAccessible(page);
  await fillGuest(page);
  await quote().getByRole('button', { name: 'Request to book' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the request' }).dblclick();
  await expect(reservation()).toContainText('Awaiting approval');
  // Quote, get it, tick, request, and the double click that sends once.
  expect(await clicksSoFar(page)).toBeLessThanOrEqual(6);
  expect(await bookings()).toBe(1);
  await expectAccessible(page);
});

test('the same dates again: the reason, the nearest stay, and one request for the calendar', async () => {
  const { page } = latchkey;
  await page.getByRole('navigation', { name: 'Quotes' }).getByRole('button', { name: 'New quote' }).click();
  await page.evaluate(
    (search) => {
      window.location.hash = `#/quotes?${search}`;
    },
    new URLSearchParams({
      listingId,
      checkIn: dayFromNow(40),
      checkOut: dayFromNow(43),
      guests: '2',
    }).toString(),
  );
  await expect(page.getByRole('textbox', { name: /Check-in and check-out/ })).toHaveValue(/3 nights/);
  await page.getByRole('button', { name: 'Get quote' }).click();
  const why = page.getByRole('region', { name: 'Why not these dates' });
  await why.getByRole('button', { name: 'Read, 1 request' }).click();
  await expect(why).toContainText('are taken.');
  await expect(why).toContainText('The nearest stay that works');
  await expectAccessible(page);
  await why.getByRole('button', { name: /^Use / }).click();
  await expect(why).toBeHidden();
  await page.getByRole('button', { name: 'Get quote' }).click();
  await expect(quote().getByRole('button', { name: 'Request to book' })).toBeVisible();
  // The first reservation ticked the other step off.
  await expect(quote().getByRole('region', { name: /^Before the first reservation/ })).toHaveCount(0);
});

test('by keyboard alone: the guest, the request and its confirmation', async () => {
  const { page } = latchkey;
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Marsh'],
    ['Email', 'ada.marsh@guest.example'],
    ['Phone', '+44 20 5550 0143'],
  ] as const) {
    await tabTo(page, new RegExp(`^${label}`));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /^Send the request$/);
  await page.keyboard.press('Enter');
  await expect(reservation()).toContainText('Awaiting approval');
  await expect(reservation()).toBeFocused();
  expect(await bookings()).toBe(2);
  expect(latchkey.requestsOutside).toEqual([]);
  expect(latchkey.logs).toEqual([]);
});
