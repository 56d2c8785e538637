/** Redacts log lines as a last line of defence: bearer tokens, JWTs, and values whose names are those of secrets. */

const REDACTED = '[redacted]';
const SECRET_NAME = /secret|token$|password|passwd|authorization|cookie|api[-_]?key/i;

const PATTERNS: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${REDACTED}`],
  [/\beyJ[\w-]{8,}(?:\.[\w-]+){1,4}/g, REDACTED],
  [
    /((?:client_?secret|access_?token|refresh_?token|id_?token|cc_?token|card_?token|password|authorization)["']?\s*[=:]\s*["']?)(?!\s*\[redacted\])[^\s&"',;}]+/gi,
    `$1${REDACTED}`,
  ],
];

/** Removes what looks like a secret from a text; idempotent. */
export function redactText(text: string): string {
  return PATTERNS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

/** A JSON-ready, redacted copy of a log field: errors with stack and cause, texts redacted, values under secret-like names gone. */
export function redactField(value: unknown, name = '', depth = 0): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return SECRET_NAME.test(name) ? REDACTED : redactText(value);
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
