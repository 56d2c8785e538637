/** The page Calendars: the grid by mouse and keyboard, its rows in words, and the chosen nights. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { firstDayOf, monthsIn } from '../../../../src/renderer/features/calendars/calendar-view.ts';
import { CalendarsPage } from '../../../../src/renderer/features/calendars/calendars-page.tsx';
import type { GridQuery, GridWindow } from '../../../../src/shared/model/calendars.ts';
import { type GridNight, packNights, packWeeks } from '../../../../src/shared/stay/packed-cells.ts';
import { localDayOf } from '../../../../src/shared/time/local-day.ts';
import { addDays, nightsBetween } from '../../../../src/shared/time/plain-date.ts';
import { connectionFixture, connectionsFixture, NOW } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const today = localDayOf(Date.now());
const from = firstDayOf(today);
const at = nightsBetween(from, today);

const night = (changes: Partial<GridNight> = {}): GridNight => ({
  ...{ status: 'free', price: 120, currency: 'EUR', minNights: 1, noCheckIn: false, noCheckOut: false },
  ...{ units: null, blocks: [], quoteId: null, isLost: false },
  ...changes,
});
/** From today on: free with rules, free, ours, blocked by the owner, not read. */
const SHOWN = [
  night({ minNights: 2, noCheckOut: true, isLost: true }),
  night(),
  night({ status: 'booked', quoteId: 'q-1' }),
  night({ status: 'blocked', blocks: ['o'] }),
  night({ status: 'unknown', price: null }),
];

const nightsOf = ({ offset, limit }: GridQuery['columns']) =>
  Array.from({ length: limit }, (_, index) => SHOWN[offset + index - at] ?? night());

const grid = ({ columns, weeks }: GridQuery): GridWindow => ({
  rowCount: 2,
  homes: 2,
  rows: ['Attic', 'Barn'].map((title) => ({
    ...{ listingId: `l-${title}`, title, place: 'Lisbon', readAt: NOW, occupancy: 0.42, gaps: 2, unsellable: 1 },
    cells: weeks
      ? packWeeks(Array.from({ length: columns.limit }, () => ({ sold: 3, blocked: 1, free: 3 })))
      : packNights(nightsOf(columns)),
  })),
});

const guest = {
  ...{ id: 'g-1', connectionId: 'conn-1', firstName: 'Ada', lastName: 'Marsh', email: '', phone: '' },
  ...{ quoteIds: ['q-1'], lastAt: NOW },
};

const show = (search = {}) =>
  renderWithMain(<CalendarsPage />, {
    ...{ page: 'calendars', search, audience: 'managers' },
    answers: {
      connections: { list: () => connectionsFixture([connectionFixture()]) },
      calendars: {
        grid,
        status: ({ connectionId }) => ({
          ...{
            connectionId,
            revision: 1,
            homes: 14,
            read: 2,
            refused: 0,
            oldestAt: NOW,
            isReading: false,
            pause: null,
          },
        }),
      },
      guests: { ofQuote: () => guest },
      matrix: {
        nights: ({ from: first, until }) => ({
          nights: Array.from({ length: nightsBetween(first, until) + 1 }, (_, index) => ({
            ...{ date: addDays(first, index), readAt: NOW, isFree: true, price: 120, currency: 'EUR' },
            ...{ minNights: 1, maxNights: null, noCheckIn: null, noCheckOut: null },
          })),
        }),
      },
    },
  });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

it('says each night in words, selects nights by Shift and arrows, and leads to their quote', async () => {
  const { visits } = show({ zoom: '1m' });
  const table = await screen.findByRole('grid', { name: '2 properties by day' });
  const row = within(table).getByRole('rowheader', { name: /^Attic/ });
  expect(row.textContent).toBe('Attic42 % sold · 2 gaps (1 cannot be sold)');
  await userEvent.click(screen.getByRole('button', { name: 'Go to month' }));
  const months = await screen.findAllByRole('menuitem');
  await userEvent.click(months[1] as HTMLElement);
  const second = monthsIn(from)[1] ?? '';
  await waitFor(() => expect(table.parentElement?.scrollLeft).toBe(nightsBetween(from, second) * 42));
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(table.parentElement?.scrollLeft).toBe((at - 1) * 42));
  const first = (
    await within(table).findAllByRole('gridcell', {
      name: /: free, €120\.00, at least 2 nights.*no check-out, in a gap that these rules forbid to sell$/,
    })
  )[0];
  expect(await within(table).findAllByRole('gridcell', { name: /: booked in this app for Ada Marsh$/ })).toHaveLength(
    2,
  );
  expect(within(table).getAllByRole('gridcell', { name: /: kept for the owner$/ })).toHaveLength(2);
  expect(within(table).getAllByRole('gridcell', { name: /: not loaded yet$/ })).toHaveLength(2);
  // Today's cell is the one tab stop.
  expect(table.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  expect(first?.tabIndex).toBe(0);
  // The days before yesterday are scrolled out.
  expect(table.parentElement?.scrollLeft).toBe((at - 1) * 42);
  first?.focus();
  // The headings of columns take no focus.
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(table.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() => expect(screen.getByText(/2 nights: €240\.00 before fees and taxes$/)).toBeTruthy());
  await userEvent.click(screen.getByRole('button', { name: 'Quote these dates' }));
  expect(visits.at(-1)).toEqual({
    page: 'quotes',
    search: { listingId: 'l-Attic', checkIn: today, checkOut: addDays(today, 2) },
  });
});

