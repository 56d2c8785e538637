/** Where the chosen last minutes begin. It moves on with time, and stands still while someone reads further down. */
import { useState } from 'react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import { useNow } from '../../../ipc/use-now.ts';
import { type SpanId, spanStart } from './traffic-filters.ts';

export function useSpanStart(span: SpanId | null, face: ClockFace | undefined, still: boolean): number | null {
  const start = spanStart(span, useNow(face));
  const [kept, setKept] = useState({ span, start });
  const moved = kept.span !== span || (!still && kept.start !== start);
  if (moved) setKept({ span, start });
  return moved ? start : kept.start;
}
