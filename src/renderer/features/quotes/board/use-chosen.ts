/** The rows of the board that a person has chosen, in the order of choosing. */
import { useState } from 'react';
import type { BoardRow } from '../../../../shared/model/quote-board.ts';

export interface Chosen {
  readonly rows: readonly BoardRow[];
  readonly has: (id: string) => boolean;
  /** Turns the choice of one row around; a range is added. */
  readonly toggle: (rows: readonly BoardRow[], isRange: boolean) => void;
  readonly clear: () => void;
}

export function useChosen(): Chosen {
  const [chosen, setChosen] = useState<ReadonlyMap<string, BoardRow>>(new Map());
  return {
    rows: [...chosen.values()],
    has: (id) => chosen.has(id),
    toggle: (rows, isRange) =>
      setChosen((known) => {
        const next = new Map(known);
        for (const row of rows) if (!next.delete(row.id) || isRange) next.set(row.id, row);
        return next;
      }),
    clear: () => setChosen(new Map()),
  };
}
