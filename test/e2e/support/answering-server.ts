/** A server on loopback that answers the requests of the questions to Electron's network. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** It answers waiting requests when no other came for so long. */
const QUIET_MS = 500;

export interface AnsweringServer {
  readonly origin: string;
  /** The largest number of `/wait` requests that waited together since the last call. */
  mostTogether(): number;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  close(): void;
}

/** `/wait` waits for others; `/stalls` begins a body and never ends it; `/moved` redirects to `/elsewhere`; `/name` has a header in UTF-8. */
export async function startAnsweringServer(): Promise<AnsweringServer> {
  const asked: string[] = [];
  let waiting: ServerResponse[] = [];
  let most = 0;
  let quiet: NodeJS.Timeout | undefined;
  const answerAll = (): void => {
    for (const response of waiting) response.end('answered');
    waiting = [];
  };
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    switch (request.url) {
      case '/wait':
        waiting.push(response);
        most = Math.max(most, waiting.length);
        clearTimeout(quiet);
        quiet = setTimeout(answerAll, QUIET_MS);
        break;
      case '/stalls':
        response.write('begun');
        break;
      case '/moved':
        response.writeHead(302, { location: '/elsewhere' }).end();
        break;
      case '/name':
        response.setHeader('x-name', Buffer.from('Übersicht ✓').toString('latin1'));
        response.end();
        break;
      default:
        response.end('answered');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mostTogether: () => {
      const together = most;
      most = 0;
      return together;
    },
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
