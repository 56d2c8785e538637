/** An instant as text, "today 14:05"; “today” is the day on the connection's clock. */
import type { ClockFace } from '../../shared/model/primitives.ts';
import { formatInstant } from '../text/format.ts';
import { useNow } from './use-now.ts';

export function ClockTime({ face, at }: { face: ClockFace | undefined; at: number }) {
  const now = useNow(face);
  return <span className="lk-num">{formatInstant(at, { now })}</span>;
}
