import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearRememberedState } from '../../../../src/renderer/ui/use-remembered-state.ts';
import { Cell, HeadCell } from '../../../../src/renderer/ui/virtual-table/cells.tsx';
import { useVirtualRows } from '../../../../src/renderer/ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../../src/renderer/ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../../../src/renderer/ui/virtual-table/virtual-table.tsx';
import { renderWithMain } from '../../../support/render.tsx';

const ROW_PX = 20;
const named = (from: number, count: number) => Array.from({ length: count }, (_, at) => `row ${from + at}`);

interface TableProps {
  names: string[];
  byName?: boolean;
  rowCount?: number | null;
  listKey?: string;
}

function Table({ names, byName = false, rowCount, listKey = '' }: TableProps) {
  const [opened, setOpened] = useState('');
  const keys = useMemo(
    () => ({ keyOf: (at: number) => names[at] ?? at, indexOf: (key: string | number) => names.indexOf(String(key)) }),
    [names],
  );
  const rows = useVirtualRows({
    count: names.length,
    rowHeight: ROW_PX,
    rememberAs: 'a table',
    listKey,
    ...(byName ? { keys } : {}),
  });
  const open = (index: number) => {
    rows.setActive(index);
    setOpened(names[index] ?? '');
  };
  return (
    <>
      <output>{opened}</output>
      <VirtualTable
        rows={rows}
        {...(rowCount === undefined ? {} : { rowCount })}
        rememberAs="a table"
        aria-label="Names"
        columns="1fr 1fr"
        head={<HeadCell>Name</HeadCell>}
      >
        {rows.drawn.map(({ slot, place }) => (
          <VirtualRow key={slot} {...place} onClick={() => open(place.index)}>
            <Cell>
              <RowButton
                {...place}
                onClick={() => open(place.index)}
                onKeyDown={(event) => rows.move(event.key, place.index) !== null && event.preventDefault()}
              >
                {names[place.index]}
              </RowButton>
            </Cell>
            <Cell numeric>
              <a href="#elsewhere">{`link ${place.index}`}</a>
            </Cell>
          </VirtualRow>
        ))}
      </VirtualTable>
    </>
  );
}

const table = () => screen.getByRole('table', { name: 'Names' });
const focusedRow = () => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex');
const tabStops = () => screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0);

