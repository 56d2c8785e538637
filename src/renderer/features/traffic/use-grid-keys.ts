/** What keys and clicks do on the rows: which one has the tab stop, which are marked, which is opened. */
import { useCallback, useEffect, useRef } from 'react';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import type { RowKey } from './exchange-row.tsx';
import type { MarksControl } from './use-marks.ts';

/** Rows that Page Up and Page Down move over. */
const STEP_ROWS = 12;

export function useGridKeys({
  gridId,
  rows,
  marks,
  activeId,
  setActiveId,
  onOpen,
  scrollTo,
}: {
  /** A row's button has this and the exchange's id, joined by a hyphen. */
  gridId: string;
  rows: readonly ExchangeSummary[];
  marks: MarksControl;
  activeId: string | null;
  setActiveId: (id: string) => void;
  onOpen: (id: string) => void;
  scrollTo: (index: number) => void;
}) {
  const focusWanted = useRef(false);
  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    document.getElementById(`${gridId}-${activeId}`)?.focus({ preventScroll: true });
  }, [gridId, activeId]);

  const moveTo = useCallback(
    (index: number): string | null => {
      const target = Math.min(rows.length - 1, Math.max(0, index));
      const exchange = rows[target];
      if (!exchange) return null;
      focusWanted.current = true;
      setActiveId(exchange.id);
      scrollTo(target);
      return exchange.id;
    },
    [rows, setActiveId, scrollTo],
  );
  /** True when the key was one of the list's. */
  const press = useCallback(
    ({ key, shift, control, index, id }: RowKey): boolean => {
      const targets: Record<string, number> = {
        ArrowDown: index + 1,
        ArrowUp: index - 1,
        PageDown: index + STEP_ROWS,
        PageUp: index - STEP_ROWS,
        Home: 0,
        End: Number.POSITIVE_INFINITY,
      };
      const target = targets[key];
      if (target !== undefined) {
        const reached = moveTo(target);
        if (reached !== null && shift) marks.extend(id, reached);
        else if (reached !== null) marks.startAt(reached);
      } else if (key === ' ') marks.toggle(id);
      else if (control && key.toLowerCase() === 'a') marks.all();
      else if (key === 'Escape' && marks.marked.length > 0) marks.none();
      else return false;
      return true;
    },
    [moveTo, marks],
  );
  const mark = useCallback(
    (id: string, stretch: boolean) => {
      setActiveId(id);
      if (stretch) marks.extend(id, id);
      else marks.toggle(id);
    },
    [marks, setActiveId],
  );
  const open = useCallback(
    (id: string) => {
      setActiveId(id);
      onOpen(id);
    },
    [setActiveId, onOpen],
  );
  return { open, press, mark };
}
