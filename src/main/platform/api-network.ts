/** The real network behind the Fetch port: https only, no cookies, no cache, no redirect followed. */
import type { Fetch } from './ports.ts';

/** What is used of an Electron session (Chromium's stack, so the system's proxy and certificates apply), or of any fetch. */
export interface FetchingSession {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/**
 * Makes a Fetch over `session`. Custom schemes and file: are fetchable there, so every address is checked first. Failures become
 * a TypeError whose cause carries the network's own code ("ERR_NAME_NOT_RESOLVED"), as Node's fetch does.
 */
export function apiNetwork(session: FetchingSession, userAgent: string): Fetch {
  return async (request) => {
    const url = new URL(request.url);
    if (url.protocol !== 'https:') throw new TypeError('only https addresses are asked');
    if (url.username !== '' || url.password !== '') throw new TypeError('an address carries no credentials');
    const headers = new Headers(request.headers);
    if (!headers.has('user-agent')) headers.set('user-agent', userAgent);
    const body = request.body === null ? null : await request.arrayBuffer();
    try {
      return await session.fetch(url.href, {
        method: request.method,
        headers: [...headers] as [string, string][],
        ...(body === null ? {} : { body }),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: request.signal,
      });
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      throw new TypeError('fetch failed', { cause: withCode(error) });
    }
  };
}

/** Chromium names its failures only in the message ("net::ERR_…"); the name goes where Node puts codes. */
function withCode(error: unknown): Error {
  const cause = error instanceof Error ? error : new Error(String(error));
  if ('code' in cause) return cause;
  const name = /\bnet::(ERR_[A-Z0-9_]+)/.exec(cause.message)?.[1];
  return name === undefined ? cause : Object.assign(new Error(name, { cause }), { code: name });
}
