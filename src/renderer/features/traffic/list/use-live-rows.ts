/** Keeps the list still while a person reads it: newer rows wait until the person asks for them. */
import { useCallback, useMemo, useState } from 'react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';
import { useAtNow } from '../../../ui/use-now.ts';
import { type SpanId, spanStart } from '../filters/traffic-filters.ts';
import { countNewer } from './exchange-pages.ts';

export interface LivePause {
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
  readonly setScrolled: (scrolled: boolean) => void;
  /** True while the list must not move, because it is paused or scrolled down. */
  readonly held: boolean;
}

export function useLivePause(): LivePause {
  const [paused, setPaused] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  return useMemo(() => ({ paused, setPaused, setScrolled, held: paused || scrolled }), [paused, scrolled]);
}

/** Returns the rows to show, and the number of newer rows that stay hidden while the list is held. `showHeld` shows these too. */
export function useLiveRows(rows: readonly ExchangeSummary[], held: boolean) {
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const newest = rows[0]?.seq ?? 0;
  const above = heldAt === null ? 0 : countNewer(rows, heldAt);
  // When all rows are newer than `heldAt`, the rows that were shown have been deleted.
  const gone = heldAt !== null && above === rows.length && rows.length > 0;
  // The state is set during rendering, so that rows that arrive in the same render do not flash.
  if (held ? heldAt === null || gone : heldAt !== null) setHeldAt(held ? newest : null);
  const heldCount = gone || !held ? 0 : above;
  const exchanges = useMemo(() => (heldCount === 0 ? rows : rows.slice(heldCount)), [rows, heldCount]);
  const showHeld = useCallback(() => setHeldAt((known) => (known === null ? null : newest)), [newest]);
  return { exchanges, heldCount, showHeld };
}

/** Returns the start of the chosen span (epoch ms); null without a span. It moves with time, except while the list is held. */
export function useSpanStart(span: SpanId | null, face: ClockFace | undefined, held: boolean): number | null {
  const start = useAtNow(face, (now) => spanStart(span, now));
  const [current, setCurrent] = useState({ span, start });
  const moved = current.span !== span || (!held && current.start !== start);
  if (moved) setCurrent({ span, start });
  return moved ? start : current.start;
}
