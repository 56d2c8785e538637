/** Copies rows of a task's results to the clipboard. */
import type { CopiedRows } from '../../shared/model/copied-rows.ts';
import type { ResultsCopy } from '../../shared/model/task.ts';
import { ClipboardTable, type CopiedTable } from '../platform/csv/clipboard-table.ts';
import { nextTurn, ROWS_PER_TURN } from '../platform/next-turn.ts';
import { kindOf } from './kinds/kinds.ts';
import { type RowSources, readRows } from './read-rows.ts';
import type { TaskRecord } from './store/task-record.ts';

/** Formats result rows until the clipboard is full. A column that the task lacks is empty. */
export async function copyResults(
  sources: RowSources,
  task: TaskRecord,
  { search, columns, heads, offset, count }: Omit<ResultsCopy, 'id'>,
): Promise<CopiedRows & CopiedTable> {
  const keys = kindOf(task.spec).columns.map(({ key }) => key);
  const positions = columns.map((key) => keys.indexOf(key));
  const table = new ClipboardTable();
  if (heads !== null) table.add(heads);
  let rows = 0;
  for (;;) {
    const window = { search, offset: offset + rows, limit: Math.min(ROWS_PER_TURN, count - rows) };
    const page = await readRows(sources, task, window);
    const wanted = Math.min(count, Math.max(0, page.total - offset));
    const taken = page.rows.findIndex(({ cells }) => !table.add(positions.map((at) => cells[at] ?? null)));
    rows += taken < 0 ? page.rows.length : taken;
    if (taken >= 0 || page.rows.length === 0 || rows >= wanted) return { rows, wanted, ...table.finish() };
    await nextTurn();
  }
}
