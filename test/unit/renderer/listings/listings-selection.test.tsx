/** Cells of the listings that are selected by keys and mouse, as assistive technology is told of them, and what is copied. */
import { Notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ListingsPage } from '../../../../src/renderer/features/listings/listings-page.tsx';
import type { ListingsStatus } from '../../../../src/shared/model/listing.ts';
import { cellsReady } from '../../../support/cells-ready.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { COLUMNS, listingsAnswers, statusOf } from './listings-answers.ts';

beforeEach(() => {
  window.localStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

const grid = () => screen.getByRole('grid', { name: 'Listings' });
const cell = (row: number, column: number) =>
  within(grid()).getAllByRole('row')[row + 1]?.children[column] as HTMLTableCellElement;
/** The texts of the selected cells, row by row. */
const selected = () =>
  within(grid())
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('gridcell', { selected: true }))
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.map(({ textContent }) => textContent).join(' | '));
const announced = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ');

async function open(count: number, status: Partial<ListingsStatus> = {}) {
  const rendered = renderWithMain(
    <>
      <Notifications />
      <ListingsPage />
    </>,
    { answers: listingsAnswers(count, status), page: 'listings' },
  );
  const first = await screen.findByRole('button', { name: 'House 00000' });
  await cellsReady(screen.getByRole('grid', { name: 'Listings' }));
  return { ...rendered, first, copies: () => rendered.main.inputsOf('listings', 'copyCells') };
}

describe('selected cells', () => {
  it('grow with Shift and the arrow keys, are announced, copied, and cleared by Escape', async () => {
    const user = userEvent.setup();
    const { first, copies } = await open(20);
    expect(grid().getAttribute('aria-multiselectable')).toBe('true');
    expect(selected()).toEqual([]);
    first.focus();
    await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{/Shift}');
    expect(selected()).toEqual(['Bergen | 2', 'Lisbon | 3', 'Bergen | 4']);
    expect(announced()).toContain('3 rows by 2 columns selected');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('House 00002'));
    await user.keyboard('{Control>}c{/Control}');
    await screen.findByText('3 rows');
    expect(copies()).toMatchObject([
      { columns: ['city', 'accommodates'], offset: 0, count: 3, titleHead: null, headed: false },
    ]);
    await user.click(screen.getByRole('button', { name: 'Copy rows' }));
    expect(copies()[1]).toMatchObject({ offset: 0, count: 3, titleHead: 'Listing', headed: true });
    within(grid()).getByRole('button', { name: 'House 00002' }).focus();
    await user.keyboard('{Escape}');
    expect(selected()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Copy rows' })).toBeNull();
    await user.keyboard('{ArrowLeft}{Shift>}{ArrowUp}{/Shift}');
    expect(selected()).toEqual(['House 00001 | Lisbon | 3', 'House 00002 | Bergen | 4']);
    await user.keyboard('{ArrowUp}');
    expect(selected()).toEqual([]);
  });

  it('are all of 50,000 rows with Ctrl+A, of which main copies what the clipboard holds', async () => {
    const user = userEvent.setup();
    const { first, main, copies } = await open(50_000);
    main.answer({ listings: { copyCells: ({ count: wanted }) => ({ rows: 41_000, wanted }) } });
    first.focus();
    await user.keyboard('{Control>}a{/Control}');
    expect(announced()).toContain('50,000 rows by 3 columns selected');
    expect(within(grid()).queryAllByRole('gridcell', { selected: false })).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Copy cells' }));
    expect(
      await screen.findByText(/^The first 41,000 of 50,000 rows: more is too much for the clipboard/),
    ).toBeTruthy();
    expect(copies()).toMatchObject([{ offset: 0, count: 50_000, titleHead: 'Listing' }]);
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(selected()).toEqual([]);
    expect(document.activeElement?.closest('table')).toBe(grid());
  });

  it('follow a drag of the mouse, which opens no listing', async () => {
    const { visits } = await open(20);
    fireEvent.mouseDown(cell(1, 0));
    fireEvent.mouseMove(cell(1, 0), { buttons: 1 });
    expect(selected()).toEqual([]);
    fireEvent.mouseMove(cell(2, 2), { buttons: 1 });
    fireEvent.mouseMove(cell(3, 1), { buttons: 1 });
    expect(selected()).toEqual(['House 00001 | Lisbon', 'House 00002 | Bergen', 'House 00003 | Lisbon']);
    fireEvent.mouseUp(cell(3, 1));
    fireEvent.click(cell(3, 1), { detail: 1 });
    fireEvent.mouseMove(cell(5, 1));
    expect(selected()).toHaveLength(3);
    expect(document.activeElement?.textContent).toBe('House 00003');
    expect(visits).toEqual([]);

    fireEvent.mouseDown(cell(5, 2), { shiftKey: true });
    fireEvent.mouseUp(cell(5, 2));
    fireEvent.click(cell(5, 2), { shiftKey: true, detail: 1 });
    expect(selected()).toHaveLength(5);
    expect(announced()).toContain('5 rows by 3 columns selected');
    expect(visits).toEqual([]);

    fireEvent.mouseDown(cell(0, 1), { ctrlKey: true });
    fireEvent.mouseUp(cell(0, 1));
    expect(selected()).toEqual(['Bergen']);

    fireEvent.mouseDown(cell(4, 1));
    fireEvent.mouseUp(cell(4, 1));
    fireEvent.click(cell(4, 1), { detail: 1 });
    expect(selected()).toEqual([]);
    expect(visits.at(-1)?.search).toEqual({ id: 'listing-4' });
  });

  it('stay when a window of another size shows fewer or more columns', async () => {
    const user = userEvent.setup();
    const shown = { loaded: 20, shown: 20, shownAt: 5, columns: COLUMNS.map((one) => ({ ...one, suggested: true })) };
    const { first, main } = await open(20, shown);
    let revision = 2;
    const resize = async (width: number, columns: number) => {
      vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(width);
      main.emit('listings', 'onStatus', statusOf({ ...shown, revision: revision++ }));
      await waitFor(() => expect(within(grid()).getAllByRole('columnheader')).toHaveLength(columns));
    };
    await resize(1_200, 4);
    first.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    const whole = ['2 | Atlantic/Azores', '3 | Atlantic/Azores'];
    expect(selected()).toEqual(whole);
    await resize(600, 3);
    expect(selected()).toEqual(['2', '3']);
    expect(announced()).toContain('2 rows by 1 column selected');
    await resize(1_200, 4);
    expect(selected()).toEqual(whole);
    await user.keyboard('{Escape}{ArrowRight}{ArrowRight}{Control>} {/Control}');
    await resize(600, 3);
    expect(selected()).toEqual([]);
  });

  it('end when other rows take their places', async () => {
    const user = userEvent.setup();
    const { first, main } = await open(20);
    first.focus();
    await user.keyboard('{Shift>} {/Shift}');
    expect(selected()).toEqual(['House 00000 | Bergen | 2']);
    main.emit('listings', 'onStatus', statusOf({ revision: 9, loaded: 20, shown: 20, shownAt: 5 }));
    await waitFor(() => expect(selected()).toEqual([]));
    first.focus();
    await user.keyboard('{Shift>} {/Shift}');
    await user.click(within(screen.getByRole('columnheader', { name: /City/ })).getByRole('button'));
    await waitFor(() => expect(selected()).toEqual([]));
  });
});
