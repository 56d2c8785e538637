/** The one way of every request: its host's breaker, limiter, token, wire, what the answer means, and then done, once more, or an error. */
import { type AppError, isAppError } from '../../shared/errors.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { Lane } from '../../shared/model/rates.ts';
import { abortable, cancelled, delay } from '../http/abort.ts';
import type { Answer } from '../http/answer.ts';
import { describeFailure } from '../http/no-answer.ts';
import type { ExchangeContext, Wire } from '../http/wire.ts';
import type { Clock, Log, Random } from '../platform/ports.ts';
import type { Chain, PhaseDetail } from './chain.ts';
import type { CircuitPermission } from './circuit-breaker.ts';
import { type CircuitBreakers, FREE_SLOT, type TrialSlot } from './circuit-breakers.ts';
import type { Permit } from './limits/limiter.ts';
import type { PendingRequests } from './pending-requests.ts';
import type { TokenSource, TrafficRequest } from './request.ts';
import { backoffMs, decide, outcomeUnknown } from './retry.ts';
import { hostOf, isUnder, wireRequestOf } from './wire-request.ts';

/** What the pipeline needs of a limiter. */
export interface PermitSource {
  acquire(wish: { kind: string; lane: Lane; task: string; signal: AbortSignal }): Promise<Permit>;
}

export interface PipelineOptions {
  readonly wireOf: (connectionId: string) => Wire;
  readonly limiterOf: (connectionId: string, api: Api) => PermitSource;
  readonly tokens: TokenSource;
  /** The address under which a connection's requests of an API go now; `null` when there is none. */
  readonly baseOf: (connectionId: string, api: Api) => string | null;
  readonly clockOf: (connectionId: string) => Clock;
  readonly random: Random;
  readonly log: Log;
  readonly breakers: CircuitBreakers;
  readonly pending: PendingRequests;
}

/** One attempt: its answer, or the error it ended with, and the generation of the token it went with. */
interface Attempt {
  readonly answered: Answer | null;
  readonly failure: AppError | null;
  readonly generation: number;
}

/** A request with its token and its place, which may leave at once. */
interface PreparedRequest {
  readonly request: Request;
  readonly permit: Permit;
  readonly generation: number;
  readonly grantedAt: number;
}

export class Pipeline {
  readonly #options: PipelineOptions;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /**
   * Sends a request and gives its 2xx answer. Throws AppErrors: those of the limiter and the
   * tokens' room, of the wire, and what the answer stands for (classify.ts); `outcomeUnknown` for a write that may have been done;
   * `circuitOpen` and `deadlineExceeded` for one that was never sent. One that was, and could not be sent again, ends with its failure.
   */
  async send(request: TrafficRequest): Promise<Answer> {
    const { pending } = this.#options;
    const chain = pending.add(request);
    try {
      return await this.#send(request, chain);
    } finally {
      pending.remove(request.connectionId, chain);
    }
  }

