/** Reads the visible part of a grid in tiles, so that no message is large and scrolling reads few of them. */
import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import type { AppError } from '../../shared/app-error.ts';
import type { Span } from '../../shared/model/primitives.ts';

/** How many rows and how many columns a tile has. */
interface TileSize {
  readonly rows: number;
  readonly columns: number;
}

/** Returns the ranges of rows and columns that the tile at a position covers, for the request to main. */
export const spansOf = (size: TileSize, row: number, column: number): { rows: Span; columns: Span } => ({
  rows: { offset: row * size.rows, limit: size.rows },
  columns: { offset: column * size.columns, limit: size.columns },
});

const tilesOf = (positions: readonly number[], size: number): number[] => [
  ...new Set(positions.map((position) => Math.floor(position / size))),
];

/**
 * Reads the tiles of the drawn rows and columns. `rowAt` returns a row from any loaded tile, which is enough for its heading. `rowWith` returns the
 * part of a row in the tile that has `column`, and the column's index in that part. Both return null while the row loads.
 */
export function useGridTiles<Tile extends { readonly rows: readonly unknown[] }>(
  size: TileSize,
  rows: readonly number[],
  columns: readonly number[],
  optionsOf: (row: number, column: number) => UseQueryOptions<Tile, AppError> & { queryKey: QueryKey },
) {
  type Row = Tile['rows'][number];
  const places = tilesOf(rows, size.rows).flatMap((row) =>
    tilesOf(columns, size.columns).map((column) => ({ row, column })),
  );
  const results = useQueries({ queries: places.map(({ row, column }) => optionsOf(row, column)) });
  const tiles = new Map(places.map(({ row, column }, at) => [`${row} ${column}`, results[at]?.data]));
  const rowIn = (row: number, column: number): Row | null =>
    tiles.get(`${Math.floor(row / size.rows)} ${column}`)?.rows[row % size.rows] ?? null;
  return {
    rowAt: (row: number): Row | null => {
      for (const { column } of places) {
        const found = rowIn(row, column);
        if (found) return found;
      }
      return null;
    },
    rowWith: (row: number, column: number): { row: Row; at: number } | null => {
      const found = rowIn(row, Math.floor(column / size.columns));
      return found && { row: found, at: column % size.columns };
    },
  };
}
