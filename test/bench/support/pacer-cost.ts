/** The cost of a subject in real time: requests per second without queueing, and the memory of queued requests. */
import type { Reply } from '../../support/rate-servers/network.ts';
import type { PacerKind } from './pacer.ts';
import { percentile } from './percentile.ts';

const ROUNDS = 5;
const ROUND_MS = 500;
/** A round ends before it reaches a wide limit. */
const MAX_REQUESTS = 500_000;
const AT_ONCE = 100;
export const WAITING = 100_000;

const REPLY: Reply = { status: 200, headers: new Headers() };
const answer = (): Promise<Reply> => Promise.resolve(REPLY);

/** Requests per second: the median of five rounds of half a second, after a warm-up round; 100 at a time, each answered at once. */
export async function acquisitionsPerSecond(kind: PacerKind): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pacer = await kind.open('wide');
    const begin = performance.now();
    let sent = 0;
    for (; sent < MAX_REQUESTS && performance.now() - begin < ROUND_MS; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => pacer.send('bulk', answer)));
    rates.push(sent / ((performance.now() - begin) / 1_000));
  }
  return percentile(rates.slice(1), 0.5);
}

/** Megabytes of heap for 100,000 queued requests, with their promises. Needs `--expose-gc`. */
export async function memoryOfWaiting(kind: PacerKind): Promise<number> {
  const collect = globalThis.gc;
  if (!collect) throw new Error('start it with --expose-gc');
  const pacer = await kind.open('spec');
  const waiting: unknown[] = Array.from({ length: WAITING }, () => null);
  const used = () => {
    collect();
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  for (let index = 0; index < WAITING; index += 1) waiting[index] = pacer.send('bulk', answer);
  await new Promise((resolve) => setImmediate(resolve));
  const bytes = used() - before;
  if (waiting.length !== WAITING) throw new Error('they are no longer held');
  return bytes / 1_000_000;
}
