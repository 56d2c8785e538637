/** The board in the window: views and filters ask main, rows are chosen by mouse and keys, and what is chosen is compared, noted on or deleted. */
import { Notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { QuotesPage } from '../../../../src/renderer/features/quotes/quotes-page.tsx';
import { formatPlainDate, formatPlainRange } from '../../../../src/renderer/text/format.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { MAX_ENTRIES } from '../../../../src/shared/input/max-input.ts';
import type { OfferDraftHead } from '../../../../src/shared/model/offer.ts';
import type { BoardQuery, BoardRow } from '../../../../src/shared/model/quote-board.ts';
import type { Answers } from '../../../support/fake-main.ts';
import { connectionsFixture, sandboxFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { boardOf, boardRowFixture, quoteFixture, quotesAnswers, snapshotOf } from './quotes-answers.ts';

function show(rows: BoardRow[], more: Answers['quotes'] = {}, search: Record<string, string> = {}) {
  const board = ({ offset, limit, search: text }: BoardQuery) => {
    const found = rows.filter(({ listingTitle }) => listingTitle?.includes(text));
    return { ...boardOf(found), total: rows.length, rows: found.slice(offset, offset + limit) };
  };
  return renderWithMain(
    <>
      <QuotesPage />
      <Notifications />
    </>,
    { answers: quotesAnswers([], { board, ...more }), page: 'quotes', search },
  );
}
const opener = (name: string) => screen.findByRole('button', { name });
const last = (all: unknown[]) => all.at(-1);

const UNREADABLE = [
  { title: 'City tax', text: 'about 12', kind: null },
  { title: 'Linen', text: '', kind: null },
];

describe('the board', () => {
  it('says that there are no quotes yet, and leads on to an offer that was begun', async () => {
    const { main } = show([]);
    expect(await screen.findByText('No quotes yet')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByText(/is not sent/)).toBeNull();
    const begun: OfferDraftHead = { kind: 'confirmation', quoteIds: ['q1'], guestName: 'Ada', at: 1 };
    const tell = (drafts: OfferDraftHead[]) => {
      main.answer({ offers: { drafts: () => drafts } });
      main.emit('offers', 'onSent', { connectionId: 'sandbox' });
    };
    tell([begun]);
    expect((await screen.findByText(/is not sent/)).textContent).toMatch(/^The confirmation that you began for Ada/);
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toMatch(/quotes=q1.*kind=confirmation/);
    tell([begun, { ...begun, kind: 'offer' }]);
    await screen.findByText(/^2 pages for guests that you began are not sent/);
    expect(screen.getByRole('link', { name: 'Show them' }).getAttribute('href')).toBe('#/offers/new');
  });

  it('is a table whose rows, order and counts assistive technology can tell; one says that its dates are taken', async () => {
    const { main } = show([boardRowFixture(1), boardRowFixture(2)]);
    main.answer({ calendars: { taken: () => [{ quoteId: 'q2', first: '2030-12-05', nights: 1, by: 'stay' }] } });
    await opener('Place 1');
    const table = screen.getByRole('table', { name: 'Quotes' });
    expect(table.getAttribute('aria-rowcount')).toBe('3');
    expect(within(table).getByRole('columnheader', { name: 'Guest' }).getAttribute('aria-sort')).toBe('none');
    const line = within(table).getAllByRole('row')[1];
    expect(line?.textContent).toContain('Ada Byron');
    expect(line?.textContent).toContain('€201.00');
    expect(line?.textContent).toContain('Open');
    const second = within(table).getAllByRole('row')[2];
    await waitFor(() => expect(second?.textContent).toContain('Dates taken'));
    expect(screen.getByRole('checkbox', { name: 'Open (2)' })).toBeTruthy();
  });

  it('leaves out a column that no quote has a value for', async () => {
    const [one, other] = [1, 2].map((at) => ({
      ...boardRowFixture(at),
      guestName: null,
      followUpOn: null,
      hasNote: false,
    }));
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    show([one, other] as BoardRow[]);
    await opener('Place 1');
    expect(heads()).toEqual(['Chosen', 'Listing', 'Dates', 'Total', 'State', 'Expires']);
    cleanup();
    show([one, { ...other, hasNote: true, guestName: 'Ada' }] as BoardRow[]);
    await opener('Place 1');
    expect(heads()).toEqual(['Chosen', 'Listing', 'Guest', 'Dates', 'Total', 'State', 'Expires', 'Follow-up']);
  });

  it('reads the quotes whose dates are taken again after a calendar was read', async () => {
    const { main } = show([boardRowFixture(1)], {}, { taken: '1' });
    await opener('Place 1');
    const asked = () => main.inputsOf('quotes', 'board').length;
    const before = asked();
    const status = {
      connectionId: 'sandbox',
      homes: 1,
      read: 1,
      refused: 0,
      oldestAt: 1,
      isReading: false,
      pause: null,
    };
    act(() => main.emit('calendars', 'onStatus', { ...status, revision: 2 }));
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    expect(last(main.inputsOf('quotes', 'board'))).toMatchObject({ taken: true });
  });

  it('asks main for a search, a view, an order, states and groups', async () => {
    const { main } = show([boardRowFixture(1), boardRowFixture(2)]);
    await opener('Place 1');
    fireEvent.change(screen.getByLabelText('Search the quotes'), { target: { value: 'Place 2' } });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Place 1' })).toBeNull());
    fireEvent.click(screen.getByRole('radio', { name: 'Reservations (1)' }));
    fireEvent.click(screen.getByRole('button', { name: 'Total' }));
    fireEvent.click(screen.getByRole('checkbox', { name: /^Open/ }));
    await waitFor(() =>
      expect(last(main.inputsOf('quotes', 'board'))).toMatchObject({
        search: 'Place 2',
        view: 'reservations',
        sort: { by: 'total', descending: false },
        states: ['open'],
      }),
    );
  });

  it('marks a total that is our sum, and tells the lines that it does not have', async () => {
    show([boardRowFixture(1, { sumWithout: 0 }), boardRowFixture(2, { sumWithout: 2, plans: 2 }), boardRowFixture(3)]);
    await opener('Place 1');
    const totals = screen.getAllByRole('row').map((line) => line.querySelector('[data-numeric]'));
    expect(totals[1]?.textContent).toBe('€201.00 Σ our sum');
    expect(totals[1]?.getAttribute('title')).toBe('€201.00, our sum');
    expect(totals[2]?.textContent).toContain('Σ our sum, without 2 unreadable lines');
    expect(totals[2]?.getAttribute('title')).toBe(
      '€202.00, the lowest of 2 rate plans, our sum, without 2 unreadable lines',
    );
    expect(totals[3]?.textContent).toBe('€203.00');
  });

  it('says why a row has no total, and shows both days of a stay over the end of a year', async () => {
    show([
      boardRowFixture(1, { total: null, plans: 2 }),
      boardRowFixture(2, { total: null, plans: 0 }),
      boardRowFixture(3, { total: null, isUnpriced: true }),
      boardRowFixture(4, { checkIn: '2030-12-28', checkOut: '2031-01-03' }),
    ]);
    await opener('Place 1');
    const lines = screen.getAllByRole('row').slice(1);
    const totals = lines.map((line) => line.querySelector('[data-numeric]'));
    expect(totals.map((cell) => cell?.textContent)).toEqual(['see the quote', 'no rate plan', 'no price', '€204.00']);
    expect(totals[0]?.getAttribute('title')).toBe(
      'Its amounts were not found, cannot be read, or are in several currencies.',
    );
    expect(totals[2]?.getAttribute('title')).toContain('make one direct booking');
    const dates = lines[3]?.querySelectorAll('td')[3];
    expect(dates?.title).toBe(formatPlainRange('2030-12-28', '2031-01-03'));
    expect(dates?.textContent).toBe(`${formatPlainDate('2030-12-28', 'dayMonth')} – ${formatPlainDate('2031-01-03')}`);
  });

  it('counts down what expires within three days, and else names the day, with a year that is not this one', async () => {
    const inDays = (days: number) => Date.now() + days * 86_400_000;
    show([
      boardRowFixture(1, { expiresAt: inDays(2.5) }),
      boardRowFixture(2, { expiresAt: inDays(900) }),
      boardRowFixture(3, { expiresAt: inDays(-900) }),
    ]);
    await opener('Place 1');
    const [, one, two, three] = screen.getAllByRole('row').map((line) => line.textContent ?? '');
    expect(one).toMatch(/59h 59m left|60h 00m left/);
    expect(two).toContain(String(new Date(inDays(900)).getFullYear()));
    expect(three).toContain(String(new Date(inDays(-900)).getFullYear()));
  });

  it('has a guest once in a row that is grouped by guest', async () => {
    const group = { key: 'Ada Byron', count: 1, isFirst: true };
    show([boardRowFixture(1, { group })]);
    await opener('Place 1');
    await userEvent.click(screen.getByRole('combobox', { name: 'Group by' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Group by guest' }));
    await screen.findByRole('columnheader', { name: 'Group' });
    expect(screen.getAllByText('Ada Byron')).toHaveLength(1);
    expect(screen.queryByRole('columnheader', { name: 'Guest' })).toBeNull();
  });

  it('keeps the rows and the order that it shows until the answer is there; a row that says the same stays', async () => {
    const wait = Promise.withResolvers<null>();
    const rows = [boardRowFixture(1), boardRowFixture(2)];
    show([], {
      board: async ({ search }) => {
        if (search !== '') await wait.promise;
        return boardOf(rows.map((row) => ({ ...row })));
      },
    });
    const line = (await opener('Place 1')).closest('tr') as HTMLElement;
    const drawn = vi.fn();
    new MutationObserver(drawn).observe(line, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    fireEvent.change(screen.getByLabelText('Search the quotes'), { target: { value: 'Place' } });
    expect(screen.getByDisplayValue('Place')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Total' }));
    const head = screen.getByRole('columnheader', { name: 'Total' });
    expect(head.getAttribute('aria-sort')).toBe('none');
    wait.resolve(null);
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('ascending'));
    expect(line.isConnected).toBe(true);
    expect(drawn).not.toHaveBeenCalled();
  });

  it('opens a quote from its row, and leads back; a new quote is begun from either', async () => {
    const { visits } = show([boardRowFixture(1)], {
      list: () => snapshotOf([quoteFixture({ id: 'q1', listingTitle: 'Place 1' })]),
    });
    fireEvent.click(await opener('Place 1'));
    expect(await screen.findByRole('article', { name: 'Place 1' })).toBeTruthy();
    expect(last(visits)).toEqual({ page: 'quotes', search: { id: 'q1' } });
    expect(screen.queryByRole('table', { name: 'Quotes' })).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'All quotes' }));
    await screen.findByRole('table', { name: 'Quotes' });
    fireEvent.click(await opener('New quote'));
    expect(await screen.findByRole('form', { name: 'New quote' })).toBeTruthy();
    expect(last(visits)).toEqual({ page: 'quotes', search: { new: '1' } });
  });

  it('searches and views what its address says, once', async () => {
    const { main, visits } = show([boardRowFixture(1)], {}, { search: 'Place', view: 'followUps' });
    await opener('Place 1');
    expect(last(main.inputsOf('quotes', 'board'))).toMatchObject({ search: 'Place', view: 'followUps' });
    expect(last(visits)).toEqual({ page: 'quotes', search: {} });
  });

  it('leads from a search without a match back to all quotes', async () => {
    show([boardRowFixture(1)], {}, { search: 'nobody' });
    expect(await screen.findByText('No quote matches.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all quotes' }));
    await opener('Place 1');
  });

  it('offers no new quote without a booking channel, and still shows the quotes that there are', async () => {
    const answers = quotesAnswers([], { board: () => ({ ...boardOf([boardRowFixture(1)]) }) });
    const connections = { list: () => connectionsFixture([sandboxFixture({ applications: [] })]) };
    renderWithMain(<QuotesPage />, { answers: { ...answers, connections }, page: 'quotes' });
    await opener('Place 1');
    expect(screen.queryByRole('button', { name: 'New quote' })).toBeNull();
  });

  it('chooses rows by keys, compares them, and deletes them', async () => {
    const { main } = show([boardRowFixture(1), boardRowFixture(2), boardRowFixture(3)], {
      get: ({ quoteId }) => ({
        quote: quoteFixture({
          id: quoteId,
          listingTitle: `Loft ${quoteId}`,
          chosenPlan: quoteId === 'q2' ? 'strict' : null,
          ratePlans: quoteFixture().ratePlans.map((plan) => ({ ...plan, unreadable: UNREADABLE })),
        }),
        annotation: { note: '', followUpOn: null, sentOn: null, offers: [] },
      }),
      remove: () => ({ deletionId: 'deletion-1' }),
    });
    const first = await opener('Place 1');
    first.focus();
    await userEvent.keyboard(' {ArrowDown}{ArrowDown}');
    await userEvent.keyboard('{Shift>} {/Shift}');
    expect(screen.getByText('3 quotes chosen')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    const compared = await screen.findByRole('dialog', { name: 'Compare quotes' });
    await within(compared).findByRole('columnheader', { name: 'Loft q3' });
    expect(within(compared).getByRole('row', { name: 'Rate plan Standard Non-refundable Standard' })).toBeTruthy();
    const unreadable = within(compared).getByRole('row', { name: /^City tax/ });
    expect(unreadable.querySelector('td')?.textContent).toBe('about 12 not readable');
    expect(within(compared).getByRole('row', { name: /^Linen/ }).textContent).toContain('no amount stated');
    await userEvent.click(within(compared).getByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete from this computer' }));
    await waitFor(() =>
      expect(main.inputsOf('quotes', 'remove')).toEqual([{ connectionId: 'sandbox', quoteIds: ['q1', 'q2', 'q3'] }]),
    );
  });

  it('chooses every row of a range, also those that were not loaded, and deletes them in steps with one undo', async () => {
    const rows = Array.from({ length: 1_300 }, (_, at) => boardRowFixture(at + 1));
    const wait = Promise.withResolvers<void>();
    const { main } = show(rows, {
      async remove({ quoteIds }) {
        if (!quoteIds.includes('q1')) await wait.promise;
        return { deletionId: `deletion of ${quoteIds[0]}` };
      },
    });
    main.answer({ deletions: { undo: () => null } });
    (await opener('Place 1')).focus();
    await userEvent.keyboard(' {End}');
    await opener('Place 1300');
    await userEvent.keyboard('{Shift>} {/Shift}');
    expect(await screen.findByText('1,300 quotes chosen')).toBeTruthy();
    fireEvent.click(await opener('Delete from this computer'));
    expect(await screen.findByText(/^Deleted \d+ of 1,300 quotes/)).toBeTruthy();
    wait.resolve();
    await userEvent.click(await opener('Undo'));
    const steps = (main.inputsOf('quotes', 'remove') as { quoteIds: string[] }[]).map(({ quoteIds }) => quoteIds);
    expect(steps.flat()).toEqual(rows.map(({ id }) => id));
    expect(Math.max(...steps.map((ids) => ids.length))).toBeLessThanOrEqual(MAX_ENTRIES.chosen);
    const deletions = steps.map(([first]) => ({ deletionId: `deletion of ${first}` }));
    await waitFor(() => expect(main.inputsOf('deletions', 'undo')).toEqual(deletions));
  });

  it('no longer has chosen what another window deleted', async () => {
    const { main } = show([boardRowFixture(1), boardRowFixture(2), boardRowFixture(3)]);
    await opener('Place 1');
    for (const box of screen.getAllByRole('checkbox', { name: /^Choose/ })) fireEvent.click(box);
    const emit = (change: { connectionId?: string; ids: string[] | null; removed?: string[] }) =>
      act(() => main.emit('quotes', 'onChanged', { connectionId: 'sandbox', revision: 2, ...change }));
    emit({ ids: ['q2', 'q3'] });
    emit({ connectionId: 'other', ids: null });
    expect(screen.getByText('3 quotes chosen')).toBeTruthy();
    emit({ ids: ['q1', 'q2'], removed: ['q1'] });
    expect(screen.getByText('2 quotes chosen')).toBeTruthy();
    emit({ ids: null });
    expect(screen.queryByRole('region', { name: 'Chosen quotes' })).toBeNull();
  });

  it('offers to undo the steps that were done when a later one fails, and keeps the others chosen', async () => {
    const rows = Array.from({ length: 450 }, (_, at) => boardRowFixture(at + 1));
    show(rows, {
      remove: ({ quoteIds }) => {
        if (quoteIds.includes('q450'))
          throw new AppError('storageFailed', { what: 'The quotes', reason: 'full', access: 'write' });
        return { deletionId: 'deletion-1' };
      },
    });
    (await opener('Place 1')).focus();
    await userEvent.keyboard(' {End}');
    await opener('Place 450');
    await userEvent.keyboard('{Shift>} {/Shift}');
    await screen.findByText('450 quotes chosen');
    fireEvent.click(await opener('Delete from this computer'));
    expect(await screen.findByText('400 quotes deleted')).toBeTruthy();
    expect(await screen.findByText('50 quotes chosen')).toBeTruthy();
  });

  it('shows the quotes while the guests and notes cannot be read, and says what helps', async () => {
    const board = () => ({
      ...boardOf([boardRowFixture(1, { guestName: null, hasNote: true })]),
      areGuestsReadable: false,
    });
    show([], { board });
    const line = (await opener('Place 1')).closest('tr');
    expect(line?.textContent).toContain('Not readable now');
    expect(screen.getByRole('img', { name: 'Has a note: not readable now' })).toBeTruthy();
    expect(screen.getByText(/^Guests and notes are locked.* then restart Latchkey\.$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('asks again while the clock of the window is ahead of that of main', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.UTC(2030, 10, 1) });
    try {
      let isReached = false;
      const board = () => {
        const state = isReached ? ('expired' as const) : ('open' as const);
        return { ...boardOf([boardRowFixture(1)]), states: [{ state, count: 1 }], nextChangeAt: isReached ? null : 1 };
      };
      const { main } = show([], { board });
      await screen.findByRole('checkbox', { name: 'Open (1)' });
      await waitFor(() => expect(main.inputsOf('quotes', 'board').length).toBeGreaterThanOrEqual(2));
      isReached = true;
      await act(() => vi.advanceTimersByTimeAsync(1_500));
      expect(await screen.findByRole('checkbox', { name: 'Expired (1)' })).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  it('makes an offer of the chosen quotes, in the order of choosing', async () => {
    const { visits } = show([boardRowFixture(1), boardRowFixture(2)]);
    await opener('Place 1');
    for (const name of ['Choose Place 2', 'Choose Place 1']) fireEvent.click(screen.getByRole('checkbox', { name }));
    fireEvent.click(await opener('Make an offer'));
    await waitFor(() => expect(last(visits)).toEqual({ page: 'offers/new', search: { quotes: 'q2,q1' } }));
  });

  it('does not delete a quote whose booking may have been made, and says why', async () => {
    show([boardRowFixture(1, { outcome: 'unknown' })]);
    await opener('Place 1');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Place 1' }));
    expect((await opener('Delete from this computer')).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/may have been made; check for changes/)).toBeTruthy();
  });

  it('deletes a chosen quote once a check has settled its booking', async () => {
    const { main } = show([boardRowFixture(1, { outcome: 'unknown' })], {
      fetch: () => quoteFixture({ id: 'q1', outcome: 'open' }),
      remove: () => ({ deletionId: 'deletion-1' }),
    });
    await opener('Place 1');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Place 1' }));
    fireEvent.click(await opener('Check for changes (1 request)'));
    await waitFor(() => expect(screen.queryByText(/may have been made; check for changes/)).toBeNull());
    fireEvent.click(await opener('Delete from this computer'));
    await waitFor(() => expect(main.inputsOf('quotes', 'remove')).toHaveLength(1));
  });

  it('leaves the follow-up date alone when only the note was changed', async () => {
    const { main } = show([boardRowFixture(1)], {
      get: () => ({
        quote: quoteFixture({ id: 'q1' }),
        annotation: { note: '', followUpOn: '2030-11-30', sentOn: null, offers: [] },
      }),
      annotate: () => null,
    });
    await opener('Place 1');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Place 1' }));
    fireEvent.click(await opener('Note and follow-up'));
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'Called' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(main.inputsOf('quotes', 'annotate')).toEqual([
        { connectionId: 'sandbox', quoteId: 'q1', changes: { note: 'Called' } },
      ]),
    );
  });

  it('keeps a note and a follow-up date', async () => {
    const { main } = show([boardRowFixture(1)], {
      get: () => ({
        quote: quoteFixture({ id: 'q1' }),
        annotation: { note: 'Called', followUpOn: null, sentOn: null, offers: [] },
      }),
      annotate: () => null,
    });
    await opener('Place 1');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Place 1' }));
    fireEvent.click(await opener('Note and follow-up'));
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'Called twice' } });
    const day = screen.getByRole('textbox', { name: 'Follow up on' });
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    // A text that is no day is never saved as no follow-up.
    fireEvent.change(day, { target: { value: 'soonish' } });
    await screen.findByText(/^This is no day\./);
    expect(save.disabled).toBe(true);
    fireEvent.change(day, { target: { value: '30 Nov 2030' } });
    await screen.findByText(formatPlainDate('2030-11-30', 'long'));
    fireEvent.blur(day);
    expect((day as HTMLInputElement).value).toBe(formatPlainDate('2030-11-30', 'long'));
    fireEvent.click(save);
    await waitFor(() =>
      expect(main.inputsOf('quotes', 'annotate')).toEqual([
        { connectionId: 'sandbox', quoteId: 'q1', changes: { note: 'Called twice', followUpOn: '2030-11-30' } },
      ]),
    );
  });
});
