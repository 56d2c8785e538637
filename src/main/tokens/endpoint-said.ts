/** What a token endpoint said when it issued nothing: its code, message and request id, from any of the known envelopes. */
import type { ReportedError } from '../../shared/errors.ts';
import type { Secret } from '../vault/secret.ts';

/** Error codes that mean that these keys get no token here until they change (RFC 6749, section 5.2). */
const REJECTED = new Set(['invalid_client', 'unauthorized_client', 'invalid_grant', 'invalid_scope', 'access_denied']);

/** True when the answer rejects the credentials: a 401, or a 400 or 403 with one of the codes of OAuth that say so. */
export const rejectsCredentials = (said: ReportedError): boolean =>
  said.status === 401 || ((said.status === 400 || said.status === 403) && REJECTED.has(said.serverCode ?? ''));

/**
 * Reads `{error, error_description}` (RFC 6749), `{error_code, message, data}`, `{error: {code, message, data}}` and `{message}`
 * (domain.md, "Errors and headers"). The client secret is cut out wherever the endpoint echoes it.
 */
export function readEndpointSaid(status: number, text: string, exchangeId: string, secret: Secret): ReportedError {
  const body = objectOf(parse(text));
  const inner = objectOf(body.error);
  const data = { ...objectOf(body.data), ...objectOf(inner.data) };
  const take = (...values: unknown[]) => without(secret, firstText(values));
  return {
    status,
    serverCode: take(body.error, inner.code, body.error_code, body.code),
    serverMessage: take(body.error_description, inner.message, body.message),
    requestId: take(data.requestId, body.requestId),
    exchangeId,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const firstText = (values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.slice(0, 500) ?? null;

function without(secret: Secret, text: string | null): string | null {
  if (text === null) return null;
  const forms = [secret.reveal(), encodeURIComponent(secret.reveal()), base64(secret.reveal())];
  return forms.reduce((left, form) => left.replaceAll(form, '[secret]'), text);
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
