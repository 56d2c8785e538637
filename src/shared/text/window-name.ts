/** The names of rate-limit windows, as headers and people write them. */

const NAMES = new Map([
  [1_000, 'second'],
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

/** The name for the length of a window in ms: "second", "minute", "hour" or "day"; any other length as "10 seconds", "1.5 seconds". */
export function windowName(windowMs: number): string {
  const known = NAMES.get(windowMs);
  if (known) return known;
  const [unitMs, unit] = [...NAMES].findLast(([lengthMs]) => windowMs >= lengthMs && windowMs % lengthMs === 0) ?? [
    1_000,
    'second',
  ];
  return `${windowMs / unitMs} ${unit}s`;
}

/** The short name: "s", "m", "h", "d", "1.5s", "10m". */
export function shortWindowName(windowMs: number): string {
  const [count, unit] = windowName(windowMs).split(' ');
  return unit === undefined ? (count ?? '').slice(0, 1) : `${count}${unit.slice(0, 1)}`;
}

/** The length in ms of a window with this name; `null` for other names. */
export function windowLength(name: string): number | null {
  for (const [lengthMs, known] of NAMES) if (known === name) return lengthMs;
  return null;
}
