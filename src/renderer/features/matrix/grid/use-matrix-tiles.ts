/** The cells of the matrix, read in tiles. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MatrixCell, MatrixQuestion, MatrixRow, MatrixView } from '../../../../shared/model/matrix.ts';
import { ask } from '../../../ipc/client.ts';
import { spansOf, useGridTiles } from '../../../ui/use-grid-tiles.ts';
import { PAGE_GC_MS } from '../../../ui/virtual-table/use-row-pages.ts';

const TILE = { rows: 40, columns: 40 };

function optionsOf(question: MatrixQuestion, view: MatrixView, row: number, column: number) {
  const { rows, columns } = spansOf(TILE, row, column);
  return { ...ask('matrix', 'window', { ...question, view, rows, arrivals: columns }), gcTime: PAGE_GC_MS };
}

/** Returns the size of the whole matrix, and the number of rows that it has without a price limit; null until main answers. */
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
  const { rowAt, rowWith } = useGridTiles(TILE, rows, columns, (row, column) => optionsOf(question, view, row, column));
  return {
    rowAt,
    cellAt: (row, column) => {
      const found = rowWith(row, column);
      return found?.row.cells[found.at] ?? null;
    },
  };
}
