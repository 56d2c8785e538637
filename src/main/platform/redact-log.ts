/** Redacts the fields of log lines with the redactor of exchanges: secrets and guests' data, even if the journal keeps guests' data. */
import { kindOf, placeholderFor } from '../redact/field-kinds.ts';
import { redactText as redact } from '../redact/redact.ts';

const RULES = { keepGuests: false };

export const redactText = (text: string): string => redact(text, RULES);

/** A redacted copy of a log field, ready for JSON: errors with stack and cause, texts redacted, values under names of secrets removed. */
export function redactField(value: unknown, name = '', depth = 0): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return placeholderFor(kindOf(name), 'none', value, RULES) ?? redactText(value);
  if (typeof value !== 'object') return String(value);
  if (depth > 6) return '…';
  if (value instanceof Error) return redactError(value, depth);
  if ('toJSON' in value && typeof value.toJSON === 'function') return redactField(value.toJSON(), name, depth + 1);
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redactField(item, name, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 100)
      .map(([key, item]) => [key, redactField(item, key, depth + 1)]),
  );
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const facts: Record<string, unknown> = { name: error.name, message: redactText(error.message) };
  if (error.stack !== undefined) facts.stack = redactText(error.stack);
  if ('code' in error) facts.code = redactField(error.code, 'code', depth + 1);
  if (error.cause !== undefined) facts.cause = redactField(error.cause, 'cause', depth + 1);
  return facts;
}
