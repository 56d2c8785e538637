/** Redacts fields of a record whose names mark secrets or personal data. http/recorder.ts has removed the console's own secrets before. */
import type { Json } from '../../shared/model/primitives.ts';
import { type FieldKind, kindOf, placeholderOf } from '../redact/field-kinds.ts';
import { REDACTED } from '../redact/redact-keys.ts';

const SENSITIVE: ReadonlySet<FieldKind> = new Set(['mail', 'phone', 'guestName', 'guestNote', 'guestData', 'person']);

/** The maximum depth; deeper objects and lists become `null`. */
const MAX_DEPTH = 40;

/** Copies a record and redacts its sensitive values; field names and all other values stay. */
export function redactRecord(record: Json, depth = 0): Json {
  if (typeof record !== 'object' || record === null) return record;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(record)) return record.map((item) => redactRecord(item, depth + 1));
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const kind = kindOf(name);
      if (!holdsText(value)) return [name, value];
      if (kind === 'secret') return [name, REDACTED];
      return [name, SENSITIVE.has(kind) ? placeholderOf(kind) : redactRecord(value, depth + 1)];
    }),
  );
}

/** Whether a value can hold a secret. A boolean flag such as `passwordRequired`, a null or an empty value cannot. */
const holdsText = (value: Json): boolean => typeof value !== 'boolean' && value !== null && value !== '';
