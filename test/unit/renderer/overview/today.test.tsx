/** The page Today: who comes and goes, and what is not known of it. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { OverviewPage } from '../../../../src/renderer/features/overview/overview-page.tsx';
import type { BoardDay, CalendarsStatus, StayFacts } from '../../../../src/shared/model/calendars.ts';
import { localDayOf } from '../../../../src/shared/time/local-day.ts';
import { addDays } from '../../../../src/shared/time/plain-date.ts';
import { HOUR_MS } from '../../../../src/shared/time/units.ts';
import { connectionFixture, connectionsFixture, NOW, tokensFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { getFrom, quoteFixture, snapshotOf } from '../quotes/quotes-answers.ts';

const today = localDayOf(Date.now());
const none = { count: 0, lines: [] };
const day = (date: string, changes: Partial<BoardDay> = {}): BoardDay => ({
  ...{ date, arrival: none, departure: none, turnover: none, possible: none, staying: none },
  ...changes,
});
const stay = (changes: Partial<StayFacts> = {}): StayFacts => ({
  ...{ checkIn: today, checkOut: addDays(today, 3), state: 'booked', isOneStay: false, quoteId: null },
  ...{ doubt: null, ...changes },
});
const line = (title: string, leaving: StayFacts | null, arriving: StayFacts | null) => ({
  ...{ listingId: `l-${title}`, title, place: 'Lisbon, Portugal', leaving, arriving },
});
const week = [
  day(today, {
    arrival: {
      count: 2,
      lines: [
        line('Loft', null, stay({ quoteId: 'q-1', isOneStay: true, state: 'reserved', doubt: 'free' })),
        line('Attic', null, stay()),
      ],
    },
    possible: { count: 1, lines: [line('Barn', stay(), stay())] },
    staying: {
      count: 7,
      lines: [
        line('Barn', stay(), stay()),
        line('Cabin', stay({ quoteId: 'q-1', isOneStay: true }), stay({ quoteId: 'q-1', isOneStay: true })),
        ...['Dock', 'East', 'Farm', 'Gate', 'Hut'].map((title) => line(title, stay(), stay())),
      ],
    },
  }),
  // Two bookings of one property with several units.
  day(addDays(today, 1), {
    departure: {
      count: 2,
      lines: [line('Villa', stay({ checkIn: null }), null), line('Villa', stay({ quoteId: 'q-1' }), null)],
    },
  }),
];
const state: CalendarsStatus = {
  ...{ connectionId: 'conn-1', revision: 1, homes: 4, read: 3, refused: 0 },
  ...{ oldestAt: NOW, isReading: false, pause: 'noToken' },
};

const show = (status = state, severalUnits = 1) =>
  renderWithMain(<OverviewPage />, {
    audience: 'managers',
    answers: {
      connections: { list: () => connectionsFixture([connectionFixture()]) },
      tokens: { status: () => tokensFixture() },
      calendars: { days: () => ({ days: week, severalUnits }), status: () => status, start: () => null },
      guests: {
        ofQuote: () => ({
          ...{
            id: 'g',
            connectionId: 'conn-1',
            firstName: 'Ada',
            lastName: 'Lovelace',
            email: '',
            phone: '+44 20 7946',
          },
          ...{ quoteIds: ['q-1'], lastAt: NOW },
        }),
      },
      quotes: { list: () => snapshotOf([]), get: getFrom([quoteFixture()]) },
    },
  });

it('shows who arrives with guest and phone, who leaves, and what is only possible', async () => {
  show();
  const arrivals = await screen.findByRole('region', { name: /^Arrivals \d/ });
  const [own, other] = within(arrivals).getAllByRole('listitem');
  await waitFor(() => expect(own?.textContent).toContain('Ada Lovelace'));
  expect(own?.textContent).toMatch(
    /Loft.*3 nights.*Awaits approval.*\+44 20 7946.*The calendar shows nights of this stay as free/,
  );
  expect(other?.textContent).toMatch(/Attic.*up to 3 nights.*booked elsewhere/);
  expect(within(arrivals).getByRole('link', { name: 'Attic' }).getAttribute('href')).toContain('/listings?id=l-Attic');
  expect(within(arrivals).getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href')).toContain('/quotes?id=q-1');
  const staying = screen.getByRole('region', { name: 'Staying 7' });
  const [barn, cabin, ...more] = within(staying).getAllByRole('listitem');
  expect(barn?.textContent).toMatch(
    /^BarnLisbon, PortugalGuests since .* until .*, perhaps not the same all the time$/,
  );
  expect(cabin?.textContent).toMatch(/3 nights.*Ada Lovelace.*\+44 20 7946/);
  expect(more).toHaveLength(3);
  await userEvent.click(within(staying).getByRole('button', { name: 'Show all 7' }));
  expect(within(staying).getAllByRole('listitem')).toHaveLength(7);
  // What is possible stands alone, without a sentence that denies it.
  expect(screen.getByRole('region', { name: /^Turnovers 0/ }).textContent).toMatch(
    /^Turnovers 01 possible turnover: the/,
  );
  // On the page and on paper.
  expect(screen.getAllByText(/^Of properties with several units/)).toHaveLength(2);

  await userEvent.click(screen.getByRole('button', { name: /^Tomorrow 0 arrivals, 2 departures, 0 turnovers/ }));
  expect(screen.getByRole('region', { name: /^Departures \d/ }).textContent).toMatch(/Villa.*until/);
  expect(screen.getAllByText('None in the calendars loaded so far.')).toHaveLength(3);
});

it.each<[string, Partial<CalendarsStatus>, number]>([
  ['Nobody arrives.', {}, 0],
  ['None in the calendars loaded so far.', { read: 3 }, 0],
  ['None in the calendars loaded so far.', { oldestAt: Date.now() - 25 * HOUR_MS }, 0],
  ['None in the calendars loaded so far.', {}, 1],
])(
  'says that nobody comes only by recent calendars of all homes, each with one unit: %s',
  async (text, changes, units) => {
    show({ ...state, read: 4, oldestAt: Date.now() - HOUR_MS, pause: null, ...changes }, units);
    await screen.findByRole('region', { name: /^Arrivals \d/ });
    await userEvent.click(screen.getByRole('button', { name: /^Tomorrow / }));
    const arrivals = await screen.findByRole('region', { name: /^Arrivals 0/ });
    await waitFor(() => expect(within(arrivals).getByText(text)).toBeTruthy());
  },
);

it('prints the week without a guest', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  show();
  await screen.findByRole('region', { name: /^Arrivals \d/ });
  await userEvent.click(screen.getByRole('button', { name: 'Print the week' }));
  expect(print).toHaveBeenCalledOnce();
  const paper = document.querySelector('body > [aria-hidden]')?.textContent;
  expect(paper).toMatch(
    /ArrivalLoft.*new guests for 3 nights, awaits approval\. The calendar shows nights.*as free.*guests change in Barn.*DepartureVilla/,
  );
  expect(paper).not.toMatch(/Ada|7946/);
  expect(paper).toMatch(
    /^By the calendars of 3 of 4 properties.*The oldest calendar was loaded on .*\d{4}, \d.*several units, only bookings/,
  );
  expect(paper).not.toContain('No changes in these calendars');
});

it.each<[Partial<CalendarsStatus>, RegExp]>([
  [{}, /^Calendars of 3 of 4 properties, the oldest loaded .*would have to sign in/],
  [{ pause: null, isReading: true }, /The others are loading\.$/],
  [{ read: 4, pause: null, isReading: true }, /^Calendars of all 4 properties.*brought up to date\.$/],
  [{ pause: 'otherClients' }, /other programs use this account\.$/],
  [{ read: 0, oldestAt: null, pause: 'failed' }, /^The calendars of 4 properties are not loaded yet\. Loading failed/],
  [{ read: 3, refused: 1, pause: null }, /1 property has no calendar in this connection\./],
  [{ homes: 0, read: 0, oldestAt: null, pause: null }, /^No properties are loaded yet\./],
])('says how far the calendars are read: %j', async (changes, sentence) => {
  const { main } = show({ ...state, ...changes });
  expect((await screen.findByText(sentence)).textContent).toMatch(sentence);
  if (changes.pause !== undefined) return;
  await userEvent.click(screen.getByRole('button', { name: 'Sign in and load them' }));
  expect(main.inputsOf('calendars', 'start')).toEqual([{ connectionId: 'conn-1' }]);
});
