/** A pipeline over fake tokens and a fake wire, on a clock that a test moves. */

import { Answer } from '../../../../src/main/http/answer.ts';
import { NoAnswer } from '../../../../src/main/http/no-answer.ts';
import type { ExchangeContext } from '../../../../src/main/http/wire.ts';
import { AdjustableClock } from '../../../../src/main/sandbox/adjustable-clock.ts';
import { CircuitBreakers } from '../../../../src/main/traffic/circuit-breakers.ts';
import { Limiter } from '../../../../src/main/traffic/limits/limiter.ts';
import { Pauses } from '../../../../src/main/traffic/pauses.ts';
import { type LimiterPauses, PendingRequests } from '../../../../src/main/traffic/pending-requests.ts';
import { Pipeline } from '../../../../src/main/traffic/pipeline.ts';
import type { TokenSource, TrafficRequest } from '../../../../src/main/traffic/request.ts';
import { Secret } from '../../../../src/main/vault/secret.ts';
import { AppError, isAppError } from '../../../../src/shared/app-error.ts';
import type { RateRule } from '../../../../src/shared/model/rates.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { SEARCH_REQUEST } from '../../../support/search-request.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { BOOKING_RULES } from './limits/server-model.ts';

export type Reply = { status: number; text?: string; headers?: Record<string, string> } | AppError;
export interface Seen {
  readonly request: Request;
  readonly about: ExchangeContext;
  readonly at: number;
}

/** Tokens of a fake service: any number of callers, one token per generation. */
class FakeTokens implements TokenSource {
  generation = 1;
  readonly refusals: [number, number][] = [];
  readonly reports: string[] = [];
  /** The result of a reported 403. */
  forbidden: 'retry' | 'final' = 'final';
  answer: 'retry' | 'final' = 'retry';
  /** Whether a 401 is first answered by sending the request once more with the same token, where that may be. */
  repeats = false;
  failure: AppError | null = null;
  /** `bearer` waits for it. */
  gate: Promise<void> = Promise.resolve();
  /** Credentials whose token requests never end. */
  readonly hanging = new Set<string>();
  /** Credentials without a token at this moment. */
  readonly without = new Set<string>();

  async bearer(credentialId: string) {
    await (this.hanging.has(credentialId) ? new Promise<never>(() => {}) : this.gate);
    if (this.failure) throw this.failure;
    this.without.delete(credentialId);
    return this.#bearer;
  }

  usable(credentialId: string) {
    return this.without.has(credentialId) || this.hanging.has(credentialId) ? null : this.#bearer;
  }

  get #bearer() {
    return { authorization: new Secret(`Bearer t-${this.generation}`), generation: this.generation };
  }

  worked(_: string, generation: number, operation: string) {
    this.reports.push(`${operation} worked with ${generation}`);
  }

  async refused(_: string, generation: number, status: 401 | 403, operation: string, mayRepeat = false) {
    this.refusals.push([generation, status]);
    this.reports.push(`${operation} refused with ${generation}`);
    if (status === 401 && this.repeats && mayRepeat) return 'repeat' as const;
    if ((status === 403 ? this.forbidden : this.answer) === 'final') return 'final' as const;
    this.generation = generation + 1;
    return 'retry' as const;
  }
}

/**
 * A pipeline over a fake service: `replies` gives the answer to each request, `roundTripMs` (or what `delayOf` says) later on the machine's
 * clock.
 */
export function make(
  replies: (seen: Seen, number: number) => Reply,
  {
    roundTripMs = 40,
    rules = BOOKING_RULES,
    rate = 1,
    delayOf = () => roundTripMs,
  }: { roundTripMs?: number; rules?: RateRule[]; rate?: number; delayOf?: (number: number, at: number) => number } = {},
) {
  const machine = new ManualClock();
  const clock = new AdjustableClock(machine);
  if (rate !== 1) clock.setRate(rate);
  const seen: Seen[] = [];
  const tokens = new FakeTokens();
  const limiter = new Limiter({ api: 'booking', rules, clock });
  const log = new FakeLog();
  const random = new SequenceRandom();
  const address = { base: 'https://h.example/api' as string | null };
  const wire = async (request: Request, about: ExchangeContext) => {
    const one = { request, about, at: clock.now() };
    seen.push(one);
    const reply = replies(one, seen.length);
    await new Promise<void>((resolve, reject) => {
      machine.after(delayOf(seen.length, one.at), resolve);
      request.signal.addEventListener('abort', () =>
        reject(new AppError('cancelled', {}, { cause: new NoAnswer(true) })),
      );
    });
    if (reply instanceof AppError) throw reply;
    const { status, text = '{}', headers = {} } = reply;
    const parts = { exchangeId: `x${seen.length}`, status, text, headers: new Headers(headers) };
    return new Answer({ ...parts, receivedAt: clock.now() });
  };
  const clockOf = () => clock;
  const breakers = new CircuitBreakers(clockOf);
  const pauses = new Pauses(clockOf);
  const limiterPauses: LimiterPauses = {
    changed: { subscribe: (listener) => limiter.changed.subscribe(() => listener({ connectionId: 'c1' })) },
    list: () =>
      limiter.pausedMs > 0
        ? [{ host: 'h.example', operation: null, until: clock.now() + limiter.pausedMs, status: 429 }]
        : [],
    endHost: () => limiter.endPause(),
  };
  const pending = new PendingRequests({ machine, clockOf, breakers, pauses, limiterPauses, random });
  const pipeline = new Pipeline({
    wireOf: () => wire,
    limiterOf: () => limiter,
    tokens,
    baseOf: () => address.base,
    clockOf,
    random,
    log,
    breakers,
    pauses,
    pending,
  });
  return {
    clock: machine,
    connectionClock: clock,
    seen,
    tokens,
    limiter,
    log,
    pipeline,
    address,
    breakers,
    pauses,
    pending,
  };
}

export const read: TrafficRequest = { ...SEARCH_REQUEST, headers: [['accept', 'application/json']] };
export const write: TrafficRequest = {
  ...read,
  operation: 'quoteInstant',
  title: 'Book',
  method: 'POST',
  body: '{"a":1}',
  repeatable: false,
};
export const lost = new AppError(
  'unreachable',
  { host: 'h', reason: 'closed', exchangeId: 'x1' },
  { cause: new NoAnswer(true) },
);
export const unsent = new AppError(
  'unreachable',
  { host: 'h', reason: 'refused', exchangeId: 'x1' },
  { cause: new NoAnswer(false) },
);

export const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
