import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, unpack } from '../../host/transport.ts';

test('carries every clonable value unchanged', () => {
  const values = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: false,
    withObjectString: false,
  });
  fc.assert(
    fc.property(values, (value) => {
      expect(unpack(pack(value))).toEqual(structuredClone(value));
    }),
    { numRuns: 300 },
  );
});

test('carries bytes as bytes', () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
  expect(unpack(pack({ bytes }))).toEqual({ bytes });
});

test.each([
  ['a function', () => {}],
  ['a symbol', Symbol('s')],
  ['a proxy', new Proxy({}, {})],
])('rejects %s', (_name, value) => {
  expect(() => pack({ value })).toThrow(/^An object could not be cloned\.$/);
});

test('carries an instance of a class as its own properties', () => {
  class Listing {
    readonly id = 1;
    close(): void {}
  }
  const carried = unpack(pack([new Listing()])) as object[];
  expect(carried).toStrictEqual([{ id: 1 }]);
});

test.each<[string, unknown, RegExp]>([
  ['an error', new Error('whoops'), /does not model \[object Error\]/],
  ['a blob', new Blob([]), /does not model \[object Blob\]/],
  ['a regular expression', /a/, /does not model \[object RegExp\]/],
  ['floats', new Float32Array(1), /does not model \[object Float32Array\]/],
  ['a hole', new Array(1), /does not model an array with holes/],
])('names %s, which has no model', (_name, value, message) => {
  expect(() => pack({ value })).toThrow(message);
});

test('rejects a cyclic value by name', () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  expect(() => pack(cycle)).toThrow(/does not model cyclic/);
});
