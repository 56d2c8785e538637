import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, unpack } from '../../host/transport.ts';

test('what can be cloned arrives as it was', () => {
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

test('bytes arrive as bytes', () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
  expect(unpack(pack({ bytes }))).toEqual({ bytes });
});

test.each([
  ['a function', () => {}],
  ['a symbol', Symbol('s')],
  ['a proxy', new Proxy({}, {})],
])('%s does not cross', (_name, value) => {
  expect(() => pack({ value })).toThrow(/could not be cloned/);
});

test('a cycle throws its name', () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  expect(() => pack(cycle)).toThrow(/does not model cyclic/);
});
