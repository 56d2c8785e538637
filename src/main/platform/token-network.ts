/**
 * The network of token requests. Chromium repeats a request by itself when a reused connection breaks (ShouldResendRequest), so its error
 * does not tell whether the first try was sent. Here each request has a session to itself, whose old connections are closed first: the error
 * is that of the only try, and its code tells whether anything was sent.
 */
import { apiNetwork, type FetchingSession } from './api-network.ts';
import type { Fetch } from './ports.ts';

/** The part of an Electron session that is used. */
export interface ClosableSession extends FetchingSession {
  closeAllConnections(): Promise<void>;
}

/** Makes a Fetch with as many sessions as there are concurrent token requests; `sessionAt` makes the nth. */
export function tokenNetwork(sessionAt: (index: number) => ClosableSession, userAgent: string): Fetch {
  const free: ClosableSession[] = [];
  let made = 0;
  return async (request) => {
    const session = free.pop() ?? sessionAt(made++);
    try {
      await session.closeAllConnections();
      return await apiNetwork(session, userAgent)(request);
    } catch (error) {
      throw withCode(error);
    } finally {
      free.push(session);
    }
  };
}

/** Chromium's code as the error's `code`; Electron has it in the message only ("net::ERR_NAME_NOT_RESOLVED"). */
function withCode(error: unknown): unknown {
  const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : null;
  const code = cause && /^net::(ERR_[A-Z0-9_]+)/.exec(cause.message)?.[1];
  return code
    ? new TypeError('fetch failed', { cause: Object.assign(new Error(cause.message, { cause }), { code }) })
    : error;
}
