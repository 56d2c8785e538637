/** A server that counts arrivals by sliding log, behind a network with delays, for tests of a limiter. */
import type { Limiter } from '../../../../../src/main/traffic/limits/limiter.ts';
import type { RateRule } from '../../../../../src/shared/model/rates.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import type { ManualClock } from '../../../../support/manual-clock.ts';

export const BOOKING_RULES: RateRule[] = [
  { windowMs: 1_000, limit: 5 },
  { windowMs: 60_000, limit: 275 },
  { windowMs: 3_600_000, limit: 16_500 },
];

export class SlidingLogServer {
  readonly arrivals: number[] = [];
  answered429 = 0;
  readonly #rules: readonly RateRule[];

  constructor(rules: readonly RateRule[]) {
    this.#rules = rules;
  }

  /** A request arrives. Returns the status of its answer. */
  arrive(now: number): 200 | 429 {
    const full = this.#rules.some(
      ({ windowMs, limit }) => this.arrivals.filter((at) => at > now - windowMs).length >= limit,
    );
    if (full) this.answered429 += 1;
    else this.arrivals.push(now);
    return full ? 429 : 200;
  }
}

export interface Delays {
  readonly thereMs: number;
  readonly workMs: number;
  readonly backMs: number;
}

/** Sends one request through the limiter to the server. Resolves with the instant at which it was sent. */
export async function sendOne(
  limiter: Limiter,
  server: SlidingLogServer,
  clock: ManualClock,
  { thereMs, workMs, backMs }: Delays,
  signal?: AbortSignal,
): Promise<number> {
  const permit = await limiter.acquire({ kind: 'read', signal });
  const sentAt = clock.now();
  permit.sent();
  await new Promise<void>((resolve) => {
    clock.after(thereMs, () => {
      const status = server.arrive(clock.now());
      clock.after(workMs + backMs, () => {
        permit.answered(answerOf({ status }));
        resolve();
      });
    });
  });
  return sentAt;
}
