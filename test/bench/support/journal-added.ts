/** Measures the time that recording adds to a request: requests to a server on loopback, in turns with each subject and without one. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExchangeSink, RawExchange } from '../../../src/main/http/raw-exchange.ts';
import { journalTraffic } from './journal-traffic.ts';
import { percentile } from './percentile.ts';

export interface Added {
  readonly subject: string;
  /** Median and 99th percentile with the subject, minus those without a subject. */
  readonly medianMs: number;
  readonly p99Ms: number;
  /** How long the call of `record` blocks the main thread, 99th percentile. */
  readonly heldP99Ms: number;
}

/** Each group of rounds gives a difference; the result is their median, because other programs disturb some groups. */
const GROUPS = 9;
const ROUNDS_A_GROUP = 10;
/** A turn is longer than a subject's deferred work, so that the work ends within the turn. */
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
  const turns = [null, ...Object.entries(subjects)].map((subject) => ({
    subject,
    groups: Array.from({ length: GROUPS }, (): number[] => []),
    held: [] as number[],
  }));
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
    // Include work that the subject deferred to the end of this event-loop turn.
    await new Promise((resolve) => setImmediate(resolve));
    times.push(performance.now() - begin);
  };
  for (const { subject } of turns)
    for (let count = 0; count < 300; count += 1) await request(subject?.[1] ?? null, [], []);
  for (let group = 0; group < GROUPS; group += 1)
    for (let round = 0; round < ROUNDS_A_GROUP; round += 1)
      for (const { subject, groups, held } of turns)
        for (let count = 0; count < REQUESTS_A_TURN; count += 1)
          await request(subject?.[1] ?? null, groups[group] ?? [], held);
  server.closeAllConnections();
  server.close();
  const [bare, ...recorded] = turns;
  return recorded.map(({ subject, groups, held }) => {
    const added = (share: number): number =>
      percentile(
        groups.map((times, group) => percentile(times, share) - percentile(bare?.groups[group] ?? [], share)),
        0.5,
      );
    return { subject: subject?.[0] ?? '', medianMs: added(0.5), p99Ms: added(0.99), heldP99Ms: percentile(held, 0.99) };
  });
}
