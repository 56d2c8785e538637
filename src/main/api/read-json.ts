/** Reads JSON of unknown shape: values by dotted paths, the fields of a record, the records of an answer (service.md §1.5). */
import { isPlainDate, type Json, plainDateOf } from '../../shared/model/primitives.ts';
import { DAY_MS } from '../../shared/time/units.ts';

/** Reads the value at a path like `address.city` or `pictures.0.url`; `undefined` without one. An empty path reads the whole JSON. */
export function readPath(json: Json | undefined, path: string): Json | undefined {
  if (path === '') return json;
  let value = json;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Array.isArray(value) ? value[Number(key)] : value[key];
  }
  return value;
}

/** Returns the value itself when it is an object, or the object in a list of exactly one; `undefined` for any other value. */
export function objectIn(value: Json | undefined): JsonObject | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isObject(only) ? only : undefined;
}

export type JsonObject = { [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the text at the first path that has any, trimmed; a number counts as text. `null` when no path has text. */
export function firstText(json: Json | undefined, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const value = readPath(json, path);
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

/** Returns the first number at these paths; a text that spells a number counts. `null` when no path has one. */
export const firstNumber = (json: Json | undefined, ...paths: readonly string[]): number | null =>
  firstNumberIn({ min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }, json, ...paths);

/** A range of plausible numbers, both ends included. */
interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** The largest credible amount: no price of any currency is greater, and sums of such amounts stay exact enough to be shown. */
const MAX_AMOUNT = 1e12;
/** The range of amounts that are paid or deducted. */
export const AMOUNTS: NumberRange = { min: -MAX_AMOUNT, max: MAX_AMOUNT };
/** The range of prices. It lacks zero, because services write 0 for a price that they do not know. */
export const PRICES: NumberRange = { min: Number.MIN_VALUE, max: MAX_AMOUNT };

/** Works like {@link firstNumber}, but ignores a number outside the range. */
export function firstNumberIn(
  { min, max }: NumberRange,
  json: Json | undefined,
  ...paths: readonly string[]
): number | null {
  const found = firstWritten({ min, max }, json, ...paths);
  return found === null ? null : Number(found);
}

/** Matches a decimal number; other notations of numbers ("0x1F") do not match. */
const DECIMAL_TEXT = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** The minus sign U+2212, which some services write for "-". */
const MINUS_SIGN = /^\u2212/;

/** Works like {@link firstNumberIn}, but returns the value as the answer has it: a text that spells a number stays a text. */
export function firstWritten(
  { min, max }: NumberRange,
  json: Json | undefined,
  ...paths: readonly string[]
): number | string | null {
  for (const path of paths) {
    const found = readPath(json, path);
    const value = typeof found === 'string' ? found.trim().replace(MINUS_SIGN, '-') : found;
    const number = typeof value === 'string' && DECIMAL_TEXT.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number) || number < min || number > max) continue;
    // JSON has no −0.
    if (number === 0) return 0;
    return typeof value === 'string' ? value : number;
  }
  return null;
}

const MAX_CURRENCY = 12;

/** Returns the currency code at the first path that has one, in capitals if it looks like ISO 4217; `null` without one. */
export function firstCurrency(json: Json | undefined, ...paths: readonly string[]): string | null {
  const text = firstText(json, ...paths)?.slice(0, MAX_CURRENCY) ?? null;
  return text !== null && /^[a-z]{3}$/i.test(text) ? text.toUpperCase() : text;
}

/** The smallest credible instant: September 2001 in seconds, January 1970 in milliseconds. */
const MIN_INSTANT = 1e9;
/** The largest number that is read as seconds; a larger number is in milliseconds, because as seconds it would lie after the year 5138. */
const MAX_SECONDS = 1e11;
/** The last day that a plain date can name, 9999-12-31, in epoch ms. */
export const MAX_INSTANT = 253_402_214_400_000;

/** Converts seconds or milliseconds since 1970, as a number or as text, to epoch ms; `null` for any other value. */
export function instantOf(value: Json | undefined): number | null {
  const number = typeof value === 'string' && /^\d{10,15}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !(number > MIN_INSTANT)) return null;
  const instant = number < MAX_SECONDS ? number * 1_000 : number;
  return instant <= MAX_INSTANT ? instant : null;
}

