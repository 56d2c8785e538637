/** Sends every request: waits for circuit, permit and token, sends, classifies the answer, then returns it, retries or throws. */
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
import { hostOf, isUnder, type TokenSource, type TrafficRequest, wireRequestOf } from './request.ts';
import { backoffMs, decide, outcomeUnknown } from './retry.ts';

/** What the pipeline needs of a limiter. */
export interface PermitSource {
  acquire(request: { kind: string; lane: Lane; task: string; signal: AbortSignal }): Promise<Permit>;
}

export interface PipelineOptions {
  readonly wireOf: (connectionId: string) => Wire;
  readonly limiterOf: (connectionId: string, api: Api) => PermitSource;
  readonly tokens: TokenSource;
  /** The current base address of an API of a connection, or `null`. */
  readonly baseOf: (connectionId: string, api: Api) => string | null;
  readonly clockOf: (connectionId: string) => Clock;
  readonly random: Random;
  readonly log: Log;
  readonly breakers: CircuitBreakers;
  readonly pending: PendingRequests;
}

/** The end of an attempt: an answer or a failure, and the generation of the token that it used. */
interface Attempt {
  readonly answer: Answer | null;
  readonly failure: AppError | null;
  readonly generation: number;
}

/** With which tokens a refused request was sent again. */
interface Resent {
  readonly withNewToken: boolean;
  readonly withSameToken: boolean;
}

