import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { quoteBatches } from '../../../../src/renderer/actions/quote-batch/quote-batches.ts';
import { MatrixPage } from '../../../../src/renderer/features/matrix/matrix-page.tsx';
import type { MatrixRange } from '../../../../src/shared/model/matrix.ts';
import type { TaskSpec } from '../../../../src/shared/model/task.ts';
import type { Answers } from '../../../support/fake-main.ts';
import { NOW } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { planFixture, taskFixture, tasksFixture } from '../../../support/task-fixtures.ts';
import { notesFixture, quoteFixture } from '../quotes/quotes-answers.ts';
import { matrixAnswers } from './matrix-answers.ts';

// The document of these tests has no layout; the grid draws what fits into its size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(420);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(160);
  return () => vi.restoreAllMocks();
});

const JANUARY = { from: '2027-01-01', until: '2027-01-30' };

async function open(answers: Answers = matrixAnswers(), search: Record<string, string> = JANUARY) {
  const shown = renderWithMain(<MatrixPage />, { answers, page: 'matrix', search });
  const grid = await screen.findByRole('grid');
  await within(grid).findByText('House 0');
  const focused = () => document.activeElement as HTMLElement;
  const position = () => `${focused().dataset.row} ${focused().dataset.column}`;
  return { ...shown, grid, focused, position };
}

