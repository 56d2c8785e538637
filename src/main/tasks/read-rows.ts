/** Reads a window of a task's result rows that match a search, in the order in which their steps ended. */
import type { TaskRow, TaskRows } from '../../shared/model/task.ts';
import { type MatchingStep, matchingLines, type RowFinder, searchWords, wordsNotIn } from './find-rows.ts';
import { kindOf } from './kinds/kinds.ts';
import { byteStringOf, unpackRows } from './store/packed.ts';
import type { TaskRecord } from './store/task-record.ts';
import type { StepRows, TaskStore } from './store/task-store.ts';

interface RowWindow {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

export interface RowSources {
  readonly store: TaskStore;
  readonly finder: RowFinder;
}

export async function readRows(
  sources: RowSources,
  task: TaskRecord,
  { search, offset, limit }: RowWindow,
): Promise<TaskRows> {
  const columns = [...kindOf(task.spec).columns];
  const words = searchWords(search);
  const base = { taskId: task.id, columns, offset };
  if (words.length === 0) {
    sources.finder.preload(task.number, task.rows);
    const rows = sources.store.rowsFrom(task.number, offset, limit).flatMap((step) => rowsOf(step));
    return { ...base, total: task.rows, rows: within(rows, offset, offset + limit) };
  }
  const { found, total } = await sources.finder.find(task.number, words, task.rows);
  return { ...base, total, rows: foundRows(sources.store, task.number, words, found, { offset, limit }) };
}

/** Reads at most `limit` matching rows, beginning with the matching row number `offset`. */
function foundRows(
  store: TaskStore,
  number: number,
  words: readonly string[],
  found: readonly MatchingStep[],
  { offset, limit }: Pick<RowWindow, 'offset' | 'limit'>,
): TaskRow[] {
  const rows: TaskRow[] = [];
  let before = 0;
  for (const { firstRow, count } of found) {
    if (before + count > offset) {
      const matches = matchesIn(store, number, firstRow, words);
      if (!matches) break;
      rows.push(...rowsOf(matches.step, matches.lines.slice(Math.max(0, offset - before))));
      if (rows.length >= limit) break;
    }
    before += count;
  }
  return rows.slice(0, limit);
}

/** Reads the results of the step that begins at `firstRow`, with the indexes of its matching rows; `null` when the results were deleted. */
export function matchesIn(
  store: TaskStore,
  number: number,
  firstRow: number,
  words: readonly string[],
): { step: StepRows; lines: number[] } | null {
  const [text] = store.textFrom(number, firstRow, 1);
  const [step] = store.rowsFrom(number, firstRow, 1);
  return text && step ? { step, lines: matchingLines(byteStringOf(text.text), wordsNotIn(text.label, words)) } : null;
}

const within = (rows: readonly TaskRow[], from: number, to: number): TaskRow[] =>
  rows.filter(({ index }) => index >= from && index < to);

function rowsOf({ firstRow, label, packed }: StepRows, lines?: readonly number[]): TaskRow[] {
  return unpackRows(packed, lines).map(({ cells, raw }, position) => ({
    index: firstRow + (lines?.[position] ?? position),
    step: label,
    cells: [...cells],
    raw,
  }));
}
