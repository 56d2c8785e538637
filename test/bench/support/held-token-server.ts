/** A service over HTTPS on loopback that can hold a token request at any step, and counts the tokens that it issues. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { makeCertificate } from '../../../src/main/platform/certificate.ts';

/** Steps of a token request: connected but not sent, received, token issued, half answered, answered. */
export type HeldStep = 'connected' | 'received' | 'issued' | 'halfAnswered' | 'answered';

interface Hold {
  readonly step: HeldStep;
  readonly reached: () => void;
}

export interface HeldTokenServer {
  readonly origin: string;
  /** PEM. */
  readonly certificate: string;
  /** Holds the next token request at `step` for good; resolves when the request is there. `answered` only resolves. */
  hold(step: HeldStep): Promise<void>;
  release(): void;
  /** Tokens issued to a client. */
  issued(clientId: string): number;
  /** Requests with a token of this client that were accepted. */
  accepted(clientId: string): number;
  close(): Promise<void>;
}

export async function serveHeldTokens(): Promise<HeldTokenServer> {
  const { key, cert } = await makeCertificate({ now: Date.now() });
  const clientOf = new Map<string, string>();
  const issued = new Map<string, number>();
  const accepted = new Map<string, number>();
  let hold: Hold | null = null;
  const count = (counts: Map<string, number>, clientId: string) =>
    counts.set(clientId, (counts.get(clientId) ?? 0) + 1);

  /** True when the request is to be held at `step`. */
  const reach = (step: HeldStep): boolean => {
    if (hold?.step !== step) return false;
    hold.reached();
    hold = null;
    return true;
  };

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const clientId = new URLSearchParams(await textOf(request)).get('client_id') ?? '';
    if (reach('received')) return;
    count(issued, clientId);
    const accessToken = `planted-token-of-${clientId}-${issued.get(clientId)}`;
    clientOf.set(accessToken, clientId);
    if (reach('issued')) return;
    const body = JSON.stringify({ token_type: 'Bearer', expires_in: 86_400, access_token: accessToken });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    if (hold?.step === 'halfAnswered') {
      response.write(body.slice(0, body.length / 2), () => reach('halfAnswered'));
      return;
    }
    response.end(body, () => reach('answered'));
  };

  const listings = (request: IncomingMessage, response: ServerResponse): void => {
    const clientId = clientOf.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (clientId !== undefined) count(accepted, clientId);
    response.writeHead(clientId === undefined ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results: [], count: 0 }));
  };

  const https: Server = createServer({ key, cert }, (request, response) => {
    // Each request has a connection of its own, so that the server can hold it before it is sent.
    response.shouldKeepAlive = false;
    if (request.url === '/oauth2/token') void token(request, response);
    else listings(request, response);
  });
  const sockets = new Set<Socket>();
  const front = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (!reach('connected')) https.emit('connection', socket);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');

  return {
    origin: `https://127.0.0.1:${address.port}`,
    certificate: cert,
    hold: (step) =>
      new Promise((resolve) => {
        hold = { step, reached: resolve };
      }),
    release: () => {
      hold = null;
    },
    issued: (clientId) => issued.get(clientId) ?? 0,
    accepted: (clientId) => accepted.get(clientId) ?? 0,
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
