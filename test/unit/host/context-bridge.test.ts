/** The bridge between preload and page against the cases of Electron's own tests and the branches of its source. */
import { types } from 'node:util';
import { describe, expect, test } from 'vitest';
import { makeContextBridge } from '../../host/context-bridge.ts';

const newBridge = () => makeContextBridge(types.isProxy);
const toPage = (value: unknown): unknown => newBridge().cross(value, 'preload');

const NOT_CLONED = 'An object could not be cloned.';
const TOO_DEEP = 'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.';

class Listing {
  readonly id = 1;
  #secret = 2;
  get twice(): number {
    return this.#secret;
  }
  close(): void {}
}
class Failure extends Error {
  readonly code = 'E_X';
}
const symbol = Symbol('key');
const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = null;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
};

describe('copies', () => {
  test.each<[string, unknown, unknown]>([
    ['undefined', undefined, undefined],
    ['a symbol as itself', symbol, symbol],
    ['a bigint', 12n, 12n],
    ['negative zero', -0, -0],
    ['an object', { a: { b: [1] } }, { a: { b: [1] } }],
    ['a key that is a symbol', { [symbol]: 1 }, { [symbol]: 1 }],
    ['a hole of an array as undefined', new Array(1), [undefined]],
    ['an array without its other properties', Object.assign([1], { extra: 2 }), [1]],
    ['an instance of a class as its own properties', new Listing(), { id: 1 }],
    [
      'a getter as its value of that moment',
      Object.defineProperty({}, 'now', { get: () => 3, enumerable: true }),
      { now: 3 },
    ],
    ['no property that is not enumerable', Object.defineProperty({ a: 1 }, 'b', { value: 2 }), { a: 1 }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['a date', new Date(5), new Date(5)],
    ['a regular expression', /a/gi, /a/gi],
    ['a map', new Map([[{ a: 1 }, new Set([1])]]), new Map([[{ a: 1 }, new Set([1])]])],
    ['bytes', new Uint8Array([1, 2]), new Uint8Array([1, 2])],
    ['an instance of a class inside a map', new Map([['a', new Listing()]]), new Map([['a', { id: 1 }]])],
  ])('%s', (_what, value, expected) => {
    const copy = toPage(value);
    expect(copy).toStrictEqual(expected);
    if (typeof value === 'object') expect(copy).not.toBe(value);
  });

  test('an own key __proto__ without changing the prototype', () => {
    const copy = toPage(JSON.parse('{"__proto__":{"polluted":1}}')) as object;
    expect(Object.keys(copy)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  test('an object that occurs twice once, and a cycle as a cycle', () => {
    const shared = { a: 1 };
    const cycle: Record<string, unknown> = { shared, again: shared };
    cycle.self = cycle;
    const copy = toPage(cycle) as Record<string, unknown>;
    expect(copy.again).toBe(copy.shared);
    expect(copy.self).toBe(copy);
  });

  test('a blob as the same object', () => {
    const blob = new Blob(['x']);
    expect(toPage({ blob })).toEqual({ blob });
    expect((toPage({ blob }) as { blob: Blob }).blob).toBe(blob);
  });

  test('nothing but the message of an error', () => {
    const copy = toPage(new Failure('whoops', { cause: 1 })) as Error;
    expect(Object.getPrototypeOf(copy)).toBe(Error.prototype);
    expect([copy.message, 'code' in copy, 'cause' in copy]).toEqual(['whoops', false, false]);
  });
});

describe('refuses', () => {
  test.each<[string, () => unknown, string]>([
    ['a proxy', () => new Proxy({}, {}), NOT_CLONED],
    ['a proxy of an array', () => [new Proxy([], {})], NOT_CLONED],
    ['a weak map', () => ({ deep: new WeakMap() }), NOT_CLONED],
    ['a generator', () => (function* () {})(), NOT_CLONED],
    ['an iterator of a map', () => new Map().keys(), NOT_CLONED],
    ['a boxed symbol', () => Object(symbol), NOT_CLONED],
    ['a function inside a map', () => new Map([['call', () => {}]]), NOT_CLONED],
    ['a promise inside a set', () => new Set([Promise.resolve()]), '[object Promise]'],
    ['an object of the browser inside a map', () => new Map([['file', new Blob([])]]), '[object Blob]'],
    ['an array that contains itself', () => nestInItself(), TOO_DEEP],
    ['1001 arrays', () => nested(1001, (inner) => [inner]), TOO_DEEP],
    ['500 objects with a value in the last', () => nested(501, (inner) => ({ inner })), TOO_DEEP],
    ['a getter that throws', () => Object.defineProperty({}, 'a', { enumerable: true, get: raise }), 'raised'],
  ])('%s', (_what, value, message) => {
    expect(() => toPage(value())).toThrow(message);
  });

  test('nothing at the limit of depth', () => {
    expect(() => toPage(nested(1000, (inner) => [inner]))).toThrow(TOO_DEEP);
    expect(() => toPage(nested(999, (inner) => [inner]))).not.toThrow();
    expect(() => toPage(nested(499, (inner) => ({ inner })))).not.toThrow();
  });
});

function nestInItself(): unknown {
  const list: unknown[] = [];
  list.push(list);
  return list;
}
function raise(): never {
  throw new Failure('raised');
}

describe('a function', () => {
  interface Api {
    echo: (...args: unknown[]) => unknown;
    raise: () => void;
    raiseText: () => void;
    self: () => unknown;
    unclonable: () => unknown;
    take: (callback: (value: unknown) => unknown) => unknown;
  }
  const received: unknown[] = [];
  const api = {
    own: 'receiver',
    echo: (...args: unknown[]) => {
      received.push(...args);
      return args;
    },
    raise,
    raiseText: () => {
      throw 'text';
    },
    self(this: { own: string }) {
      return this.own;
    },
    unclonable: () => new WeakMap(),
    take: (callback: (value: unknown) => unknown) => callback({ list: [1] }),
  };
  const page = (): Api => toPage(api) as Api;

  test('copies its arguments and its result, a shared argument once', () => {
    const shared = new Listing();
    const result = page().echo(shared, shared) as unknown[];
    expect(result).toEqual([{ id: 1 }, { id: 1 }]);
    const [first, second] = received.splice(0);
    expect(first).toBe(second);
    expect(first).not.toBe(shared);
    expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
  });

  test('has the object that it stood in as its receiver, and neither name nor properties', () => {
    const { self } = page();
    expect(self()).toBe('receiver');
    expect([self.name, self.length, Object.keys(toPage(Object.assign(() => {}, { extra: 1 })) as object)]).toEqual([
      '',
      0,
      [],
    ]);
  });

  test.each<[keyof Api, string]>([
    ['raise', 'raised'],
    [
      'raiseText',
      'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.',
    ],
    ['unclonable', `Uncaught Error: ${NOT_CLONED}`],
  ])('%s throws a plain error with the message %j', (name, message) => {
    let thrown: unknown;
    try {
      (page()[name] as () => void)();
    } catch (error) {
      thrown = error;
    }
    expect(Object.getPrototypeOf(thrown)).toBe(Error.prototype);
    expect(thrown).toEqual(new Error(message));
  });

  test('refuses an argument before it is called', () => {
    expect(() => page().echo(new WeakSet())).toThrow(NOT_CLONED);
    expect(received).toEqual([]);
  });

  test('of the page is called with copies, and comes back as itself', () => {
    const bridge = newBridge();
    const kept: ((value: unknown) => unknown)[] = [];
    const exposed = bridge.cross(
      { keep: (callback: (value: unknown) => unknown) => kept.push(callback), give: () => kept[0] },
      'preload',
    ) as { keep: (callback: unknown) => void; give: () => unknown };
    const callback = (value: unknown): unknown => [value];
    exposed.keep(callback);
    expect(kept[0]).not.toBe(callback);
    expect(kept[0]?.(new Listing())).toEqual([{ id: 1 }]);
    expect(exposed.give()).toBe(callback);
  });

  test('is no constructor', () => {
    const Made = toPage(Listing) as new () => unknown;
    expect(() => new Made()).toThrow(/does not model `new`/);
  });
});

describe('a promise', () => {
  test.each<[string, () => Promise<unknown>, unknown]>([
    ['resolves with a copy', async () => new Listing(), { id: 1 }],
    [
      'resolves a promise inside',
      async () => ({ later: Promise.resolve(new Listing()) }),
      { later: Promise.resolve() },
    ],
  ])('%s', async (_what, promise, expected) => {
    const result = await (toPage(promise()) as Promise<unknown>);
    expect(result).toEqual(expected);
    expect(result).not.toBeInstanceOf(Listing);
  });

  test.each<[string, unknown, unknown]>([
    ['an error as its message', new Failure('whoops'), new Error('whoops')],
    ['another value as a copy', { code: 1 }, { code: 1 }],
    ['what cannot cross as an error', new WeakMap(), new Error(`Uncaught Error: ${NOT_CLONED}`)],
  ])('rejects with %s', async (_what, reason, expected) => {
    const thrown = await (toPage(Promise.reject(reason)) as Promise<unknown>).then(
      () => 'resolved',
      (error: unknown) => error,
    );
    expect(thrown).toEqual(expected);
    expect('code' in Object(thrown)).toBe('code' in Object(expected));
  });

  test('rejects when its value cannot cross', async () => {
    await expect(toPage(Promise.resolve(new Proxy({}, {})))).rejects.toThrow(`Uncaught Error: ${NOT_CLONED}`);
  });
});

describe('an exposed API', () => {
  test('is frozen with its functions and lists, but for typed arrays; results are not', () => {
    const world: Record<string, never> = {};
    newBridge().expose(world, 'api', { list: [{ a: 1 }], call: () => ({ a: 1 }), bytes: new Uint8Array(2) });
    const api = (world as Record<string, unknown>).api as { list: object[]; call: () => object; bytes: Uint8Array };
    expect([api, api.list, api.list[0], api.call, api.bytes, api.call()].map(Object.isFrozen)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(Object.getOwnPropertyDescriptor(world, 'api')).toMatchObject({
      enumerable: true,
      writable: false,
      configurable: false,
    });
  });

  test('replaces nothing', () => {
    const world = {};
    const bridge = newBridge();
    bridge.expose(world, 'api', {});
    expect(() => bridge.expose(world, 'api', {})).toThrow(
      /^Cannot bind an API on top of an existing property on the window object$/,
    );
  });
});
