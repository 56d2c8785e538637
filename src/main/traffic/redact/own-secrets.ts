/** A service that repeats our own credential in its answer (in an error message, say) must not make us show it. */
import { isSecretName, REDACTED } from './redact-keys.ts';

/** Shorter values are no credentials, and replacing them would mangle answers. */
const SHORTEST = 6;

/** The secret values that a request carries: its bearer token, a form's and a JSON body's fields of secret names (a card token). */
export function secretsOf(headers: Headers, body: string | null): string[] {
  const bearer = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const type = headers.get('content-type') ?? '';
  const fields =
    body === null ? [] : type.startsWith('application/x-www-form-urlencoded') ? formFields(body) : jsonFields(body);
  const named = fields.filter(([name]) => isSecretName(name)).map(([, value]) => value);
  return [bearer, ...named].filter(isWorthHiding);
}

/** True for a text that is long enough to be a credential. */
export const isWorthHiding = (value: unknown): value is string => typeof value === 'string' && value.length >= SHORTEST;

function formFields(body: string): [string, unknown][] {
  return [...new URLSearchParams(body)];
}

/** The fields of a JSON object, those of inner objects too. */
function jsonFields(body: string): [string, unknown][] {
  const fields: [string, unknown][] = [];
  try {
    JSON.parse(body, (name, value: unknown) => {
      fields.push([name, value]);
      return value;
    });
  } catch {
    return [];
  }
  return fields;
}

/** The text without these values, also where JSON or an address has escaped them. The same text when they are not in it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets)
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
      if (clean.includes(form)) clean = clean.replaceAll(form, REDACTED);
  return clean;
}
