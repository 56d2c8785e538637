/** Moves the current cell of a grid by keys (WAI-ARIA, grid pattern). */

export interface Position {
  readonly row: number;
  readonly column: number;
}

/** The position in the grid after a key; null for a key that does not move it. With `ctrl`, Home and End go to the corners. */
export function moved(
  { row, column }: Position,
  key: string,
  ctrl: boolean,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Position | null {
  const last = { row: rows - 1, column: columns - 1 };
  switch (key) {
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column };
    case 'ArrowDown':
      return { row: Math.min(last.row, row + 1), column };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'ArrowRight':
      return { row, column: Math.min(last.column, column + 1) };
    case 'Home':
      return { row: ctrl ? 0 : row, column: 0 };
    case 'End':
      return { row: ctrl ? last.row : row, column: last.column };
    default:
      return null;
  }
}
