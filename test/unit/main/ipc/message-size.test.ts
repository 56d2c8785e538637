import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageProblem } from '../../../../src/main/ipc/check-message.ts';
import { MAX_MESSAGE_CHARACTERS, MAX_MESSAGE_DEPTH } from '../../../../src/shared/model/bounds.ts';

const nested = (levels: number, inner: unknown = null): unknown => {
  let value = inner;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
};
const cycle: { self?: unknown; list: unknown[] } = { list: [] };
cycle.self = cycle;
cycle.list.push(cycle, cycle);
const shared = (levels: number): unknown => {
  let value: unknown = 'leaf';
  for (let level = 0; level < levels; level += 1) value = [value, value];
  return value;
};

describe('messageProblem', () => {
  it('has none with any small JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1 }), (input, callId) => {
        expect(messageProblem([input, callId])).toBeNull();
      }),
      { numRuns: 200 },
    );
    expect(messageProblem([{ left: undefined, nan: Number.NaN }, 1])).toBeNull();
    expect(messageProblem([{ text: 'x'.repeat(MAX_MESSAGE_CHARACTERS - 100) }, 1])).toBeNull();
    expect(messageProblem(nested(MAX_MESSAGE_DEPTH))).toBeNull();
  });

  it.each<[string, unknown]>([
    ['a long text', { text: 'x'.repeat(MAX_MESSAGE_CHARACTERS) }],
    ['a long name', { ['x'.repeat(MAX_MESSAGE_CHARACTERS)]: 1 }],
    ['many texts', Array.from({ length: 50 }, () => 'x'.repeat(MAX_MESSAGE_CHARACTERS / 50))],
    ['many values', Array.from({ length: MAX_MESSAGE_CHARACTERS / 8 }, () => 0)],
    ['many empty objects', Array.from({ length: MAX_MESSAGE_CHARACTERS / 8 }, () => ({}))],
    ['a list of holes', new Array(4_000_000_000)],
    ['a value that is shared in every level', shared(60)],
  ])('refuses %s as too large', (_what, value) => {
    expect(messageProblem([value, 1])).toBe('The message is larger than 4,000,000 characters.');
  });

  it('refuses a message that is nested too deep, or contains itself', () => {
    expect(messageProblem(nested(MAX_MESSAGE_DEPTH + 1))).toBe('The message is nested deeper than 100 levels.');
    expect(messageProblem(nested(1_000_000))).not.toBeNull();
    expect(messageProblem(cycle)).not.toBeNull();
  });

  it.each<[string, unknown]>([
    ['map', new Map()],
    ['set', new Set()],
    ['date', new Date(0)],
    ['buffer', new ArrayBuffer(8)],
    ['view', new Uint8Array(8)],
    ['bigint', 5n],
    ['error', new Error('x')],
    ['pattern', /x/],
  ])('refuses a %s', (_what, value) => {
    expect(messageProblem([{ value }, 1])).toBe('The message has a value that is no plain data.');
  });
});
