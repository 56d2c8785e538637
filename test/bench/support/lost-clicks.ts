/**
 * Clicks over a network that loses answers, in virtual time: the real pipeline, limiter, circuit breaker and wire before a server that counts
 * by a sliding log, with a bulk task that always has requests queued.
 */

import { Recorder } from '../../../src/main/http/recorder.ts';
import { CircuitBreakers } from '../../../src/main/traffic/circuit-breakers.ts';
import { Limiter } from '../../../src/main/traffic/limits/limiter.ts';
import { Pauses } from '../../../src/main/traffic/pauses.ts';
import { PendingRequests } from '../../../src/main/traffic/pending-requests.ts';
import { Pipeline } from '../../../src/main/traffic/pipeline.ts';
import { Secret } from '../../../src/main/vault/secret.ts';
import { isAppError } from '../../../src/shared/app-error.ts';
import { FakeLog } from '../../support/fake-log.ts';
import { slidingLogServer } from '../../support/rate-servers/models.ts';
import { fractions, jittery } from '../../support/rate-servers/network.ts';
import { VirtualClock } from '../../support/rate-servers/virtual-clock.ts';
import { SEARCH_REQUEST } from '../../support/search-request.ts';
import { SequenceRandom } from '../../support/sequence-random.ts';
import { BOOKING_RULES } from './latchkey-pacer.ts';

const WARM_UP_MS = 60_000;
const CLICK_EVERY_MS = 2_500;
const BULK_REQUESTS = 100;
const BEARER = { authorization: new Secret('Bearer token-of-the-bench'), generation: 1 };

/** Loses the answer of a request that was sent at `ms` of the run; a drop-out loses the request as well. */
export type Loss = (ms: number, fraction: () => number) => 'nothing' | 'answer' | 'request';

export interface LostClicks {
  /** From each click to its answer. */
  readonly clickMs: readonly number[];
  readonly failedClicks: number;
  readonly rejected429: number;
  /** Requests that the server counted for each click beyond the first. */
  readonly repeated: number;
  readonly circuitOpened: boolean;
}

export async function clicksWithLoss(
  loss: Loss,
  { minutes, seed }: { minutes: number; seed: number },
): Promise<LostClicks> {
  const clock = new VirtualClock();
  const begin = clock.now();
  const endsAt = begin + minutes * 60_000;
  const server = slidingLogServer(BOOKING_RULES);
  const fraction = fractions(seed);
  const delays = jittery(fraction);
  let [rejected429, clicksSent, circuitOpened] = [0, 0, false];
  const fetch = (request: Request) =>
    new Promise<Response>((resolve, reject) => {
      const { thereMs, backMs } = delays();
      const lost = loss(clock.now() - begin, fraction);
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
      if (lost === 'request') return;
      clock.after(thereMs, () => {
        const { accepted, headers } = server.arrive(clock.now());
        if (!accepted) rejected429 += 1;
        const response = () =>
          resolve(new Response('{}', { status: accepted ? 200 : 429, headers: headers as HeadersInit }));
        if (lost === 'nothing') clock.after(backMs, response);
      });
    });
  const clockOf = () => clock;
  const random = new SequenceRandom(seed);
  const breakers = new CircuitBreakers(clockOf);
  breakers.changed.subscribe(() => {
    circuitOpened = true;
  });
  const pauses = new Pauses(clockOf);
  const pending = new PendingRequests({ machine: clock, clockOf, breakers, pauses, random });
  const limiter = new Limiter({ api: 'booking', rules: BOOKING_RULES, clock });
  const onSend = ({ lane }: { lane?: string }) => {
    if (lane === 'interactive') clicksSent += 1;
  };
  const { wire } = new Recorder({ fetch, clock, machine: clock, journal: { record() {} }, random, onSend });
  const pipeline = new Pipeline({
    wireOf: () => wire,
    limiterOf: () => limiter,
    tokens: { bearer: async () => BEARER, usable: () => BEARER, refused: async () => 'final' },
    baseOf: () => 'https://h.example/api',
    clockOf,
    random,
    log: new FakeLog(),
    breakers,
    pauses,
    pending,
  });
  const send = (lane: 'interactive' | 'bulk') =>
    pipeline.send({ ...SEARCH_REQUEST, lane }).then(
      () => true,
      (error: unknown) => {
        if (!isAppError(error)) throw error;
        return false;
      },
    );
  const bulk = async () => {
    while (clock.now() < endsAt) await send('bulk');
  };
  for (let turn = 0; turn < BULK_REQUESTS; turn += 1) void bulk();
  const clickMs: number[] = [];
  let [clicks, failedClicks] = [0, 0];
  const click = () => {
    if (clock.now() >= endsAt) return;
    const askedAt = clock.now();
    clicks += 1;
    void send('interactive').then((ok) => {
      if (ok) clickMs.push(clock.now() - askedAt);
      else failedClicks += 1;
    });
    clock.after(CLICK_EVERY_MS * (0.5 + fraction()), click);
  };
  clock.after(WARM_UP_MS, click);
  // The wire waits 30 s for the last answers.
  await clock.advanceTo(endsAt + 180_000);
  return { clickMs, failedClicks, rejected429, repeated: (clicksSent - clicks) / clicks, circuitOpened };
}

/** Each answer is lost with this probability. */
export const losing =
  (share: number): Loss =>
  (_, fraction) =>
    fraction() < share ? 'answer' : 'nothing';

/** All requests of `lengthMs` are lost, once a minute and a half. */
export const dropOuts =
  (lengthMs: number): Loss =>
  (ms) =>
    ms % 90_000 >= 80_000 && ms % 90_000 < 80_000 + lengthMs ? 'request' : 'nothing';
