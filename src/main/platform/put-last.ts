/** The number of large results, such as searches, that one memory keeps. */
export const FEW_KEPT = 12;
/** The number of small records that one memory keeps. */
export const MANY_KEPT = 2_000;

/** Sets a map's entry and moves it to the end, as the one used last. Deletes the least recently used entries above `max`. */
export function putLast<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  max = Number.POSITIVE_INFINITY,
): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}