/**
 * Returns the day at the first path that has one: the first ten characters of a text, or the day of an instant at midnight UTC. Other instants yield
 * no day, because the answer names no time zone. `null` without a day.
 */
export function firstDay(json: Json | undefined, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const instant = instantOf(readPath(json, path));
    if (instant !== null && instant % DAY_MS === 0) return plainDateOf(instant / DAY_MS);
    const text = instant === null ? firstText(json, path) : null;
    if (text !== null) return text.slice(0, 10);
  }
  return null;
}

const MAX_FIELD_DEPTH = 3;
/** The maximum number of keys of a record; an object with more is a table. */
const MAX_KEYS = 60;

/**
 * Visits each field of a record with its dotted path, in order; fields with an empty name or a dot in it are skipped. Objects below the third level,
 * and objects whose keys are data, are visited whole.
 */
export function walkFields(record: Json, visit: (path: string, value: Json) => void): void {
  if (isObject(record)) walk(record, '', 1, visit);
}

function walk(object: JsonObject, prefix: string, depth: number, visit: (path: string, value: Json) => void): void {
  for (const key in object) {
    const value = object[key];
    if (value === undefined || key === '' || key.includes('.')) continue;
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (isObject(value) && depth < MAX_FIELD_DEPTH && !isTable(value)) walk(value, path, depth + 1, visit);
    else visit(path, value);
  }
}

/** True for an object whose keys are data: days, numbers, or too many to be fields. */
function isTable(object: JsonObject): boolean {
  const keys = Object.keys(object);
  return keys.length > MAX_KEYS || (keys.length > 0 && keys.every((key) => isPlainDate(key) || /^\d+$/.test(key)));
}

export interface FoundRecords {
  /** Dotted path of the list; empty when the answer itself is the list. */
  readonly path: string;
  readonly records: Json[];
}

export const MAX_LIST_DEPTH = 4;
/** Names that services use for their lists, the best evidence first. */
const LIST_NAMES = [
  'results',
  'data',
  'items',
  'records',
  'listings',
  'properties',
  'units',
  'days',
  'calendar',
  'hits',
  'entries',
  'rows',
];

interface Candidate extends FoundRecords {
  readonly score: number;
}

/** Finds the list that most likely has the records, by its name, length and depth; `null` for an answer without a list. */
export function findRecords(body: Json): FoundRecords | null {
  if (Array.isArray(body)) return { path: '', records: body };
  let best: Candidate | null = null;
  for (const candidate of candidates(body, '', 0)) if (!best || candidate.score > best.score) best = candidate;
  return best && { path: best.path, records: best.records };
}

function* candidates(value: Json, path: string, depth: number): Generator<Candidate> {
  if (!isObject(value) || depth >= MAX_LIST_DEPTH) return;
  for (const [key, field] of Object.entries(value)) {
    const fieldPath = path === '' ? key : `${path}.${key}`;
    if (!Array.isArray(field)) yield* candidates(field, fieldPath, depth + 1);
    else if (looksLikeRecords(key, field)) yield { path: fieldPath, records: field, score: score(key, field, depth) };
  }
}

function looksLikeRecords(key: string, list: readonly Json[]): boolean {
  if (key.toLowerCase() === 'errors') return false;
  return list.length === 0 ? LIST_NAMES.includes(key.toLowerCase()) : list.slice(0, 20).every(isObject);
}

function score(key: string, list: readonly Json[], depth: number): number {
  const rank = LIST_NAMES.indexOf(key.toLowerCase());
  const named = rank < 0 ? 0 : 40 - rank;
  return named + Math.min(20, 4 * Math.log2(list.length + 1)) - 10 * depth;
}
