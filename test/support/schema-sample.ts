/** Makes a valid value for any schema of the contract and lists its keys, so that contract tests cover every operation. */
import { z } from 'zod';
import { HISTORY_MINUTES } from '../../src/shared/model/rates.ts';

const TEXTS = [
  'text',
  'a',
  '',
  '12.50',
  '2026-11-21',
  '/v1/listings',
  'https://api.example.com',
  'https://api.example.com/v1',
];

/** Lengths of the contract's fixed-length lists. */
const LENGTHS = [HISTORY_MINUTES];

interface Definition {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly values?: readonly unknown[];
  readonly entries?: Record<string, string>;
}

const definitionOf = (schema: z.ZodType): Definition => schema.def as unknown as Definition;

const samples = new WeakMap<z.ZodType, unknown>();

/** A valid value with every optional part, the same for the same schema. Throws the schema's type when it cannot make a value. */
export function sampleOf(schema: z.ZodType): unknown {
  if (samples.has(schema)) return samples.get(schema);
  const made = candidates(schema).find((value) => schema.safeParse(value).success);
  if (made === undefined) throw new Error(`no sample for a schema of type ${definitionOf(schema).type}`);
  samples.set(schema, made);
  return made;
}

function candidates(schema: z.ZodType): unknown[] {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'null':
      return [null];
    case 'string':
      return TEXTS;
    case 'number':
      return [1, 0, 10, 200, 5, -1, 12, 2_000, 3_600_000];
    case 'boolean':
      return [true];
    case 'literal':
      return [...(definition.values ?? [])];
    case 'enum':
      return Object.values(definition.entries ?? {});
    case 'custom':
    case 'unknown':
    case 'any':
      return [{ kept: ['whole'] }, null];
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      return definition.innerType ? [sampleOf(definition.innerType)] : [];
    case 'union':
      return (definition.options ?? []).map(sampleOf);
    case 'array': {
      const one = definition.element ? [sampleOf(definition.element)] : [];
      return [one, [], ...LENGTHS.map((length) => Array.from({ length }, () => one[0]))];
    }
    case 'tuple':
      return [(definition.items ?? []).map(sampleOf)];
    case 'record': {
      const { keyType, valueType } = definition;
      const keys = keyType && definitionOf(keyType).type === 'enum' ? candidates(keyType) : ['accept'];
      return valueType ? [Object.fromEntries(keys.map((key) => [String(key), sampleOf(valueType)]))] : [];
    }
    case 'object':
      return [Object.fromEntries(Object.entries(definition.shape ?? {}).map(([key, inner]) => [key, sampleOf(inner)]))];
    default:
      return [];
  }
}

/** The schema and all schemas inside it. */
export function* partsOf(schema: z.ZodType, seen = new Set<z.ZodType>()): Generator<z.ZodType> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  const { shape, element, innerType, options, items, keyType, valueType } = definitionOf(schema);
  const inner = [element, innerType, keyType, valueType, ...(options ?? []), ...(items ?? [])];
  for (const part of [...Object.values(shape ?? {}), ...inner])
    if (part instanceof z.ZodType) yield* partsOf(part, seen);
}

/** Every key of every object in a schema. */
export function keysOf(schema: z.ZodType): string[] {
  return [...partsOf(schema)].flatMap((part) => Object.keys(definitionOf(part).shape ?? {}));
}

/** True for an object schema that accepts unknown keys. */
export function isLoose(schema: z.ZodType): boolean {
  const { type } = definitionOf(schema);
  if (type !== 'object') return false;
  const catchall = (schema.def as unknown as { catchall?: z.ZodType }).catchall;
  return catchall === undefined || definitionOf(catchall).type !== 'never';
}
