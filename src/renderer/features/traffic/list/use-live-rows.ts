/** Rows that stay where they are: while someone reads further down, or holds the list, newer ones wait above until they are called. */
import { useCallback, useMemo, useState } from 'react';
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';
import { countNewer } from './exchange-pages.ts';

export interface Still {
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
  readonly setScrolled: (scrolled: boolean) => void;
  /** Whether the list must not move now. */
  readonly still: boolean;
}

export function useStill(): Still {
  const [paused, setPaused] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  return useMemo(() => ({ paused, setPaused, setScrolled, still: paused || scrolled }), [paused, scrolled]);
}

export function useSteadyRows(rows: readonly ExchangeSummary[], { still }: Still) {
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const newest = rows[0]?.seq ?? 0;
  const above = heldAt === null ? 0 : countNewer(rows, heldAt);
  // The rows that were held to are not there any more: the list was read anew.
  const gone = heldAt !== null && above === rows.length && rows.length > 0;
  // Set while rendering: rows that come together with the hold must not be drawn once and taken away again.
  if (still ? heldAt === null || gone : heldAt !== null) setHeldAt(still ? newest : null);
  const held = gone || !still ? 0 : above;
  const shown = useMemo(() => (held === 0 ? rows : rows.slice(held)), [rows, held]);
  const callUp = useCallback(() => setHeldAt((known) => (known === null ? null : newest)), [newest]);
  return { shown, held, callUp };
}
