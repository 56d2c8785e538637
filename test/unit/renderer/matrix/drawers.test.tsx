/** The months of one listing and the price check of one stay, each mounted once for each state. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { MatrixPage } from '../../../../src/renderer/features/matrix/matrix-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { DatedNight, Prices } from '../../../../src/shared/model/matrix.ts';
import type { Quote } from '../../../../src/shared/model/quote.ts';
import { addDays } from '../../../../src/shared/time/plain-date.ts';
import { NOW } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { quoteFixture } from '../quotes/quotes-answers.ts';
import { matrixAnswers } from './matrix-answers.ts';

const JANUARY = { from: '2027-01-01', until: '2027-01-31', nights: '2', guests: '3', listingId: 'l1' };
const STAY = { ...JANUARY, checkIn: '2027-01-10' };

const fails = (): never => {
  throw new AppError('notFound', { what: 'The listing' });
};

const night = (date: string, price: number): DatedNight => ({
  date,
  readAt: NOW - 60_000,
  isFree: true,
  price,
  currency: 'EUR',
  minNights: null,
  maxNights: null,
  noCheckIn: null,
  noCheckOut: null,
});
const NIGHTS = Array.from({ length: 20 }, (_, at) =>
  night(addDays('2027-01-01', at), at === 9 || at === 10 ? 80.2 : 100),
);

describe('the months of a listing', () => {
  it('are read with one request when they are not known, and mark the cheapest stay, which leads to its prices', async () => {
    let nights: DatedNight[] = [];
    const { main, visits } = renderWithMain(<MatrixPage />, {
      answers: matrixAnswers({
        matrix: {
          nights: () => ({ nights }),
          readNights: () => {
            nights = NIGHTS;
            return { nights };
          },
          prices: () => EMPTY,
        },
      }),
      page: 'matrix',
      search: JANUARY,
    });
    const drawer = await screen.findByRole('dialog', { name: 'House 1' });
    expect(await within(drawer).findByText('These months are not loaded yet.')).toBeTruthy();
    const user = userEvent.setup();
    await user.click(within(drawer).getByRole('button', { name: 'Load' }));
    expect(await within(drawer).findByText(/€160\.40/)).toBeTruthy();
    expect(main.inputsOf('matrix', 'readNights')).toMatchObject([
      { listingId: 'l1', from: '2027-01-01', until: '2027-02-28' },
    ]);
    const january = within(drawer).getByRole('table', { name: 'January 2027' });
    expect(
      within(january)
        .getAllByTitle(/the cheapest 2 nights/)
        .map((day) => day.dataset.marked),
    ).toEqual(['true', 'true']);
    expect(within(drawer).getByRole('button', { name: 'Refresh' })).toBeTruthy();
    await user.click(within(drawer).getByRole('button', { name: 'Compare prices' }));
    expect(visits.at(-1)?.search).toMatchObject({ listingId: 'l1', checkIn: '2027-01-10' });
    expect(await screen.findByRole('dialog', { name: 'Prices of House 1' })).toBeTruthy();
  });

  it('say that no stay is free, and keep what is known beside an error', async () => {
    renderWithMain(<MatrixPage />, {
      answers: matrixAnswers({
        matrix: { nights: () => ({ nights: NIGHTS.map((day) => ({ ...day, isFree: false })) }), readNights: fails },
      }),
      page: 'matrix',
      search: JANUARY,
    });
    const drawer = await screen.findByRole('dialog', { name: 'House 1' });
    expect(
      await within(drawer).findByText(
        'No free stay of 2 nights is known; the calendar does not have all of these days.',
      ),
    ).toBeTruthy();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Refresh' }));
    expect(await within(drawer).findByRole('alert')).toBeTruthy();
    expect(within(drawer).getByRole('table', { name: 'January 2027' })).toBeTruthy();
  });
});

it.each([
  [
    'a calendar without prices',
    { price: null },
    'Stays of 2 nights are free, but the calendar has no prices for them.',
  ],
  ['a calendar that is full', { isFree: false }, 'No stay of 2 nights is free on these arrivals.'],
])('the months say what %s knows', async (_, changes, text) => {
  const nights = Array.from({ length: 40 }, (__, at) => ({ ...night(addDays('2027-01-01', at), 100), ...changes }));
  const answers = matrixAnswers({ matrix: { nights: () => ({ nights }) } });
  renderWithMain(<MatrixPage />, { answers, page: 'matrix', search: JANUARY });
  expect(await within(await screen.findByRole('dialog', { name: 'House 1' })).findByText(text)).toBeTruthy();
});

const EMPTY: Prices = { calendar: null, search: null, searchRequests: 3 };
const FULL: Prices = {
  calendar: { state: 'free', total: 160.4, currency: 'EUR', limit: null, nights: [], readAt: NOW - 60_000 },
  search: { isFound: true, total: 161, currency: 'EUR', readAt: NOW - 60_000 },
  searchRequests: 3,
};
const euro = (amount: number) => ({ amount, currency: 'EUR' });
const plan = (changes: Partial<Quote['ratePlans'][number]>): Quote['ratePlans'][number] => ({
  id: 'p1',
  name: 'Flexible',
  cancellationPolicy: null,
  total: euro(215.4),
  lines: [
    { title: 'Nights', amount: euro(160.4), kind: 'ACCOMMODATION_FARE' },
    { title: 'Cleaning', amount: euro(55), kind: 'CLEANING_FEE' },
  ],
  days: [],
  ...changes,
});

describe('the price check', () => {
  it('asks for nothing by itself, and says what each source costs', async () => {
    const { main } = renderWithMain(<MatrixPage />, {
      answers: matrixAnswers({ matrix: { prices: () => EMPTY, searchPrices: () => FULL } }),
      page: 'matrix',
      search: STAY,
    });
    const drawer = await screen.findByRole('dialog', { name: 'Prices of House 1' });
    const search = await within(drawer).findByRole('button', { name: 'Search all pages' });
    expect(within(drawer).getByText(/2 nights, 3 guests/)).toBeTruthy();
    expect(within(drawer).getByRole('table', { name: 'Prices side by side' }).textContent).toContain('not loaded yet');
    expect(main.inputsOf('matrix', 'searchPrices')).toEqual([]);
    expect(main.inputsOf('quotes', 'create')).toEqual([]);
    await userEvent.click(search);
    expect(await within(drawer).findAllByText('€161.00')).toHaveLength(2);
    expect(main.inputsOf('matrix', 'searchPrices')).toMatchObject([
      { checkIn: '2027-01-10', checkOut: '2027-01-12', guests: 3 },
    ]);
  });

  it('itemises the differences of the chosen rate plan, and marks the sums that are ours', async () => {
    const quote = quoteFixture({
      connectionId: 'sandbox',
      listingId: 'l1',
      checkIn: '2027-01-10',
      checkOut: '2027-01-12',
      guests: 3,
      ratePlans: [plan({}), plan({ id: 'p2', name: 'Saver', total: euro(200), isTotalOurs: true })],
    });
    const answers = matrixAnswers({ matrix: { prices: () => FULL } });
    renderWithMain(<MatrixPage />, {
      answers: {
        ...answers,
        quotes: { list: () => ({ connectionId: 'sandbox', revision: 1, quotes: [quote], sent: [] }) },
      },
      page: 'matrix',
      search: STAY,
    });
    const drawer = await screen.findByRole('dialog', { name: 'Prices of House 1' });
    const table = within(drawer).getByRole('table', { name: 'Prices side by side' });
    const rowOf = (name: string) =>
      within(within(table).getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    await waitFor(() => expect(rowOf('Total')).toEqual(['€161.00', '€160.40', '€215.40', '+€55.00']));
    expect(rowOf('Cleaning')).toEqual(['–', '–', '€55.00', '+€55.00']);
    expect(within(table).getAllByText('our sum of the nights')).toHaveLength(2);
    expect(within(table).queryByText('our sum of the lines')).toBeNull();
    await userEvent.selectOptions(within(table).getByRole('combobox', { name: 'Rate plan' }), 'Saver');
    expect(within(table).getByText('our sum of the lines')).toBeTruthy();
    expect(rowOf('Total').at(-1)).toBe('+€39.60');
    expect(within(drawer).getByRole('link', { name: 'Open the quote' })).toBeTruthy();
  });

  it('says what the calendar forbids, and shows an error once', async () => {
    const taken: Prices = {
      ...FULL,
      calendar: { ...(FULL.calendar as NonNullable<Prices['calendar']>), state: 'taken', total: null },
      search: null,
    };
    renderWithMain(<MatrixPage />, {
      answers: matrixAnswers({ matrix: { prices: () => taken, searchPrices: fails } }),
      page: 'matrix',
      search: STAY,
    });
    const drawer = await screen.findByRole('dialog', { name: 'Prices of House 1' });
    expect(await within(drawer).findByText('The calendar says: already taken.')).toBeTruthy();
    await userEvent.click(within(drawer).getByRole('button', { name: /^Search/ }));
    expect(await within(drawer).findAllByRole('alert')).toHaveLength(1);
  });
});