/** A request with its token and its permit, ready to be sent. */
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
   * Sends a request and returns its 2xx answer. Throws the AppErrors of the limiter, the tokens and the wire, and `Answer.failure`;
   * `outcomeUnknown` for an unconfirmed write; `circuitOpen` and `deadlineExceeded` for a request that was never sent. A request that was
   * sent and cannot be retried ends with its last failure.
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
    const resent = { withNewToken: false, withSameToken: false };
    for (let number = 1; ; number += 1) {
      chain.beginAttempt(number);
      const attempt = await this.#attempt(request, chain, number);
      const { failure, answer } = attempt;
      if (!failure && answer) {
        this.#options.tokens.worked?.(request.credentialId, attempt.generation, operation);
        return answer;
      }
      if (!failure) throw new Error('an attempt ended without an answer and without a failure');
      chain.recordFailure(failure);
      const verdict = await this.#reportRefusal(request, chain, attempt, resent);
      if (verdict === 'repeat') resent.withSameToken = true;
      if (verdict === 'retry') resent.withNewToken = true;
      if (verdict !== 'final') continue;
      const next = decide(failure, request.repeatable);
      if (next === 'unknown') throw outcomeUnknown(failure, request.title);
      failures += 1;
      if (next !== 'retry' || request.retry === false) throw failure;
      const now = clock.now();
      const waitMs = backoffMs(failure, { failures, now, remainingMs: chain.remainingMs }, random);
      if (waitMs === null) throw failure;
      // The failure is more informative than the open circuit.
      if (chain.lane === 'interactive' && breakers.rejection(connectionId, hostOf(url))) throw failure;
      log.info('a request is retried', {
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
          reason: `${capitalized(describeFailure(failure).reason)}, so it is retried.`,
        }),
      );
    }
  }

  /** Waits for circuit, permit and token, and sends the request. */
  async #attempt(request: TrafficRequest, chain: Chain, number: number): Promise<Attempt> {
    const { clockOf } = this.#options;
    const { connectionId, credentialId, api, operation, body, secrets = [], taskId = null } = request;
    const clock = clockOf(connectionId);
    const host = hostOf(request.url);
    const queuedAt = clock.now();
    for (;;) {
      const slot = await this.#awaitCircuit(connectionId, host, chain);
      try {
        const { permit, generation, grantedAt, ...ready } = await this.#prepare(request, chain, clock);
        const permission = this.#enterCircuit(chain, permit, connectionId, host);
        if (!permission) continue;
        slot.release();
        const times = { queuedAt, grantedAt };
        const origin = { connectionId, credentialId, api, operation, lane: chain.lane, taskId, body, secrets };
        const context = { ...origin, ...times, chainId: chain.id, attempt: number, tokenGeneration: generation };
        return await this.#exchange(ready.request, context, { permit, permission });
      } finally {
        slot.release();
      }
    }
  }

  /** Waits until the host's circuit lets the request pass. Interactive requests fail fast while the circuit is open. */
  async #awaitCircuit(connectionId: string, host: string, chain: Chain): Promise<TrialSlot> {
    const { breakers, clockOf } = this.#options;
    if (breakers.isClosed(connectionId, host)) return FREE_SLOT;
    const rejection = breakers.rejection(connectionId, host);
    if (chain.lane === 'interactive') {
      if (rejection) throw chain.lastFailure ?? rejection;
      return FREE_SLOT;
    }
    if (rejection && rejection.data.until - clockOf(connectionId).now() >= chain.remainingMs)
      throw chain.lastFailure ?? rejection;
    const detail = (): PhaseDetail => {
      const circuit = breakers.openCircuit(connectionId, host);
      const isAhead = circuit !== null && circuit.until > clockOf(connectionId).now();
      const reason = circuit && `${host} failed ${circuit.failures} times in a row (${circuit.reason}).`;
      return { until: isAhead ? circuit.until : null, reason };
    };
    try {
      return await chain.waitFor('circuit', (signal) => breakers.waitForSlot(connectionId, host, signal), detail);
    } catch (error) {
      throw isAppError(error, 'deadlineExceeded') ? (breakers.rejection(connectionId, host) ?? error) : error;
    }
  }

  /** Acquires a permit and a token. */
  async #prepare(request: TrafficRequest, chain: Chain, clock: Clock): Promise<PreparedRequest> {
    const { limiterOf, tokens, baseOf } = this.#options;
    const { connectionId, credentialId, api, operation: kind, taskId } = request;
    const wanted = { kind, lane: chain.lane, task: taskId ?? '' };
    const limiter = limiterOf(connectionId, api);
    const permit = await chain.waitFor('limit', (signal) => limiter.acquire({ ...wanted, signal }));
    const grantedAt = clock.now();
    try {
      const bearer = await chain.waitFor('token', (signal) => abortable(tokens.bearer(credentialId), signal));
      // The connection's address may have changed meanwhile: the new token must not be sent to the old address.
      if (!isUnder(request.url, baseOf(connectionId, api))) throw cancelled(false);
      chain.throwIfEnded();
      const { authorization, generation } = bearer;
      return { request: wireRequestOf(request, authorization, chain.signal), permit, generation, grantedAt };
    } catch (error) {
      permit.unused();
      throw error;
    }
  }

  /** Asks the circuit for permission, right before sending. Releases the permit when the circuit has opened or the chain has ended. */
  #enterCircuit(chain: Chain, permit: Permit, connectionId: string, host: string): CircuitPermission | null {
    let permission: CircuitPermission | null = null;
    try {
      chain.beginSending();
      permission = this.#options.breakers.tryAcquire(connectionId, host);
    } finally {
      if (!permission) permit.unused();
    }
    return permission;
  }

  async #exchange(
    request: Request,
    context: ExchangeContext & { readonly tokenGeneration: number },
    { permit, permission }: { readonly permit: Permit; readonly permission: CircuitPermission },
  ): Promise<Attempt> {
    const { tokenGeneration: generation } = context;
    try {
      permit.sent();
      const answer = await this.#options.wireOf(context.connectionId)(request, context);
      permit.answered(answer);
      const { failure } = answer;
      if (failure?.code === 'serverFailed') permission.failed(describeFailure(failure).reason);
      else permission.succeeded();
      return { answer, failure, generation };
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.code === 'unreachable' || error.code === 'timedOut') permission.failed(describeFailure(error).reason);
      if (error.code === 'answerUnusable') permission.succeeded();
      return { answer: null, failure: error, generation };
    } finally {
      permit.unanswered();
      permission.released();
    }
  }

  /**
   * Whether to send a refused request again: at most once with the same token, if that does no harm, and at most once with a newer one.
   * Reports every refusal to the token manager, which judges by the history of the token whether it is about the token.
   */
  async #reportRefusal(
    request: TrafficRequest,
    chain: Chain,
    { failure, generation }: Attempt,
    resent: Resent,
  ): Promise<'retry' | 'repeat' | 'final'> {
    const status = isAppError(failure, 'forbidden') ? 403 : isAppError(failure, 'unauthorized') ? 401 : null;
    if (status === null || (status === 401 && resent.withNewToken)) return 'final';
    // Never renew for a cancelled request.
    if (status === 401) chain.throwIfEnded();
    const { credentialId, operation, repeatable, retry } = request;
    const { tokens } = this.#options;
    const mayRepeat = repeatable && retry !== false && !resent.withSameToken;
    const reported = tokens.refused(credentialId, generation, status, operation, mayRepeat);
    reported.catch(() => {});
    const verdict = await chain.waitFor('token', (signal) => abortable(reported, signal));
    return verdict === 'retry' && resent.withNewToken ? 'final' : verdict;
  }
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
