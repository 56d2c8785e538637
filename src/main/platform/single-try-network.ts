/**
 * The network of requests that must be sent once: token requests and writes. When a reused connection breaks, Chromium sends even a POST again
 * (HttpNetworkTransaction::ShouldResendRequest). So each request gets a session without open connections, whose error code shows whether anything was
 * sent.
 */
import { apiNetwork, type FetchingSession } from './api-network.ts';
import type { Fetch } from './ports.ts';
import { whenRead } from './when-read.ts';

export interface ClosableSession extends FetchingSession {
  closeAllConnections(): Promise<void>;
}

/** Makes a Fetch that opens one session for each concurrent request; `sessionAt(index)` makes a session. */
export function singleTryNetwork(sessionAt: (index: number) => ClosableSession, userAgent: string): Fetch {
  const free: ClosableSession[] = [];
  let made = 0;
  return async (request) => {
    const session = free.pop() ?? sessionAt(made++);
    const release = () => void free.push(session);
    try {
      await session.closeAllConnections();
      return whenRead(await apiNetwork(session, userAgent)(request), release);
    } catch (error) {
      release();
      throw withCode(error);
    }
  };
}

/** Sets Chromium's error code as the error's `code`; Electron has it only in the message ("net::ERR_NAME_NOT_RESOLVED"). */
function withCode(error: unknown): unknown {
  const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : null;
  const code = cause && /^net::(ERR_[A-Z0-9_]+)/.exec(cause.message)?.[1];
  return code
    ? new TypeError('fetch failed', { cause: Object.assign(new Error(cause.message, { cause }), { code }) })
    : error;
}
