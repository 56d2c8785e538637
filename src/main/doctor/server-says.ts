/** The server's own words about a refusal, from the failure on record or from the envelopes of domain.md ("Errors and headers"). */
import type { Exchange } from '../../shared/model/traffic.ts';
import { headerOf } from './headers.ts';

export interface ServerSays {
  readonly code: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Code, message and request id of a refusal; each `null` when the answer has none. */
export function serverSays(exchange: Exchange): ServerSays {
  const read = fromBody(exchange.responseBody?.text ?? '');
  const recorded = exchange.failure && 'server' in exchange.failure ? exchange.failure.server : null;
  return {
    code: recorded?.serverCode ?? read.code,
    message: recorded?.serverMessage ?? read.message,
    requestId:
      exchange.requestId ??
      recorded?.requestId ??
      read.requestId ??
      headerOf(exchange.responseHeaders, 'x-request-id') ??
      headerOf(exchange.responseHeaders, 'request-id'),
  };
}

function fromBody(body: string): ServerSays {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return { code: null, message: null, requestId: null };
  }
  const outer = object(parsed);
  const inner = object(outer.error);
  const data = object(inner.data ?? outer.data);
  return {
    code: text(inner.code) ?? text(outer.error_code) ?? text(outer.error),
    message: text(inner.message) ?? text(outer.message) ?? text(outer.error_description),
    requestId: text(data.requestId),
  };
}
