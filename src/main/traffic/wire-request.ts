/** A request as it goes to the wire: where it goes, and with which token. */
import { AppError } from '../../shared/errors.ts';
import type { Secret } from '../vault/secret.ts';
import type { TrafficRequest } from './request.ts';

/** Whether an address lies under a base address; nothing lies under none. */
export const isUnder = (url: string, base: string | null): boolean =>
  base !== null && (url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`));

/** Host and port of an address; empty for one that is none, which the wire refuses anyway. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** The request with its token, put on at the very last moment. Throws `invalidInput` for one that nothing can send. */
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