it('selects by dragging within a row, and opens a booking of this app or the property', async () => {
  const { visits } = show({ zoom: '1m' });
  const table = await screen.findByRole('grid');
  const [free] = await within(table).findAllByRole('gridcell', { name: /at least 2 nights/ });
  const [ours] = within(table).getAllByRole('gridcell', { name: /booked in this app/ });
  if (!free || !ours) throw new Error('a cell is missing');
  fireEvent.mouseDown(free, { button: 0 });
  fireEvent.mouseOver(ours, { buttons: 1 });
  expect(await screen.findByText(/, 3 nights: /)).toBeTruthy();
  fireEvent.doubleClick(ours);
  expect(visits.at(-1)).toEqual({ page: 'quotes', search: { id: 'q-1' } });
  // A row far from the cursor has no cells; its place tells the night.
  const [line] = table.querySelectorAll('td[aria-hidden]');
  if (line) fireEvent.mouseDown(line, { button: 0, clientX: 250 + 42 * (at + 3) + 5 });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/: kept for the owner$/));
  fireEvent.doubleClick(free);
  expect(visits.at(-1)).toEqual({ page: 'listings', search: { id: 'l-Attic' } });
});

it('shows weeks from afar, filters, sorts, writes what is shown, follows bookings, and says when it is left', async () => {
  const { main, unmount, visits } = show({ zoom: '12m', sort: '-gaps', search: 'Lisbon' });
  const table = await screen.findByRole('grid', { name: '2 properties by week' });
  const [week] = await within(table).findAllByRole('gridcell', {
    name: /^Week from .*: 3 nights sold, 3 free, 1 blocked$/,
  });
  expect(week).toBeTruthy();
  expect(table.querySelector('[data-step="2"]')?.textContent).toBe('3/6');
  const [asked] = main.inputsOf('calendars', 'grid');
  expect(asked).toMatchObject({ search: 'Lisbon', order: { by: 'gaps', descending: true }, weeks: true, from });
  await userEvent.click(screen.getByRole('button', { name: 'Export the occupancy by month' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel workbook' }));
  await waitFor(() =>
    expect(main.inputsOf('calendars', 'exportTable')).toMatchObject([{ search: 'Lisbon', format: 'xlsx' }]),
  );
  const before = main.inputsOf('calendars', 'grid').length;
  act(() => main.emit('quotes', 'onChanged', { connectionId: 'conn-1', revision: 1, ids: null }));
  await waitFor(() => expect(main.inputsOf('calendars', 'grid').length).toBeGreaterThan(before));
  expect(screen.getByText('2 of 14 properties, 12 hidden by your filters.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(visits.at(-1)).toEqual({ page: 'calendars', search: { zoom: '12m', sort: '-gaps' } }));
  unmount();
  await waitFor(() => expect(main.inputsOf('calendars', 'leave')).toMatchObject([{ connectionId: 'conn-1' }]));
});

it('has the gaps of the next month in two clicks, with what they would bring and which cannot be sold', async () => {
  const { main, visits } = show();
  const gap = {
    listingId: 'l-Attic',
    title: 'Attic',
    place: 'Lisbon',
    nights: 2,
    first: today,
    until: addDays(today, 2),
  };
  main.answer({
    calendars: {
      gaps: () => ({
        ...{ total: 2, nights: 4, unsellable: 1, unpriced: 1, values: [{ currency: 'EUR', amount: 240 }] },
        rows: [
          { ...gap, minNights: 1, isSellable: true, value: 240, currency: 'EUR' },
          { ...gap, minNights: 3, isSellable: false, value: null, currency: null },
        ],
      }),
    },
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'Gaps' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Next month' }));
  const sum = '2 gaps, 4 nights, 1 cannot be sold. Together €240.00 before fees and taxes; 1 without a known price.';
  expect(await screen.findByText(sum)).toBeTruthy();
  const [asked] = main.inputsOf('calendars', 'gaps').slice(-1);
  expect(asked).toMatchObject({ maxNights: 14, sellable: 'all', order: { by: 'first', descending: false } });
  const lines = within(await screen.findByRole('table', { name: 'Gaps' })).getAllByRole('row');
  await waitFor(() => expect(lines[2]?.textContent).toContain('Cannot be sold'));
  expect(lines[2]?.textContent).toContain('no price');
  fireEvent.click(within(lines[1] as HTMLElement).getByRole('button', { name: 'Attic' }));
  expect(visits.at(-1)).toEqual({
    page: 'quotes',
    search: { listingId: 'l-Attic', checkIn: today, checkOut: addDays(today, 2) },
  });
});
