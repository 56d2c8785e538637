/** The names of rate-limit windows, in headers and for people. */

const NAMES = new Map([
  [1_000, 'second'],
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

/** Returns the name of a window of this length in ms: "second", "minute", "hour", "day", or for other lengths "10 seconds", "1.5 seconds". */
export function windowName(windowMs: number): string {
  const known = NAMES.get(windowMs);
  if (known) return known;
  const [unitMs, unit] = [...NAMES].findLast(([lengthMs]) => windowMs >= lengthMs && windowMs % lengthMs === 0) ?? [
    1_000,
    'second',
  ];
  return `${windowMs / unitMs} ${unit}s`;
}

/** Returns the short name of a window: "s", "m", "h", "d", "1.5s", "10m". */
export function shortWindowName(windowMs: number): string {
  const [count, unit] = windowName(windowMs).split(' ');
  return unit === undefined ? (count ?? '').slice(0, 1) : `${count}${unit.slice(0, 1)}`;
}

/** Returns the length in ms of the window with this name; null for another name than "second", "minute", "hour" or "day". */
export function windowLength(name: string): number | null {
  for (const [lengthMs, known] of NAMES) if (known === name) return lengthMs;
  return null;
}
