/**
 * The network of reads. Over HTTP/1.1 Chromium opens at most six connections of a session to a host. A seventh request would wait inside Chromium
 * while its timeout runs, and the service would seem slow. So each request takes a session with a free connection.
 */
import { apiNetwork, type FetchingSession } from './api-network.ts';
import type { Fetch } from './ports.ts';
import { whenRead } from './when-read.ts';

/** Chromium's limit of connections to a host (g_max_sockets_per_group in net/socket/client_socket_pool_manager.cc). */
const MAX_REQUESTS_PER_HOST = 6;

interface PooledSession {
  readonly send: Fetch;
  /** The number of unread answers, by host. A connection is busy until its answer has been read to the end. */
  readonly unread: Map<string, number>;
}

/** Makes a Fetch that opens as many sessions as the concurrent requests need; `sessionAt(index)` makes a session. */
export function pooledNetwork(sessionAt: (index: number) => FetchingSession, userAgent: string): Fetch {
  const sessions: PooledSession[] = [];
  const freeFor = (host: string): PooledSession => {
    const free = sessions.find(({ unread }) => (unread.get(host) ?? 0) < MAX_REQUESTS_PER_HOST);
    if (free) return free;
    const made = { send: apiNetwork(sessionAt(sessions.length), userAgent), unread: new Map() };
    sessions.push(made);
    return made;
  };
  return async (request) => {
    const { host } = new URL(request.url);
    const { send, unread } = freeFor(host);
    unread.set(host, (unread.get(host) ?? 0) + 1);
    const release = () => void unread.set(host, (unread.get(host) ?? 1) - 1);
    try {
      return whenRead(await send(request), release);
    } catch (error) {
      release();
      throw error;
    }
  };
}
