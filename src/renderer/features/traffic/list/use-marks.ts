/** The rows that a person marked for an export: single rows, a range, or all loaded rows. */
import { useCallback, useMemo, useState } from 'react';
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';
import type { VirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';

interface Marks {
  readonly ids: ReadonlySet<string>;
  /** The id of the row at which the next range begins; null without one. */
  readonly anchor: string | null;
}
const NONE: Marks = { ids: new Set(), anchor: null };

export interface MarksControl {
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Marks all rows from the last marked row, or from `start` without one, to this row. */
  readonly extend: (start: string, id: string) => void;
  /** Lets the next range begin at this row. */
  readonly startAt: (id: string) => void;
  readonly markAll: () => void;
  readonly clear: () => void;
  /** The ids of the marked rows, newest first. */
  readonly marked: readonly string[];
}

export function useMarks(rows: readonly ExchangeSummary[]): MarksControl {
  const [{ ids }, setMarks] = useState(NONE);
  const has = useCallback((id: string) => ids.has(id), [ids]);
  const toggle = useCallback(
    (id: string) =>
      setMarks((known) => {
        const next = new Set(known.ids);
        if (!next.delete(id)) next.add(id);
        return { ids: next, anchor: id };
      }),
    [],
  );
  const extend = useCallback(
    (start: string, id: string) =>
      setMarks((known) => {
        const anchor = known.anchor ?? start;
        const [one, other] = [anchor, id].map((wanted) => rows.findIndex((row) => row.id === wanted));
        if (one === undefined || other === undefined || one === -1 || other === -1) return known;
        const between = rows.slice(Math.min(one, other), Math.max(one, other) + 1).map((row) => row.id);
        return { ids: new Set([...known.ids, ...between]), anchor };
      }),
    [rows],
  );
  const startAt = useCallback((id: string) => setMarks((known) => ({ ...known, anchor: id })), []);
  const markAll = useCallback(
    () => setMarks({ ids: new Set(rows.slice(0, MAX_ENTRIES.rows).map(({ id }) => id)), anchor: null }),
    [rows],
  );
  const clear = useCallback(() => setMarks(NONE), []);
  const marked = useMemo(
    () =>
      ids.size === 0
        ? []
        : rows
            .filter(({ id }) => ids.has(id))
            .map(({ id }) => id)
            .slice(0, MAX_ENTRIES.rows),
    [ids, rows],
  );
  return useMemo(
    () => ({ has, toggle, extend, startAt, markAll, clear, marked }),
    [has, toggle, extend, startAt, markAll, clear, marked],
  );
}

export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
  /** True when Ctrl, or Command on a Mac, is pressed. */
  readonly control: boolean;
}

/** Handles keys and clicks on the rows, which move the focus, mark rows or open one. */
export function useRowActions({
  exchanges,
  marks,
  onOpen,
  setActive,
  move,
}: Pick<VirtualRows, 'setActive' | 'move'> & {
  exchanges: readonly ExchangeSummary[];
  marks: MarksControl;
  onOpen: (id: string) => void;
}) {
  /** Handles a key; returns true when the table uses it. */
  const press = useCallback(
    ({ key, shift, control }: KeyPress, index: number): boolean => {
      const id = exchanges[index]?.id;
      const reached = exchanges[move(key, index) ?? -1]?.id;
      if (id === undefined) return false;
      if (reached !== undefined) {
        if (shift) marks.extend(id, reached);
        else marks.startAt(reached);
      } else if (key === ' ') marks.toggle(id);
      else if (control && key.toLowerCase() === 'a') marks.markAll();
      else if (key === 'Escape' && marks.marked.length > 0) marks.clear();
      else return false;
      return true;
    },
    [exchanges, move, marks],
  );
  const mark = useCallback(
    (index: number, range: boolean) => {
      const id = exchanges[index]?.id;
      setActive(index);
      if (id === undefined) return;
      if (range) marks.extend(id, id);
      else marks.toggle(id);
    },
    [exchanges, marks, setActive],
  );
  const open = useCallback(
    (index: number) => {
      const id = exchanges[index]?.id;
      setActive(index);
      if (id !== undefined) onOpen(id);
    },
    [exchanges, setActive, onOpen],
  );
  return { open, press, mark };
}
