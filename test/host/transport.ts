/**
 * Carries values between the page and the host as copies that V8's serializer would make, like Electron's IPC: an instance of a class
 * becomes its own properties. A function, a symbol or a proxy throws as in Electron; a kind without a model here throws its name.
 *
 * The host also sends both functions to the page as text, so they use nothing outside themselves.
 */

/** Clones the value and writes it as text. */
export function pack(value: unknown): string {
  const above = new Set<unknown>();
  const bytesToText = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };
  const fail = (kind: string): never => {
    throw new Error(`The Chromium host does not model ${kind} across IPC.`);
  };
  const isDense = (list: readonly unknown[]): boolean => {
    for (let at = 0; at < list.length; at++) if (!(at in list)) return false;
    return true;
  };
  const walk = (item: unknown): unknown => {
    if (item === null || typeof item === 'string' || typeof item === 'boolean') return item;
    if (item === undefined) return { $: 'undefined' };
    if (typeof item === 'bigint') return { $: 'bigint', v: String(item) };
    if (typeof item === 'number') {
      return Number.isFinite(item) && !Object.is(item, -0)
        ? item
        : { $: 'number', v: Object.is(item, -0) ? '-0' : String(item) };
    }
    if (item instanceof Date) return { $: 'date', v: item.getTime() };
    if (item instanceof Uint8Array) return { $: 'bytes', v: bytesToText(item) };
    if (item instanceof ArrayBuffer) return { $: 'buffer', v: bytesToText(new Uint8Array(item)) };
    if (above.has(item)) fail('cyclic values');
    above.add(item);
    try {
      if (Array.isArray(item)) {
        if (!isDense(item)) fail('an array with holes');
        return Array.from(item, walk);
      }
      if (item instanceof Map) return { $: 'map', v: Array.from(item, (pair) => pair.map(walk)) };
      if (item instanceof Set) return { $: 'set', v: Array.from(item, walk) };
      const kind = Object.prototype.toString.call(item);
      if (kind !== '[object Object]') fail(kind);
      const entries = Object.entries(item as object).map(([key, inner]) => [key, walk(inner)] as const);
      return entries.some(([key]) => key === '$' || key === '__proto__')
        ? { $: 'object', v: entries }
        : Object.fromEntries(entries);
    } finally {
      above.delete(item);
    }
  };
  let clone: unknown;
  try {
    clone = structuredClone(value);
  } catch {
    throw new Error('An object could not be cloned.');
  }
  return JSON.stringify(walk(clone));
}

/** Reads the text that `pack` wrote. */
export function unpack(text: string): unknown {
  const textToBytes = (written: string): Uint8Array => Uint8Array.from(atob(written), (char) => char.charCodeAt(0));
  const walk = (item: unknown): unknown => {
    if (item === null || typeof item !== 'object') return item;
    if (Array.isArray(item)) return item.map(walk);
    const tagged = item as { $?: unknown; v?: unknown };
    const pairs = (): [unknown, unknown][] => tagged.v as [unknown, unknown][];
    switch (tagged.$) {
      case undefined:
        return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, walk(inner)]));
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(tagged.v as string);
      case 'number':
        return Number(tagged.v);
      case 'date':
        // JSON has no NaN: an invalid date arrives as null.
        return new Date((tagged.v as number | null) ?? Number.NaN);
      case 'bytes':
        return textToBytes(tagged.v as string);
      case 'buffer':
        return textToBytes(tagged.v as string).buffer;
      case 'map':
        return new Map(pairs().map(([key, inner]) => [walk(key), walk(inner)]));
      case 'set':
        return new Set((tagged.v as unknown[]).map(walk));
      case 'object': {
        const made: Record<string, unknown> = {};
        for (const [key, inner] of pairs()) {
          Object.defineProperty(made, String(key), {
            value: walk(inner),
            enumerable: true,
            writable: true,
            configurable: true,
          });
        }
        return made;
      }
      default:
        throw new Error(`unknown mark ${String(tagged.$)}`);
    }
  };
  return walk(JSON.parse(text));
}
