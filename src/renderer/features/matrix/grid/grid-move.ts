/** Moves in a grid by keys, as the grid pattern of WAI-ARIA names them. Pure. */

/** A position: row and column count from 0. Row −1 is the head of the column, column −1 the head of the row. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** The rows that Page Up and Page Down move over. */
  readonly page: number;
}

/** A block of cells, all four included. */
export interface GridBlock {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

const HEAD = -1;

/** Where a key leads from a position; `null` for a key that does not move. */
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

/** The nearest position within the grid. */
export const within = ({ row, column }: GridPosition, { rows, columns }: GridSize): GridPosition => ({
  row: Math.max(HEAD, Math.min(rows - 1, row)),
  column: Math.max(HEAD, Math.min(columns - 1, column)),
});

/** The block between two corners. Heads are no part of a block. */
export const blockOf = (one: GridPosition, other: GridPosition): GridBlock => ({
  firstRow: Math.max(0, Math.min(one.row, other.row)),
  lastRow: Math.max(0, one.row, other.row),
  firstColumn: Math.max(0, Math.min(one.column, other.column)),
  lastColumn: Math.max(0, one.column, other.column),
});

export const isWithin = (block: GridBlock | null, row: number, column: number): boolean =>
  block !== null &&
  block.firstRow <= row &&
  row <= block.lastRow &&
  block.firstColumn <= column &&
  column <= block.lastColumn;

export const cellsIn = ({ firstRow, lastRow, firstColumn, lastColumn }: GridBlock): number =>
  (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1);
