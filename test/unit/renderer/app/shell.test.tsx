import { createMemoryHistory } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { App } from '../../../../src/renderer/app/app.tsx';
import { createQueryClient } from '../../../../src/renderer/app/query-client.ts';
import { createAppRouter } from '../../../../src/renderer/app/router.tsx';
import { currentView } from '../../../../src/renderer/features/listings/table/column-choice.ts';
import { keyOf } from '../../../../src/renderer/ipc/client.ts';
import { bridgeEvents } from '../../../../src/renderer/ipc/event-bridge.ts';
import type { Audience, FirstPage } from '../../../../src/shared/model/app.ts';
import { matrixFixture } from '../../../support/access-fixture.ts';
import { type Answers, installFakeMain } from '../../../support/fake-main.ts';
import {
  appInfoFixture,
  connectionFixture,
  connectionsFixture,
  exchangeFixture,
  exchangePageFixture,
  NOW,
  preferencesFixture,
  ratesFixture,
  sandboxFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { taskFixture, tasksFixture } from '../../../support/task-fixtures.ts';
import { listingsAnswers, statusOf } from '../listings/listings-answers.ts';
import { quoteFixture, snapshotOf } from '../quotes/quotes-answers.ts';

const answers: Answers = {
  app: { info: () => appInfoFixture(), preferences: () => preferencesFixture() },
  connections: {
    list: () => connectionsFixture([sandboxFixture(), connectionFixture()], 'sandbox'),
    presets: () => [],
    select: () => null,
  },
  tokens: { status: ({ connectionId }) => tokensFixture(connectionId) },
  traffic: {
    rates: ({ connectionId }) => ratesFixture(connectionId),
    exchanges: () => exchangePageFixture(),
  },
  doctor: {
    failures: () => ({ groups: [], next: null, readTo: null }),
    access: ({ connectionId }) => matrixFixture(connectionId),
  },
};

function open(
  path = '/overview',
  more: Answers = {},
  audience: Audience = 'support',
  firstPage: Promise<FirstPage> = Promise.resolve('overview'),
) {
  const main = installFakeMain({ ...answers, ...more });
  const client = createQueryClient();
  client.setQueryData(keyOf('app', 'preferences', null), preferencesFixture({ audience }));
  bridgeEvents(client);
  const router = createAppRouter(firstPage, createMemoryHistory({ initialEntries: [path] }));
  render(<App client={client} router={router} />);
  return { main, router };
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the shell', () => {
  it('opens on the page that main names', async () => {
    const { router } = open('/', {}, 'support', Promise.resolve('listings'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/listings'));
  });

  it('opens on Overview when main does not answer', async () => {
    const { router } = open('/', {}, 'support', Promise.reject(new Error('no answer')));
    await waitFor(() => expect(router.state.location.pathname).toBe('/overview'));
  });

  it('tells main that its first page is drawn: Listings when it has rows, or when none will come', async () => {
    const waiting = { connectionId: 'sandbox', phase: 'loading', shown: 0, loaded: 0, finishedAt: null } as const;
    const { main } = open('/listings', listingsAnswers(3, waiting), 'managers', Promise.resolve('listings'));
    await heading('Listings');
    expect(main.inputsOf('app', 'drawn')).toEqual([]);
    act(() => main.emit('listings', 'onStatus', statusOf({ ...waiting, shown: 3, loaded: 3, revision: 2 })));
    await waitFor(() => expect(main.inputsOf('app', 'drawn')).toEqual([null]));
  });

  it('tells main that its first page is drawn, also the question of the first start', async () => {
    const { main } = open('/welcome');
    await waitFor(() => expect(main.inputsOf('app', 'drawn')).toEqual([null]));
  });

  it('shows Overview, every page in the navigation, and tokens and rates in the top bar, kept up to date by events', async () => {
    const { main } = open('/overview');
    await heading('Overview');
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Overview',
      'Listings',
      'Availability',
      'Calendars',
      'Quotes',
      'Guests',
      'Tasks',
      'Traffic',
      'Doctor',
      'Cases',
      'Connections',
      'Sandbox',
      'Settings',
      'Help',
    ]);
    expect(pages.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe('page');
    expect(
      await screen.findByRole('button', { name: /Open API: Valid, expires in .*; 4 of 5 issuances left/ }),
    ).toBeTruthy();
    expect(
      await screen.findByRole('button', { name: /Booking Engine API rate limits: 2 of 5 per second, 84 of 275/ }),
    ).toBeTruthy();
    act(() =>
      main.emit(
        'tokens',
        'onChanged',
        tokensFixture('sandbox', [tokenFixture({ state: 'rejected' })], { revision: 2 }),
      ),
    );
    expect(await screen.findByRole('button', { name: /Open API: Rejected/ })).toBeTruthy();
    act(() =>
      main.emit('connections', 'onChanged', {
        ...connectionsFixture([sandboxFixture(), connectionFixture()], 'conn-1'),
        revision: 2,
      }),
    );
    await waitFor(() => expect(pages.queryByRole('link', { name: 'Sandbox' })).toBeNull());
  });

  it('shows managers one quiet word, which names what is wrong and opens the tokens and limits', async () => {
    // Mantine hides the popover of an element without a size.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 10, 200, 40));
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1280);
    const { main } = open('/overview', {}, 'managers');
    const dot = await screen.findByRole('button', { name: 'Status: No problems. Details' });
    const bar = within(screen.getAllByRole('banner')[0] as HTMLElement);
    expect(bar.getByRole('button', { name: 'Search the app' })).toBeTruthy();
    expect(bar.queryByText(/Valid|left|per second/)).toBeNull();
    await userEvent.click(dot);
    expect(await screen.findByRole('link', { name: 'Token of Open API', hidden: true })).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Booking Engine API request rate', hidden: true })).toBeTruthy();
    const quota = { ...tokenFixture().quota, mayIssue: false, nextSlotAt: NOW + 600_000 };
    const blocked = tokenFixture({ api: 'booking', label: 'Website', state: 'blocked', quota });
    act(() => main.emit('tokens', 'onChanged', tokensFixture('sandbox', [blocked], { revision: 2 })));
    expect(await screen.findByRole('button', { name: /^Status: Booking is locked until today / })).toBeTruthy();
  });

  it('keeps the pages of support in a group of their own for managers', async () => {
    const { router } = open('/overview', {}, 'managers');
    await heading('Today');
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Today',
      'Listings',
      'Availability',
      'Calendars',
      'Quotes',
      'Guests',
      'Tasks',
      'Connections',
      'Settings',
      'Help',
    ]);
    await userEvent.click(pages.getByRole('button', { name: 'Support', expanded: false }));
    expect(pages.getByRole('link', { name: 'Traffic' })).toBeTruthy();
    await userEvent.click(pages.getByRole('link', { name: 'Doctor' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/doctor'));
    expect(pages.getByRole('button', { name: 'Support', expanded: true })).toHaveProperty('disabled', true);
  });

  it('executes the commands of the menu and of the search box', async () => {
    const { main, router } = open('/overview', { app: { ...answers.app, openWindow: () => null } });
    await heading('Overview');
    act(() => main.emit('app', 'onCommand', 'connections'));
    await heading('Connections');
    expect(router.state.location.pathname).toBe('/connections');
    act(() => main.emit('app', 'onCommand', 'newWindow'));
    await waitFor(() => expect(main.inputsOf('app', 'openWindow')).toEqual([{ connectionId: 'sandbox' }]));
    const search = async (text: string) => {
      act(() => main.emit('app', 'onCommand', 'search'));
      fireEvent.change(await screen.findByRole('textbox', { name: 'Search the app' }), { target: { value: text } });
    };
    await search('another window');
    await userEvent.click(await screen.findByRole('button', { name: /^Open Harbour Stays in another window/ }));
    await waitFor(() => expect(main.inputsOf('app', 'openWindow').at(-1)).toEqual({ connectionId: 'conn-1' }));
    await search('harbour');
    await userEvent.click(await screen.findByRole('button', { name: /Switch to Harbour Stays/ }));
    expect(main.inputsOf('connections', 'select')).toEqual([{ id: 'conn-1' }]);
    // A program's booking form does not close a dialog that a person has open.
    act(() => main.emit('app', 'onCommand', 'search'));
    await screen.findByRole('textbox', { name: 'Search the app' });
    const form = { plan: 'plan-1', holdHours: 24 } as const;
    act(() => main.emit('app', 'onShowPage', { page: 'quotes', given: null, id: 'q-1', form }));
    const show = await screen.findByRole('button', { name: 'Show the form', hidden: true });
    expect(router.state.location.pathname).toBe('/connections');
    fireEvent.click(show);
    await waitFor(() => expect(router.state.location.search).toEqual({ id: 'q-1', plan: 'plan-1', hold: '24' }));
  });

  it('has a connection of its own, which other windows do not change', async () => {
    const both = (currentId: string, revision: number) => ({
      ...connectionsFixture([sandboxFixture(), connectionFixture()], currentId),
      revision,
    });
    const { main } = open();
    await heading('Overview');
    const nav = () => screen.getByRole('navigation', { name: 'Pages' });
    await userEvent.click(screen.getByRole('button', { name: /Sandbox/, expanded: false }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Harbour Stays/, hidden: true }));
    await waitFor(() => expect(document.title).toBe('Overview – Harbour Stays – Latchkey'));
    expect(within(nav()).queryByRole('link', { name: 'Sandbox' })).toBeNull();
    act(() => main.emit('connections', 'onChanged', both('sandbox', 2)));
    expect(document.title).toBe('Overview – Harbour Stays – Latchkey');
    // Its connection is removed: it shows another one, and stays on that.
    act(() => main.emit('connections', 'onChanged', { ...both('sandbox', 3), connections: [sandboxFixture()] }));
    await waitFor(() => expect(document.title).toBe('Overview – Sandbox – Latchkey'));
    act(() => main.emit('connections', 'onChanged', both('conn-1', 4)));
    expect(document.title).toBe('Overview – Sandbox – Latchkey');
  });

  it('finds listings by any field, quotes and settings by their words, and requests by their id', async () => {
    const { main, router } = open('/overview', {
      ...listingsAnswers(30),
      ...answers,
      listings: { ...listingsAnswers(30).listings },
      quotes: { list: () => snapshotOf([quoteFixture(), quoteFixture({ id: 'q-2', listingTitle: 'Mill House' })]) },
      traffic: {
        ...answers.traffic,
        exchanges: ({ filter }) => exchangePageFixture(filter.search === 'req-4711' ? [exchangeFixture()] : []),
      },
    });
    await heading('Overview');
    act(() => main.emit('app', 'onCommand', 'search'));
    const box = await screen.findByRole('textbox', { name: 'Search the app' });
    await userEvent.click(box);
    await userEvent.paste('Lisbon');
    expect(await screen.findByRole('button', { name: 'House 00001' })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^House / })).toHaveLength(6);
    await userEvent.clear(box);
    await userEvent.paste('backup');
    expect((await screen.findByRole('button', { name: /^Data / })).textContent).toContain('restore');
    await userEvent.clear(box);
    await userEvent.paste('req-4711');
    expect(await screen.findByRole('button', { name: /^List listings, 200/ })).toBeTruthy();
    await userEvent.clear(box);
    await userEvent.paste('mill quote');
    await userEvent.click(await screen.findByRole('button', { name: /^Quote for Mill House/ }));
    await waitFor(() => expect(router.state.location.search).toEqual({ id: 'q-2' }));
    expect(screen.queryByRole('button', { name: /^Quote for Harbour/ })).toBeNull();
  });

  it('finds quotes by their guests, searches, views and tasks by their words', async () => {
    const reserved = quoteFixture({
      id: 'q-2',
      listingTitle: 'Mill House',
      reservation: {
        id: 'r-1',
        status: 'reserved',
        confirmationCode: 'LK-42',
        at: NOW,
        raw: { guest: { firstName: 'Ada', lastName: 'Marsh', email: 'ada@guest.example' } },
      },
    });
    const view = { ...currentView([], 'sandbox'), name: 'Small flats' };
    const { main, router } = open('/overview', {
      ...answers,
      quotes: { list: () => snapshotOf([quoteFixture(), reserved]) },
      availability: {
        searches: () => ({
          connectionId: 'sandbox',
          revision: 1,
          searches: [
            { parameters: 'checkIn=2030-01-04&checkOut=2030-01-06&location=Porto&sent=1', at: NOW, isKept: true },
            { parameters: 'checkIn=2030-02-01&checkOut=2030-02-04&location=Faro&sent=1', at: NOW, isKept: false },
          ],
        }),
      },
      tasks: { list: () => tasksFixture([taskFixture()], { connectionId: 'sandbox' }) },
      app: { ...answers.app, preferences: () => preferencesFixture({ listingViews: [view], audience: 'support' }) },
    });
    await heading('Overview');
    act(() =>
      main.emit('app', 'onPreferences', {
        ...preferencesFixture({ listingViews: [view], audience: 'support' }),
        revision: 9,
      }),
    );
    act(() => main.emit('app', 'onCommand', 'search'));
    const box = await screen.findByRole('textbox', { name: 'Search the app' });
    await userEvent.type(box, 'marsh');
    expect(await screen.findByRole('button', { name: /^Quote for Mill House.*Ada Marsh/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Quote for Harbour/ })).toBeNull();
    await userEvent.clear(box);
    await userEvent.paste('saved porto');
    expect(await screen.findByRole('button', { name: /Porto.*Saved search/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Faro/ })).toBeNull();
    await userEvent.clear(box);
    await userEvent.paste('guests');
    expect(await screen.findByRole('button', { name: /^Guests.*remembered on this computer/ })).toBeTruthy();
    await userEvent.clear(box);
    await userEvent.paste('calendars');
    expect(await screen.findByRole('button', { name: /^Calendars of / })).toBeTruthy();
    await userEvent.clear(box);
    await userEvent.paste('small view');
    expect(await screen.findByRole('button', { name: /^Small flats/ })).toBeTruthy();
    await userEvent.clear(box);
    await userEvent.paste('what are the fees');
    await userEvent.click(await screen.findByRole('button', { name: /^Before fees/ }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/help',
        search: { topic: 'words', part: 'before-fees' },
      }),
    );
  });

  it('selects the first result of a typed text, and opens it at Enter even if it was not drawn yet', async () => {
    const { main, router } = open();
    await heading('Overview');
    act(() => main.emit('app', 'onCommand', 'search'));
    const box = await screen.findByRole('textbox', { name: 'Search the app' });
    // Mantine selects a result a moment after the key.
    const change = (value: string) =>
      act(async () => {
        fireEvent.change(box, { target: { value } });
        await Promise.resolve();
      });
    await change('data');
    await change('d');
    const results = within(screen.getByRole('group', { name: 'Results' })).getAllByRole('button');
    const [first, ...others] = results.map((result) => result.hasAttribute('data-selected'));
    expect([first, others.includes(true)]).toEqual([true, false]);
    await act(async () => {
      fireEvent.change(box, { target: { value: 'traff' } });
      fireEvent.keyDown(box, { key: 'Enter', code: 'Enter' });
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/traffic'));
  });

  it('shows the shortcuts on “?”, but not while a text is typed', async () => {
    const { main } = open('/overview', {}, 'managers');
    await heading('Today');
    await userEvent.keyboard('?');
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(help.getByText('Search properties, quotes, guests, searches and actions')).toBeTruthy();
    expect(help.queryByText('Traffic')).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => main.emit('app', 'onCommand', 'search'));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Search the app' }), '?');
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows the page of a token from its pill and from a notification', async () => {
    // Mantine hides the popover of an element without a size.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 10, 200, 40));
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1280);
    const { main, router } = open();
    await userEvent.click(await screen.findByRole('button', { name: /^Open API: Valid/ }));
    await userEvent.click(await screen.findByRole('link', { name: 'Token page', hidden: true }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/token'));
    act(() => main.emit('app', 'onShowPage', { page: 'token', given: null, id: 'sandbox-app-1' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ id: 'sandbox-app-1' }));
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe('true');
    act(() => main.emit('app', 'onShowPage', { page: 'doctor', given: null, id: null }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/doctor'));
    act(() => main.emit('app', 'onShowPage', { page: 'cases', given: 'given-1', id: null }));
    await waitFor(() => expect(router.state.location.search).toEqual({ given: 'given-1' }));
  });

  it('opens the page in the hash and ignores invalid values', async () => {
    installFakeMain(answers);
    window.location.hash = '#/connections?id=conn-1&tab=nonsense&new=maybe';
    const router = createAppRouter(Promise.resolve('overview'));
    const client = createQueryClient();
    client.setQueryData(keyOf('app', 'preferences', null), preferencesFixture({ audience: 'support' }));
    render(<App client={client} router={router} />);
    await heading('Connections');
    expect(await screen.findByRole('heading', { level: 2, name: 'Harbour Stays' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Credentials', selected: true })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(
      within(screen.getByRole('navigation', { name: 'Pages' })).getByRole('link', { name: 'Doctor' }),
    );
    await heading('Doctor');
    expect(window.location.hash).toBe('#/doctor');
    window.location.hash = '';
  });

  it('shows the error and a retry when a page cannot be drawn', async () => {
    const failures = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const main = installFakeMain({ ...answers, tokens: {} });
    const client = createQueryClient();
    render(
      <App
        client={client}
        router={createAppRouter(Promise.resolve('overview'), createMemoryHistory({ initialEntries: ['/overview'] }))}
      />,
    );
    await heading('This page could not be shown');
    expect(failures.mock.calls.flat().join(' ')).toContain('no answer to tokens.status');
    main.answer({ tokens: { status: ({ connectionId }) => tokensFixture(connectionId) } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Today');
  });
});
