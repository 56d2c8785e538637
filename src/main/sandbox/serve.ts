/** Serves the sandbox over HTTPS on loopback; a dropped connection destroys its socket. */

import { createServer, type Server } from 'node:https';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { AppError } from '../../shared/app-error.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { Certificate } from '../platform/certificate.ts';
import { NOT_LISTENING } from './control.ts';
import { DroppedConnection } from './http/error-answer.ts';
import type { Sandbox } from './sandbox.ts';

const HOST = '127.0.0.1';

export interface Served {
  /** The server's address, `https://127.0.0.1:port`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Listens on `port` when it is free, else on any port. Throws AppError `sandboxDown` when no port works. */
export async function serveSandbox(
  sandbox: Sandbox,
  { certificate, port }: { certificate: Certificate; port?: number },
): Promise<Served> {
  const server = createServer({ key: certificate.key, cert: certificate.cert }, listenerOf(sandbox));
  // Longer than clients do, so that no request meets a closed connection.
  server.keepAliveTimeout = 90 * SECOND_MS;
  try {
    await listen(server, port ?? 0).catch((error: NodeJS.ErrnoException) => {
      if (!port || !['EADDRINUSE', 'EACCES'].includes(error.code ?? '')) throw error;
      return listen(server, 0);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    sandbox.setStatus({ ...NOT_LISTENING, failure: reason });
    throw new AppError('sandboxDown', { reason }, { cause: error });
  }
  const address = server.address();
  const origin = `https://${HOST}:${typeof address === 'object' ? address?.port : ''}`;
  sandbox.setStatus({ running: true, origin, fingerprint: certificate.fingerprint256, failure: null });
  return {
    origin,
    async close() {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await ended;
      sandbox.setStatus(NOT_LISTENING);
    },
  };
}

function listenerOf(sandbox: Sandbox): ReturnType<typeof getRequestListener> {
  return getRequestListener(
    async (request, bindings) => {
      try {
        return await sandbox.fetch(request);
      } catch (error) {
        if (!(error instanceof DroppedConnection)) throw error;
        (bindings as HttpBindings).incoming.socket.destroy();
        return RESPONSE_ALREADY_SENT;
      }
    },
    { overrideGlobalObjects: false, hostname: HOST },
  );
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
