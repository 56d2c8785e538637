import { Notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../../src/renderer/app/query-client.ts';
import { ListingsPage } from '../../../../src/renderer/features/listings/listings-page.tsx';
import { keyOf } from '../../../../src/renderer/ipc/client.ts';
import { formatPlainDate } from '../../../../src/renderer/text/format.ts';
import type { ListingsQuery } from '../../../../src/shared/model/listing.ts';
import type { ListingView } from '../../../../src/shared/model/listing-view.ts';
import { dayNumber, plainDateOf } from '../../../../src/shared/model/primitives.ts';
import { cellsReady } from '../../../support/cells-ready.ts';
import {
  applicationFixture,
  connectionFixture,
  connectionsFixture,
  NOW,
  preferencesFixture,
  sandboxFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { notesFixture, quoteFixture, snapshotOf } from '../quotes/quotes-answers.ts';
import { listingsAnswers, statusOf } from './listings-answers.ts';

beforeEach(() => {
  window.localStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

const opener = (title: string) => screen.findByRole('button', { name: title });
const pagesAsked = (inputs: unknown[]) =>
  (inputs as ListingsQuery[]).filter((query) => query.limit === 100).map((query) => query.offset / 100);
const openListings = (count: number, status = {}) =>
  renderWithMain(<ListingsPage />, { answers: listingsAnswers(count, status), page: 'listings' });

describe('the listings table', () => {
  it('draws a window of 50,000 rows and reads only the pages in it', async () => {
    const { main } = openListings(50_000);
    await opener('House 00000');
    const table = screen.getByRole('grid', { name: 'Listings' });
    expect(table.getAttribute('aria-rowcount')).toBe('50001');
    expect(within(table).getAllByRole('row').length).toBeLessThan(45);
    expect(new Set(pagesAsked(main.inputsOf('listings', 'rows')))).toEqual(new Set([0]));

    const scroller = table.parentElement as HTMLElement;
    scroller.scrollTop = 46 * 30_000;
    fireEvent.scroll(scroller);
    await opener('House 30000');
    expect(within(table).getAllByRole('row').length).toBeLessThan(45);
    expect(new Set(pagesAsked(main.inputsOf('listings', 'rows'))).size).toBeLessThanOrEqual(4);
  });

  it('shows a single row, and loads again when credentials or addresses change', async () => {
    const { main } = openListings(1);
    await opener('House 00000');
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('2');
    expect(screen.getByText('1 listing', { selector: '[aria-hidden]' })).toBeTruthy();
    expect(main.inputsOf('listings', 'load')).toEqual([]);
    main.emit('listings', 'onStatus', statusOf({ phase: 'idle', loaded: 0, revision: 7 }));
    await waitFor(() => expect(main.inputsOf('listings', 'load')).toHaveLength(1));
  });

  it('loads again when main forgets a failure, because the secret was replaced', async () => {
    const failed = { phase: 'failed', loaded: 0, error: { code: 'secretMissing', label: 'Open API' } } as const;
    const { main } = openListings(0, failed);
    expect((await screen.findByRole('alert')).textContent).toContain('No Client Secret is stored');
    expect(main.inputsOf('listings', 'load')).toEqual([]);
    cleanup();
    const again = openListings(0, { phase: 'idle', loaded: 0, error: null, revision: 2 });
    await waitFor(() => expect(again.main.inputsOf('listings', 'load')).toEqual([{ connectionId: 'sandbox' }]));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says how a load stands: incomplete, kept from earlier, waiting, refreshing or failed', async () => {
    const { main } = openListings(3, { doubts: ['moved', 'counted'], expected: 5, loaded: 3 });
    const reason =
      'The list may be incomplete. The list changed while it was read. The service counts more records than it sent. It counts 5.';
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.getByText(/3 listings, may be incomplete, loaded/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
    const afresh = { connectionId: 'sandbox', startOver: true };
    expect(main.inputsOf('listings', 'load')).toEqual([afresh]);

    const rows = { loaded: 3, shown: 3, shownAt: Date.now() - 1_000 };
    let revision = 10;
    const become = (status: Parameters<typeof statusOf>[0]) => {
      revision += 1;
      return act(async () => main.emit('listings', 'onStatus', statusOf({ ...rows, revision, ...status })));
    };
    await become({ phase: 'kept', startedAt: null, finishedAt: null });
    expect((await screen.findByText(/^3 listings, loaded/)).textContent).toMatch(/today/);
    await screen.findByText(/kept from an earlier load/);
    await userEvent.click(screen.getAllByRole('button', { name: 'Refresh' }).at(-1) as HTMLElement);
    expect(main.inputsOf('listings', 'load')).toEqual([afresh, afresh]);

    const server = { status: 429, serverCode: null, serverMessage: null, requestId: 'req-5', exchangeId: null };
    const waiting = { until: Date.now() + 29_500, error: { code: 'rateLimited' as const, retryAt: null, server } };
    await become({ phase: 'loading', finishedAt: null, waiting });
    expect((await screen.findByText(/too many requests \(429\). Loading continues in/)).textContent).toMatch(
      /in \d+ s\.$/,
    );
    await become({ phase: 'loading', expected: 240, finishedAt: null });
    await screen.findByText(/refreshing: 3 of 240 loaded/);
    await userEvent.click(screen.getByRole('button', { name: 'Stop refreshing' }));
    expect(main.inputsOf('listings', 'cancel')).toHaveLength(1);
    await become({ phase: 'failed', error: { code: 'serverFailed', server: { ...server, status: 500 } } });
    expect((await screen.findByRole('alert')).textContent).toContain('req-5');
    await screen.findByText('3 listings loaded so far are kept.');
    await opener('House 00000');
  });

  it('shows placeholders while rows load', async () => {
    const answers = listingsAnswers(300);
    const rows = answers.listings?.rows;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    renderWithMain(<ListingsPage />, {
      answers: {
        ...answers,
        listings: {
          ...answers.listings,
          rows: async (query) => {
            if (query.offset >= 200) await gate;
            if (!rows) throw new Error('no rows');
            return rows(query);
          },
        },
      },
      page: 'listings',
    });
    await opener('House 00000');
    const scroller = screen.getByRole('grid').parentElement as HTMLElement;
    scroller.scrollTop = 46 * 250;
    fireEvent.scroll(scroller);
    await screen.findByRole('img', { name: 'Loading row 251' });
    release();
    await opener('House 00250');
  });

  it('sorts by a column header, including the title’s, and shows the order', async () => {
    const user = userEvent.setup();
    const { main } = openListings(20);
    const head = await screen.findByRole('columnheader', { name: /City/ });
    await user.click(within(head).getByRole('button'));
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('ascending'));
    const titleHead = screen.getByRole('columnheader', { name: 'Listing' });
    await user.click(within(titleHead).getByRole('button'));
    await user.click(within(titleHead).getByRole('button'));
    await waitFor(() => expect(titleHead.getAttribute('aria-sort')).toBe('descending'));
    const last = main.inputsOf('listings', 'rows').at(-1) as ListingsQuery;
    expect(last.sort).toEqual([{ path: 'title', descending: true }]);
    await opener('House 00019');
    await user.keyboard('{Shift>}');
    await user.click(within(head).getByRole('button'));
    await user.keyboard('{/Shift}');
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('ascending'));
    expect(titleHead.getAttribute('aria-sort')).toBe('descending');
    expect(head.textContent).toContain('number 2 of the order');
    expect((main.inputsOf('listings', 'rows').at(-1) as ListingsQuery).sort).toEqual([
      { path: 'title', descending: true },
      { path: 'city', descending: false },
    ]);
  });

  it('moves with the arrow keys and opens with Enter', async () => {
    const user = userEvent.setup();
    const { visits } = openListings(20);
    (await opener('House 00000')).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('House 00001'));
    await user.keyboard('{End}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('House 00019'));
    await user.keyboard('{Enter}');
    expect(visits.at(-1)).toEqual({ page: 'listings', search: { id: 'listing-19' } });
  });

  it('shows the first matches of a new filter and their number, wherever the table was scrolled', async () => {
    openListings(1_000);
    await opener('House 00000');
    const scroller = screen.getByRole('grid').parentElement as HTMLElement;
    scroller.scrollTop = 46 * 900;
    fireEvent.scroll(scroller);
    await opener('House 00900');
    fireEvent.change(screen.getByLabelText('Filter by text'), { target: { value: 'Lisbon' } });
    await opener('House 00001');
    expect(scroller.scrollTop).toBe(0);
    await screen.findByText('500 of 1,000 listings', { selector: '[aria-hidden]' });
    fireEvent.change(screen.getByLabelText('Filter by text'), { target: { value: 'Oslo' } });
    await screen.findByRole('heading', { name: 'No matching listings' });
  });

  it('remembers the chosen columns of a connection', async () => {
    const user = userEvent.setup();
    const answers = listingsAnswers(3);
    const rows = answers.listings?.rows;
    const never = new Promise<never>(() => {});
    const { main } = renderWithMain(<ListingsPage />, {
      answers: {
        ...answers,
        listings: {
          ...answers.listings,
          rows: (query) => (query.columns.includes('timezone') || !rows ? never : rows(query)),
        },
      },
      page: 'listings',
    });
    await opener('House 00000');
    expect(screen.queryByRole('columnheader', { name: /Timezone/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: /Timezone/ }));
    await screen.findByRole('columnheader', { name: /Timezone/ });
    // Its cells have placeholders, not empty values.
    expect(within(screen.getByRole('grid')).queryAllByText('–')).toEqual([]);
    const stored = () => main.inputsOf('app', 'setPreferences').at(-1) as { listingViews: ListingView[] } | undefined;
    await waitFor(() => expect(stored()?.listingViews[0]?.columns?.at(-1)?.path).toBe('timezone'));
    cleanup();
    openListings(3);
    await screen.findByRole('columnheader', { name: /Timezone/ });
  });
});

describe('the arrangement of the table', () => {
  it('filters by facets with their counts, and by what has changed', async () => {
    const user = userEvent.setup();
    const { main } = openListings(20, { changes: { new: 2, gone: 0, price: 1 } });
    await opener('House 00000');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('checkbox', { name: /Lisbon\s*10/ }));
    await screen.findByText('10 of 20 listings', { selector: '[aria-hidden]' });
    await user.selectOptions(screen.getByLabelText('Sleeps'), '4');
    await waitFor(() =>
      expect((main.inputsOf('listings', 'rows').at(-1) as ListingsQuery).facets).toEqual({
        city: ['Lisbon'],
        guests: 4,
      }),
    );
    expect(screen.getByText(/And 3 more/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await screen.findByText('20 listings', { selector: '[aria-hidden]' });
    await user.click(screen.getByRole('checkbox', { name: '2 new, 1 price moved' }));
    await waitFor(() => expect((main.inputsOf('listings', 'rows').at(-1) as ListingsQuery).changed).toBe(true));
  });

  it('orders, pins and resizes columns by keys, and saves that as a view', async () => {
    const user = userEvent.setup();
    const { main } = openListings(3);
    await opener('House 00000');
    const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads()).toEqual(['Listing', 'City', 'Accommodates']);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    (await screen.findByRole('button', { name: 'Move City down' })).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(heads()).toEqual(['Listing', 'Accommodates', 'City']));
    await user.click(screen.getByRole('button', { name: 'Keep City in view' }));
    await waitFor(() => expect(heads()).toEqual(['Listing', 'City', 'Accommodates']));
    await user.keyboard('{Escape}');
    const edge = screen.getByRole('separator', { name: 'Width of City' });
    const before = Number(edge.getAttribute('aria-valuenow'));
    edge.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(edge.getAttribute('aria-valuenow')).toBe(String(before + 32)));
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.type(await screen.findByLabelText('Name of the view'), 'Owners{Enter}');
    const stored = () => main.inputsOf('app', 'setPreferences').at(-1) as { listingViews: ListingView[] } | undefined;
    await waitFor(() =>
      expect(stored()?.listingViews.map(({ name, columns }) => [name, columns?.[0]])).toEqual(
        ['', 'Owners'].map((name) => [name, { path: 'city', width: before + 32, pinned: true }]),
      ),
    );
  });

  it('drops a view that another window deleted, and has one that another window saved', async () => {
    const client = createQueryClient();
    const view = (name: string): ListingView => ({
      connectionId: 'sandbox',
      name,
      ...{ columns: null, sort: [], facets: {}, layout: 'table' },
    });
    const has = (...names: string[]) => preferencesFixture({ listingViews: names.map(view) });
    const answers = listingsAnswers(3);
    const { main } = renderWithMain(<ListingsPage />, {
      answers: { ...answers, app: { ...answers.app, preferences: () => has('Kept', 'Deleted') } },
      page: 'listings',
      client,
    });
    await opener('House 00000');
    await waitFor(() => expect(client.getQueryData(keyOf('app', 'preferences', null))).toBeTruthy());
    act(() => void client.setQueryData(keyOf('app', 'preferences', null), has('Kept', 'Saved')));
    const edge = screen.getByRole('separator', { name: 'Width of City' });
    edge.focus();
    await userEvent.keyboard('{ArrowRight}');
    const stored = () => main.inputsOf('app', 'setPreferences').at(-1) as { listingViews: ListingView[] } | undefined;
    await waitFor(() => expect(stored()?.listingViews.map(({ name }) => name)).toEqual(['', 'Kept', 'Saved']));
    await userEvent.click(screen.getByRole('button', { name: /^Views/ }));
    expect(await screen.findByRole('button', { name: 'Delete the view Saved' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete the view Deleted' })).toBeNull();
  });

  it('applies the view of the address; a deleted view returns by Undo, also when the page was left', async () => {
    const views = (name: string): ListingView => ({
      connectionId: 'sandbox',
      name,
      columns: [{ path: 'city', width: null, pinned: false }],
      sort: [],
      facets: {},
      layout: 'table',
    });
    const client = createQueryClient();
    client.setQueryData(keyOf('app', 'preferences', null), preferencesFixture({ listingViews: [views('Owners')] }));
    const { main, unmount, visits } = renderWithMain(<ListingsPage />, {
      answers: listingsAnswers(3),
      page: 'listings',
      search: { view: 'Owners' },
      client,
      audience: null,
    });
    await opener('House 00000');
    await waitFor(() => expect(visits.at(-1)?.search).toEqual({}));
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Property', 'City']);
    await userEvent.click(screen.getByRole('button', { name: 'Views' }));
    const names = () =>
      (main.inputsOf('app', 'setPreferences').at(-1) as { listingViews: ListingView[] }).listingViews.map(
        ({ name }) => name,
      );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete the view Owners' }));
    await waitFor(() => expect(names()).toEqual(['']));
    unmount();
    renderWithMain(<Notifications />, { client, audience: null });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    cleanup();
    renderWithMain(<ListingsPage />, { answers: listingsAnswers(3), page: 'listings', client, audience: null });
    await opener('House 00000');
    await userEvent.click(screen.getByRole('button', { name: 'Views' }));
    expect(await screen.findByRole('button', { name: 'Owners' })).toBeTruthy();
  });

  it('copies a row, and a cell that the arrow keys chose; exports what is shown', async () => {
    const user = userEvent.setup();
    const { main } = openListings(3);
    (await opener('House 00000')).focus();
    await cellsReady(screen.getByRole('grid', { name: 'Listings' }));
    await user.keyboard('{Control>}c{/Control}');
    await user.keyboard('{ArrowRight}');
    await screen.findByText(/City: Bergen|Copied/);
    await user.keyboard('{Control>}c{/Control}');
    await user.keyboard('{Control>}{Shift>}C{/Shift}{/Control}');
    const row = { columns: ['city', 'accommodates'], offset: 0, count: 1, titleHead: 'Listing' };
    await waitFor(() =>
      expect(main.inputsOf('listings', 'copyCells')).toMatchObject([
        { ...row, headed: false },
        { ...row, headed: true },
      ]),
    );
    expect(main.inputsOf('app', 'copyText')).toEqual([{ text: 'Bergen' }]);
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV as shown (3 rows)' }));
    const columns = ['city', 'accommodates'];
    await waitFor(() => expect(main.inputsOf('listings', 'exportTable')).toMatchObject([{ columns, whole: false }]));
  });

  it('shows a gallery that the arrow keys walk through', async () => {
    const user = userEvent.setup();
    const { visits } = openListings(200);
    await opener('House 00000');
    await user.click(screen.getByRole('radio', { name: 'Gallery' }));
    const first = await screen.findByRole('button', { name: /^House 00000/ });
    first.focus();
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}');
    await waitFor(() => expect(visits.at(-1)?.search).toEqual({ id: 'listing-3' }));
    expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('200');
  });
});

describe('loading listings', () => {
  it('shows progress with an estimate and can be cancelled', async () => {
    const user = userEvent.setup();
    const { main } = openListings(100, { phase: 'loading', expected: 240, estimateMs: 12_400, finishedAt: null });
    expect(await screen.findAllByText('100 of 240 loaded, about 12 s left')).toBeTruthy();
    // Below the rows: nothing that a person is about to press moves when it goes.
    const progress = await screen.findByRole('progressbar');
    expect((await screen.findByRole('grid')).compareDocumentPosition(progress)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(main.inputsOf('listings', 'cancel')).toHaveLength(1);
    main.emit('listings', 'onStatus', statusOf({ revision: 9, phase: 'cancelled', loaded: 100, shown: 100 }));
    await screen.findByText(/Loading was cancelled. 100 listings loaded so far are kept./);
    await opener('House 00000');
    await user.click(screen.getByRole('button', { name: 'Continue loading' }));
    expect(main.inputsOf('listings', 'load')).toHaveLength(1);
  });

  it('says that the account has no listings', async () => {
    openListings(0, { columns: [] });
    await screen.findByRole('heading', { name: 'The account has no listings' });
  });

  it('says that the connection has no Open API client', async () => {
    renderWithMain(<ListingsPage />, {
      answers: { connections: { list: () => connectionsFixture([connectionFixture({ openApi: null })]) } },
      page: 'listings',
    });
    await screen.findByRole('heading', { name: 'This connection has no Open API client' });
  });
});

const night = (date: string, isFree: boolean) => ({
  ...{ date, readAt: Date.now(), isFree, price: 120, currency: 'EUR', minNights: 2, maxNights: null },
  ...{ noCheckIn: null, noCheckOut: null },
});

describe('the drawer of a listing', () => {
  it('shows a refused quote until it is forgotten, pictures, grouped facts and raw JSON, and links to quotes', async () => {
    const user = userEvent.setup();
    const applications = [applicationFixture({ id: 'a1', label: 'Website' })];
    const sandbox = sandboxFixture({ applications, activeApplicationId: 'a1' });
    const notBookable = [{ listingId: 'listing-1', code: 'NOT_FOUND', at: NOW }];
    const { main, visits } = renderWithMain(<ListingsPage />, {
      answers: {
        ...listingsAnswers(3),
        connections: { list: () => connectionsFixture([sandbox]) },
        booking: { notes: () => notesFixture({ notBookable }), forgetRefusal: () => null },
      },
      page: 'listings',
      search: { id: 'listing-1' },
    });
    const drawer = await screen.findByRole('dialog', { name: 'House by the quay' });
    await within(drawer).findByText(/could not be booked through “Website”/);
    await user.click(within(drawer).getByRole('button', { name: 'Forget this' }));
    main.emit('booking', 'onNotes', { ...notesFixture(), revision: 2 });
    await waitFor(() => expect(within(drawer).queryByText(/could not be booked/)).toBeNull());
    await user.click(within(drawer).getByRole('button', { name: 'Next picture' }));
    expect(within(drawer).getByText('2 of 2')).toBeTruthy();
    expect(within(drawer).getByRole('heading', { name: 'Address' })).toBeTruthy();
    await user.click(within(drawer).getByRole('tab', { name: 'Raw JSON' }));
    expect(within(drawer).getByRole('tree')).toBeTruthy();
    await user.click(within(drawer).getByRole('button', { name: 'Make a quote' }));
    expect(visits.at(-1)).toMatchObject({ page: 'quotes', search: { listingId: 'listing-1' } });
  });

  it('shows managers no ids and no raw record, and reads the calendar on demand with one request', async () => {
    const user = userEvent.setup();
    const answers = listingsAnswers(3);
    let known: ReturnType<typeof night>[] = [];
    const { main, visits } = renderWithMain(<ListingsPage />, {
      answers: {
        ...answers,
        matrix: {
          nights: () => ({ nights: known }),
          readNights: ({ from }) => {
            known = [true, false, true, true, true].map((isFree, at) =>
              night(plainDateOf(dayNumber(from) + at), isFree),
            );
            return { nights: known };
          },
        },
        quotes: {
          list: () => snapshotOf([quoteFixture({ listingId: 'listing-1' })], 1, ['q-1']),
        },
      },
      page: 'listings',
      search: { id: 'listing-1' },
      audience: 'managers',
    });
    const drawer = await screen.findByRole('dialog', { name: 'House by the quay' });
    expect(within(drawer).queryByRole('tab', { name: 'Raw JSON' })).toBeNull();
    expect(within(drawer).queryByText('listing-1')).toBeNull();
    await user.click(within(drawer).getByRole('tab', { name: 'Calendar' }));
    await within(drawer).findByText('The next 12 months are not loaded yet.');
    await user.click(within(drawer).getByRole('button', { name: 'Load' }));
    await within(drawer).findByText(/4 free nights of 5 nights, loaded/);
    expect(main.inputsOf('matrix', 'readNights')).toHaveLength(1);
    const nights = within(drawer).getByRole('textbox', { name: 'Nights of a stay' });
    await user.clear(nights);
    await user.type(nights, '2');
    const [quote] = await within(drawer).findAllByRole('link', { name: 'Quote' });
    const { from } = main.inputsOf('matrix', 'readNights')[0] as { from: string };
    const after = (days: number) => plainDateOf(dayNumber(from) + days);
    expect(quote?.getAttribute('href')).toContain(`checkIn=${after(2)}&checkOut=${after(4)}`);
    expect(within(drawer).getAllByTitle(/the cheapest 2 nights$/)).toHaveLength(2);
    await user.click(within(drawer).getByRole('tab', { name: 'Quotes' }));
    await within(drawer).findByText(/, sent$/);
    await user.click(within(drawer).getByRole('tab', { name: 'Calendar' }));
    const chosen = await within(drawer).findByRole('region', { name: 'Chosen days' });
    const pick = async (day: number) => {
      const cell = within(drawer).getByTitle(new RegExp(`^${formatPlainDate(after(day), 'long')}: `));
      fireEvent.click(within(cell).getByRole('button'));
    };
    await pick(2);
    expect(within(chosen).queryByRole('button', { name: 'Quote these dates' })).toBeNull();
    await pick(4);
    expect(within(chosen).getByText(/^2 nights: free, .* before fees and taxes\.$/)).toBeTruthy();
    expect(
      within(chosen).getByRole('link', { name: 'Other properties on these dates' }).getAttribute('href'),
    ).toContain(`checkIn=${after(2)}&checkOut=${after(4)}`);
    await user.click(within(chosen).getByRole('button', { name: 'Quote these dates' }));
    expect(visits.at(-1)).toEqual({
      page: 'quotes',
      search: { listingId: 'listing-1', checkIn: after(2), checkOut: after(4) },
    });
    await pick(0);
    await pick(3);
    expect(within(chosen).getByText(/^3 nights: The night of .* is taken\.$/)).toBeTruthy();
  });
});
