/** Handles keys and clicks on the rows: they move the focus, mark rows or open one. */
import { useCallback } from 'react';
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';
import type { VirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import type { MarksControl } from './use-marks.ts';

export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
  /** True when Ctrl, or Command on a Mac, is pressed. */
  readonly control: boolean;
}

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
