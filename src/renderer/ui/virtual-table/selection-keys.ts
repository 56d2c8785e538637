/** Selects cells of a virtual table by keys. */
import type { Selection } from './use-selection.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

export interface SelectionKey {
  readonly key: string;
  readonly shift: boolean;
  /** Whether Ctrl, or Command on a Mac, is pressed. */
  readonly control: boolean;
}

/** Handles a key in the active row. `column`: the chosen cell; null for the whole row. Returns false for keys that select nothing. */
export function pressSelectionKey(
  { key, shift, control }: SelectionKey,
  { row, column }: { row: number; column: number | null },
  columns: number,
  { block, start, end, select, clear }: Selection,
  { count, move }: Pick<VirtualRows, 'count' | 'move'>,
): boolean {
  const last = columns - 1;
  if (control && key.toLowerCase() === 'a') select({ row: 0, column: 0 }, { row: count - 1, column: last });
  else if (key === ' ' && shift) select({ row, column: 0 }, { row, column: last });
  else if (key === ' ' && control && column !== null) select({ row: 0, column }, { row: count - 1, column });
  else if (key === 'Escape' && block !== null) clear();
  else if (shift) {
    const from = start ?? { row, column: column ?? 0 };
    const to = end ?? { row, column: column ?? last };
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const target = step === 0 ? move(key, to.row) : to.row;
    if (target === null) return false;
    select(from, { row: target, column: Math.max(0, Math.min(last, to.column + step)) });
  } else return false;
  return true;
}
