/** Writes a value from a record of unknown shape as text, by the kind that its field seems to have. */
import type { FieldKind } from '../../shared/model/field.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { isPlainDate } from '../../shared/time/plain-date.ts';
import { formatCount, formatInstant, formatMoney, formatNumber, formatPlainDate } from './format.ts';

type JsonRecord = { [key: string]: Json };
const isRecord = (value: Json): value is JsonRecord =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns the amount in a number or in a text such as "120.00"; for any other value null. */
export function amountOf(value: Json): number | null {
  const amount = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof amount === 'number' ? amount : null;
}

/** Writes the address in a record as one line: its field `full`, or else its parts. */
export function addressText(value: JsonRecord): string {
  const part = (key: string) => (typeof value[key] === 'string' ? (value[key] as string) : '');
  if (part('full') !== '') return part('full');
  return ['street', 'city', 'state', 'zipcode', 'country'].map(part).filter(Boolean).join(', ');
}

/** Writes the plain text of a value, for sorting, titles and copying; short for lists and objects. */
export function fieldText(kind: FieldKind, value: Json): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (kind === 'money') {
    const amount = amountOf(value);
    if (amount !== null) return formatMoney({ amount, currency: null });
    if (isRecord(value) && typeof value.amount === 'number')
      return formatMoney({
        amount: value.amount,
        currency: typeof value.currency === 'string' ? value.currency : null,
      });
  }
  if (kind === 'date' && typeof value === 'string' && isPlainDate(value)) return formatPlainDate(value);
  if (kind === 'instant') {
    const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (Number.isFinite(at)) return formatInstant(at);
  }
  if (typeof value === 'number') return kind === 'identifier' ? String(value) : formatNumber(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const plain = value.every((item) => item === null || typeof item !== 'object');
    if (plain && value.length <= 6) return value.map(String).join(', ');
    if (plain) return `${value.slice(0, 4).map(String).join(', ')} and ${value.length - 4} more`;
    return formatCount(value.length, 'item');
  }
  if (kind === 'address') {
    const text = addressText(value);
    if (text !== '') return text;
  }
  const names = Object.keys(value);
  return names.length === 0 ? '{}' : `{ ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''} }`;
}
