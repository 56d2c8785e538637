/** Formats a duration in its two largest units: "23 h 14 min", "4 min 5 s", "12 s", "850 ms". A negative duration counts as 0. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './units.ts';

export function formatDuration(ms: number): string {
  const left = Math.max(0, ms);
  if (left < SECOND_MS) return `${Math.round(left)} ms`;
  if (left < 10 * SECOND_MS && left % SECOND_MS !== 0) return `${(Math.floor(left / 100) / 10).toFixed(1)} s`;
  if (left < MINUTE_MS) return `${Math.floor(left / SECOND_MS)} s`;
  if (left < HOUR_MS) return join(left, MINUTE_MS, 'min', SECOND_MS, 's');
  if (left < 2 * DAY_MS) return join(left, HOUR_MS, 'h', MINUTE_MS, 'min');
  return join(left, DAY_MS, 'd', HOUR_MS, 'h');
}

function join(ms: number, big: number, bigName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)} ${bigName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
}
