/** Remembers what a function returned for short names and texts, because payloads repeat few of them many times. */

/** The length of the longest remembered name, and the number of remembered names. Both are bounded, because some names are data (a date, an id). */
const MAX_REMEMBERED = { length: 60, names: 4_000 };

/** Caches the results of a function. Long names are not cached. */
export function remembering<Value>(read: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>();
  return (name) => {
    const seen = known.get(name);
    if (seen !== undefined) return seen;
    const value = read(name);
    if (known.size >= MAX_REMEMBERED.names) known.clear();
    if (name.length <= MAX_REMEMBERED.length) known.set(name, value);
    return value;
  };
}

/** The length of the longest text that is known to stay, and the number of such texts. */
const MAX_STAYING = { length: 200, texts: 8_000 };

/**
 * Makes a function that returns what `change` makes of a text, and remembers the texts that stay as they are. `key` names the text and everything else
 * on which the result depends; null for a text that memory must not keep.
 */
export function rememberingStays(): (key: string | null, text: string, change: () => string) => string {
  const staying = new Set<string>();
  return (key, text, change) => {
    if (key === null || text.length > MAX_STAYING.length) return change();
    if (staying.has(key)) return text;
    const changed = change();
    if (staying.size >= MAX_STAYING.texts) staying.clear();
    if (changed === text) staying.add(key);
    return changed;
  };
}
