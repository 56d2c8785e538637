/** Managers meet none of the words of the service's accounts, on no page and in no state. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorNotice } from '../../../../src/renderer/actions/error-notice.tsx';
import { quoteBatches } from '../../../../src/renderer/actions/quote-batch/quote-batches.ts';
import { AvailabilityPage } from '../../../../src/renderer/features/availability/availability-page.tsx';
import { ConnectionsPage } from '../../../../src/renderer/features/connections/connections-page.tsx';
import { HelpPage } from '../../../../src/renderer/features/help/help-page.tsx';
import { ListingsPage } from '../../../../src/renderer/features/listings/listings-page.tsx';
import { MatrixPage } from '../../../../src/renderer/features/matrix/matrix-page.tsx';
import { OverviewPage } from '../../../../src/renderer/features/overview/overview-page.tsx';
import { QuotesPage } from '../../../../src/renderer/features/quotes/quotes-page.tsx';
import { SettingsPage } from '../../../../src/renderer/features/settings/settings-page.tsx';
import { TasksPage } from '../../../../src/renderer/features/tasks/tasks-page.tsx';
import type { Page } from '../../../../src/renderer/navigation/search.ts';
import { textOfError } from '../../../../src/renderer/text/error-text.ts';
import { WORDS } from '../../../../src/renderer/text/words.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { ErrorData } from '../../../../src/shared/errors.ts';
import { TokenState } from '../../../../src/shared/model/token.ts';
import type { Answers } from '../../../support/fake-main.ts';
import {
  appInfoFixture,
  applicationFixture,
  connectionFixture,
  connectionsFixture,
  exchangePageFixture,
  machineFace,
  NOW,
  pendingRequestFixture,
  ratesFixture,
  tokenFixture,
  tokensFixture,
  updateStatusFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { sampleOf } from '../../../support/schema-sample.ts';
import { planFixture, taskFixture, taskRows, tasksFixture } from '../../../support/task-fixtures.ts';
import { listingsAnswers } from '../listings/listings-answers.ts';
import { matrixAnswers } from '../matrix/matrix-answers.ts';
import { boardOf, boardRowFixture, getFrom, quoteFixture, snapshotOf } from '../quotes/quotes-answers.ts';

const FORBIDDEN = /\b(tokens?|scopes?|exchanges?|429|limits?|slots?|issuances?|applications?|facts|json|answered)\b/i;
/** Managers request to book, and Settings explains programs and proxies, which send requests. */
const REQUESTS = /\b(requests?(?! to book\b)|responses?)\b/i;
/** A file of this computer may not be read, but calendars and prices are loaded; the first page is Today. */
const READ = /\b(reads?|reading|overview)\b/i;

/** A listing is a property; “Listings” with a capital is the name of the page, and an id or a file may have the word. */
const LISTING = /\blistings?\b(?!-\d|\.db)|\bListing\b/;
const isForbidden = (text: string): boolean => FORBIDDEN.test(text) || LISTING.test(text);
const isOfSupport = (text: string): boolean => isForbidden(text) || REQUESTS.test(text);
const isNoManagersWord = (text: string): boolean => isOfSupport(text) || READ.test(text);

