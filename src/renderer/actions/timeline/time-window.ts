/** The shown range of a timeline: zoom, pan, positions and ticks. Pure. */

import { MAX_SPAN_MS, MIN_SPAN_MS } from '../../../shared/model/incident.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time/units.ts';
import { formatInstant } from '../../text/format.ts';

export interface TimeWindow {
  readonly from: number;
  readonly until: number;
}

/** Zooms by `factor` (below 1 shows less time). The instant at `share` of the width (0 left, 1 right) keeps its position. */
export function zoomed({ from, until }: TimeWindow, factor: number, share = 0.5): TimeWindow {
  const span = until - from;
  const wanted = Math.round(Math.min(MAX_SPAN_MS, Math.max(MIN_SPAN_MS, span * factor)));
  const start = Math.round(from + (span - wanted) * share);
  return { from: start, until: start + wanted };
}

/** Moves the range by a share of the shown time; a negative share moves into the past. */
export function panned({ from, until }: TimeWindow, share: number): TimeWindow {
  const by = Math.round((until - from) * share);
  return { from: from + by, until: until + by };
}

export function centredOn({ from, until }: TimeWindow, at: number): TimeWindow {
  const start = Math.round(at - (until - from) / 2);
  return { from: start, until: start + (until - from) };
}

/** Returns the position of an instant as a share of the range: 0 at the start of the range, 1 at the end. */
export const shareOf = ({ from, until }: TimeWindow, at: number): number => (at - from) / (until - from);

const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((length) => length * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((length) => length * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24].map((length) => length * HOUR_MS),
  ...[2, 7, 14, 28].map((length) => length * DAY_MS),
];
const MAX_TICKS = 8;

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Returns ticks at round times of the machine's time zone. */
export function ticksOf(window: TimeWindow): Tick[] {
  const span = window.until - window.from;
  const step = STEPS_MS.find((length) => span / length <= MAX_TICKS) ?? 28 * DAY_MS;
  const zoneMs = -new Date(window.from).getTimezoneOffset() * MINUTE_MS;
  const first = Math.ceil((window.from + zoneMs) / step) * step - zoneMs;
  const count = Math.max(0, Math.floor((window.until - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step;
    const midnight = (at + zoneMs) % DAY_MS === 0;
    const style = step < MINUTE_MS ? 'time' : midnight || step >= DAY_MS ? 'day' : 'hour';
    return { at, text: formatInstant(at, { style }) };
  });
}

/** Writes a range: "today 14:05 – 15:05". The day is written once when both ends share it. */
export function windowText({ from, until }: TimeWindow, now: number): string {
  const sameDay = formatInstant(from, { style: 'day' }) === formatInstant(until, { style: 'day' });
  const style = until - from < 10 * MINUTE_MS ? 'time' : 'hour';
  const end = sameDay ? formatInstant(until, { style }) : formatInstant(until, { now });
  return `${style === 'time' ? formatInstant(from, { style }) : formatInstant(from, { now })} – ${end}`;
}
