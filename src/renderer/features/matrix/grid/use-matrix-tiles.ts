/** Reads the visible part of the matrix in square tiles, so that no message is large and scrolling reads few tiles. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { MatrixCell, MatrixQuestion, MatrixRow, MatrixView } from '../../../../shared/model/matrix.ts';
import { ask } from '../../../ipc/client.ts';
import { PAGE_GC_MS } from '../../../ui/virtual-table/use-row-pages.ts';

/** How many rows and how many columns a tile has. */
const TILE = 40;

const optionsOf = (question: MatrixQuestion, view: MatrixView, row: number, column: number) => ({
  ...ask('matrix', 'window', {
    ...question,
    view,
    rows: { offset: row * TILE, limit: TILE },
    arrivals: { offset: column * TILE, limit: TILE },
  }),
  gcTime: PAGE_GC_MS,
});

const tilesOf = (positions: readonly number[]): number[] => [
  ...new Set(positions.map((position) => Math.floor(position / TILE))),
];

/** The size of the whole matrix, and how many rows it has without a price limit; null until main answers. */
export function useMatrixSize(question: MatrixQuestion, view: MatrixView) {
  const first = useQuery({ ...optionsOf(question, view, 0, 0), placeholderData: keepPreviousData });
  const size = first.data ? { rows: first.data.rowCount, listings: first.data.listingCount } : null;
  return { size, error: first.error, retry: () => void first.refetch() };
}

export interface MatrixTiles {
  /** The row with its heading; null while it loads. */
  readonly rowAt: (row: number) => MatrixRow | null;
  readonly cellAt: (row: number, column: number) => MatrixCell | null;
}

export function useMatrixTiles(
  question: MatrixQuestion,
  view: MatrixView,
  rows: readonly number[],
  columns: readonly number[],
): MatrixTiles {
  const places = tilesOf(rows).flatMap((row) => tilesOf(columns).map((column) => ({ row, column })));
  const results = useQueries({ queries: places.map(({ row, column }) => optionsOf(question, view, row, column)) });
  const tiles = new Map(places.map(({ row, column }, at) => [`${row} ${column}`, results[at]?.data]));
  const rowIn = (row: number, tileColumn: number): MatrixRow | null =>
    tiles.get(`${Math.floor(row / TILE)} ${tileColumn}`)?.rows[row % TILE] ?? null;
  return {
    rowAt: (row) => {
      for (const { column } of places) {
        const found = rowIn(row, column);
        if (found) return found;
      }
      return null;
    },
    cellAt: (row, column) => rowIn(row, Math.floor(column / TILE))?.cells[column % TILE] ?? null,
  };
}
