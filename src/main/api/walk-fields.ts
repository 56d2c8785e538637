/** Walks the fields of a record down to a maximum depth; an object whose keys are data stays whole. */
import { isPlainDate, type Json } from '../../shared/model/primitives.ts';
import { isObject, type JsonObject } from './read-path.ts';

const MAX_DEPTH = 3;
const MAX_KEYS = 60;

/** Calls `visit` with the dotted path of each field, in order of appearance; nested objects are walked instead of visited. */
export function walkFields(record: Json, visit: (path: string, value: Json) => void): void {
  if (isObject(record)) walk(record, '', 1, visit);
}

function walk(object: JsonObject, prefix: string, depth: number, visit: (path: string, value: Json) => void): void {
  for (const key in object) {
    const value = object[key];
    if (value === undefined || key === '' || key.includes('.')) continue;
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (isObject(value) && depth < MAX_DEPTH && !isTable(value)) walk(value, path, depth + 1, visit);
    else visit(path, value);
  }
}

/** An object whose keys are data: days, numbers, or too many to be columns. */
function isTable(object: JsonObject): boolean {
  const keys = Object.keys(object);
  return keys.length > MAX_KEYS || (keys.length > 0 && keys.every((key) => isPlainDate(key) || /^\d+$/.test(key)));
}
