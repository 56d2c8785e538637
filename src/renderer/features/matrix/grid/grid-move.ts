/** Moves in a grid by keys, as the grid pattern of WAI-ARIA says. Row −1 has the headings of the columns, column −1 those of the rows. Pure. */
import type { GridPosition } from '../../../ui/grid-block.ts';

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** How many rows Page Up and Page Down move. */
  readonly page: number;
}

const HEAD = -1;

/** The position after a key; null for a key that does not move. */
export function moveBy(key: string, ctrl: boolean, from: GridPosition, size: GridSize): GridPosition | null {
  const { row, column } = from;
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const targets: Record<string, GridPosition> = {
    ArrowLeft: { row, column: ctrl ? HEAD : column - 1 },
    ArrowRight: { row, column: ctrl ? lastColumn : column + 1 },
    ArrowUp: { row: ctrl ? 0 : row - 1, column },
    ArrowDown: { row: ctrl ? lastRow : row + 1, column },
    Home: { row: ctrl ? 0 : row, column: 0 },
    End: { row: ctrl ? lastRow : row, column: lastColumn },
    PageUp: { row: Math.max(Math.min(row, 0), row - size.page), column },
    PageDown: { row: row + size.page, column },
  };
  const target = targets[key];
  return target ? within(target, size) : null;
}

export const within = ({ row, column }: GridPosition, { rows, columns }: Omit<GridSize, 'page'>): GridPosition => ({
  row: Math.max(HEAD, Math.min(rows - 1, row)),
  column: Math.max(HEAD, Math.min(columns - 1, column)),
});