describe('VirtualTable', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  });
  afterEach(() => {
    cleanup();
    clearRememberedState();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([
    [undefined, '100001'],
    [250_000, '250001'],
    [null, '-1'],
  ])('draws a few of 100,000 rows and announces the row count: %s', (rowCount, announced) => {
    renderWithMain(<Table names={named(0, 100_000)} rowCount={rowCount as number} />);
    expect(table().getAttribute('aria-rowcount')).toBe(announced);
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual(
      screen.getAllByRole('row').map((_, at) => String(at + 1)),
    );
  });

  it('has one tab stop, which keys move and which stays in the document', async () => {
    renderWithMain(<Table names={named(0, 1_000)} />);
    expect(tabStops()).toHaveLength(1);
    tabStops()[0]?.focus();
    for (const [keys, rowIndex] of [
      ['{ArrowDown}', '3'],
      ['{PageDown}', '13'],
      ['{PageUp}{ArrowUp}', '2'],
      ['{ArrowUp}', '2'],
      ['{End}', '1001'],
      ['{ArrowDown}', '1001'],
      ['{Home}', '2'],
    ] as const) {
      await userEvent.keyboard(keys);
      await waitFor(() => expect(focusedRow()).toBe(rowIndex));
    }
    const scroller = table().parentElement as HTMLElement;
    scroller.scrollTop = ROW_PX * 500;
    fireEvent.scroll(scroller);
    await screen.findByRole('button', { name: 'row 500' });
    expect(focusedRow()).toBe('2');
    expect(tabStops()).toHaveLength(1);
  });

  it('recycles the nodes of rows while it scrolls, and puts them in the order of the rows at rest', () => {
    vi.useFakeTimers();
    renderWithMain(<Table names={named(0, 1_000)} />);
    const scroller = table().parentElement as HTMLElement;
    const scrollTo = (row: number) => {
      scroller.scrollTop = ROW_PX * row;
      fireEvent.scroll(scroller);
    };
    const rows = () => screen.getAllByRole('row').slice(1);
    const indexes = () => rows().map((row) => Number(row.getAttribute('aria-rowindex')));
    scrollTo(100);
    const nodes = rows();
    for (const row of [103, 140, 500, 131]) scrollTo(row);
    expect(rows()).toEqual(nodes);
    act(() => vi.runOnlyPendingTimers());
    expect(new Set(rows())).toEqual(new Set(nodes));
    expect(indexes()).toEqual(indexes().toSorted((one, other) => one - other));
    for (const row of rows()) {
      const index = Number(row.getAttribute('aria-rowindex')) - 2;
      const { cells } = row as HTMLTableRowElement;
      expect([...cells].map(({ textContent }) => textContent)).toEqual([`row ${index}`, `link ${index}`]);
    }
    expect(indexes()).toContain(133);
  });

  it('keeps the row that has the focus, wherever in the row it is and however the table scrolls', () => {
    vi.useFakeTimers();
    renderWithMain(<Table names={named(0, 1_000)} />);
    const scroller = table().parentElement as HTMLElement;
    const link = screen.getByRole('link', { name: 'link 7' });
    act(() => link.focus());
    for (const row of [40, 400, 20]) {
      scroller.scrollTop = ROW_PX * row;
      fireEvent.scroll(scroller);
      act(() => vi.runOnlyPendingTimers());
      expect(document.activeElement).toBe(link);
      expect(link.textContent).toBe('link 7');
    }
    expect(tabStops().map(({ textContent }) => textContent)).toEqual(['row 7']);
  });

  it('opens a row by a click on it or its button, but not on a link inside', async () => {
    renderWithMain(<Table names={named(0, 5)} />);
    const opened = screen.getByRole('status');
    await userEvent.click(screen.getByRole('link', { name: 'link 3' }));
    expect(opened.textContent).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'row 2' }));
    expect(opened.textContent).toBe('row 2');
    await userEvent.click(screen.getByRole('link', { name: 'link 4' }).closest('td') as HTMLElement);
    expect(opened.textContent).toBe('row 4');
    expect(tabStops().map(({ textContent }) => textContent)).toEqual(['row 4']);
  });

  it('places rows relative to a nearby offset', async () => {
    renderWithMain(<Table names={named(0, 900_000)} />);
    const scroller = table().parentElement as HTMLElement;
    scroller.scrollTop = ROW_PX * 800_000;
    fireEvent.scroll(scroller);
    const row = (await screen.findByRole('button', { name: 'row 800000' })).closest('tr') as HTMLElement;
    const shiftOf = (element: HTMLElement) => Number(/translateY\((-?\d+)px\)/.exec(element.style.transform)?.[1]);
    expect(Math.abs(shiftOf(row))).toBeLessThan(8_192);
    expect(shiftOf(row) + shiftOf(row.parentElement as HTMLElement)).toBe(ROW_PX * 800_000);
  });

  it('keeps the tab stop on its row when rows are added above', () => {
    let setNames: (names: string[]) => void = () => {};
    function Changing() {
      const [names, set] = useState(named(10, 20));
      setNames = set;
      return <Table names={names} byName />;
    }
    renderWithMain(<Changing />);
    fireEvent.click(screen.getByRole('button', { name: 'row 12' }));
    act(() => setNames(named(7, 23)));
    expect(tabStops().map(({ textContent }) => textContent)).toEqual(['row 12']);
    act(() => setNames(named(20, 3)));
    expect(tabStops().map(({ textContent }) => textContent)).toEqual(['row 20']);
  });

  it('begins at the top for another list, and stays for new rows of the same one', async () => {
    let change = (_: TableProps) => {};
    function Changing() {
      const [props, setProps] = useState<TableProps>({ names: named(0, 1_000), listKey: 'oslo' });
      change = setProps;
      return <Table {...props} />;
    }
    renderWithMain(<Changing />);
    const scroller = table().parentElement as HTMLElement;
    scroller.scrollTop = ROW_PX * 500;
    fireEvent.scroll(scroller);
    await screen.findByRole('button', { name: 'row 500' });
    act(() => change({ names: named(0, 1_001), listKey: 'oslo' }));
    expect(scroller.scrollTop).toBe(ROW_PX * 500);
    act(() => change({ names: named(0, 1_001), listKey: 'lisbon' }));
    await screen.findByRole('button', { name: 'row 0' });
    expect(scroller.scrollTop).toBe(0);
  });

  it('restores its scroll position', () => {
    const first = renderWithMain(<Table names={named(0, 1_000)} />);
    const scroller = table().parentElement as HTMLElement;
    scroller.scrollTop = ROW_PX * 300;
    fireEvent.scroll(scroller);
    first.unmount();
    renderWithMain(<Table names={named(0, 1_000)} />);
    expect((table().parentElement as HTMLElement).scrollTop).toBe(ROW_PX * 300);
    expect(screen.getByRole('button', { name: 'row 300' })).toBeTruthy();
  });
});
