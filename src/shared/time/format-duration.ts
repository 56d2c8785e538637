/** Formats a duration in its two largest units: "23 h 14 min", "4 min 5 s", "12 s", "850 ms". A negative duration counts as 0. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function formatDuration(ms: number): string {
  const left = Math.max(0, ms);
  if (left < SECOND) return `${Math.round(left)} ms`;
  if (left < 10 * SECOND && left % SECOND !== 0) return `${(Math.floor(left / 100) / 10).toFixed(1)} s`;
  if (left < MINUTE) return `${Math.floor(left / SECOND)} s`;
  if (left < HOUR) return join(left, MINUTE, 'min', SECOND, 's');
  if (left < 2 * DAY) return join(left, HOUR, 'h', MINUTE, 'min');
  return join(left, DAY, 'd', HOUR, 'h');
}

function join(ms: number, big: number, bigName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)} ${bigName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
}