/** Puts the focus where Tab would. */
function enter(grid: HTMLElement): void {
  grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

describe('the grid', () => {
  it('is a grid with the size of the whole matrix, and draws what is in view', async () => {
    const notBookable = [{ listingId: 'l1', code: 'FORBIDDEN', at: NOW }];
    const { grid } = await open(
      { ...matrixAnswers({ rows: 50_000 }), booking: { notes: () => notesFixture({ notBookable }) } },
      { from: '2027-01-01', until: '2027-12-31' },
    );
    expect(grid.getAttribute('aria-label')).toBe('50,000 listings on 365 arrivals, 3 nights');
    expect(grid.getAttribute('aria-rowcount')).toBe('50001');
    expect(grid.getAttribute('aria-colcount')).toBe('366');
    expect(within(grid).getAllByRole('row').length).toBeLessThan(40);
    expect(within(grid).getAllByRole('columnheader').length).toBeLessThan(30);
    const row = within(grid).getByRole('row', { name: /House 2/ });
    expect(row.getAttribute('aria-rowindex')).toBe('4');
    expect(within(row).getByRole('rowheader').textContent).toBe('House 2Lisbon, Portugal');
    const cells = within(row).getAllByRole('gridcell');
    expect(cells.slice(0, 4).map((cell) => [cell.getAttribute('aria-label'), cell.textContent])).toEqual([
      ['free, €102.50, the cheapest of this row', '€102.50'],
      ['already taken', 'Taken'],
      ['at least 5 nights from this day', 'Min 5'],
      ['free, €105.50', '€105.50'],
    ]);
    expect(cells[0]?.dataset.shade).toBe('0');
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    // A listing that could not be quoted before is marked in the head of its row.
    const head = await within(grid).findByRole('rowheader', { name: /^House 1.*Not bookable: the service refused/ });
    expect(within(grid).getAllByText(/Not bookable/)).toHaveLength(1);
    expect(head.dataset.row).toBe('1');
  });

  it('moves by keys, and follows the cursor far out of view', async () => {
    const { grid, position } = await open(matrixAnswers({ rows: 50_000 }));
    const user = userEvent.setup();
    enter(grid);
    const press = async (keys: string) => {
      await user.keyboard(keys);
      return position();
    };
    expect(await press('{ArrowRight}{ArrowDown}{ArrowDown}')).toBe('2 1');
    expect(await press('{Home}')).toBe('2 0');
    expect(await press('{ArrowLeft}')).toBe('2 -1');
    expect(await press('{ArrowLeft}')).toBe('2 -1');
    expect(await press('{End}')).toBe('2 29');
    await press('{PageDown}');
    expect(Number(position().split(' ')[0])).toBeGreaterThan(5);
    expect(await press('{Control>}{Home}{/Control}')).toBe('0 0');
    expect(await press('{ArrowUp}{ArrowUp}')).toBe('-1 0');
    expect(await press('{PageUp}')).toBe('-1 0');
    await press('{ArrowDown}');
    await user.keyboard('{Control>}{End}{/Control}');
    await waitFor(() => expect(position()).toBe('49999 29'));
    await waitFor(() => expect(screen.getByText(/House 49999/, { selector: 'th span' })).toBeTruthy());
  });

  it('marks a block with Shift, shows its total and its cheapest stay, and clears it with Escape', async () => {
    const sums = {
      currency: 'EUR',
      priced: 5,
      total: 512.5,
      cheapest: { listingId: 'l0', title: 'House 0', arrival: '2027-01-02', total: 101.5 },
    };
    const { grid, main, visits } = await open(
      matrixAnswers({ matrix: { range: () => ({ cells: 6, free: 5, freeStays: [], sums: [sums] }) } }),
    );
    const user = userEvent.setup();
    enter(grid);
    await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{ArrowRight}{ArrowRight}{/Shift}');
    expect(
      await screen.findByText(
        /6 cells, 5 free\. €512\.50 in total, the cheapest €101\.50 at House 0 from Sat.*2027\. Before fees/,
        { selector: '[role="status"]' },
      ),
    ).toBeTruthy();
    expect(main.inputsOf('matrix', 'range').at(-1)).toMatchObject({
      firstRow: 0,
      lastRow: 1,
      firstArrivalAt: 1,
      lastArrivalAt: 3,
    });
    expect(within(grid).getAllByRole('gridcell', { selected: true })).toHaveLength(6);
    await user.click(screen.getByRole('button', { name: 'Quote the cheapest' }));
    expect(visits.at(-1)).toMatchObject({ page: 'quotes', search: { listingId: 'l0', checkIn: '2027-01-02' } });
    enter(grid);
    await user.keyboard('{Escape}');
    expect(within(grid).getAllByRole('gridcell', { selected: true })).toHaveLength(1);
    await user.keyboard('{Control>}a{/Control}');
    await waitFor(() =>
      expect(main.inputsOf('matrix', 'range').at(-1)).toMatchObject({ lastRow: 11, lastArrivalAt: 29 }),
    );
  });

  it('has one line for sums in several currencies, and the others behind a button; more free stays than can be quoted at once are not', async () => {
    const cheapest = { listingId: 'l0', title: 'House 0', arrival: '2027-01-02', total: 101.5 };
    const sums = ['EUR', 'USD', 'GBP'].map((currency, at) => ({ currency, priced: 2, total: 500 + at, cheapest }));
    const { grid } = await open(
      matrixAnswers({ matrix: { range: () => ({ cells: 30, free: 21, freeStays: [], sums }) } }),
    );
    const user = userEvent.setup();
    enter(grid);
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    const more = await screen.findByRole('button', { name: '2 more currencies' });
    expect(more.parentElement?.textContent).toBe('30 cells, 21 free. €500.002 more currencies');
    expect(screen.getByText('At most 20 quotes at once: mark fewer cells.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Quote all 21 free' }).disabled).toBe(true);
    more.focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: '2 more currencies' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.slice(0, 21)),
    ).toEqual(['€500.00 in total, the', '$501.00 in total, the', '£502.00 in total, the']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('tells of a growing block only what main has answered about it', async () => {
    const asked: PromiseWithResolvers<MatrixRange>[] = [];
    const range = () => {
      const one = Promise.withResolvers<MatrixRange>();
      asked.push(one);
      return one.promise;
    };
    const { grid } = await open(matrixAnswers({ matrix: { range } }));
    const user = userEvent.setup();
    const cheapest = { listingId: 'l0', title: 'House 0', arrival: '2027-01-01', total: 100.5 };
    const sumOf = (cells: number): MatrixRange => ({
      cells,
      free: cells,
      freeStays: [],
      sums: [{ currency: 'EUR', priced: cells, total: cells * 100, cheapest }],
    });
    const told = () =>
      [...document.querySelectorAll('p[role="status"]')].map(({ textContent }) => textContent).join('');
    enter(grid);
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(told()).not.toContain('cells');
    asked[0]?.resolve(sumOf(2));
    await waitFor(() => expect(told()).toContain('2 cells, 2 free. €200.00 in total, the cheapest €100.50 at House 0'));
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(told()).not.toContain('cells');
    asked[1]?.resolve(sumOf(3));
    await waitFor(() => expect(told()).toContain('3 cells, 3 free. €300.00 in total'));
  });

  it('quotes all free stays of a block at once, with their price told before', async () => {
    const freeStays = [
      { listingId: 'l0', title: 'House 0', arrival: '2027-01-01' },
      { listingId: 'l1', title: 'House 1', arrival: '2027-01-02' },
    ];
    const answers = matrixAnswers({ matrix: { range: () => ({ cells: 2, free: 2, freeStays, sums: [] }) } });
    const create = ({ listingId }: { listingId: string }) => quoteFixture({ id: `q-${listingId}`, listingId });
    const plan = ({ quotes }: { quotes: number }) => ({ requests: quotes, waitMs: 0, durationMs: 900 });
    const { grid, main, visits } = await open(
      { ...answers, quotes: { ...answers.quotes, create, plan } },
      { ...JANUARY, nights: '2' },
    );
    const user = userEvent.setup();
    enter(grid);
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(await screen.findByText('2 requests, about 1 s')).toBeTruthy();
    expect(screen.getByText(/, for 2 guests$/)).toBeTruthy();
    expect(main.inputsOf('quotes', 'create')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Quote all 2 free' }));
    await waitFor(() => expect(quoteBatches.of('sandbox')?.phase).toBe('ended'));
    const common = { connectionId: 'sandbox', applicationId: 'a1', guests: 2, coupons: [] };
    expect(main.inputsOf('quotes', 'create')).toEqual([
      { ...common, listingId: 'l0', checkIn: '2027-01-01', checkOut: '2027-01-03' },
      { ...common, listingId: 'l1', checkIn: '2027-01-02', checkOut: '2027-01-04' },
    ]);
    expect(visits.at(-1)).toEqual({ page: 'quotes', search: { several: '1' } });
    quoteBatches.forget('sandbox');
  });

  it('opens a quote for the stay with Enter, and the months of a listing from its head', async () => {
    const { grid, visits } = await open(matrixAnswers(), { ...JANUARY, guests: '4', nights: '2' });
    const user = userEvent.setup();
    enter(grid);
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    expect(visits.at(-1)).toEqual({
      page: 'quotes',
      search: { listingId: 'l0', applicationId: 'a1', checkIn: '2027-01-03', checkOut: '2027-01-05', guests: '4' },
    });
    await user.keyboard('{Home}{ArrowLeft}{Enter}');
    expect(visits.at(-1)).toMatchObject({ page: 'matrix', search: { listingId: 'l0' } });
  });
});

describe('the arrangement of the rows', () => {
  it('is sorted by the head of a column, by keys too, and turned by a second press', async () => {
    const { grid, main, visits, position } = await open();
    const user = userEvent.setup();
    enter(grid);
    await user.keyboard('{ArrowRight}{ArrowUp}{Enter}');
    expect(visits.at(-1)?.search).toMatchObject({ sort: '2027-01-02' });
    const head = within(grid).getByRole('columnheader', { name: /Jan 2|2 Jan/ });
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('ascending'));
    expect(main.inputsOf('matrix', 'window').at(-1)).toMatchObject({
      view: { order: { by: '2027-01-02', descending: false }, maxPerNight: null },
    });
    expect(position()).toBe('-1 1');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('descending'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('none'));
    await user.click(within(grid).getByRole('button', { name: 'Listing' }));
    expect(visits.at(-1)?.search).toMatchObject({ sort: 'name' });
    expect(screen.getByRole('combobox', { name: 'Order' })).toHaveProperty('value', 'Name');
  });

  it('says how many listings a price limit leaves out, marks what is over it, and offers all when none is left', async () => {
    const answers = matrixAnswers({ rows: 3 });
    const whole = answers.matrix?.window;
    let shown = 3;
    const window: typeof whole = async (query) => ({
      ...(await (whole as NonNullable<typeof whole>)(query)),
      rowCount: query.view.maxPerNight === null ? 3 : shown,
    });
    const { grid, main, visits } = await open({ ...answers, matrix: { ...answers.matrix, window } });
    const user = userEvent.setup();
    shown = 2;
    await user.type(screen.getByRole('textbox', { name: 'A night, up to' }), '34');
    expect(visits.at(-1)?.search).toMatchObject({ maxPrice: '34' });
    await waitFor(() => expect(main.inputsOf('matrix', 'window').at(-1)).toMatchObject({ view: { maxPerNight: 34 } }));
    expect(await screen.findByText('2 of 3 listings: 1 other has no free stay up to 34 a night.')).toBeTruthy();
    const [cell] = within(within(grid).getByRole('row', { name: /House 1/ })).getAllByRole('gridcell');
    expect(cell?.getAttribute('aria-label')).toBe('free, €101.50, the cheapest of this row');
    expect(within(grid).getAllByRole('gridcell', { name: /above the chosen price/ }).length).toBeGreaterThan(0);
    shown = 0;
    await user.type(screen.getByRole('textbox', { name: 'A night, up to' }), '1');
    await user.click(await screen.findByRole('button', { name: 'Show all prices' }));
    expect(visits.at(-1)?.search).not.toHaveProperty('maxPrice');
  });
});

describe('the choices', () => {
  it('change the question and the address at once; a longer stay than it shows is cut, and the page says so', async () => {
    const { grid, main, visits } = await open(matrixAnswers(), { ...JANUARY, nights: '45' });
    expect(grid.getAttribute('aria-label')).toBe('12 listings on 30 arrivals, 30 nights');
    expect(screen.getByText('Flexible dates shows stays of up to 30 nights, not 45.')).toBeTruthy();
    const user = userEvent.setup();
    await user.click(screen.getByRole('switch', { name: 'Weekends only' }));
    expect(visits.at(-1)?.search).toMatchObject({ weekends: '1', from: '2027-01-01' });
    const nights = screen.getByRole('textbox', { name: 'Nights' });
    await user.clear(nights);
    expect(screen.getByText('1 to 30')).toBeTruthy();
    await user.type(nights, '2');
    await waitFor(() =>
      expect(main.inputsOf('matrix', 'window').at(-1)).toMatchObject({ stays: { weekends: true, nights: 2 } }),
    );
    expect((await screen.findByRole('grid')).getAttribute('aria-label')).toBe('12 listings on 10 arrivals, 2 nights');
  });

  it('say what is missing without a listing, a weekend or an application', async () => {
    renderWithMain(<MatrixPage />, { answers: matrixAnswers({ rows: 0 }), page: 'matrix' });
    expect(await screen.findByText('No listings')).toBeTruthy();
  });

  it('offer any guests, bedrooms and places when no listing has the chosen ones', async () => {
    const answers = matrixAnswers({ rows: 0, matrix: { choices: () => ({ loaded: 30, places: [] }) } });
    const { visits } = renderWithMain(<MatrixPage />, {
      answers,
      page: 'matrix',
      search: { ...JANUARY, guests: '40' },
    });
    expect(
      await screen.findByText('None of the 30 loaded listings has these guests, bedrooms and places.'),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Any guests, bedrooms and places' }));
    expect(visits.at(-1)).toEqual({ page: 'matrix', search: JANUARY });
  });
});

describe('the answer', () => {
  it('names the cheapest stay in a sentence and moves to its cell; a taken cell is not quoted', async () => {
    const cheapest = { listingId: 'l9', title: 'San Niccolò', arrival: '2027-01-05', total: 1675, currency: 'EUR' };
    const answers = matrixAnswers({ matrix: { cheapest: () => [{ ...cheapest, priced: 3, row: 9, column: 4 }] } });
    const { position, visits, grid } = await open(answers, {
      ...JANUARY,
      until: '2027-01-31',
      nights: '7',
      guests: '6',
    });
    const user = userEvent.setup();
    const sentence =
      /^Cheapest week in Jan.* 2027 for 6: San Niccolò, Jan 5 – 12, 2027, €1,675\.00 before fees and taxes$/;
    expect(await screen.findByText(sentence)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Go to San Niccolò/ }));
    await waitFor(() => expect(position()).toBe('9 4'));
    enter(grid);
    await user.keyboard('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
    expect(position()).toBe('0 3');
    expect(screen.getByRole('button', { name: 'Quote this stay' })).toHaveProperty('disabled', true);
    expect(visits.filter(({ page }) => page === 'quotes')).toEqual([]);
  });
});

describe('reading prices', () => {
  it('starts by itself when it takes five seconds and no token', async () => {
    const create: Answers['tasks'] = { create: () => taskFixture({ id: 't1', connectionId: 'sandbox' }) };
    const answers = matrixAnswers({ plan: planFixture({ requests: 9, durationMs: 3_000 }) });
    const { main } = await open({ ...answers, tasks: { ...answers.tasks, ...create } });
    await waitFor(() => expect(main.inputsOf('tasks', 'create')).toHaveLength(1), { timeout: 5_000 });
    const other = matrixAnswers({ plan: planFixture({ requests: 9, durationMs: 3_000, needsToken: true }) });
    const { main: dry } = await open({ ...other, tasks: { ...other.tasks, ...create } });
    expect((await screen.findAllByRole('button', { name: 'Load prices' })).length).toBeGreaterThan(0);
    expect(dry.inputsOf('tasks', 'create')).toEqual([]);
  });

  it('tells the requests and the time before it starts, and starts the task of the question', async () => {
    const create: Answers['tasks'] = { create: () => taskFixture({ id: 't1', connectionId: 'sandbox' }) };
    const answers = matrixAnswers();
    const { main } = await open({ ...answers, tasks: { ...answers.tasks, ...create } });
    expect(await screen.findByText('60 requests, about 53 s; you can keep working.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Load prices' }));
    expect(main.inputsOf('tasks', 'create')).toMatchObject([
      {
        applicationId: 'a1',
        spec: { kind: 'matrix', maxAgeMs: 3_600_000, stays: { firstArrival: '2027-01-01', nights: 3 } },
      },
    ]);
  });

  it('shows the progress of the running task, and reads the window again as it goes on', async () => {
    const task = taskFixture({
      id: 't1',
      connectionId: 'sandbox',
      steps: 60,
      done: 24,
      spec: matrixSpec,
    });
    const answers = matrixAnswers({ plan: planFixture({ requests: 36, duplicate: { id: 't1', state: 'running' } }) });
    const snapshot = (done: number, revision: number) =>
      tasksFixture([{ ...task, done }], { connectionId: 'sandbox', revision });
    const { main } = await open({ ...answers, tasks: { ...answers.tasks, list: () => snapshot(24, 1) } });
    expect(await screen.findByText(/24 of 60 listings loaded/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
    const before = main.inputsOf('matrix', 'window').length;
    main.emit('tasks', 'onChanged', snapshot(30, 2));
    expect(await screen.findByText(/30 of 60 listings loaded/)).toBeTruthy();
    await waitFor(() => expect(main.inputsOf('matrix', 'window').length).toBeGreaterThan(before));
  });

  it('says which part of the last reading failed, until it is read', async () => {
    const failed = taskFixture({
      id: 't1',
      connectionId: 'sandbox',
      state: 'done',
      done: 58,
      failed: 2,
      spec: matrixSpec,
    });
    const older = { ...failed, id: 't0', failed: 7, createdAt: failed.createdAt - 5 };
    const answers = matrixAnswers();
    const list = () => tasksFixture([older, failed], { connectionId: 'sandbox' });
    const shown = await open({ ...answers, tasks: { ...answers.tasks, list } });
    const note = await screen.findByText(/^The last time, 2 listings could not be loaded\./);
    expect(within(note).getByRole('link', { name: 'Details' }).getAttribute('href')).toContain('id=t1');
    shown.main.answer({ tasks: { plan: () => planFixture({ requests: 0 }) } });
    shown.client.invalidateQueries({ queryKey: ['tasks', 'plan'] });
    expect(await screen.findByText('Everything is loaded.')).toBeTruthy();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Load prices' })).toBeNull();
  });
});

const matrixSpec: TaskSpec = {
  kind: 'matrix',
  stays: { firstArrival: '2027-01-01', lastArrival: '2027-01-30', weekends: false, nights: 3, guests: null },
  listings: { ids: null, places: [], bedrooms: null },
  maxAgeMs: 3_600_000,
  by: 'calendar',
};
