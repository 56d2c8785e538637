/** Fills an operation's shape with values: path, query and body (shared/model/operation.ts defines the syntax). */
import { AppError } from '../../shared/errors.ts';
import type { OperationShape } from '../../shared/model/operation.ts';
import type { Json } from '../../shared/model/primitives.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The address of a request: base, path with its placeholders filled, and a query of the present values and of `extra`. */
export function fillUrl(base: string, shape: OperationShape, values: Values, extra: Values = {}): string {
  const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, values[name]));
  const pairs = [
    ...Object.entries(shape.query).map(([parameter, name]) => [parameter, values[name]]),
    ...Object.entries(extra),
  ]
    .map(([parameter, value]) => [String(parameter), queryText(value)] as [string, string | null])
    .filter((pair): pair is [string, string] => pair[1] !== null);
  const query = new URLSearchParams(pairs).toString();
  return `${base}${path}${query === '' ? '' : `?${query}`}`;
}

/** The JSON text of a request's body, `null` when the shape has none. Fields without a value and objects that become empty are left out. */
export function fillBody(shape: OperationShape, values: Values): string | null {
  if (shape.body === null) return null;
  return JSON.stringify(fill(shape.body, values) ?? {});
}

function fill(template: Json, values: Values): Json | undefined {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.map((item) => fill(item, values)).filter((item) => item !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  const entries = Object.entries(template)
    .map(([key, value]) => [key, fill(value, values)] as const)
    .filter((entry): entry is readonly [string, Json] => entry[1] !== undefined);
  return entries.length === 0 && Object.keys(template).length > 0 ? undefined : Object.fromEntries(entries);
}

function fillText(template: string, values: Values): Json | undefined {
  const match = /^\{\{\s*(\w+)\s*(\|\s*join\s*)?\}\}$/.exec(template);
  if (!match) return template;
  const value = values[match[1] ?? ''];
  if (value === undefined || value === null) return undefined;
  if (match[2] === undefined) return value as Json;
  const text = Array.isArray(value) ? value.join(',') : String(value);
  return text === '' ? undefined : text;
}

/** A value as one path segment. Throws `invalidInput` for a value that is empty or leads to another path. */
function pathSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (text === '' || text === '.' || text === '..')
    throw new AppError('invalidInput', { issues: [{ path: name, message: `The request needs a usable ${name}.` }] });
  return encodeURIComponent(text);
}

/** A value as query text: lists comma-joined, objects as JSON; `null` leaves the parameter out. */
function queryText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
