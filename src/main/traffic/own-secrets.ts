/** A service that repeats our own credential in its answer (in an error message, say) must not make us show it. */
import { REDACTED } from './redact-keys.ts';

/** Shorter values are no credentials, and replacing them would mangle answers. */
const SHORTEST = 6;

/** The secret values that a request carries: its bearer token and a form's `client_secret`. */
export function secretsOf(headers: Headers, body: string | null): string[] {
  const bearer = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const form = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false;
  const secret = form && body !== null ? new URLSearchParams(body).get('client_secret') : null;
  return [bearer, secret].filter((value): value is string => typeof value === 'string' && value.length >= SHORTEST);
}

/** The text without these values, also where JSON or an address has escaped them. The same text when they are not in it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets)
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
      if (clean.includes(form)) clean = clean.replaceAll(form, REDACTED);
  return clean;
}
