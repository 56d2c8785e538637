/** The wire over real sockets: what Node's fetch reports for the ways a connection can fail. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { mayHaveLeft } from '../../src/main/http/no-answer.ts';
import { Recorder } from '../../src/main/http/recorder.ts';
import { machineClock } from '../../src/main/platform/machine.ts';
import { AppError } from '../../src/shared/app-error.ts';
import { MemoryJournal } from '../support/memory-journal.ts';
import { SequenceRandom } from '../support/sequence-random.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

function wireTo(timeoutMs = 5_000) {
  const journal = new MemoryJournal();
  const recorder = new Recorder({ fetch, clock: machineClock, journal, random: new SequenceRandom(), timeoutMs });
  const about = {
    connectionId: 'c1',
    credentialId: null,
    api: 'booking',
    operation: 'quoteCreate',
    chainId: 'chain',
    attempt: 1,
    queuedAt: 0,
    tokenGeneration: null,
  } as const;
  return (url: string) =>
    recorder.wire(new Request(url, { method: 'POST', body: '{"a":1}', redirect: 'error' }), about).then(
      (answered) => answered,
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return {
          code: error.code,
          reason: 'reason' in error.data ? error.data.reason : null,
          sent: mayHaveLeft(error),
        };
      },
    );
}

describe('the wire over sockets', () => {
  it('gives an answer', async () => {
    const origin = await serve((request, response) => {
      request.resume();
      response.setHeader('x-request-id', 'r1').end('{"ok":true}');
    });
    expect(await wireTo()(origin)).toMatchObject({ status: 200, text: '{"ok":true}' });
  });

  it('knows that a refused connection sent nothing', async () => {
    const origin = await serve(() => {});
    await new Promise((resolve) => server?.close(resolve));
    expect(await wireTo()(origin)).toEqual({ code: 'unreachable', reason: 'the connection was refused', sent: false });
  });

  it('knows that a name that does not resolve was sent nothing', async () => {
    const answer = await wireTo()('http://nowhere.invalid/');
    expect(answer).toEqual({ code: 'unreachable', reason: 'the name does not resolve', sent: false });
  });

  it('takes a connection that was dropped for one that may have done it', async () => {
    const origin = await serve((request) => request.socket.destroy());
    expect(await wireTo()(origin)).toMatchObject({ code: 'unreachable', sent: true });
  });

  it('takes an answer that breaks off for one that may have done it', async () => {
    const origin = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    expect(await wireTo()(origin)).toMatchObject({ code: 'unreachable', sent: true });
  });

  it('follows no redirect', async () => {
    const origin = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    expect(await wireTo()(origin)).toMatchObject({ code: 'unreachable', sent: true });
  });

  it('gives up a server that does not answer', async () => {
    const origin = await serve(() => {});
    expect(await wireTo(150)(origin)).toMatchObject({ code: 'timedOut', sent: true });
  });
});
