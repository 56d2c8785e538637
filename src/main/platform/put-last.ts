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
