/** The maximum number of large results, such as searches, in one cache. */
export const MAX_LARGE_ENTRIES = 12;
/** The maximum number of small records in one cache. */
export const MAX_SMALL_ENTRIES = 2_000;

/** Sets an entry of a map and moves it to the end, as the newest. Deletes the oldest entries above `max`. */
export function setNewest<Key, Value>(
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
