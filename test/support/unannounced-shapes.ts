/**
 * Answers in shapes that nobody announced, for property tests: records under another name, nested or at the root, without ids, with 300
 * fields; numbers as texts, too large, negative or no numbers at all; instants for days; keys that JavaScript gives a meaning.
 */
import fc from 'fast-check';
import type { Json } from '../../src/shared/model/primitives.ts';
import { anyCharacter } from './any-character.ts';

/** Stands for a number beyond those of JavaScript, which JSON can write. */
const INFINITE = '@infinite';

/** The JSON text of a body, with {@link INFINITE} as a number. */
export const jsonText = (body: unknown): string => JSON.stringify(body).replaceAll(`"${INFINITE}"`, '1e999');

const names = fc.constantFrom('results', 'data', 'flats', 'Wohnungen', 'hits', 'x', 'payload', '列表');

const scalar = fc.oneof(
  fc.constantFrom<Json>(null, '', '12', '0', '1e9', '-3.5', 'Lisbon', 'https://h.test/a.jpg', true, '2026-02-30'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
);

/** Values for fields that a reader knows: prices, counts, days and flags, right and wrong. */
export const hostileScalar = fc.oneof(
  { arbitrary: scalar, weight: 2 },
  {
    arbitrary: fc.constantFrom<Json>(90, 120.5, '99.90', 2, 0, 'EUR', '2027-01-08', '2027-01-09', true, false),
    weight: 3,
  },
  fc.constantFrom<Json>('NaN', 'Infinity', '-0', '0x10', '1,250.00', 'none', '€ 90', INFINITE, '1e999', '<b>12</b>'),
  fc.constantFrom<Json>(1e308, -1e308, 1e16, -90, 5e-324, 1.5, 1e300, '-90', 2 ** 53),
  // 8 January 2027, as an instant.
  fc.constantFrom<Json>(
    1_799_366_400_000,
    1_799_366_400,
    '1799366400000',
    '2027-01-08T00:00:00.000Z',
    1_799_400_000_000,
  ),
  fc.constantFrom<Json>('XXXX', '€', 'eur', '<script>alert(1)</script>', 'a'.repeat(400), '\u0000', '😀'),
);

const ODD_KEYS = ['__proto__', 'constructor', 'toString', 'a.b', ''];

/** A record with some of `fields`, some of no known name, values of any kind, nested ones too; sometimes with up to 300 fields. */
export function recordOf(
  fields: readonly string[],
  value: fc.Arbitrary<Json> = scalar,
): fc.Arbitrary<Record<string, Json>> {
  const field = fc.oneof(
    { arbitrary: fc.constantFrom(...fields), weight: 3 },
    fc.string({ maxLength: 8 }),
    fc.constantFrom(...ODD_KEYS),
  );
  const nested = fc.oneof(value, fc.dictionary(field, value, { maxKeys: 4 }), fc.array(value, { maxLength: 3 }));
  const plain = fc.dictionary(field, nested, { maxKeys: 8 });
  const wide = fc
    .tuple(fc.nat(300), value)
    .map(([count, one]) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, one])));
  return fc.oneof({ arbitrary: plain, weight: 6 }, wide) as fc.Arbitrary<Record<string, Json>>;
}

/** A path of names to a list; empty for a list at the root. */
export const pathToList = fc.array(names, { maxLength: 3 });

/** A body that has its records at a path. */
export const bodyWith = (records: unknown, path: readonly string[]): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner, count: '7', next: null }), records);

/** Bodies without a record. */
export const NO_RECORDS: readonly (readonly [what: string, text: string])[] = [
  ['HTML', '<!doctype html><html><title>Maintenance</title><h1>Back soon</h1></html>'],
  ['an empty text', ''],
  ['a number', '7'],
  ['a text', '"down"'],
  ['null', 'null'],
  ['an object without a list', '{"message":"ok","listings":{"a":1}}'],
  ['a list of nulls under another name', '{"things":[null,null]}'],
];

/** Every number in a value, also those that are spelled as text. */
export function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return value.trim() === '' || Number.isNaN(Number(value)) ? [] : [Number(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
