/** The rows of the board that a person has chosen, in the order of choosing. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { BoardRow } from '../../../../shared/model/quote-board.ts';
import { listen } from '../../../ipc/client.ts';

export interface Chosen {
  readonly rows: readonly BoardRow[];
  readonly has: (id: string) => boolean;
  /** Chooses each row that is not chosen and drops each that is. With `isRange`, it only adds. */
  readonly toggle: (rows: readonly BoardRow[], isRange: boolean) => void;
  /** Updates a chosen row with the newly read quote, because the row dates from the time of the choice. */
  readonly checked: (quote: Pick<BoardRow, 'id' | 'outcome'>) => void;
  readonly drop: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, BoardRow> = new Map();

export function useChosen(): Chosen {
  const [chosen, setChosen] = useState<ReadonlyMap<string, BoardRow>>(NONE);
  const toggle = useCallback<Chosen['toggle']>(
    (rows, isRange) =>
      setChosen((known) => {
        const next = new Map(known);
        for (const row of rows) if (!next.delete(row.id) || isRange) next.set(row.id, row);
        return next;
      }),
    [],
  );
  const checked = useCallback<Chosen['checked']>(
    ({ id, outcome }) =>
      setChosen((known) => {
        const row = known.get(id);
        return row ? new Map(known).set(id, { ...row, outcome }) : known;
      }),
    [],
  );
  const drop = useCallback<Chosen['drop']>(
    (ids) =>
      setChosen((known) => {
        const gone = new Set(ids);
        return new Map([...known].filter(([id]) => !gone.has(id)));
      }),
    [],
  );
  const clear = useCallback(() => setChosen(NONE), []);
  return useMemo(
    () => ({ rows: [...chosen.values()], has: (id) => chosen.has(id), toggle, checked, drop, clear }),
    [chosen, toggle, checked, drop, clear],
  );
}

/** Removes deleted quotes from the chosen rows, even when another window deleted them. */
export function useDropRemoved(connectionId: string, chosen: Pick<Chosen, 'drop' | 'clear'> | null): void {
  const { drop, clear } = chosen ?? {};
  useEffect(
    () =>
      listen('quotes', 'onChanged', ({ connectionId: of, ids, removed = [] }) => {
        if (of !== connectionId) return;
        if (ids === null) clear?.();
        else if (removed.length > 0) drop?.(removed);
      }),
    [connectionId, drop, clear],
  );
}