/** What a person sees or hears of the window. */
const textsOf = (root: Element): string[] => [
  ...[...root.querySelectorAll('*')].flatMap((element) => [
    ...['aria-label', 'title', 'placeholder', 'aria-valuetext', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    ...[...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent ?? ''),
  ]),
];
/** Names that a screen reader reads of tables, lists and the like. A link or a button may name the page that it leads to. */
const namesIn = (root: Element): string[] =>
  [...root.querySelectorAll('[aria-label]:not(a, button)')].map((element) => element.getAttribute('aria-label') ?? '');
const forbiddenIn = (root: Element, isWrong = isNoManagersWord): string[] => [
  ...new Set([...textsOf(root).filter(isWrong), ...namesIn(root).filter((name) => /\blistings?\b/i.test(name))]),
];

const server = {
  status: 429,
  serverCode: 'TOO_MANY_REQUESTS',
  serverMessage: 'Slow down.',
  requestId: 'r-1',
  exchangeId: 'ex-1',
};
const quota = { ...tokenFixture().quota, mayIssue: false, nextSlotAt: NOW + 3_600_000 };

/** Everything is wrong at once. */
const answers = (): Answers => ({
  updates: { status: () => updateStatusFixture() },
  ...listingsAnswers(3),
  matrix: matrixAnswers().matrix ?? {},
  app: { info: () => appInfoFixture() },
  connections: {
    list: () =>
      connectionsFixture([
        connectionFixture({ applications: [applicationFixture(), applicationFixture({ id: 'a2' })] }),
      ]),
    presets: () => [],
  },
  tokens: {
    status: () =>
      tokensFixture(
        'conn-1',
        TokenState.options.map((state) =>
          tokenFixture({
            credentialId: `t-${state}`,
            api: 'booking',
            label: `Channel ${state}`,
            state,
            quota,
            reason: 'No token slot.',
          }),
        ),
      ),
  },
  traffic: {
    rates: () => ratesFixture(),
    exchanges: () => exchangePageFixture(),
    pending: () => ({
      connectionId: 'conn-1',
      revision: 1,
      clock: machineFace,
      asOf: NOW,
      total: 1,
      requests: [pendingRequestFixture({ taskId: 'task-1', phase: 'token', reason: 'No token slot is free.' })],
      openCircuits: [{ host: 'b.example', failures: 5, since: NOW, until: NOW + 60_000, reason: 'it answered 500' }],
      pauses: [{ host: 'b.example', operation: null, until: NOW + 60_000, status: 429 }],
    }),
  },
  doctor: { failures: () => ({ groups: [], next: null, readTo: null }) },
  availability: {
    search: () => ({
      items: [
        {
          listingId: 'listing-1',
          recordId: 'listing-1',
          title: 'House 00001',
          picture: null,
          place: 'Lisbon',
          accommodates: 2,
          bedrooms: 1,
          type: 'Loft',
          amenities: [],
          minNights: null,
          perNight: { amount: 100, currency: 'EUR' },
          total: { amount: 515, currency: 'EUR' },
          nights: 5,
          basis: 'nightlyRates',
        },
      ],
      total: 1,
      nextCursor: null,
      doubts: [],
      found: null,
      variant: 'v1-search',
      exchangeId: 'ex-1',
      notes: ['A remark.'],
    }),
    searches: ({ connectionId }) => ({ connectionId, revision: 1, searches: [] }),
    putSearch: () => null,
  },
  quotes: {
    list: () =>
      snapshotOf([
        quoteFixture(),
        quoteFixture({ id: 'q-2', expiresAt: NOW - 1 }),
        quoteFixture({ id: 'q-3', outcome: 'unknown' }),
        quoteFixture({ id: 'q-4', replaces: 'q-1' }),
      ]),
    get: getFrom([quoteFixture()]),
    board: () =>
      boardOf([
        boardRowFixture(1, { hasNote: true, followUpOn: '2026-01-02' }),
        boardRowFixture(2, { outcome: 'unknown', listingTitle: null }),
        boardRowFixture(3, { isReplaced: true, expiresAt: NOW - 1 }),
        boardRowFixture(4, { outcome: 'used' }),
      ]),
  },
  tasks: {
    list: () =>
      tasksFixture([
        taskFixture({ failed: 3 }),
        taskFixture({ id: 'task-2', state: 'paused', failed: 3, error: { code: 'tokenNeeded', label: 'Website' } }),
        taskFixture({ id: 'task-3', state: 'paused', error: { code: 'rateLimited', retryAt: null, server } }),
      ]),
    rows: taskRows(20),
    failures: () => [{ step: 'Mill House', error: { code: 'rateLimited', retryAt: null, server }, hint: null }],
    plan: () =>
      planFixture({
        waitMs: 5_000,
        remarks: ['Website has no valid token.'],
        everyday: ['26 unpublished properties skipped.'],
      }),
  },
});

const show = (page: Page, element: ReactNode, search = {}) =>
  renderWithMain(element, { page, search, answers: answers(), audience: 'managers' });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

describe('managers meet no word of the service’s accounts', () => {
  it.each<[Page, string, ReactNode, RegExp, Record<string, string>]>([
    ['overview', 'Today', <OverviewPage key="page" />, /Booking through Channel blocked is locked until/, {}],
    ['listings', 'Listings', <ListingsPage key="page" />, /House 00001/, {}],
    ['listings', 'a listing', <ListingsPage key="page" />, /^Details$/, { id: 'listing-1' }],
    [
      'listings',
      'no matching property',
      <ListingsPage key="page" />,
      /^No matching properties$/,
      { search: 'nowhere' },
    ],
    ['availability', 'Availability', <AvailabilityPage key="page" />, /Booking channel/, {}],
    ['availability', 'results', <AvailabilityPage key="page" />, /^Save search$/, { guests: '2', sent: '1' }],
    ['matrix', 'Flexible dates', <MatrixPage key="page" />, /you can keep working/, {}],
    ['quotes', 'a new quote', <QuotesPage key="page" />, /Booking channel/, { new: '1' }],
    ['quotes', 'the board', <QuotesPage key="page" />, /^Place 1$/, {}],
    ['quotes', 'a quote', <QuotesPage key="page" />, /Guest and booking/, { id: 'q-1' }],
    ['quotes', 'what changed in price', <QuotesPage key="page" />, /^What changed in price$/, { id: 'q-4' }],
    ['tasks', 'Tasks', <TasksPage key="page" />, /^Paused until you resume it$/, {}],
    ['tasks', 'a new task', <TasksPage key="page" />, /you can keep working/, { new: '1' }],
    ['tasks', 'a task', <TasksPage key="page" />, /the task continues when it unlocks/, { id: 'task-1' }],
    ['settings', 'Settings', <SettingsPage key="page" />, /^Audience$/, {}],
    ['connections', 'Connections', <ConnectionsPage key="page" />, /Client ID/, {}],
    [
      'connections',
      'addresses',
      <ConnectionsPage key="page" />,
      /^Renewal margin$|^Name and addresses$/,
      { tab: 'addresses' },
    ],
    ['connections', 'a new connection', <ConnectionsPage key="page" />, /^Add a connection$/, { new: '1' }],
    ['help', 'Help', <HelpPage key="page" />, /^Make an offer$/, {}],
    ['help', 'words', <HelpPage key="page" />, /^Before fees$/, { topic: 'words' }],
    ['help', 'keys', <HelpPage key="page" />, /^Open the help$/, { topic: 'keys' }],
    ['help', 'messages', <HelpPage key="page" />, /^The service is busy/, { topic: 'messages' }],
    ['help', 'what is new', <HelpPage key="page" />, /^In short$/, { topic: 'new' }],
  ])('%s: %s', async (page, _name, element, drawn, search) => {
    show(page, element, search);
    expect((await screen.findAllByText(drawn)).length).toBeGreaterThan(0);
    expect(forbiddenIn(document.body, page === 'settings' ? isForbidden : isOfSupport)).toEqual([]);
  });

  it('listings: the gallery, while more of them are loaded', async () => {
    renderWithMain(<ListingsPage />, {
      ...{ page: 'listings', audience: 'managers' },
      answers: {
        ...answers(),
        ...listingsAnswers(3, {
          phase: 'loading',
          finishedAt: null,
          waiting: { until: NOW + 5_000, error: { code: 'rateLimited', retryAt: null, server } },
        }),
      },
    });
    expect(await screen.findByRole('grid', { name: 'Properties' })).toBeTruthy();
    expect(await screen.findByRole('progressbar', { name: 'Properties loaded' })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Gallery' }));
    expect(await screen.findByRole('list', { name: 'Properties' })).toBeTruthy();
    expect(forbiddenIn(document.body)).toEqual([]);
  });

  it.each(['kept', 'failed', 'cancelled'] as const)('listings: a list that is %s', async (phase) => {
    const error = { code: 'rateLimited' as const, retryAt: null, server };
    const status = { phase, startedAt: null, finishedAt: null, error: phase === 'failed' ? error : null };
    renderWithMain(<ListingsPage />, {
      ...{ page: 'listings', audience: 'managers' },
      answers: { ...answers(), ...listingsAnswers(3, status) },
    });
    expect(await screen.findByRole('grid', { name: 'Properties' })).toBeTruthy();
    expect(forbiddenIn(document.body)).toEqual([]);
  });

  it('quotes: a new quote with nothing filled in, and how it is changed', async () => {
    const { unmount } = show('quotes', <QuotesPage />, { new: '1' });
    await userEvent.click(await screen.findByRole('button', { name: 'Get quote' }));
    expect(await screen.findByText('A quote needs both dates.')).toBeTruthy();
    expect(screen.getByLabelText(/^Property/, { selector: 'input' })).toBeTruthy();
    expect(forbiddenIn(document.body)).toEqual([]);
    unmount();
    show('quotes', <QuotesPage />, { id: 'q-1' });
    await userEvent.click(await screen.findByRole('button', { name: 'Change dates, guests or coupons' }));
    expect(await screen.findByRole('form', { name: 'Change this quote' })).toBeTruthy();
    expect(forbiddenIn(document.body)).toEqual([]);
  });

  it('quotes: several at once, made and refused', async () => {
    const create = ({ listingId }: { listingId: string }) => {
      if (listingId === 'l-2') throw new AppError('refused', { server: { ...server, status: 400 } });
      return quoteFixture({ connectionId: 'conn-1' });
    };
    renderWithMain(<QuotesPage />, {
      ...{ page: 'quotes', search: { several: '1' }, audience: 'managers' },
      answers: { ...answers(), quotes: { ...answers().quotes, create } },
    });
    const stay = { checkIn: '2030-12-04', checkOut: '2030-12-06', guests: 2, coupons: [] };
    await quoteBatches.start(
      'conn-1',
      ['l-1', 'l-2'].map((listingId) => ({
        title: `House ${listingId}`,
        input: { connectionId: 'conn-1', applicationId: 'app-1', listingId, ...stay },
      })),
    );
    expect(await screen.findByRole('region', { name: '2 quotes' })).toBeTruthy();
    expect(forbiddenIn(document.body)).toEqual([]);
    quoteBatches.forget('conn-1');
  });

  const errors = ErrorData.options
    .map((schema) => ErrorData.parse(sampleOf(schema)))
    // The sentence of the team's server is part of its data, and its problems are tested with it.
    .map((error) => (error.code === 'teamServerFailed' ? { ...error, problem: 'The disk is full.' } : error))
    .filter(({ code }) => code !== 'invalidInput');
  it.each(errors.map((error) => [error.code, error] as const))('the error %s', (_code, error) => {
    const { sentence, action } = textOfError(error, NOW, 'managers');
    expect(isOfSupport(`${sentence} ${action}`)).toBe(false);
    expect(sentence).toMatch(/^\S.*[.”]$/s);
    expect(action).toMatch(/^[A-Z“].*\.$/s);
  });

  it('in the table of words', () => {
    const textsIn = (value: unknown): string[] =>
      typeof value === 'function'
        ? [String(value(2, 5))]
        : typeof value === 'object' && value !== null
          ? Object.values(value).flatMap(textsIn)
          : [String(value)];
    expect(textsIn(WORDS.managers).filter(isForbidden)).toEqual([]);
  });
});

describe('an error for managers', () => {
  it('is one sentence and what to do; the code and the request id are once behind “Details”', async () => {
    const refused = { ...server, status: 400, serverCode: 'LISTING_CALENDAR_BLOCKED' };
    renderWithMain(<ErrorNotice error={new AppError('refused', { server: refused })} />, { audience: 'managers' });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toBe('Already taken on these dates.Choose other dates.Details');
    await userEvent.click(within(alert).getByText('Details'));
    for (const once of ['r-1', 'LISTING_CALENDAR_BLOCKED'])
      expect((await screen.findByRole('alert')).textContent?.split(once)).toHaveLength(2);
  });

  it('has code and request id once for support too', () => {
    const refused = { ...server, status: 400, serverCode: 'LISTING_CALENDAR_BLOCKED' };
    renderWithMain(<ErrorNotice error={new AppError('refused', { server: refused })} />);
    for (const once of ['r-1', 'LISTING_CALENDAR_BLOCKED'])
      expect(screen.getByRole('alert').textContent?.split(once)).toHaveLength(2);
  });
});
