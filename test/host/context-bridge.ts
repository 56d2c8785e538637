/**
 * Electron's contextBridge, after its `electron_api_context_bridge.cc`: what a value becomes when it crosses between the preload and the
 * page. Both are one world here, so the bridge remembers on which side each function was made.
 *
 * The host sends the function to the page as text, so it uses nothing outside itself.
 */

/** The two worlds of a page. */
export type Side = 'preload' | 'page';

export interface HostBridge {
  /** Copies a value from one side to the other. */
  cross(value: unknown, from: Side): unknown;
  /** Puts the frozen copy of an API of the preload on the page's global object. */
  expose(world: object, name: string, api: unknown): void;
}

/** `isProxy` tells a `Proxy`, which no script can recognise by itself. */
export function makeContextBridge(isProxy: (value: object) => boolean): HostBridge {
  type Copies = Map<object, unknown>;

  /** Electron's limit; an array is one level, any other object is two. */
  const MAX_DEPTH = 1000;
  const TOO_DEEP =
    'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.';
  const NO_ERROR =
    'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.';
  const made = new WeakMap<object, { readonly original: object; readonly side: Side }>();
  const otherSide = (side: Side): Side => (side === 'page' ? 'preload' : 'page');
  const isObject = (value: unknown): value is object =>
    typeof value === 'function' || (typeof value === 'object' && value !== null);
  const tagOf = (value: unknown): string => Object.prototype.toString.call(value);
  const kindOf = (value: unknown): string => tagOf(value).slice(8, -1);

  /** Objects that only V8's serializer copies; every other object is copied property by property. */
  const serialized = [Date, RegExp, Map, Set, WeakMap, WeakSet, ArrayBuffer, Boolean, Number, String, Symbol, BigInt];
  const serializedKinds = new Set(
    ['Map Iterator', 'Set Iterator', 'Generator', 'AsyncGenerator', 'Arguments', 'Module'].concat([
      'WebAssembly.Module',
      'WebAssembly.Memory',
      'SharedArrayBuffer',
    ]),
  );
  const isSerialized = (value: object): boolean =>
    isProxy(value) ||
    ArrayBuffer.isView(value) ||
    serializedKinds.has(kindOf(value)) ||
    serialized.some((kind) => value instanceof kind);
  /** Nearly all objects; asking for the other kinds takes longer than the copy. */
  const isOrdinary = (value: object): boolean =>
    Object.getPrototypeOf(value) === Object.prototype && tagOf(value) === '[object Object]' && !isProxy(value);

  /** `structuredClone` copies more than V8's serializer does: it also knows the objects of the browser. */
  const serialize = (value: object): unknown => {
    const checked = new Set<unknown>();
    const check = (item: unknown): void => {
      if (typeof item !== 'object' || item === null || checked.has(item)) return;
      checked.add(item);
      const kind = kindOf(item);
      if (item instanceof Map) for (const pair of item) pair.forEach(check);
      else if (item instanceof Set) item.forEach(check);
      else if (kind === 'Array' || kind === 'Object') Object.values(item).forEach(check);
      else if (!isSerialized(item) && kind !== 'Error') {
        throw new Error(
          `The Chromium host does not model [object ${kind}] inside a Map or a Set across contextBridge.`,
        );
      }
    };
    check(value);
    try {
      return structuredClone(value);
    } catch {
      throw new Error('An object could not be cloned.');
    }
  };

  /** Elements, blobs and video frames are the same object on both sides. */
  const isShared = (value: object): boolean =>
    [globalThis.Element, globalThis.Blob, globalThis.VideoFrame].some(
      (kind) => typeof kind === 'function' && value instanceof kind,
    );

  const isError = (value: object): boolean => value instanceof Error && !(value instanceof DOMException);
  const messageOf = (thrown: unknown): string => {
    const message = isObject(thrown) ? (thrown as { message?: unknown }).message : undefined;
    return typeof message === 'string' ? message : NO_ERROR;
  };
  /** An error of the conversion itself, as V8 words it. */
  const uncaught = (thrown: unknown): Error => new Error(`Uncaught ${String(thrown)}`);

  /** Sets an own property, also one that is called `__proto__`. */
  const put = (target: Record<PropertyKey, unknown>, key: PropertyKey, value: unknown): void => {
    if (key !== '__proto__') target[key] = value;
    else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  };
  const keysOf = (value: object): PropertyKey[] => {
    const symbols = Object.getOwnPropertySymbols(value);
    if (symbols.length === 0) return Object.keys(value);
    const isEnumerable = (key: PropertyKey) => Object.prototype.propertyIsEnumerable.call(value, key);
    return [...Object.keys(value), ...symbols.filter(isEnumerable)];
  };

  const pass = (value: unknown, from: Side, parent: unknown, copies: Copies, depth: number): unknown => {
    if (depth >= MAX_DEPTH) throw new TypeError(TOO_DEEP);
    if (!isObject(value)) return value;
    if (copies.has(value)) return copies.get(value);
    const keep = <Copy>(copy: Copy): Copy => {
      copies.set(value, copy);
      return copy;
    };
    if (typeof value === 'function') {
      const known = made.get(value);
      return known?.side === otherSide(from) ? known.original : keep(proxyOf(value, from, parent));
    }
    if (!isOrdinary(value)) {
      if (isSerialized(value)) return keep(serialize(value));
      if (value instanceof Promise) return keep(promiseOf(value, from));
      if (isError(value)) {
        const { message } = value as { message?: unknown };
        return typeof message === 'string' ? new Error(message) : uncaught(value);
      }
      if (Array.isArray(value)) {
        const items: unknown[] = [];
        for (let at = 0; at < value.length; at++) items.push(pass(value[at], from, value, copies, depth + 1));
        return keep(items);
      }
      if (isShared(value)) return value;
    }
    const copy: Record<PropertyKey, unknown> = keep({});
    for (const key of keysOf(value)) put(copy, key, pass(Reflect.get(value, key), from, value, copies, depth + 2));
    return copy;
  };

  /** A function of the other side that calls this one. Arguments and result cross as well; of what is thrown, only the message does. */
  const proxyOf = (original: object, side: Side, receiver: unknown): object => {
    function bridged(this: unknown, ...args: unknown[]): unknown {
      if (new.target) throw new Error('The Chromium host does not model `new` on a function of contextBridge.');
      const copies: Copies = new Map();
      const passed = args.map((arg) => pass(arg, otherSide(side), globalThis, copies, 0));
      let result: unknown;
      try {
        result = Reflect.apply(original as () => unknown, receiver, passed);
      } catch (thrown) {
        throw new Error(messageOf(thrown));
      }
      try {
        return pass(result, side, globalThis, new Map(), 0);
      } catch (thrown) {
        throw uncaught(thrown);
      }
    }
    Object.defineProperty(bridged, 'name', { value: '' });
    made.set(bridged, { original, side });
    return bridged;
  };

  const promiseOf = (original: Promise<unknown>, from: Side): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const settle = (finish: (value: unknown) => void) => (value: unknown) => {
        try {
          finish(pass(value, from, globalThis, new Map(), 0));
        } catch (thrown) {
          reject(uncaught(thrown));
        }
      };
      Promise.prototype.then.call(original, settle(resolve), settle(reject));
    });

  const isTypedArray = (value: object): boolean => ArrayBuffer.isView(value) && !(value instanceof DataView);
  const freeze = (value: unknown, above: ReadonlySet<unknown>): void => {
    if (!isObject(value) || isTypedArray(value) || above.has(value)) return;
    const within = new Set(above).add(value);
    for (const child of Object.values(value)) freeze(child, within);
    Object.freeze(value);
  };

  return {
    cross: (value, from) => pass(value, from, globalThis, new Map(), 0),
    expose(world, name, api) {
      if (name in world) {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
      const value = pass(api, 'preload', globalThis, new Map(), 0);
      freeze(value, new Set());
      Object.defineProperty(world, name, { value, enumerable: true, writable: false, configurable: false });
    },
  };
}
