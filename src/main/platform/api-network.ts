/** The Fetch port over a session of Electron: https only, without cookies, referrer or cache; a redirect is not followed. */
import type { Fetch } from './ports.ts';

/** The part of an Electron session that is used. Chromium's network stack applies the system's proxy and certificates. */
export interface FetchingSession {
  /** Resolves with a redirect as the answer, also with `redirect: 'error'`. */
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/**
 * Makes a Fetch over `session`. It accepts https addresses only, because a session can fetch file: and custom schemes too. A failure becomes a
 * TypeError whose cause is Chromium's error ("net::ERR_NAME_NOT_RESOLVED"). The error has no `code`: Chromium repeats requests by itself, so its last
 * error does not prove that nothing was sent.
 */
export function apiNetwork(session: FetchingSession, userAgent: string): Fetch {
  return async (request) => {
    const url = new URL(request.url);
    if (url.protocol !== 'https:') throw new TypeError('only https addresses are allowed');
    if (url.username !== '' || url.password !== '') throw new TypeError('an address must not contain credentials');
    const headers = [...request.headers] as [string, string][];
    if (!request.headers.has('user-agent')) headers.push(['user-agent', userAgent]);
    const body = request.body === null ? null : await request.arrayBuffer();
    try {
      return await session.fetch(url.href, {
        method: request.method,
        headers,
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
