/** Positions and blocks of cells in a table. Pure. */

/** A position in a grid. Row and column count from 0. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** A block of cells in a grid. All four limits are included. */
export interface GridBlock {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Returns the block between two corners. Negative positions are headers, which are not part of a block. */
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
