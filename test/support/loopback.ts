/** Real HTTPS servers on loopback, and the console's network to them, over undici instead of Chromium. */
import type { RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { Agent, type Dispatcher, fetch } from 'undici';
import { apiNetwork } from '../../src/main/platform/api-network.ts';
import { makeCertificate } from '../../src/main/platform/certificate.ts';
import type { Fetch } from '../../src/main/platform/ports.ts';

export interface Loopback {
  /** `https://127.0.0.1:port`. */
  readonly origin: string;
  /** PEM; only `trusting` networks accept it. */
  readonly certificate: string;
  onConnection(listener: () => void): void;
  close(): Promise<void>;
}

/** `options`: of the server, such as that it asks for a certificate. */
export async function serveHttps(listener: RequestListener, options: ServerOptions = {}): Promise<Loopback> {
  const { key, cert } = await makeCertificate({ now: Date.now() });
  const server = createServer({ key, cert, ...options }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `https://127.0.0.1:${address.port}`,
    certificate: cert,
    onConnection: (listener) => void server.on('connection', listener),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The console's network over `dispatcher`. Its session answers a redirect as such, as main's do. */
export function networkOver(dispatcher: Dispatcher): Fetch {
  // undici cancels the body of an answer that nobody holds any more.
  const origins = new WeakMap<Response, object>();
  const session = {
    fetch: async (url: string, init: RequestInit) => {
      const { method = 'GET', body, headers, signal } = init;
      const answer = await fetch(url, {
        method,
        headers: headers as [string, string][],
        body: body as ArrayBuffer | null,
        redirect: 'manual',
        signal: signal ?? null,
        dispatcher,
      });
      const { status, statusText } = answer;
      const bodiless = status === 204 || status === 205 || status === 304;
      const stream = bodiless ? null : (answer.body as ReadableStream | null);
      const response = new Response(stream, { status, statusText, headers: [...answer.headers] });
      origins.set(response, answer);
      return response;
    },
  };
  return apiNetwork(session, 'Latchkey/test');
}

/** A network that trusts these certificates. */
export const trusting = (...certificates: string[]): Fetch => networkOver(new Agent({ connect: { ca: certificates } }));
