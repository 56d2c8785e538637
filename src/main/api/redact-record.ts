/**
 * A record of the service without the values of fields whose names say that they are secrets or data of people: the journal's table of names.
 * The console's own secrets are gone from every answer before it gets here (http/recorder.ts).
 */
import type { Json } from '../../shared/model/primitives.ts';
import { type FieldKind, kindOf, placeholderOf } from '../redact/field-kinds.ts';
import { REDACTED } from '../redact/redact-keys.ts';

const SENSITIVE: ReadonlySet<FieldKind> = new Set(['mail', 'phone', 'guestName', 'guestNote', 'guestData', 'person']);

/** Records nest a few levels; what is deeper is left out. */
const MAX_DEPTH = 40;

/** A copy of a record; names and all other values stay. */
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

/** Whether a value can hold a secret: a flag such as `passwordRequired` and nothing cannot. */
const holdsText = (value: Json): boolean => typeof value !== 'boolean' && value !== null && value !== '';
