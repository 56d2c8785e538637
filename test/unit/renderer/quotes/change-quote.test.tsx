import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { QuotesPage } from '../../../../src/renderer/features/quotes/quotes-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Quote } from '../../../../src/shared/model/quote.ts';
import { NOW, reportedErrorFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { publishQuotes, quoteFixture, quotesAnswers } from './quotes-answers.ts';

const euro = (amount: number) => ({ amount, currency: 'EUR' });
const party = { adults: 1, children: 1, infants: null };
const earlier = quoteFixture({ party, replacedBy: 'q-2', coupons: [{ code: 'SUN', name: null, adjustment: null }] });
const [standard] = quoteFixture().ratePlans;
const later = quoteFixture({
  id: 'q-2',
  checkOut: '2030-12-07',
  nights: 3,
  replaces: 'q-1',
  ratePlans: standard
    ? [
        {
          ...standard,
          id: 'later',
          total: euro(345.1),
          lines: [
            { title: 'Accommodation', amount: euro(300.1), kind: null },
            { title: 'Cleaning', amount: euro(45), kind: null },
          ],
        },
      ]
    : [],
});

it('a change sends the stay of the form, filled in from the quote, and opens the new quote', async () => {
  const { main, visits } = renderWithMain(<QuotesPage />, {
    answers: quotesAnswers([quoteFixture({ guests: 3, party, droppedCoupons: ['SUN'] })], { change: () => later }),
    page: 'quotes',
    search: { id: 'q-1' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change dates, guests or coupons' }));
  const form = screen.getByRole('form', { name: 'Change this quote' });
  expect(document.activeElement).toBe(within(form).getByRole('textbox', { name: /^Check-in and check-out/ }));
  expect(within(form).getByLabelText<HTMLInputElement>('Children').value).toBe('1');
  await userEvent.click(within(form).getByRole('button', { name: 'Get the new price' }));
  expect(within(form).getByText('Adults and children add up to 2, but guests is 3.')).toBeTruthy();
  await userEvent.clear(within(form).getByLabelText(/^Guests/));
  await userEvent.type(within(form).getByLabelText(/^Guests/), '3');
  await userEvent.click(within(form).getByRole('button', { name: 'Get the new price' }));
  await waitFor(() => expect(visits.at(-1)).toEqual({ page: 'quotes', search: { id: 'q-2' } }));
  expect(main.inputsOf('quotes', 'change')).toEqual([
    {
      connectionId: 'sandbox',
      quoteId: 'q-1',
      checkIn: '2030-12-04',
      checkOut: '2030-12-06',
      guests: 3,
      adults: 1,
      children: 2,
      coupons: ['SUN'],
    },
  ]);
});

it('a change, a new quote and coupons that are sent by a double press are asked for once', async () => {
  const quotes = quotesAnswers([quoteFixture()], {
    change: () => later,
    create: () => later,
    applyCoupons: () => later,
  });
  const twice = (name: string) => {
    const button = screen.getByRole('button', { name });
    act(() => {
      button.click();
      button.click();
    });
  };
  const made = renderWithMain(<QuotesPage />, { answers: quotes, page: 'quotes', search: { id: 'q-1' } });
  await userEvent.type(await screen.findByLabelText('Coupon codes of this quote', { selector: 'input' }), 'SUN,');
  twice('Apply coupons');
  await waitFor(() => expect(made.main.inputsOf('quotes', 'applyCoupons')).not.toEqual([]));
  await userEvent.click(screen.getByRole('button', { name: 'Change dates, guests or coupons' }));
  twice('Get the new price');
  await waitFor(() => expect(made.visits.at(-1)?.search).toEqual({ id: 'q-2' }));
  for (const operation of ['applyCoupons', 'change'] as const)
    expect(made.main.inputsOf('quotes', operation)).toHaveLength(1);
  made.unmount();
  const search = { listingId: 'l-1', checkIn: '2030-12-04', checkOut: '2030-12-06' };
  const asked = renderWithMain(<QuotesPage />, { answers: quotes, page: 'quotes', search });
  await screen.findByRole('button', { name: 'Get quote' });
  twice('Get quote');
  await waitFor(() => expect(asked.visits.at(-1)?.search).toEqual({ id: 'q-2' }));
  expect(asked.main.inputsOf('quotes', 'create')).toHaveLength(1);
});

it('a replacement says what changed in price, and leads to the quote before it', async () => {
  renderWithMain(<QuotesPage />, { answers: quotesAnswers([later, earlier]), page: 'quotes', search: { id: 'q-2' } });
  const changes = await screen.findByRole('region', { name: 'What changed in price' });
  expect(changes.textContent).toContain('2 nights, 2 guests: 1 adult, 1 child, with SUN');
  expect(
    within(changes)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['Accommodation€200.00€300.10+€100.10', 'Cleaning€45.00€45.00unchanged', 'Total€245.00€345.10+€100.10']);
  expect(screen.getByRole('link', { name: 'Show the earlier quote' })).toBeTruthy();
});

it('a replaced quote leads to the newer one and cannot be changed again; its new quote is for the same listing', async () => {
  renderWithMain(<QuotesPage />, { answers: quotesAnswers([later, earlier]), page: 'quotes', search: { id: 'q-1' } });
  expect(await screen.findByRole('link', { name: 'Show the newer quote' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change dates, guests or coupons' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'New quote' }));
  const listing = await screen.findByLabelText<HTMLInputElement>(/^Listing/, { selector: 'input' });
  expect(listing.value).toBe('l-1');
  expect(screen.getByLabelText<HTMLInputElement>('Children').value).toBe('1');
});

it.each(['made', 'refused'] as const)(
  'a change in flight is told when it is %s, also of a quote that another window books meanwhile',
  async (end) => {
    const answer = Promise.withResolvers<Quote>();
    const { main, visits } = renderWithMain(<QuotesPage />, {
      answers: quotesAnswers([quoteFixture()], { change: () => answer.promise }),
      page: 'quotes',
      search: { id: 'q-1' },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change dates, guests or coupons' }));
    await userEvent.click(screen.getByRole('button', { name: 'Get the new price' }));
    await waitFor(() => expect(main.inputsOf('quotes', 'change')).toHaveLength(1));
    publishQuotes(main, [quoteFixture({ outcome: 'reserved' })]);
    await screen.findByRole('region', { name: 'Reservation' });
    if (end === 'made') answer.resolve({ ...later, replacedBy: 'q-1' });
    else answer.reject(new AppError('refused', { server: reportedErrorFixture({ serverMessage: 'Too short.' }) }));
    if (end === 'made') {
      publishQuotes(
        main,
        [
          { ...later, replacedBy: 'q-1' },
          { ...earlier, outcome: 'reserved' },
        ],
        3,
      );
      await waitFor(() => expect(visits.at(-1)?.search).toEqual({ id: 'q-2' }));
      expect((await screen.findByRole('alert')).textContent).toContain('The earlier quote was sent to be booked');
      const changes = screen.getByRole('region', { name: 'What changed in price' });
      expect(changes.contains(document.activeElement)).toBe(false);
    } else {
      expect((await screen.findByRole('alert')).textContent).toContain('Too short.');
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Get the new price' }).disabled).toBe(true);
      await userEvent.click(screen.getByRole('button', { name: 'Keep it unchanged' }));
      expect(screen.queryByRole('form', { name: 'Change this quote' })).toBeNull();
      expect(screen.queryByRole('button', { name: 'Change dates, guests or coupons' })).toBeNull();
    }
  },
);

it('the new quote of one that was booked meanwhile says so and cannot be booked or offered; the booked one leads to it', async () => {
  const quotes = [
    { ...later, replacedBy: 'q-1' },
    { ...earlier, outcome: 'reserved' as const },
  ];
  const newer = renderWithMain(<QuotesPage />, {
    answers: quotesAnswers(quotes),
    page: 'quotes',
    search: { id: 'q-2' },
  });
  expect(await screen.findByText('The earlier quote was sent to be booked meanwhile')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Show the earlier quote' })).toHaveLength(1);
  for (const name of ['Request to book', 'Make an offer', 'Change dates, guests or coupons'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  newer.unmount();
  renderWithMain(<QuotesPage />, { answers: quotesAnswers(quotes), page: 'quotes', search: { id: 'q-1' } });
  expect(await screen.findByText(/^A change of this quote made a newer one, which is not booked\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show the newer quote' })).toBeTruthy();
});

it('a change that did not come to its end is told, asked for again or forgotten', async () => {
  const pendingChange = { checkIn: '2030-12-10', checkOut: '2030-12-12', guests: 4, coupons: [] };
  const { main } = renderWithMain(<QuotesPage />, {
    answers: quotesAnswers([quoteFixture({ pendingChange, chosenPlan: 'strict' })], { discardChange: () => null }),
    page: 'quotes',
    search: { id: 'q-1' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Forget the change' }));
  await waitFor(() =>
    expect(main.inputsOf('quotes', 'discardChange')).toEqual([{ connectionId: 'sandbox', quoteId: 'q-1' }]),
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Non-refundable/ }).checked).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Guests/).value).toBe('4');
});

it('says why the new dates fail, in the form, with the nearest stay that works marked in the calendar', async () => {
  const taken = new Set(['2030-12-06']);
  const nights = Array.from({ length: 20 }, (_, at) => `2030-12-${String(at + 1).padStart(2, '0')}`).map((date) => ({
    date,
    readAt: NOW,
    isFree: !taken.has(date),
    price: 110,
    currency: 'EUR',
    minNights: null,
    maxNights: null,
    noCheckIn: false,
    noCheckOut: false,
  }));
  const { main } = renderWithMain(<QuotesPage />, {
    answers: { ...quotesAnswers([quoteFixture()], { change: () => later }), matrix: { nights: () => ({ nights }) } },
    page: 'quotes',
    search: { id: 'q-1' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change dates, guests or coupons' }));
  const form = screen.getByRole('form', { name: 'Change this quote' });
  expect(within(form).queryByRole('region', { name: 'Why not these dates' })).toBeNull();
  const stay = within(form).getByRole('textbox', { name: /Check-in and check-out/ });
  await userEvent.clear(stay);
  await userEvent.paste('2030-12-05 to 2030-12-07');
  await userEvent.tab();
  const why = await within(form).findByRole('region', { name: 'Why not these dates' });
  expect(why.textContent).toContain('The night of Dec 6 is taken.');
  expect(within(why).getByRole('table').querySelectorAll('[data-asked]').length).toBeGreaterThan(0);
  await userEvent.click(within(why).getByRole('button', { name: /^Use Dec 4/ }));
  expect(document.activeElement?.textContent).toBe('Get the new price');
  await waitFor(() => expect(within(form).queryByRole('region', { name: 'Why not these dates' })).toBeNull());
  await userEvent.click(within(form).getByRole('button', { name: 'Get the new price' }));
  await waitFor(() =>
    expect(main.inputsOf('quotes', 'change')).toMatchObject([{ checkIn: '2030-12-04', checkOut: '2030-12-06' }]),
  );
});
