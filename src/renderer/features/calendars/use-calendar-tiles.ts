/** The nights and weeks of the grid, read in tiles. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { GridFilter, GridNight, GridWeek } from '../../../shared/model/calendars.ts';
import { ask } from '../../ipc/client.ts';
import { spansOf, useGridTiles } from '../../ui/use-grid-tiles.ts';
import { PAGE_GC_MS } from '../../ui/virtual-table/use-row-pages.ts';

const TILE = { rows: 20, columns: 30 };

const optionsOf = (filter: GridFilter, weeks: boolean, row: number, column: number) => ({
  ...ask('calendars', 'grid', { ...filter, weeks, ...spansOf(TILE, row, column) }),
  gcTime: PAGE_GC_MS,
});

/** The number of rows; null until main answers. */
export function useGridSize(filter: GridFilter, weeks: boolean) {
  const first = useQuery({ ...optionsOf(filter, weeks, 0, 0), placeholderData: keepPreviousData });
  return { rowCount: first.data?.rowCount ?? null, error: first.error, retry: () => void first.refetch() };
}

export function useCalendarTiles(
  filter: GridFilter,
  weeks: boolean,
  rows: readonly number[],
  columns: readonly number[],
) {
  const { rowAt, rowWith } = useGridTiles(TILE, rows, columns, (row, column) => optionsOf(filter, weeks, row, column));
  return {
    rowAt,
    nightAt: (row: number, column: number): GridNight | null => {
      const found = rowWith(row, column);
      return found?.row.nights[found.at] ?? null;
    },
    weekAt: (row: number, column: number): GridWeek | null => {
      const found = rowWith(row, column);
      return found?.row.weeks[found.at] ?? null;
    },
  };
}
