/** The nights and weeks of the grid, read in tiles. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { GridFilter, GridGroup, GridRow } from '../../../shared/model/calendars.ts';
import { type GridNight, type GridWeek, unpackNights, unpackWeeks } from '../../../shared/stay/packed-cells.ts';
import { ask } from '../../ipc/client.ts';
import { spansOf, useGridTiles } from '../../ui/use-grid-tiles.ts';
import { PAGE_GC_MS } from '../../ui/virtual-table/use-row-pages.ts';
import { PART_COLUMNS } from './calendar-view.ts';

/** The size of a tile. Its columns are a multiple of {@link PART_COLUMNS}, so that a part of a row lies in one tile. */
const TILE = { rows: 20, columns: 4 * PART_COLUMNS };

const optionsOf = (filter: GridFilter, weeks: boolean, row: number, column: number) => ({
  ...ask('calendars', 'grid', { ...filter, weeks, ...spansOf(TILE, row, column) }),
  gcTime: PAGE_GC_MS,
});

/** Returns the number of rows (null until main answers) and of properties (0 until then), and how the read failed. */
export function useGridSize(filter: GridFilter, weeks: boolean) {
  const first = useQuery({ ...optionsOf(filter, weeks, 0, 0), placeholderData: keepPreviousData });
  return {
    rowCount: first.data?.rowCount ?? null,
    homes: first.data?.homes ?? 0,
    error: first.error,
    retry: () => void first.refetch(),
  };
}

/** Makes a function that unpacks the cells of a row once. A row of a tile that was read again is the same object unless it changed. */
function unpackedBy<Cell>(unpack: (text: string) => readonly Cell[]): (row: GridRow) => readonly Cell[] {
  const known = new WeakMap<GridRow, readonly Cell[]>();
  return (row) => {
    const cells = known.get(row) ?? unpack(row.cells);
    known.set(row, cells);
    return cells;
  };
}

const nightsOf = unpackedBy(unpackNights);
const weeksOf = unpackedBy(unpackWeeks);

/** The nights or weeks of a row in one tile; the other list is null, and both while they load. `from`: the index of the requested column. */
export interface RowCells {
  readonly nights: readonly GridNight[] | null;
  readonly weeks: readonly GridWeek[] | null;
  readonly from: number;
}

export const isGroup = (row: GridRow | GridGroup | null): row is GridGroup => row !== null && 'group' in row;

export function useCalendarTiles(
  filter: GridFilter,
  isWeeks: boolean,
  rows: readonly number[],
  columns: readonly number[],
) {
  const { rowAt, rowWith } = useGridTiles(TILE, rows, columns, (row, column) =>
    optionsOf(filter, isWeeks, row, column),
  );
  const cellsAt = (row: number, column: number): RowCells => {
    const found = rowWith(row, column);
    if (!found || isGroup(found.row)) return { nights: null, weeks: null, from: 0 };
    const { row: home, at: from } = found;
    return isWeeks ? { nights: null, weeks: weeksOf(home), from } : { nights: nightsOf(home), weeks: null, from };
  };
  const nightAt = (row: number, column: number): GridNight | null => {
    const { nights, from } = cellsAt(row, column);
    return nights?.[from] ?? null;
  };
  return {
    rowAt,
    cellsAt,
    nightAt,
    /** The quotes of our own bookings in these rows and columns. */
    quotesOf: (shownRows: readonly number[], shownColumns: readonly number[]): string[] => [
      ...new Set(shownRows.flatMap((row) => shownColumns.flatMap((column) => nightAt(row, column)?.quoteId ?? []))),
    ],
    weekAt: (row: number, column: number): GridWeek | null => {
      const { weeks, from } = cellsAt(row, column);
      return weeks?.[from] ?? null;
    },
  };
}
