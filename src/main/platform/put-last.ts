/**
 * Sets a key as the one that was used last: it becomes the last of the map. Of more than `max` entries, those whose use is longest ago are
 * deleted.
 */
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
