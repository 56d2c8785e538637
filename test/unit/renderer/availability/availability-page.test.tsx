import { Notifications } from '@mantine/notifications';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../../src/renderer/app/query-client.ts';
import { AvailabilityPage } from '../../../../src/renderer/features/availability/availability-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { SearchInput, SearchItem } from '../../../../src/shared/model/availability.ts';
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
  it.each([
    ['weekends in July 2030{Enter}', { from: '2030-07-01', until: '2030-07-31', nights: '2', weekends: '1' }],
    ['July 2030{Enter}', { from: '2030-07-01', until: '2030-07-31' }],
    ['5 nights in July 2030{Enter}', { from: '2030-07-01', until: '2030-07-31', nights: '5' }],
  ])('leads from “%s” to Flexible dates', async (typed, days) => {
    const { visits } = renderWithMain(<AvailabilityPage />, {
      answers: answers(),
      page: 'availability',
      search: { guests: '3' },
    });
    await userEvent.click(await screen.findByRole('textbox', { name: 'Dates' }));
    await userEvent.paste(typed.replace('{Enter}', ''));
    await screen.findByRole('button', { name: /in Flexible dates$/ });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(visits.at(-1)).toMatchObject({ page: 'matrix', search: { ...days, guests: '3' } }));
  });

  it.each([
    ['list', [place(0), place(1)], 'Place 0'],
    ['table', [place(0), place(1)], 'Place 0'],
    ['gallery', [], '0 properties'],
  ] as const)('leads from the search form to the first result by one Tab: %s', async (view, items, focused) => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
    const found = () => ({ ...search({} as SearchInput), items: [...items], total: items.length, nextCursor: null });
    renderWithMain(<AvailabilityPage />, {
      ...{ answers: answers({ search: found }), page: 'availability', audience: 'managers' },
      search: { ...params, sent: '1', ...(view === 'list' ? {} : { view }) },
    });
    expect(screen.queryByRole('button', { name: 'Skip to the results' })).toBeNull();
    await screen.findByRole('button', { name: 'Skip to the results' });
    screen.getByRole('button', { name: 'Search' }).focus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe(focused);
  });

  it('copies selected cells of the table, amounts as numbers with their currency', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480);
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: { ...answers(), app: { copyTable: ({ rows }) => ({ rows: rows.length, wanted: rows.length }) } },
      page: 'availability',
      search: { ...params, sent: '1', view: 'table' },
    });
    const grid = await screen.findByRole('grid', { name: 'Available' });
    await waitFor(() => expect(grid.parentElement?.parentElement?.querySelector('[role="status"]')).toBeTruthy());
    within(grid).getByRole('button', { name: 'Place 0' }).focus();
    await userEvent.keyboard('{Shift>} {ArrowDown}{/Shift}');
    expect(within(grid).getAllByRole('gridcell', { selected: true })).toHaveLength(14);
    await press('Copy rows');
    await userEvent.keyboard('{Control>}c{/Control}');
    const cells = ['Lisbon', 'Loft', 4, 2, 100, 515, 'EUR'];
    const heads = ['Property', 'Place', 'Type', 'Sleeps', 'Bedrooms', 'Per night', 'Before fees and taxes', 'Currency'];
    await waitFor(() =>
      expect(main.inputsOf('app', 'copyTable')[0]).toEqual({
        heads,
        rows: [
          ['Place 0', ...cells],
          ['Place 1', ...cells],
        ],
      }),
    );
    vi.restoreAllMocks();
  });

  it.each(['list', 'gallery', 'table'])('marks a property that could not be quoted before, in the %s', async (view) => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480);
    const notBookable = [{ listingId: 'l-1', code: 'NOT_FOUND', at: NOW }];
    renderWithMain(<AvailabilityPage />, {
      answers: { ...answers(), booking: { notes: () => notesFixture({ notBookable }) } },
      page: 'availability',
      search: { ...params, sent: '1', view },
    });
    const marks = await screen.findAllByText(/the service refused a quote for it/);
    expect(marks).toHaveLength(1);
    const [refused, other] = ['Place 1', 'Place 0'].map((title) =>
      screen.getByRole('button', { name: `Quote ${title}` }),
    );
    expect(refused?.getAttribute('aria-description')).toContain('could not be booked before');
    expect(other?.hasAttribute('aria-description')).toBe(false);
    vi.restoreAllMocks();
  });

  it('reports a cancelled search without an alert and offers to search again', async () => {
    let isCancelled = true;
    const asked = (input: SearchInput) => {
      if (isCancelled) throw new AppError('cancelled', {});
      return search(input);
    };
    renderWithMain(<AvailabilityPage />, { answers: answers({ search: asked }), page: 'availability', search: params });
    await submitPlace('Lisbon');
    expect(await screen.findByText(/^The search for .*Lisbon was cancelled\.$/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    isCancelled = false;
    await press('Search again');
    expect(await screen.findByRole('listitem', { name: 'Place 0' })).toBeTruthy();
  });

  it('searches on Enter, shows prices with their basis, and loads the next page by cursor', async () => {
    const user = userEvent.setup();
    const { main } = renderWithMain(<AvailabilityPage />, { answers: answers(), page: 'availability', search: params });
    await user.type(await screen.findByRole('combobox', { name: 'Places' }), 'Lisbon{Enter}');
    const first = await screen.findByRole('listitem', { name: 'Place 0' });
    expect(first.textContent).toContain('€515.00');
    expect(first.textContent).toContain('sum of 5 nightly rates');
    expect(screen.getByRole('heading', { name: '4 properties' })).toBeTruthy();
    expect(screen.getByText('A remark.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByRole('listitem', { name: 'Place 3' });
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    const asked = {
      connectionId: 'sandbox',
      applicationId: 'a1',
      checkIn: '2030-12-04',
      checkOut: '2030-12-09',
      guests: 2,
      location: 'Lisbon',
    };
    expect(main.inputsOf('availability', 'search')).toEqual([asked, { ...asked, cursor: '2' }]);
  });

  it('counts results without an id too', async () => {
    const nameless = (input: SearchInput) => {
      const page = search(input);
      return { ...page, items: page.items.map((item) => ({ ...item, listingId: null })) };
    };
    renderWithMain(<AvailabilityPage />, {
      answers: answers({ search: nameless }),
      page: 'availability',
      search: { ...params, sent: '1' },
    });
    expect(await screen.findByText('2 of 4 loaded')).toBeTruthy();
  });

  it('says after the last page that the results may be incomplete', async () => {
    const doubtful = (input: SearchInput) => ({ ...search(input), doubts: ['repeatedCursor' as const] });
    const user = userEvent.setup();
    renderWithMain(<AvailabilityPage />, {
      answers: answers({ search: doubtful }),
      page: 'availability',
      search: params,
    });
    await submitPlace('Lisbon');
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByRole('listitem', { name: 'Place 3' });
    expect(screen.getByText(/The results may be incomplete. The service named a page/)).toBeTruthy();
  });

  it('says which path was found for the search, and takes it back', async () => {
    const found = { from: 'GET https://b.example/api/v1/search', to: 'GET https://b.example/api/listings' };
    const undoFound = vi.fn();
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: {
        ...answers({ search: (input) => ({ ...search(input), found: input.cursor ? null : found }) }),
        operations: {
          undoFound: (input) => {
            undoFound(input);
            throw new Error('the answer is not shown');
          },
        },
      },
      page: 'availability',
      search: params,
    });
    await submitPlace('Lisbon');
    expect(
      await screen.findByText(/v1\/search answered 404. GET https:\/\/b.example\/api\/listings answers/),
    ).toBeTruthy();
    await press('Undo');
    expect(main.inputsOf('operations', 'undoFound')).toEqual([{ connectionId: 'sandbox', operation: 'search' }]);
  });

  it('opens a prefilled quote', async () => {
    const { visits } = renderWithMain(<AvailabilityPage />, {
      answers: answers(),
      page: 'availability',
      search: params,
    });
    await screen.findByRole('combobox', { name: 'Places' });
    await press('Search');
    await screen.findByRole('listitem', { name: 'Place 1' });
    await press('Quote Place 1');
    expect(visits.at(-1)).toEqual({ page: 'quotes', search: { listingId: 'l-1', applicationId: 'a1', ...params } });
  });

  it('asks for the quotes of several chosen results, priced before, one after the other', async () => {
    const { main, visits } = renderWithMain(<AvailabilityPage />, {
      answers: {
        ...answers(),
        quotes: {
          list: () => snapshotOf([]),
          plan: ({ quotes }) => ({ requests: quotes, waitMs: 0, durationMs: 900 }),
          create: ({ listingId }) => quoteFixture({ id: `q-${listingId}`, listingId }),
        },
      },
      page: 'availability',
      search: { ...params, adults: '1', children: '1', sent: '1' },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose Place 0' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Place 1' }));
    const bar = screen.getByRole('region', { name: 'Chosen results' });
    expect(await within(bar).findByText(/^2 requests, about 1 s/)).toBeTruthy();
    await press('Get 2 quotes');
    const common = { connectionId: 'sandbox', applicationId: 'a1', checkIn: '2030-12-04', checkOut: '2030-12-09' };
    const stay = { ...common, guests: 2, adults: 1, children: 1, coupons: [] };
    await waitFor(() =>
      expect(main.inputsOf('quotes', 'create')).toEqual([
        { ...stay, listingId: 'l-0' },
        { ...stay, listingId: 'l-1' },
      ]),
    );
    expect(visits.at(-1)).toEqual({ page: 'quotes', search: { several: '1' } });
  });

  it('opens with the focus in the dates, and Tab passes the cross that clears them', async () => {
    renderWithMain(<AvailabilityPage />, { answers: answers(), page: 'availability' });
    const dates = await screen.findByRole('textbox', { name: 'Dates' });
    expect(document.activeElement).toBe(dates);
    expect(screen.queryByRole('dialog', { name: 'Calendar' })).toBeNull();
    await userEvent.keyboard('4 to 9 Dec 2030');
    await screen.findByRole('button', { name: 'Clear the dates' });
    await userEvent.keyboard('{Escape}');
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Adults and children');
  });

  it('chooses a range with Shift, moves by arrows, and Enter makes the quotes on the way to their offer', async () => {
    const { visits } = renderWithMain(<AvailabilityPage />, {
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
      search: { ...params, sent: '1' },
    });
    const box = (index: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Choose Place ${index}` });
    await screen.findByRole('checkbox', { name: 'Choose Place 0' });
    const user = userEvent.setup();
    await user.click(box(2));
    await user.keyboard('{Shift>}');
    await user.click(box(0));
    await user.keyboard('{/Shift}');
    expect([0, 1, 2, 3].map((index) => box(index).checked)).toEqual([true, true, true, false]);
    await user.keyboard('{ArrowDown} ');
    expect(document.activeElement).toBe(box(1));
    expect(screen.getByText('2 chosen')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Make an offer' })).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(visits.at(-1)).toEqual({ page: 'quotes', search: { several: '1', offer: '1' } });
  });

  it('shows the facts of a result, and its raw JSON to support', async () => {
    const facts = [{ path: 'type', title: 'Type', kind: 'text' as const, value: 'Loft with a view' }];
    const detail = () => ({ id: 'l-0', title: 'Place 0', subtitle: null, pictures: [], facts, raw: { _id: 'l-0' } });
    renderWithMain(<AvailabilityPage />, {
      answers: { ...answers(), listings: { detail } },
      page: 'availability',
      audience: 'support',
    });
    await screen.findByRole('combobox', { name: 'Places' });
    await press('Search');
    await userEvent.click(await screen.findByRole('button', { name: 'Place 0' }));
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

  it('keeps the form and shows the reported error when a search fails', async () => {
    const server = reportedErrorFixture();
    renderWithMain(<AvailabilityPage />, {
      answers: answers({
        search: () => {
          throw new AppError('forbidden', { server });
        },
      }),
      page: 'availability',
    });
    await submitPlace('Oslo');
    expect((await screen.findByRole('alert')).textContent).toContain('req-8');
    expect(within(screen.getByRole('form')).getByText('Oslo')).toBeTruthy();
  });

  it('remembers the form when a person leaves the page and returns', async () => {
    const first = renderWithMain(<AvailabilityPage />, { answers: answers(), page: 'availability' });
    await userEvent.type(await screen.findByRole('combobox', { name: 'Places' }), 'Oslo');
    await press('Adults and children');
    await userEvent.type(screen.getByLabelText('Adults'), '3');
    first.unmount();
    renderWithMain(<AvailabilityPage />, { answers: answers(), page: 'availability' });
    expect(await screen.findByText('Oslo')).toBeTruthy();
    expect((screen.getByLabelText('Adults') as HTMLInputElement).value).toBe('3');
  });

  it('searches with the latest values while an earlier search is in flight, and cancels a search on request', async () => {
    const user = userEvent.setup();
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: answers({
        search: (input, context) => (input.location === 'Oslo' ? search(input) : untilAborted(input, context)),
      }),
      page: 'availability',
    });
    const location = await screen.findByRole('combobox', { name: 'Places' });
    await user.type(location, 'Os{Enter}');
    await press('Cancel');
    expect(await screen.findByText(/^The search for .*Os was cancelled\.$/)).toBeTruthy();
    expect(main.aborted).toHaveLength(1);
    await press('Search again');
    await screen.findByRole('button', { name: 'Cancel' });
    await user.type(location, '{Backspace}Oslo{Enter}');
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

  it('sends a search once although it is pressed again while it is in flight', async () => {
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: answers({ search: untilAborted }),
      page: 'availability',
      search: params,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
    await screen.findByRole('button', { name: 'Cancel' });
    for (let presses = 0; presses < 10; presses += 1) await press('Search');
    expect([main.inputsOf('availability', 'search').length, main.aborted.length]).toEqual([1, 0]);
  });

  it('aborts a search when the page is left and starts it again on return', async () => {
    const client = createQueryClient();
    const asked = vi.fn(untilAborted);
    const first = renderWithMain(<AvailabilityPage />, {
      answers: answers({ search: asked }),
      page: 'availability',
      search: params,
      client,
    });
    await submitPlace('Lisbon');
    await screen.findByRole('button', { name: 'Cancel' });
    first.unmount();
    await waitFor(() => expect(first.main.aborted).toHaveLength(1));
    const { main } = renderWithMain(<AvailabilityPage />, { answers: answers(), page: 'availability', client });
    expect(await screen.findByRole('listitem', { name: 'Place 0' })).toBeTruthy();
    expect([asked.mock.calls.length, main.inputsOf('availability', 'search').length]).toEqual([1, 1]);
  });

  it.each([
    ['the searched nights', { checkIn: '2030-12-05', checkOut: '2030-12-09' }, true],
    ['the months after', { checkIn: '2030-12-08', checkOut: '2030-12-12' }, false],
    ['the nights before', { checkIn: '2030-12-01', checkOut: '2030-12-04' }, false],
  ])('calls results outdated only when a listing was booked for %s', async (_, booked, isOutdated) => {
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: { ...answers(), quotes: { list: () => snapshotOf([]) } },
      page: 'availability',
      search: { checkIn: '2030-12-04', checkOut: '2030-12-08', searched: 'true' },
    });
    await screen.findByRole('combobox', { name: 'Places' });
    await press('Search');
    await screen.findByRole('listitem', { name: 'Place 1' });
    const reserved = { ...reservedFixture(), ...booked };
    const reservation = reserved.reservation && { ...reserved.reservation, at: Date.now() + 1_000 };
    await act(async () => publishQuotes(main, [{ ...reserved, reservation }], 2));
    if (isOutdated) await screen.findByText(/outdated: Harbour loft was booked after the search/);
    else expect(screen.queryByText(/outdated/)).toBeNull();
  });

  it('reports outdated results after one of the listings was booked', async () => {
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: { ...answers(), quotes: { list: () => snapshotOf([]) } },
      page: 'availability',
    });
    await screen.findByRole('combobox', { name: 'Places' });
    await press('Search');
    await screen.findByRole('listitem', { name: 'Place 1' });
    const reserved = reservedFixture();
    const reservation = reserved.reservation && { ...reserved.reservation, at: Date.now() + 1_000 };
    publishQuotes(main, [{ ...reserved, reservation }], 2);
    expect(await screen.findByText(/outdated: Harbour loft was booked after the search/)).toBeTruthy();
  });

  it('counts down to the next attempt and sends nothing before it', async () => {
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
    await screen.findByRole('combobox', { name: 'Places' });
    await press('Search');
    expect(await screen.findByText(/Next attempt in 4\d s/)).toBeTruthy();
    await press('Try again');
    expect(await screen.findByText(/Nothing was sent/)).toBeTruthy();
    expect(main.inputsOf('availability', 'search')).toHaveLength(1);
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
    await userEvent.type(await screen.findByRole('combobox', { name: 'Places' }), 'Lisbon,Porto,');
    expect(await screen.findByText(/places are .* searches/)).toBeTruthy();
    await press('Search');
    const failure = await screen.findByRole('region', { name: 'Failure of Porto' });
    expect(screen.getByRole('listitem', { name: 'Place 1' })).toBeTruthy();
    isPortoDown = false;
    await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: '3 properties' })).toBeTruthy();
    const places = (main.inputsOf('availability', 'search') as SearchInput[]).map(({ location }) => location);
    expect(places).toEqual(['Lisbon', 'Porto', 'Porto']);
  });

  it('shows no old results for a prefilled form, and goes back to a search by its address', async () => {
    const { visits, unmount } = renderWithMain(<AvailabilityPage />, {
      answers: answers(),
      page: 'availability',
      search: params,
    });
    await screen.findByRole('combobox', { name: 'Places' });
    await press('Search');
    await screen.findByRole('listitem', { name: 'Place 0' });
    const sent = visits.at(-1)?.search ?? {};
    expect(sent).toEqual({ ...params, sent: '1' });
    unmount();
    // "Check availability" of a listing.
    const prefilled = renderWithMain(<AvailabilityPage />, {
      answers: answers(),
      page: 'availability',
      search: { location: 'Lisbon' },
    });
    await screen.findByText('Lisbon');
    expect(screen.getByRole('heading', { name: 'No search yet' })).toBeTruthy();
    expect(prefilled.main.inputsOf('availability', 'search')).toEqual([]);
    prefilled.unmount();
    const again = renderWithMain(<AvailabilityPage />, { answers: answers(), page: 'availability', search: sent });
    await screen.findByRole('listitem', { name: 'Place 0' });
    expect(again.main.inputsOf('availability', 'search')).toMatchObject([{ guests: 2, checkIn: '2030-12-04' }]);
  });

  it('filters and sorts the answer without a request, in the address, and hides what is too small', async () => {
    const items = [
      { ...place(0), bedrooms: 3, perNight: { amount: 300, currency: 'EUR' } },
      { ...place(1), accommodates: 1 },
      { ...place(2), bedrooms: 1, amenities: ['Pool'] },
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
    expect(main.inputsOf('availability', 'search')).toHaveLength(1);
  });

  it('says that a total lacks fees and taxes, and what a quote has shown', async () => {
    const quoted = quoteFixture({ listingId: 'l-0', coupons: [], guests: 9 });
    renderWithMain(<AvailabilityPage />, {
      answers: { ...answers(), quotes: { list: () => snapshotOf([quoted]) } },
      page: 'availability',
      search: { ...params, sent: '1' },
    });
    const first = await screen.findByRole('listitem', { name: 'Place 0' });
    await waitFor(() =>
      expect(first.textContent).toMatch(/€515\.00 before fees and taxes.*usually \+\d+ % with fees and taxes/),
    );
    expect(screen.getByRole('listitem', { name: 'Place 1' }).textContent).not.toContain('usually');
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
        items: [place(from), place(from + 1)],
        total: 6,
        nextCursor: from < 4 ? `${from + 2}` : null,
      };
    };
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: answers({ search: asked }),
      page: 'availability',
      search: { ...params, sent: '1' },
    });
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

  it('does not say that nothing is available while results are unread', async () => {
    renderWithMain(<AvailabilityPage />, {
      answers: answers({
        search: (input) => ({ ...search(input), items: [], total: 9, nextCursor: 'next', notes: [] }),
      }),
      page: 'availability',
    });
    await screen.findByRole('combobox', { name: 'Places' });
    await press('Search');
    await screen.findByRole('heading', { name: 'Nothing is available so far' });
    expect(screen.queryByRole('heading', { name: 'Nothing is available' })).toBeNull();
  });

  it('reports that no listing is available, and that there is no application', async () => {
    renderWithMain(<AvailabilityPage />, {
      answers: answers({ search: (input) => ({ ...search(input), items: [], total: 0, nextCursor: null, notes: [] }) }),
      page: 'availability',
    });
    await screen.findByRole('combobox', { name: 'Places' });
    await press('Search');
    await screen.findByRole('heading', { name: 'Nothing is available' });
    cleanup();
    renderWithMain(<AvailabilityPage />, {
      answers: { connections: { list: () => connectionsFixture([sandboxFixture({ applications: [] })]) } },
      page: 'availability',
    });
    await screen.findByRole('heading', { name: 'This connection has no Booking Engine application' });
  });
});
