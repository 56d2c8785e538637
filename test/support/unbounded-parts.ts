/** Finds what a schema accepts without a bound: texts, lists, maps, numbers and JSON of any size. */
import type { z } from 'zod';
import { sampleOf } from './schema-sample.ts';

interface Check {
  readonly check: string;
  readonly maximum?: number;
  readonly length?: number;
  readonly value?: number | bigint;
}

interface Definition {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
  /** Set for a schema that is a check itself, such as `z.int()`. */
  readonly check?: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly rest?: z.ZodType | null;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly in?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

const definitionOf = (schema: z.ZodType): Definition => schema.def as unknown as Definition;

/** What a map of more entries than these, or JSON of more characters or a greater depth, must fail on. */
const ENTRIES = 1_000;
const CHARACTERS = 1_000_000;
const DEPTH = 500;

/** Types of one value each, or of values that the schema lists. */
const CLOSED = new Set(['null', 'undefined', 'void', 'never', 'nan', 'boolean', 'literal', 'enum', 'date', 'symbol']);
/** Types around one other schema, whose bounds are theirs. */
const WRAPPERS = new Set([
  'optional',
  'nullable',
  'default',
  'prefault',
  'readonly',
  'catch',
  'nonoptional',
  'success',
  'promise',
]);

/** The paths of unbounded parts, such as `filter.hosts[]`; a type that this does not know is one. */
export function unboundedPartsOf(schema: z.ZodType, path = 'input', seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { type, shape, catchall, element, items, rest, innerType, options, left, right, keyType, valueType, ...more } =
    definitionOf(schema);
  const inside = (inner: z.ZodType | null | undefined, suffix = ''): string[] =>
    inner ? unboundedPartsOf(inner, `${path}${suffix}`, seen) : [];
  const unless = (isBounded: boolean): string[] => (isBounded ? [] : [`${path} (${type})`]);
  if (CLOSED.has(type)) return [];
  if (WRAPPERS.has(type)) return inside(innerType);
  switch (type) {
    case 'string':
      return unless(hasMaximum(schema));
    case 'number':
      return unless(isBoundedNumber(schema));
    case 'array':
      return [...unless(hasMaximum(schema)), ...inside(element, '[]')];
    case 'tuple':
      return [...(items ?? []).flatMap((item, index) => inside(item, `[${index}]`)), ...unless(!rest)];
    case 'object':
      return [
        ...Object.entries(shape ?? {}).flatMap(([key, inner]) => inside(inner, `.${key}`)),
        ...unless(catchall !== undefined && definitionOf(catchall).type === 'never'),
      ];
    case 'record':
      return [...unless(isBoundedMap(schema)), ...inside(keyType, '{key}'), ...inside(valueType, '{}')];
    case 'union':
      return (options ?? []).flatMap((option) => inside(option));
    case 'intersection':
      return [...inside(left), ...inside(right)];
    case 'pipe':
      // What comes in is what has to be bounded; what a transform makes of it does not cross.
      return inside(more.in);
    case 'lazy':
      return inside(more.getter?.());
    case 'custom':
      return unless(isBoundedJson(schema));
    default:
      return unless(false);
  }
}

const checksOf = (schema: z.ZodType): Check[] =>
  [...(definitionOf(schema).checks ?? []).map(({ _zod }) => _zod.def), schema.def as unknown as Check].filter(
    ({ check }) => check !== undefined,
  );

const hasMaximum = (schema: z.ZodType): boolean =>
  checksOf(schema).some(({ check }) => check === 'max_length' || check === 'length_equals');

function isBoundedNumber(schema: z.ZodType): boolean {
  const checks = checksOf(schema).map(({ check }) => check);
  return checks.includes('number_format') || (checks.includes('less_than') && checks.includes('greater_than'));
}

/** A map has no length of its own in zod, so its refinement is tried. The keys of an enum are bounded. */
function isBoundedMap(schema: z.ZodType): boolean {
  const { keyType, valueType } = definitionOf(schema);
  if (!keyType || !valueType) return false;
  if (CLOSED.has(definitionOf(keyType).type)) return true;
  const value = sampleOf(valueType);
  const entriesOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index.toString(36)}`, value]));
  return schema.safeParse(entriesOf(1)).success && !schema.safeParse(entriesOf(ENTRIES)).success;
}

function isBoundedJson(schema: z.ZodType): boolean {
  let deep: unknown = 'leaf';
  for (let depth = 0; depth < DEPTH; depth += 1) deep = depth % 2 === 0 ? [deep] : { deep };
  const long = 'x'.repeat(CHARACTERS);
  const large = [long, [long], { [long]: 1 }, Array.from({ length: CHARACTERS / 10 }, () => 1_234_567_890), deep];
  return large.every((value) => !schema.safeParse(value).success);
}
