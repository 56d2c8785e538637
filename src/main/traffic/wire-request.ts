/** The Request object for the wire, with its token; helpers for addresses. */
import { AppError } from '../../shared/errors.ts';
import type { Secret } from '../vault/secret.ts';
import type { TrafficRequest } from './request.ts';

/** Whether an address lies under a base address; false without a base address. */
export const isUnder = (url: string, base: string | null): boolean =>
  base !== null && (url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`));

/** Host and port of an address; empty for an invalid one, which the wire rejects. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Builds the Request with its token, right before sending. Throws `invalidInput` for a request that cannot be sent as written. */
export function wireRequestOf(request: TrafficRequest, authorization: Secret, signal: AbortSignal): Request {
  const { url, method, headers, body, title } = request;
  try {
    const lines = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
    lines.set('authorization', authorization.reveal());
    return new Request(url, {
      method,
      headers: lines,
      body,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
  } catch (cause) {
    const message = `“${title}” cannot be sent as it is written; look at its method, headers and body in Connections.`;
    throw new AppError('invalidInput', { issues: [{ path: 'operation', message }] }, { cause });
  }
}
