/** From a search to an offer and to “Awaiting approval” in the built app, by mouse and by keyboard alone, and past dates that are taken. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { clicksSoFar, countClicks } from './support/clicks.ts';
import {
  appReady,
  closeDialog,
  dayFromNow,
  fillGuest,
  goTo,
  heading,
  quoteFirstResult,
  requestToBook,
  searchAvailability,
} from './support/driver.ts';
import { openPage, tabInto, tabTo } from './support/keys.ts';
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
  await expectAccessible(page, reservation());
});

test('the same dates again: the reason, the nearest stay, and one request for the calendar', async () => {
  const { page } = latchkey;
  await page.getByRole('button', { name: 'New quote' }).click();
  await expectAccessible(page);
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
  await why.getByRole('button', { name: 'See why, and what works' }).click();
  await expect(why).toContainText('are taken.');
  await expect(why).toContainText('The nearest stay that works');
  await expectAccessible(page, why);
  await why.getByRole('button', { name: /^Use / }).click();
  await why.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Get quote' }).click();
  await quote().getByRole('button', { name: 'Request to book' }).waitFor();
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
    await page.keyboard.insertText(text);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /^Send the request$/);
  await page.keyboard.press('Enter');
  await expect(reservation()).toContainText('Awaiting approval');
  await expect(reservation()).toBeFocused();
  expect(await bookings()).toBe(2);
});

const board = () => latchkey.page.getByRole('table', { name: 'Quotes' });
const file = (name: string) => join(latchkey.dataDir, name);

/** The offers with a quote of the sandbox, each by the way it was sent. */
const sentOffers = () =>
  latchkey.page.evaluate(async () => {
    const known = await window.latchkey.quotes.list({ connectionId: 'sandbox' });
    const offers = new Map<string, string>();
    for (const { id } of known.ok ? known.value.quotes : []) {
      const answer = await window.latchkey.offers.sent({ connectionId: 'sandbox', quoteId: id });
      if (!answer.ok) throw new Error(answer.error.code);
      for (const { id: offerId } of answer.value.offers) {
        const whole = await window.latchkey.offers.sentDocument({ connectionId: 'sandbox', id: offerId });
        if (!whole.ok) throw new Error(whole.error.code);
        offers.set(offerId, `${whole.value.by} ${whole.value.document.places.length}`);
      }
    }
    return [...offers.values()].toSorted();
  });

