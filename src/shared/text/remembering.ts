/** Remembers what a function returned for short names, because payloads repeat few names many times. */

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
