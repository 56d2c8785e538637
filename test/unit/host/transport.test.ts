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
  expect(() => pack({ value })).toThrow(/could not be cloned/);
});

test('rejects a cyclic value by name', () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  expect(() => pack(cycle)).toThrow(/does not model cyclic/);
});
