/** Reads values in JSON by dotted paths. */
import type { Json } from '../../shared/model/primitives.ts';

/** The value at a path like `address.city` or `pictures.0.url`; the whole JSON for an empty path; `undefined` when there is none. */
export function readPath(json: Json | undefined, path: string): Json | undefined {
  if (path === '') return json;
  let value = json;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Array.isArray(value) ? value[Number(key)] : value[key];
  }
  return value;
}

export type JsonObject = { [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of some paths that holds text (numbers count); trimmed, `null` when none does. */
export function firstText(json: Json | undefined, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const value = readPath(json, path);
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

/** The first of some paths that holds a number, or text that is one; `null` when none does. */
export function firstNumber(json: Json | undefined, ...paths: readonly string[]): number | null {
  for (const path of paths) {
    const value = readPath(json, path);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
  }
  return null;
}