test('by mouse: three quotes at once, chosen on the board, compared, and one offer as mail, PDF and draft', async () => {
  const { page } = latchkey;
  await goTo(page, 'Availability');
  const results = await searchAvailability(page, { checkIn: dayFromNow(70), checkOut: dayFromNow(74), guests: 2 });
  await countClicks(page);
  const boxes = results.getByRole('checkbox', { name: /^Choose / });
  for (const at of [0, 1, 2]) await boxes.nth(at).click();
  await page.getByRole('button', { name: 'Get 3 quotes' }).click();
  await page.getByText('All 3 quotes are made.').waitFor();
  expect(await clicksSoFar(page)).toBeLessThanOrEqual(4);
  const made = page.getByRole('region', { name: '3 quotes' }).getByRole('listitem');
  const totals = await made.locator('.lk-num').allTextContents();
  await expectAccessible(page);

  await countClicks(page);
  await page.getByRole('link', { name: 'All quotes' }).click();
  for (const at of [0, 1, 2])
    await board()
      .getByRole('checkbox', { name: /^Choose / })
      .nth(at)
      .click();
  await page.getByRole('button', { name: 'Make an offer' }).click();
  await page.getByLabel('Guest', { exact: true }).fill('Ada Marsh');
  await page.getByLabel('Mail address').fill('ada.marsh@guest.example');
  await page.getByRole('button', { name: 'Copy for a mail' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied with its pictures' }).waitFor();
  expect(await clicksSoFar(page)).toBeLessThanOrEqual(6);
  expect(await latchkey.copiedText()).toContain('Ada Marsh');
  await latchkey.answerSaveDialog(file('offer.pdf'));
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  await expect(page.getByText('Offer written to')).toContainText('offer.pdf');
  expect(readFileSync(file('offer.pdf'), 'latin1').slice(0, 5)).toBe('%PDF-');
  await latchkey.answerSaveDialog(file('offer.eml'));
  await page.getByRole('button', { name: 'Save as mail draft' }).click();
  await expect(page.getByText('Offer written to')).toContainText('offer.eml');
  expect(readFileSync(file('offer.eml'), 'utf8')).toContain('ada.marsh@guest.example');
  expect(await sentOffers()).toEqual(['eml 3', 'mail 3', 'pdf 3']);
  await expectAccessible(page);
  await page.setViewportSize({ width: 900, height: 640 });
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.getByRole('button', { name: key === 'Tab' ? 'Skip to the page' : 'Copy for a mail' }).focus();
    for (let at = 0; at < 30; at += 1) {
      await page.keyboard.press(key);
      expect(await page.evaluate(coveredFocus)).toBeNull();
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: 'All quotes' }).click();
  await expectAccessible(page);
  for (const at of [0, 1, 2])
    await board()
      .getByRole('checkbox', { name: /^Choose / })
      .nth(at)
      .click();
  await page.getByRole('button', { name: 'Compare' }).click();
  // The rate plans that the offer has, not the lowest ones.
  const compared = page.getByRole('row', { name: /^Total/ });
  for (const total of totals) await expect(page.getByRole('dialog').locator(compared)).toContainText(total);
  await expectAccessible(page);
  await closeDialog(page);

  // However the board is grouped, nothing of it needs scrolling sideways.
  for (const group of ['Group by guest', 'Group by week', 'No groups']) {
    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: group }).click();
    for (const size of [
      { width: 900, height: 640 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      await expect
        .poll(
          () => board().evaluate(({ parentElement: frame }) => frame && frame.scrollWidth - frame.clientWidth),
          group,
        )
        .toBe(0);
    }
  }
});

test('by mouse: a quote of the offer is requested to book and awaits approval on the board', async () => {
  const { page } = latchkey;
  await board().getByRole('row').nth(1).getByRole('button').first().click();
  await expect(quote().getByRole('list', { name: 'Offers that were made' }).getByRole('listitem')).toHaveCount(3);
  await quote().getByRole('button', { name: 'Show this offer' }).first().click();
  await page.getByRole('dialog').getByText('Ada Marsh').first().waitFor();
  await expectAccessible(page);
  await closeDialog(page);
  // Nobody said yet that the guest has it.
  await expect(quote().getByText('Sent', { exact: true })).toHaveCount(0);
  await quote().getByRole('checkbox', { name: 'Sent to the guest' }).click();
  await quote().getByText('Sent', { exact: true }).first().waitFor();
  const plans = quote().getByRole('table', { name: 'Rate plans side by side' });
  await expect(plans.getByRole('columnheader')).toHaveText(['Rate plan', 'Flexible', 'Non-refundable']);
  await expect(plans.getByRole('row', { name: /^Total/ }).getByRole('cell')).toHaveText([/\d/, /\d/]);
  await plans.getByText('Non-refundable', { exact: true }).click();
  await expect(plans.getByRole('radio', { name: /^Non-refundable, / })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await expect(plans.getByRole('radio', { name: /^Flexible, / })).toBeChecked();
  await expectAccessible(page, quote());
  await requestToBook(page);
  const plan = await quote().getByRole('radio', { checked: true }).getAttribute('aria-label');
  await page.getByRole('link', { name: 'All quotes' }).click();
  await expect(board().getByRole('row').nth(1)).toContainText('Awaiting approval');
  // The total of the booked rate plan, not the lowest one.
  await expect(board().getByRole('row').nth(1)).not.toContainText('from');
  expect(plan).toContain((await board().getByRole('row').nth(1).getByRole('cell').nth(4).textContent()) ?? '-');
});

test('the sender and the remembered guests in Settings', async () => {
  const { page } = latchkey;
  await goTo(page, 'Settings');
  await page.getByLabel('Your name or company').fill('Marsh & Daughters');
  const offers = page.getByRole('form', { name: 'Offers' }).or(page.getByRole('region', { name: 'Offers' }));
  await offers.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await expect(page.getByRole('list', { name: 'Guests' })).toContainText('Ada Marsh');
  await expectAccessible(page, offers);
  await expectAccessible(page, page.getByRole('list', { name: 'Guests' }));
});

/** Tabs to the board, whose tab stop is in any of its rows, and goes to the first one. */
async function tabToFirstQuote(): Promise<void> {
  await expect(board().locator('tbody tr').getByRole('button')).not.toHaveCount(0);
  await tabInto(latchkey.page, board().locator('tbody').first());
  await latchkey.page.keyboard.press('Home');
}

test('by keyboard alone: search, three quotes, their offer as a mail, and a request to book', async () => {
  const { page } = latchkey;
  await openPage(page, 'Availability');
  await tabTo(page, /^Dates$/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`${dayFromNow(80)} to ${dayFromNow(83)}`);
  await page.keyboard.press('Tab');
  await tabTo(page, /^Search$/);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Results' }).and(page.locator('[aria-busy="false"]')).waitFor();
  for (let choice = 0; choice < 3; choice += 1) {
    await tabTo(page, /^Choose /);
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
  }
  await tabTo(page, /^Get 3 quotes$/);
  await page.keyboard.press('Enter');
  await page.getByText('All 3 quotes are made.').waitFor();
  await tabTo(page, /^All quotes$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await board().waitFor();
  await tabToFirstQuote();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await tabTo(page, /^Make an offer$/);
  await page.keyboard.press('Enter');
  await heading(page, 'New offer').waitFor();
  await tabTo(page, /^Guest$/);
  await page.keyboard.type('Bo Lind');
  await tabTo(page, /^Copy for a mail$/);
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Copied with its pictures' }).waitFor();
  expect(await latchkey.copiedText()).toContain('Bo Lind');
  await tabTo(page, /^All quotes$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await board().waitFor();
  await tabToFirstQuote();
  await page.keyboard.press('Enter');
  for (const [label, text] of [
    ['First name', 'Bo'],
    ['Last name', 'Lind'],
    ['Email', 'bo.lind@guest.example'],
    ['Phone', '+44 20 5550 0144'],
  ] as const) {
    await tabTo(page, new RegExp(`^${label}`));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /^Send the request$/);
  await page.keyboard.press('Enter');
  await expect(reservation()).toContainText('Awaiting approval');
  await tabTo(page, /^All quotes$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(board().getByRole('row').nth(1)).toContainText('Awaiting approval');
  expect(latchkey.requestsOutside).toEqual([]);
  expect(latchkey.logs).toEqual([]);
});

/** Runs in the page. What has the focus, when something else lies over all of it (WCAG 2.4.11); null when it is seen. */
function coveredFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const seen = [top + 3, (top + bottom) / 2, bottom - 3].some((y) => {
    const over = document.elementFromPoint((left + right) / 2, y);
    return over !== null && (focused.contains(over) || over.contains(focused));
  });
  return seen ? null : focused.outerHTML.slice(0, 200);
}
