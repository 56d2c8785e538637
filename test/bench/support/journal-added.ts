/** What recording costs a request: requests to a server on loopback, in turns with each subject and with none. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExchangeSink, RawExchange } from '../../../src/main/traffic/journal/raw-exchange.ts';
import { journalTraffic } from './journal-traffic.ts';
import { percentile } from './percentile.ts';

export interface Added {
  readonly subject: string;
  /** Medians and 99th percentiles of the requests with the subject, less those of the requests without any. */
  readonly medianMs: number;
  readonly p99Ms: number;
  /** How long the call that records holds the main thread itself, 99th percentile. */
  readonly heldP99Ms: number;
}

const ROUNDS = 80;
/** A turn is longer than what a subject puts off, so that its costs fall into its own turns. */
const REQUESTS_A_TURN = 60;

export async function addedTime(subjects: Record<string, ExchangeSink>): Promise<Added[]> {
  const { next } = journalTraffic(99, Date.UTC(2027, 1, 1), 'paired');
  const bodies = Array.from({ length: 64 }, () => next().responseBody?.text ?? '{}');
  let served = 0;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(bodies[served++ % bodies.length]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const without: number[] = [];
  const turns: { name: string | null; sink: ExchangeSink | null; times: number[]; held: number[] }[] = [
    { name: null, sink: null, times: without, held: [] },
    ...Object.entries(subjects).map(([name, sink]) => ({ name, sink, times: [], held: [] })),
  ];
  const request = async (sink: ExchangeSink | null, times: number[], held: number[]): Promise<void> => {
    const model = next();
    const begin = performance.now();
    const response = await fetch(url);
    const text = await response.text();
    if (sink) {
      const raw: RawExchange = {
        ...model,
        responseHeaders: [...response.headers],
        responseBody: { text, bytes: text.length },
      };
      const recording = performance.now();
      sink.record(raw);
      held.push(performance.now() - recording);
    }
    // What the subject put off to the end of this turn of the event loop is a part of it.
    await new Promise((resolve) => setImmediate(resolve));
    times.push(performance.now() - begin);
  };
  for (let round = -4; round < ROUNDS; round += 1)
    for (const { sink, times, held } of turns)
      for (let count = 0; count < REQUESTS_A_TURN; count += 1)
        await request(sink, round < 0 ? [] : times, round < 0 ? [] : held);
  server.closeAllConnections();
  server.close();
  return turns.flatMap(({ name, times, held }) =>
    name === null
      ? []
      : {
          subject: name,
          medianMs: percentile(times, 0.5) - percentile(without, 0.5),
          p99Ms: percentile(times, 0.99) - percentile(without, 0.99),
          heldP99Ms: percentile(held, 0.99),
        },
  );
}
