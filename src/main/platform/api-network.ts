/** One request over a session of Electron, as the Fetch port answers it: https only, no cookies, no referrer, no cache, no redirect followed. */
import type { Fetch } from './ports.ts';

/** The part of an Electron session that is used; Chromium's stack applies the system's proxy and certificates. */
export interface FetchingSession {
  /** Answers a redirect as such, also with `redirect: 'error'`. */
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/**
 * Makes a Fetch over `session`. Custom schemes and file: are fetchable there, so every address is checked first. Failures become
 * a TypeError, as Node's fetch makes them, with Chromium's error as its cause ("net::ERR_NAME_NOT_RESOLVED"). The TypeError gets no
 * `code`: Chromium repeats a request on a fresh connection by itself, so its last error does not prove that nothing was sent.
 */
export function apiNetwork(session: FetchingSession, userAgent: string): Fetch {
  return async (request) => {
    const url = new URL(request.url);
    if (url.protocol !== 'https:') throw new TypeError('only https addresses are allowed');
    if (url.username !== '' || url.password !== '') throw new TypeError('an address must not contain credentials');
    const headers = new Headers(request.headers);
    if (!headers.has('user-agent')) headers.set('user-agent', userAgent);
    const body = request.body === null ? null : await request.arrayBuffer();
    try {
      return await session.fetch(url.href, {
        method: request.method,
        headers: [...headers] as [string, string][],
        ...(body === null ? {} : { body }),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        redirect: 'error',
        signal: request.signal,
      });
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}
