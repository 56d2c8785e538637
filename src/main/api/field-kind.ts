/** Infers the kind of a field from its name and its value (spec.md, "Records without shown fields"). */
import type { FieldKind } from '../../shared/model/field.ts';
import { isPlainDate, type Json } from '../../shared/model/primitives.ts';

const MONEY =
  /(price|amount|fees?|cost|payout|fare|deposit|balance|rent|revenue|commission|tax(es)?|nightlyRate|dailyRate)$/i;
const ADDRESS =
  /^(full|address|formatted|fullAddress|street|streetAddress|address1|address2|addressLine\d?|city|town|state|province|region|country|zip|zipcode|postalCode|postcode|neighborhood|neighbourhood|location|area)$/i;
const PICTURE = /(picture|photo|image|thumbnail|thumb|avatar|logo|cover)/i;
const PICTURE_FILE = /\.(jpe?g|png|webp|gif|avif|svg)(\?|$)/i;
const INSTANT_NAME = /(At|Date|Time|On|timestamp)$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const IDENTIFIER = /^(_?id|uuid|guid)$|(Id|_id|Uuid|Ids)$/;
const OPAQUE = /^([0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** The kind of one value at a dotted path; `null` for no value. */
export function fieldKind(path: string, value: Json | undefined): FieldKind | null {
  if (value === undefined || value === null || value === '') return null;
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return numberKind(name, value);
  if (typeof value === 'string') return textKind(name, path, value.trim());
  return Array.isArray(value) ? 'list' : 'object';
}

function numberKind(name: string, value: number): FieldKind {
  if (INSTANT_NAME.test(name) && value > 1e12 && value < 1e13) return 'instant';
  if (MONEY.test(name)) return 'money';
  return IDENTIFIER.test(name) ? 'identifier' : 'number';
}

function textKind(name: string, path: string, value: string): FieldKind {
  if (isPlainDate(value)) return 'date';
  if (INSTANT.test(value)) return 'instant';
  if (/^https?:\/\/\S+$/i.test(value) || (value.startsWith('data:image/') && PICTURE.test(path)))
    return PICTURE.test(path) || PICTURE_FILE.test(value) ? 'picture' : 'link';
  if (IDENTIFIER.test(name) || OPAQUE.test(value)) return 'identifier';
  if (MONEY.test(name) && /^-?\d+(\.\d+)?$/.test(value)) return 'money';
  return ADDRESS.test(name) ? 'address' : 'text';
}

const INITIALISMS = new Set(['id', 'url', 'uuid', 'api', 'pms', 'ota', 'tv', 'utc', 'vat']);

/** Names repeat in every record but may also be data (a date, an id), so the cache is bounded. */
const MAX_CACHED_TITLES = 4_000;
const cachedTitles = new Map<string, string>();

/** A path as a heading: "address.city" → "Address · City", "_id" → "ID", "basePrice" → "Base price". */
export function fieldTitle(path: string): string {
  const known = cachedTitles.get(path);
  if (known !== undefined) return known;
  const title = path.split('.').map(segmentTitle).join(' · ');
  if (cachedTitles.size >= MAX_CACHED_TITLES) cachedTitles.clear();
  cachedTitles.set(path, title);
  return title;
}

function segmentTitle(segment: string): string {
  const words = segment
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) =>
      INITIALISMS.has(word.toLowerCase()) ? word.toUpperCase() : /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase(),
    );
  const text = words.join(' ');
  return text === '' ? segment : text.charAt(0).toUpperCase() + text.slice(1);
}
