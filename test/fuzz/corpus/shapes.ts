/** Spellings of JSON as web frameworks and hand-written services send it. */
import type { Dice } from '../random.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type KeyStyle = 'camel' | 'snake' | 'kebab' | 'pascal';

const words = (key: string) => key.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function keyIn(style: KeyStyle, key: string): string {
  if (style === 'camel' || !/^[a-z][A-Za-z]*$/.test(key)) return key;
  if (style === 'pascal') return words(key).map(capital).join('');
  return words(key).join(style === 'snake' ? '_' : '-');
}

/** The same value with its keys in another style; `_id`, dates and `$ref` keep theirs. */
export function restyled(value: Json, style: KeyStyle): Json {
  if (Array.isArray(value)) return value.map((item: Json) => restyled(item, style));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [keyIn(style, key), restyled(item, style)]));
}

export const anyStyle = (dice: Dice): KeyStyle =>
  dice.weighted<KeyStyle>([
    [10, 'camel'],
    [6, 'snake'],
    [1, 'kebab'],
    [2, 'pascal'],
  ]);

const asciiOnly = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON text: compact mostly; indented, with escaped slashes (PHP), or in ASCII only (Python) now and then. */
export const jsonText = (dice: Dice, value: Json): string =>
  dice.weighted<() => string>([
    [14, () => JSON.stringify(value)],
    [3, () => JSON.stringify(value, null, 2)],
    [1, () => JSON.stringify(value).replaceAll('/', '\\/')],
    [2, () => asciiOnly(JSON.stringify(value))],
    [1, () => `${JSON.stringify(value)}\n`],
  ])();

export const formText = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString();
export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A part of the fields, in their order: services leave fields out and reorder little. */
export function someOf(
  dice: Dice,
  fields: Readonly<Record<string, () => Json>>,
  probability = 0.7,
): Record<string, Json> {
  const names = Object.keys(fields).filter(() => dice.chance(probability));
  return Object.fromEntries(names.map((name) => [name, fields[name]?.() ?? null]));
}
