/** Keeps the list still while a person reads it: newer rows wait until the person asks for them. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';
import { useAtNow } from '../../../ui/use-now.ts';
import { type SpanId, spanStart } from '../filters/traffic-filters.ts';
import { countNewer } from './exchange-pages.ts';

export interface LivePause {
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
  readonly setScrolled: (scrolled: boolean) => void;
  readonly setPressed: (pressed: boolean) => void;
  /** Whether the list must not move: it is paused or scrolled down, or a row is pressed, which another row could otherwise replace. */
  readonly held: boolean;
  /** Whether the list is paused or scrolled down. A button then offers the newer rows. */
  readonly offers: boolean;
}

export function useLivePause(): LivePause {
  const [paused, setPaused] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  const [pressed, setPressed] = useState(false);
  const offers = paused || scrolled;
  return useMemo(
    () => ({ paused, setPaused, setScrolled, setPressed, held: offers || pressed, offers }),
    [paused, offers, pressed],
  );
}

/** Returns the rows to show, and the number of newer rows that stay hidden while the list is held. `showHeld` shows these too. */
export function useLiveRows(rows: readonly ExchangeSummary[], held: boolean) {
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const newest = rows[0]?.seq ?? 0;
  // A row that arrives in the render that begins to hold the list is not shown either.
  const drawn = useRef(newest);
  const above = heldAt === null ? 0 : countNewer(rows, heldAt);
  // When all rows are newer than `heldAt`, the rows that were shown have been deleted.
  const gone = heldAt !== null && above === rows.length && rows.length > 0;
  // The state is set during rendering, so that rows that arrive in the same render do not flash.
  if (held ? heldAt === null || gone : heldAt !== null) setHeldAt(held ? (gone ? newest : drawn.current) : null);
  const heldCount = gone || !held ? 0 : above;
  const exchanges = useMemo(() => (heldCount === 0 ? rows : rows.slice(heldCount)), [rows, heldCount]);
  const first = exchanges[0]?.seq ?? 0;
  useLayoutEffect(() => {
    drawn.current = first;
  }, [first]);
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
