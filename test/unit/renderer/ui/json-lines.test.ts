import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOpen, firstOpen, linesOf, previewOf } from '../../../../src/renderer/ui/json-lines.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';

describe('json lines', () => {
  it('has the lines of open branches only', () => {
    const value: Json = { a: { b: [1, 2] }, c: 'x' };
    expect(linesOf(value, new Set()).map((line) => line.pointer)).toEqual(['']);
    expect(linesOf(value, new Set([''])).map((line) => line.pointer)).toEqual(['', '/a', '/c']);
    expect(linesOf(value, new Set(['', '/a', '/a/b'])).map((line) => line.pointer)).toEqual([
      '',
      '/a',
      '/a/b',
      '/a/b/0',
      '/a/b/1',
      '/c',
    ]);
  });

  it('gives every line a unique pointer', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const lines = linesOf(value as Json, allOpen(value as Json));
        expect(new Set(lines.map((line) => line.pointer)).size).toBe(lines.length);
        for (const line of lines) if (line.parent !== null) expect(line.index).toBeLessThan(line.siblings);
      }),
    );
  });

  it('does not open a large value initially', () => {
    const big = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`k${index}`, { x: 1 }]));
    expect(firstOpen(big).size).toBe(1);
    expect(firstOpen({ small: { x: 1 } }).has('/small')).toBe(true);
  });

  it('writes plain values as JSON and containers as their size', () => {
    expect(['a "b"', 1, null, true, [], {}, [1, 2], { a: 1 }].map((value) => previewOf(value as Json))).toEqual([
      '"a \\"b\\""',
      '1',
      'null',
      'true',
      '[]',
      '{}',
      '[ 2 ]',
      '{ 1 }',
    ]);
  });
});