  async #send(request: TrafficRequest, chain: Chain): Promise<Answer> {
    const { clockOf, random, log, breakers } = this.#options;
    const { connectionId, url, operation } = request;
    const clock = clockOf(connectionId);
    let failures = 0;
    let replayed = false;
    for (let number = 1; ; number += 1) {
      chain.beginAttempt(number);
      const attempt = await this.#attempt(request, chain, number);
      const { failure, answered } = attempt;
      if (!failure && answered) {
        this.#options.tokens.worked?.(request.credentialId, attempt.generation, operation);
        return answered;
      }
      if (!failure) throw new Error('an attempt ended without an answer and without a failure');
      chain.recordFailure(failure);
      if (await this.#retryWithNewToken(request, chain, attempt, replayed)) {
        replayed = true;
        continue;
      }
      const next = decide(failure, request.repeatable);
      if (next === 'unknown') throw outcomeUnknown(failure, request.title);
      failures += 1;
      if (next !== 'retry' || request.retry === false) throw failure;
      const now = clock.now();
      const waitMs = backoffMs(failure, { failures, now, remainingMs: chain.remainingMs }, random);
      if (waitMs === null) throw failure;
      // Somebody waits for this one: what it failed with says more than that its host rests now.
      if (chain.lane === 'interactive' && breakers.rejection(connectionId, hostOf(url))) throw failure;
      log.info('a request is sent again', {
        operation,
        chainId: chain.id,
        code: failure.code,
        attempt: number,
        waitMs,
      });
      await chain.waitFor(
        'backoff',
        (signal) => delay(clock, waitMs, signal),
        () => ({
          until: now + waitMs,
          reason: `${capital(describeFailure(failure).reason)}, so it is sent again.`,
        }),
      );
    }
  }

  /** Waits for everything an attempt needs, and sends it. */
  async #attempt(request: TrafficRequest, chain: Chain, number: number): Promise<Attempt> {
    const { clockOf } = this.#options;
    const { connectionId, credentialId, api, operation, body, secrets = [], taskId = null } = request;
    const clock = clockOf(connectionId);
    const host = hostOf(request.url);
    const queuedAt = clock.now();
    for (;;) {
      const turn = await this.#awaitCircuit(connectionId, host, chain);
      try {
        const { permit, generation, grantedAt, ...ready } = await this.#prepare(request, chain, clock);
        const pass = this.#enterCircuit(chain, permit, connectionId, host);
        if (!pass) continue;
        turn.release();
        const times = { queuedAt, grantedAt };
        const whose = { connectionId, credentialId, api, operation, lane: chain.lane, taskId, body, secrets };
        const context = { ...whose, ...times, chainId: chain.id, attempt: number, tokenGeneration: generation };
        return await this.#exchange(ready.request, context, { permit, pass });
      } finally {
        turn.release();
      }
    }
  }

  /** Leave to try a host: at once, or after its rest. Who somebody waits for is told of a resting host instead. */
  async #awaitCircuit(connectionId: string, host: string, chain: Chain): Promise<TrialSlot> {
    const { breakers, clockOf } = this.#options;
    if (breakers.isClosed(connectionId, host)) return FREE_SLOT;
    const refusal = breakers.rejection(connectionId, host);
    if (chain.lane === 'interactive') {
      if (refusal) throw chain.lastFailure ?? refusal;
      return FREE_SLOT;
    }
    if (refusal && refusal.data.until - clockOf(connectionId).now() >= chain.remainingMs)
      throw chain.lastFailure ?? refusal;
    const remark = (): PhaseDetail => {
      const resting = breakers.openCircuit(connectionId, host);
      const ahead = resting !== null && resting.until > clockOf(connectionId).now();
      const reason = resting && `${host} failed ${resting.failures} times in a row (${resting.reason}).`;
      return { until: ahead ? resting.until : null, reason };
    };
    try {
      return await chain.waitFor('circuit', (signal) => breakers.waitForSlot(connectionId, host, signal), remark);
    } catch (error) {
      throw isAppError(error, 'deadlineExceeded') ? (breakers.rejection(connectionId, host) ?? error) : error;
    }
  }

  /** A place within the limits and a token. */
  async #prepare(request: TrafficRequest, chain: Chain, clock: Clock): Promise<PreparedRequest> {
    const { limiterOf, tokens, baseOf } = this.#options;
    const { connectionId, credentialId, api, operation: kind, taskId } = request;
    const wish = { kind, lane: chain.lane, task: taskId ?? '' };
    const limiter = limiterOf(connectionId, api);
    const permit = await chain.waitFor('limit', (signal) => limiter.acquire({ ...wish, signal }));
    const grantedAt = clock.now();
    try {
      const bearer = await chain.waitFor('token', (signal) => abortable(tokens.bearer(credentialId), signal));
      // The connection may have moved while this waited: its new token is none of the old address's business.
      if (!isUnder(request.url, baseOf(connectionId, api))) throw cancelled(false);
      chain.throwIfEnded();
      const { authorization, generation } = bearer;
      return { request: wireRequestOf(request, authorization, chain.signal), permit, generation, grantedAt };
    } catch (error) {
      permit.unused();
      throw error;
    }
  }

  /** Leave of its host; without it, or when it was taken back in this very moment, its place is given back. */
  #enterCircuit(chain: Chain, permit: Permit, connectionId: string, host: string): CircuitPermission | null {
    let pass: CircuitPermission | null = null;
    try {
      chain.beginSending();
      pass = this.#options.breakers.tryAcquire(connectionId, host);
    } finally {
      if (!pass) permit.unused();
    }
    return pass;
  }

  async #exchange(
    request: Request,
    context: ExchangeContext & { readonly tokenGeneration: number },
    { permit, pass }: { readonly permit: Permit; readonly pass: CircuitPermission },
  ): Promise<Attempt> {
    const { tokenGeneration: generation } = context;
    try {
      permit.sent();
      const answered = await this.#options.wireOf(context.connectionId)(request, context);
      permit.answered(answered);
      const { failure } = answered;
      if (failure?.code === 'serverFailed') pass.failed(describeFailure(failure).reason);
      else pass.succeeded();
      return { answered, failure, generation };
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.code === 'unreachable' || error.code === 'timedOut') pass.failed(describeFailure(error).reason);
      if (error.code === 'answerUnusable') pass.succeeded();
      return { answered: null, failure: error, generation };
    } finally {
      permit.unanswered();
      pass.released();
    }
  }

  /**
   * Whether a refusal is sent again with a newer token, at most once. Every 403 is told of, because what is remembered of them
   * decides whether one of them is about the token at all.
   */
  async #retryWithNewToken(
    request: TrafficRequest,
    chain: Chain,
    { failure, generation }: Attempt,
    replayed: boolean,
  ): Promise<boolean> {
    const status = isAppError(failure, 'forbidden') ? 403 : isAppError(failure, 'unauthorized') ? 401 : null;
    if (status === null || (status === 401 && replayed)) return false;
    // A token is obtained for who goes on with it only.
    if (status === 401) chain.throwIfEnded();
    const { credentialId, operation } = request;
    const { tokens } = this.#options;
    const told = tokens.refused(credentialId, generation, status, operation);
    told.catch(() => {});
    const answer = await chain.waitFor('token', (signal) => abortable(told, signal));
    return answer === 'replay' && !replayed;
  }
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
