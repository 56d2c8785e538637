/** Reads the visible part of the grid in tiles, so that no message is large and scrolling reads few of them. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { GridFilter, GridNight, GridRow, GridWeek } from '../../../shared/model/calendars.ts';
import { ask } from '../../ipc/client.ts';
import { PAGE_GC_MS } from '../../ui/virtual-table/use-row-pages.ts';

const TILE_ROWS = 20;
const TILE_COLUMNS = 30;

const optionsOf = (filter: GridFilter, weeks: boolean, row: number, column: number) => ({
  ...ask('calendars', 'grid', {
    ...{ ...filter, weeks },
    rows: { offset: row * TILE_ROWS, limit: TILE_ROWS },
    columns: { offset: column * TILE_COLUMNS, limit: TILE_COLUMNS },
  }),
  gcTime: PAGE_GC_MS,
});

/** The number of rows; null until main answers. */
export function useGridSize(filter: GridFilter, weeks: boolean) {
  const first = useQuery({ ...optionsOf(filter, weeks, 0, 0), placeholderData: keepPreviousData });
  return { rowCount: first.data?.rowCount ?? null, error: first.error, retry: () => void first.refetch() };
}

const tilesOf = (positions: readonly number[], size: number): number[] => [
  ...new Set(positions.map((position) => Math.floor(position / size))),
];

export function useCalendarTiles(
  filter: GridFilter,
  weeks: boolean,
  rows: readonly number[],
  columns: readonly number[],
) {
  const places = tilesOf(rows, TILE_ROWS).flatMap((row) =>
    tilesOf(columns, TILE_COLUMNS).map((column) => ({ row, column })),
  );
  const results = useQueries({ queries: places.map(({ row, column }) => optionsOf(filter, weeks, row, column)) });
  const tiles = new Map(places.map(({ row, column }, at) => [`${row} ${column}`, results[at]?.data]));
  const rowIn = (row: number, column: number): GridRow | null =>
    tiles.get(`${Math.floor(row / TILE_ROWS)} ${column}`)?.rows[row % TILE_ROWS] ?? null;
  const inTile = (row: number, column: number) => rowIn(row, Math.floor(column / TILE_COLUMNS));
  return {
    rowAt: (row: number): GridRow | null => {
      for (const { column } of places) {
        const found = rowIn(row, column);
        if (found) return found;
      }
      return null;
    },
    nightAt: (row: number, column: number): GridNight | null =>
      inTile(row, column)?.nights[column % TILE_COLUMNS] ?? null,
    weekAt: (row: number, column: number): GridWeek | null => inTile(row, column)?.weeks[column % TILE_COLUMNS] ?? null,
  };
}
