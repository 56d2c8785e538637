import { Notifications } from '@mantine/notifications';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../../src/renderer/app/query-client.ts';
import { AvailabilityPage } from '../../../../src/renderer/features/availability/availability-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { SearchInput, SearchItem } from '../../../../src/shared/model/availability.ts';
import { cellsReady } from '../../../support/cells-ready.ts';
import { type Answers, untilAborted } from '../../../support/fake-main.ts';
import {
  applicationFixture,
  connectionsFixture,
  NOW,
  reportedErrorFixture,
  sandboxFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { notesFixture, publishQuotes, quoteFixture, reservedFixture, snapshotOf } from '../quotes/quotes-answers.ts';

const place = (index: number): SearchItem => ({
  listingId: `l-${index}`,
  recordId: `l-${index}`,
  title: `Place ${index}`,
  place: 'Lisbon',
  picture: null,
  accommodates: 4,
  bedrooms: 2,
  perNight: { amount: 100, currency: 'EUR' },
  total: { amount: 515, currency: 'EUR' },
  nights: 5,
  basis: 'nightlyRates',
  type: 'Loft',
  amenities: [],
  minNights: null,
});

const search = (input: SearchInput) => {
  const from = Number(input.cursor ?? 0);
  return {
    items: [place(from), place(from + 1)],
    total: 4,
    nextCursor: from === 0 ? '2' : null,
    doubts: [],
    found: null,
    variant: 'listings',
    exchangeId: 'ex-1',
    notes: ['A remark.'],
  };
};
const apps = [applicationFixture({ id: 'a1', label: 'Website' }), applicationFixture({ id: 'a2', label: 'Desk' })];
const answers = (more: Answers['availability'] = {}): Answers => ({
  connections: {
    list: () => connectionsFixture([sandboxFixture({ applications: apps, activeApplicationId: 'a1' })]),
  },
  tokens: { status: () => tokensFixture('sandbox') },
  availability: {
    search,
    searches: () => ({ connectionId: 'sandbox', revision: 1, searches: [] }),
    putSearch: () => null,
    ...more,
  },
  matrix: {
    choices: () => ({ loaded: 0, places: [] }),
    window: () => ({
      rowCount: 0,
      listingCount: 0,
      arrivalCount: 1,
      rowOffset: 0,
      arrivalOffset: 0,
      arrivals: [],
      rows: [],
    }),
  },
});
const params = { checkIn: '2030-12-04', checkOut: '2030-12-09', guests: '2' };
/** Puts the place in whole: a page that is drawn for each letter is dear. */
async function submitPlace(place: string) {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Places' }));
  await userEvent.paste(place);
  await userEvent.keyboard('{Enter}');
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('Availability', () => {
  it('leads from a phrase of several days to Flexible dates', async () => {
    const { visits } = renderWithMain(<AvailabilityPage />, {
      answers: answers(),
      page: 'availability',
      search: { guests: '3' },
    });
    await userEvent.click(await screen.findByRole('textbox', { name: 'Dates' }));
    await userEvent.paste('weekends in July 2030');
    await screen.findByRole('button', { name: /in Flexible dates$/ });
    await userEvent.keyboard('{Enter}');
    const days = { from: '2030-07-01', until: '2030-07-31', nights: '2', weekends: '1' };
    await waitFor(() => expect(visits.at(-1)).toMatchObject({ page: 'matrix', search: { ...days, guests: '3' } }));
  });

  it.each(['list', 'gallery', 'table'])(
    'leads to the first result by one Tab, and marks a property that could not be quoted before, in the %s',
    async (view) => {
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(240);
      vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
      const notBookable = [{ listingId: 'l-1', code: 'NOT_FOUND', at: NOW }];
      const { main } = renderWithMain(<AvailabilityPage />, {
        answers: {
          ...answers(),
          booking: { notes: () => notesFixture({ notBookable }) },
          app: { copyTable: ({ rows }) => ({ rows: rows.length, wanted: rows.length }) },
        },
        ...{ page: 'availability', audience: 'managers', search: { ...params, sent: '1', view } },
      });
      expect(screen.queryByRole('button', { name: 'Skip to the results' })).toBeNull();
      await screen.findByRole('button', { name: 'Skip to the results' });
      expect(await screen.findAllByText(/the service refused a quote for it/)).toHaveLength(1);
      const [refused, other] = ['Place 1', 'Place 0'].map((title) =>
        screen.getByRole('button', { name: `Quote ${title}` }),
      );
      expect(refused?.getAttribute('aria-description')).toContain('could not be booked before');
      expect(other?.hasAttribute('aria-description')).toBe(false);
      screen.getByRole('button', { name: 'Search' }).focus();
      await userEvent.tab();
      await userEvent.keyboard('{Enter}');
      expect(document.activeElement?.textContent).toContain('Place 0');
      if (view !== 'table') return;

      // Cells are copied with amounts as numbers, beside their currency.
      const grid = screen.getByRole('grid', { name: 'Available' });
      await cellsReady(grid);
      within(grid).getByRole('button', { name: 'Place 0' }).focus();
      await userEvent.keyboard('{Shift>} {ArrowDown}{/Shift}');
      await waitFor(() => expect(within(grid).getAllByRole('gridcell', { selected: true })).toHaveLength(14));
      await press('Copy rows');
      const cells = ['Lisbon', 'Loft', 4, 2, 100, 515, 'EUR'];
      const heads = [
        'Property',
        'Place',
        'Type',
        'Sleeps',
        'Bedrooms',
        'Per night',
        'Before fees and taxes',
        'Currency',
      ];
      const rows = [
        ['Place 0', ...cells],
        ['Place 1', ...cells],
      ];
      await waitFor(() => expect(main.inputsOf('app', 'copyTable')[0]).toEqual({ heads, rows }));
    },
  );

  it('searches on Enter, shows prices with their basis, and loads the next page by cursor', async () => {
    const path = { from: 'GET https://b.example/api/v1/search', to: 'GET https://b.example/api/listings' };
    const { main, visits } = renderWithMain(<AvailabilityPage />, {
      answers: {
        ...answers({
          search: (input) => ({
            ...search(input),
            doubts: ['repeatedCursor' as const],
            found: input.cursor ? null : path,
          }),
        }),
        operations: {
          undoFound: () => {
            throw new Error('the answer is not shown');
          },
        },
      },
      ...{ page: 'availability', search: params },
    });
    await submitPlace('Lisbon');
    const first = await screen.findByRole('listitem', { name: 'Place 0' });
    expect(first.textContent).toContain('€515.00');
    expect(first.textContent).not.toMatch(/before fees|nightly rates/);
    screen.getByTitle('Prices before fees and taxes, sum of 5 nightly rates');
    expect(screen.getByRole('heading', { name: '4 properties' })).toBeTruthy();
    expect(screen.getByText('A remark.')).toBeTruthy();
    expect(visits.at(-1)?.search).toEqual({ ...params, location: 'Lisbon', sent: '1' });
    screen.getByText(/v1\/search answered 404. GET https:\/\/b.example\/api\/listings answers/);
    await press('Undo');
    expect(main.inputsOf('operations', 'undoFound')).toEqual([{ connectionId: 'sandbox', operation: 'search' }]);
    await press('Load more');
    await screen.findByRole('listitem', { name: 'Place 3' });
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    screen.getByText(/The results may be incomplete. The service named a page/);
    const asked = {
      ...{ connectionId: 'sandbox', applicationId: 'a1', checkIn: '2030-12-04', checkOut: '2030-12-09' },
      ...{ guests: 2, location: 'Lisbon' },
    };
    expect(main.inputsOf('availability', 'search')).toEqual([asked, { ...asked, cursor: '2' }]);
  });

  it('quotes one result, or several that are chosen by Shift and arrows: priced before, and on the way to an offer', async () => {
    const { main, visits } = renderWithMain(<AvailabilityPage />, {
      answers: {
        ...answers({
          search: (input) => ({ ...search(input), items: [0, 1, 2, 3].map(place), nextCursor: null }),
        }),
        quotes: {
          list: () => snapshotOf([]),
          plan: ({ quotes }) => ({ requests: quotes, waitMs: 0, durationMs: 900 }),
          create: ({ listingId }) => quoteFixture({ id: `q-${listingId}`, listingId }),
        },
      },
      page: 'availability',
      search: { ...params, adults: '1', children: '1', sent: '1' },
    });
    const box = (index: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Choose Place ${index}` });
    await screen.findByRole('checkbox', { name: 'Choose Place 0' });
    await press('Quote Place 1');
    const one = { listingId: 'l-1', applicationId: 'a1', ...params, adults: '1', children: '1' };
    expect(visits.at(-1)).toEqual({ page: 'quotes', search: one });
    const user = userEvent.setup();
    await user.click(box(2));
    await user.keyboard('{Shift>}');
    await user.click(box(0));
    await user.keyboard('{/Shift}');
    expect([0, 1, 2, 3].map((index) => box(index).checked)).toEqual([true, true, true, false]);
    await user.keyboard('{ArrowDown} ');
    expect(document.activeElement).toBe(box(1));
    expect(screen.getByText('2 chosen')).toBeTruthy();
    await within(screen.getByRole('region', { name: 'Chosen results' })).findByText(/^2 requests, about 1 s/);
    expect(screen.getByRole('button', { name: 'Make an offer' })).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(visits.at(-1)).toEqual({ page: 'quotes', search: { several: '1', offer: '1' } });
    const common = { connectionId: 'sandbox', applicationId: 'a1', checkIn: '2030-12-04', checkOut: '2030-12-09' };
    const stay = { ...common, guests: 2, adults: 1, children: 1, coupons: [] };
    await waitFor(() =>
      expect(main.inputsOf('quotes', 'create')).toEqual([
        { ...stay, listingId: 'l-2' },
        { ...stay, listingId: 'l-0' },
      ]),
    );
  });

  it('opens with the focus in the dates, without old results; Tab passes the cross that clears them', async () => {
    // "Check availability" of a listing.
    const { main } = renderWithMain(<AvailabilityPage />, {
      ...{ answers: answers(), page: 'availability', search: { location: 'Lisbon' } },
    });
    const dates = await screen.findByRole('textbox', { name: 'Dates' });
    expect(document.activeElement).toBe(dates);
    expect(screen.queryByRole('dialog', { name: 'Calendar' })).toBeNull();
    screen.getByText('Lisbon');
    screen.getByRole('heading', { name: 'No search yet' });
    expect(main.inputsOf('availability', 'search')).toEqual([]);
    await userEvent.paste('4 to 9 Dec 2030');
    await screen.findByRole('button', { name: 'Clear the dates' });
    await userEvent.keyboard('{Escape}');
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Guests' }));
  });

  it('says that a total lacks fees and taxes, shows the facts of a result, and its raw JSON to support', async () => {
    const facts = [{ path: 'type', title: 'Type', kind: 'text' as const, value: 'Loft with a view' }];
    const detail = () => ({ id: 'l-0', title: 'Place 0', subtitle: null, pictures: [], facts, raw: { _id: 'l-0' } });
    const quoted = quoteFixture({ listingId: 'l-0', coupons: [], guests: 9 });
    renderWithMain(<AvailabilityPage />, {
      answers: { ...answers(), listings: { detail }, quotes: { list: () => snapshotOf([quoted]) } },
      ...{ page: 'availability', audience: 'support', search: { ...params, sent: '1' } },
    });
    const first = await screen.findByRole('listitem', { name: 'Place 0' });
    await waitFor(() =>
      expect(first.textContent).toMatch(/€515\.00€100\.00 a night, usually \+\d+ % with fees and taxes/),
    );
    expect(screen.getByRole('listitem', { name: 'Place 1' }).textContent).not.toContain('usually');
    await press('Place 0');
    const drawer = await screen.findByRole('dialog', { name: 'Place 0' });
    expect(await within(drawer).findByText('Loft with a view')).toBeTruthy();
    expect(within(drawer).getByRole('tree')).toBeTruthy();
  });

  it('shows the issue of an invalid field and sends nothing', async () => {
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: answers(),
      page: 'availability',
      search: { checkIn: '2030-12-09', checkOut: '2030-12-04' },
    });
    await screen.findByRole('combobox', { name: 'Places' });
    await press('Search');
    expect(await screen.findByText('Check-out must be at least one day after check-in.')).toBeTruthy();
    expect(main.inputsOf('availability', 'search')).toEqual([]);
  });

  it('keeps the form when a search fails, counts down to the next attempt and sends nothing before it', async () => {
    const retryAt = Date.now() + 45_000;
    const waiting = tokenFixture({ credentialId: 'a1', api: 'booking', state: 'unreachable', retryAt });
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: {
        ...answers({
          search: () => {
            throw new AppError('tokenEndpointUnreachable', {
              host: 'x.example',
              reason: 'reset',
              mayHaveBeenIssued: true,
            });
          },
        }),
        tokens: { status: () => tokensFixture('sandbox', [waiting]) },
      },
      page: 'availability',
    });
    await submitPlace('Oslo');
    expect(await screen.findByText(/Next attempt in 4\d s/)).toBeTruthy();
    within(screen.getByRole('form')).getByText('Oslo');
    await press('Try again');
    expect(await screen.findByText(/Nothing was sent/)).toBeTruthy();
    expect(main.inputsOf('availability', 'search')).toHaveLength(1);
  });

  it('aborts a search when the page is left; on return the form is as it was, and the search starts again', async () => {
    const client = createQueryClient();
    const asked = vi.fn(untilAborted);
    const shared = { page: 'availability', client } as const;
    const first = renderWithMain(<AvailabilityPage />, { answers: answers({ search: asked }), ...shared });
    await userEvent.click(await screen.findByRole('button', { name: 'Adults and children' }));
    await userEvent.type(screen.getByLabelText('Adults'), '3');
    await submitPlace('Oslo');
    await screen.findByRole('button', { name: 'Cancel' });
    first.unmount();
    await waitFor(() => expect(first.main.aborted).toHaveLength(1));
    const { main } = renderWithMain(<AvailabilityPage />, { answers: answers(), ...shared });
    expect(await screen.findByRole('listitem', { name: 'Place 0' })).toBeTruthy();
    expect(within(screen.getByRole('form')).getByText('Oslo')).toBeTruthy();
    expect((screen.getByLabelText('Adults') as HTMLInputElement).value).toBe('3');
    expect([asked.mock.calls.length, main.inputsOf('availability', 'search').length]).toEqual([1, 1]);
  });

  it('searches once however often it is pressed, with the latest values while an earlier search is in flight, and cancels on request', async () => {
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: answers({
        search: (input, context) => (input.location === 'Oslo' ? search(input) : untilAborted(input, context)),
      }),
      page: 'availability',
    });
    const location = await screen.findByRole('combobox', { name: 'Places' });
    await submitPlace('Os');
    await screen.findByRole('button', { name: 'Cancel' });
    for (let presses = 0; presses < 3; presses += 1) await press('Search');
    expect([main.inputsOf('availability', 'search').length, main.aborted.length]).toEqual([1, 0]);
    await press('Cancel');
    expect(await screen.findByText(/^The search for .*Os was cancelled\.$/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(main.aborted).toHaveLength(1);
    await press('Search again');
    await screen.findByRole('button', { name: 'Cancel' });
    await userEvent.click(location);
    await userEvent.keyboard('{Backspace}');
    await userEvent.paste('Oslo');
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('listitem', { name: 'Place 0' });
    expect(screen.getByText(/searched/).textContent).toContain('today');
    expect((main.inputsOf('availability', 'search') as SearchInput[]).map((input) => input.location)).toEqual([
      'Os',
      'Os',
      'Oslo',
    ]);
    // The new search also aborts the earlier one.
    expect(main.aborted.map(({ input }) => (input as SearchInput).location)).toEqual(['Os', 'Os']);
  });

  it('calls results outdated only when a listing was booked for the searched nights', async () => {
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: { ...answers(), quotes: { list: () => snapshotOf([]) } },
      ...{ page: 'availability', search: { checkIn: '2030-12-04', checkOut: '2030-12-08', sent: '1' } },
    });
    await screen.findByRole('listitem', { name: 'Place 1' });
    const book = async (checkIn: string, checkOut: string, revision: number) => {
      const reserved = { ...reservedFixture(), checkIn, checkOut };
      const reservation = reserved.reservation && { ...reserved.reservation, at: Date.now() + 1_000 };
      await act(async () => publishQuotes(main, [{ ...reserved, reservation }], revision));
    };
    await book('2030-12-08', '2030-12-12', 2);
    await book('2030-12-01', '2030-12-04', 3);
    expect(screen.queryByText(/outdated/)).toBeNull();
    await book('2030-12-05', '2030-12-09', 4);
    await screen.findByText(/outdated: Harbour loft was booked after the search/);
  });

  it('searches several places at once, shows each listing once, and asks again only for the place that failed', async () => {
    let isPortoDown = true;
    const asked = (input: SearchInput) => {
      if (input.location === 'Porto' && isPortoDown)
        throw new AppError('serverFailed', { server: reportedErrorFixture() });
      const items = input.location === 'Porto' ? [place(0), place(7)] : [place(0), place(1)];
      return { ...search(input), items, total: 2, nextCursor: null };
    };
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: answers({ search: asked }),
      page: 'availability',
    });
    await userEvent.type(await screen.findByRole('combobox', { name: 'Places' }), 'A,Porto,');
    expect(await screen.findByText(/places are .* searches/)).toBeTruthy();
    await press('Search');
    const failure = await screen.findByRole('region', { name: 'Failure of Porto' });
    expect(screen.getByRole('listitem', { name: 'Place 1' })).toBeTruthy();
    isPortoDown = false;
    await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: '3 properties' })).toBeTruthy();
    const places = (main.inputsOf('availability', 'search') as SearchInput[]).map(({ location }) => location);
    expect(places).toEqual(['A', 'Porto', 'Porto']);
  });

  it('filters and sorts the answer without a request, in the address, and hides what is too small', async () => {
    const items = [
      { ...place(0), bedrooms: 3, perNight: { amount: 300, currency: 'EUR' } },
      { ...place(1), accommodates: 1 },
      { ...place(2), bedrooms: 1, amenities: ['Pool', 'Pets allowed'] },
    ];
    const { main, visits } = renderWithMain(<AvailabilityPage />, {
      answers: answers({ search: (input) => ({ ...search(input), items, total: 3, nextCursor: null }) }),
      page: 'availability',
      search: { ...params, sent: '1' },
    });
    expect(await screen.findByRole('heading', { name: '2 properties' })).toBeTruthy();
    expect(screen.queryByRole('listitem', { name: 'Place 1' })).toBeNull();
    await userEvent.click(screen.getByText('1 property does not fit, as far as it is known'));
    expect(screen.getByText('Sleeps 1, fewer than 2')).toBeTruthy();
    const bar = screen.getByRole('region', { name: 'Filters' });
    await userEvent.type(within(bar).getByLabelText('Price per night, up to'), '250');
    expect(await screen.findByRole('heading', { name: '1 of 2 properties' })).toBeTruthy();
    expect(visits.at(-1)?.search.maxPrice).toBe('250');
    await userEvent.click(within(bar).getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('heading', { name: '2 properties' })).toBeTruthy();
    // Pets, parking and access have a name of their own, whatever the service calls them.
    await userEvent.click(within(bar).getByRole('checkbox', { name: 'Pets' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Place 0' })).toBeNull());
    expect(screen.getByRole('listitem', { name: 'Place 2' })).toBeTruthy();
    expect(visits.at(-1)?.search.needs).toBe('pets');
    expect(main.inputsOf('availability', 'search')).toHaveLength(1);
  });

  it('finds two homes near each other for a party that none has room for, by one search when asked', async () => {
    const home = (index: number, lat: number) => ({ ...place(index), accommodates: 6, point: { lat, lng: -9.1 } });
    const small = [home(0, 38.7), home(1, 38.7027), { ...home(2, 38.71), basis: 'stated' as const }, home(3, 38.9)];
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: {
        ...answers({
          search: (input) => ({
            ...search(input),
            items: input.adults === undefined ? small : [],
            ...{ total: 0, nextCursor: input.adults !== undefined && !input.cursor ? 'more' : null, notes: [] },
          }),
        }),
        quotes: { list: () => snapshotOf([]), create: () => quoteFixture() },
      },
      page: 'availability',
      search: { checkIn: params.checkIn, checkOut: params.checkOut, adults: '6', children: '5', sent: '1' },
    });
    await screen.findByText('Nothing is available so far');
    expect(screen.queryByRole('region', { name: 'Several homes together' })).toBeNull();
    await press('Load more');
    const group = await screen.findByRole('region', { name: 'Several homes together' });
    within(group).getByText('No single home is free for 11 guests');
    await press('Look for two or three homes together (1 search)');
    const [found, other] = await within(group).findAllByRole('listitem');
    // A total with fees and taxes is for other guests than those of the home.
    expect(other?.textContent).toContain('prices that cannot be added up');
    expect(found?.textContent).toMatch(
      /Place 0 \(sleeps 6\) \+ Place 1 \(sleeps 6\)300 m aparttogether €1,030\.00 before fees and taxes/,
    );
    expect(main.inputsOf('availability', 'search')).toHaveLength(3);
    expect(main.inputsOf('availability', 'search')[2]).not.toHaveProperty('adults');
    await press('Quote Place 0 and Place 1');
    await waitFor(() =>
      expect(main.inputsOf('quotes', 'create')).toMatchObject([
        { listingId: 'l-0', guests: 6, adults: 4, children: 2 },
        { listingId: 'l-1', guests: 5, adults: 2, children: 3 },
      ]),
    );
  });

  it('fills in the last search of an earlier run, without dates that have passed', async () => {
    const parameters = 'checkIn=2020-12-04&checkOut=2020-12-09&adults=2&children=3&location=Lisbon&sent=1';
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: answers({
        searches: ({ connectionId }) => ({
          ...{ connectionId, revision: 1 },
          searches: [{ parameters, at: 5, isKept: false }],
        }),
      }),
      page: 'availability',
      search: {},
    });
    const adults = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Adults' });
    expect([adults.value, screen.getByRole<HTMLInputElement>('textbox', { name: 'Children' }).value]).toEqual([
      '2',
      '3',
    ]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Dates' }).value).toBe('');
    expect(screen.getByText('Lisbon')).toBeTruthy();
    expect(main.inputsOf('availability', 'search')).toEqual([]);
  });

  it('keeps searches, and a deleted one returns by Undo', async () => {
    let searches = [{ parameters: 'location=Lisbon%7CPorto&guests=4&sent=1&maxPrice=250', at: 5, isKept: true }];
    const { main } = renderWithMain(
      <>
        <AvailabilityPage />
        <Notifications />
      </>,
      {
        answers: answers({
          searches: ({ connectionId }) => ({ connectionId, revision: 1, searches }),
          removeSearch: () => {
            searches = [];
            main.emit('availability', 'onSearches', { connectionId: 'sandbox', revision: 2, searches });
            return null;
          },
        }),
        page: 'availability',
      },
    );
    const title = 'any dates, 4 guests, Lisbon or Porto, up to 250 a night';
    expect(await screen.findByRole('link', { name: title })).toBeTruthy();
    await press(`Delete the search ${title}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(main.inputsOf('availability', 'putSearch')).toEqual([
        {
          connectionId: 'sandbox',
          parameters: 'location=Lisbon%7CPorto&guests=4&sent=1&maxPrice=250',
          at: 5,
          isKept: true,
        },
      ]),
    );
  });

  it('loads all pages on request, one after the other', async () => {
    const asked = (input: SearchInput) => {
      const from = Number(input.cursor ?? 0);
      return {
        ...search(input),
        // Results without an id count, too.
        items: [place(from), place(from + 1)].map((item) => ({ ...item, listingId: null })),
        total: 6,
        nextCursor: from < 4 ? `${from + 2}` : null,
      };
    };
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: answers({ search: asked }),
      page: 'availability',
      search: { ...params, sent: '1' },
    });
    await screen.findByText('2 of 6 loaded');
    await userEvent.click(await screen.findByRole('button', { name: /^Load all 6, about/ }));
    expect(await screen.findByRole('listitem', { name: 'Place 5' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Load/ })).toBeNull();
    const cursors = (main.inputsOf('availability', 'search') as SearchInput[]).map(({ cursor }) => cursor);
    expect(cursors).toEqual([undefined, '2', '4']);
  });

  it('says what does not fit, from loaded listings and calendars that were read, without a request', async () => {
    const cell = { state: 'noCheckIn' as const, total: null, currency: null, limit: null, readAt: 1 };
    const row = (listingId: string, title: string) => ({
      listingId,
      title,
      nickname: null,
      place: 'Lisbon, Portugal',
      cells: [cell],
      cheapest: null,
      dearest: null,
      currency: null,
    });
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: {
        ...answers(),
        matrix: {
          choices: () => ({ loaded: 3, places: [{ place: 'Lisbon, Portugal', listings: 3 }] }),
          window: ({ stays }) => {
            const rows = [
              row('l-0', 'Found'),
              row('l-8', 'Old Mill'),
              ...(stays.guests === null ? [row('l-9', 'Hut')] : []),
            ];
            const rowCount = rows.length;
            return {
              rowCount,
              listingCount: rowCount,
              arrivalCount: 1,
              rowOffset: 0,
              arrivalOffset: 0,
              arrivals: [],
              rows,
            };
          },
        },
      },
      page: 'availability',
      search: { ...params, location: 'lisbon', sent: '1' },
    });
    const summary = await screen.findByText('2 properties do not fit, as far as it is known');
    await userEvent.click(summary);
    const fold = summary.parentElement ?? summary;
    expect(
      within(fold)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Old Mill Lisbon, Portugal No check-in on Wed/),
      'Hut Lisbon, Portugal Too small for 2 guests',
    ]);
    expect(main.inputsOf('availability', 'search')).toHaveLength(1);
    expect(main.inputsOf('matrix', 'window')[0]).toMatchObject({ listings: { places: ['Lisbon, Portugal'] } });
  });

  it('says that nothing is available only when all is read, and that there is no application', async () => {
    const none = (nextCursor: string | null) => (input: SearchInput) => ({
      ...{ ...search(input), items: [], total: nextCursor === null ? 0 : 9, nextCursor, notes: [] },
    });
    const sent = { page: 'availability', search: { ...params, sent: '1', view: 'gallery' } } as const;
    renderWithMain(<AvailabilityPage />, { answers: answers({ search: none('next') }), ...sent });
    await screen.findByRole('heading', { name: 'Nothing is available so far' });
    expect(screen.queryByRole('heading', { name: 'Nothing is available' })).toBeNull();
    cleanup();
    renderWithMain(<AvailabilityPage />, { answers: answers({ search: none(null) }), ...sent });
    await screen.findByRole('heading', { name: 'Nothing is available' });
    await press('Skip to the results');
    expect(document.activeElement?.textContent).toBe('0 properties');
    cleanup();
    renderWithMain(<AvailabilityPage />, {
      answers: { connections: { list: () => connectionsFixture([sandboxFixture({ applications: [] })]) } },
      page: 'availability',
    });
    await screen.findByRole('heading', { name: 'This connection has no Booking Engine application' });
  });
});
