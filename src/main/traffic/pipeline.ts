/** Sends every request: waits for circuit, pause, token and permit, sends, classifies the answer, then returns it, retries or throws. */

import { AppError, isAppError, toAppError } from '../../shared/app-error.ts';
import { ADDRESS_KEYS } from '../../shared/connection/account.ts';
import { ADDRESS_LABELS } from '../../shared/connection/connection-input.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { upperFirst } from '../../shared/text/first-letter.ts';
import { abortable, cancelled, delay } from '../http/abort.ts';
import type { Answer } from '../http/answer.ts';
import { redirectedBy } from '../http/answer.ts';
import { describeFailure } from '../http/no-answer.ts';
import type { Wire } from '../http/wire.ts';
import type { Clock, Log, Random } from '../platform/ports.ts';
import type { Bearer } from '../tokens/current-token.ts';
import type { RefusedVerdict } from '../tokens/token-manager.ts';
import type { CircuitPermission } from './circuit-breakers.ts';
import { type CircuitBreakers, FREE_SLOT, type TrialSlot } from './circuit-breakers.ts';
import { AnswerTimes, hedged, hedgeIntervals } from './hedge.ts';
import type { Permit, PermitRequest } from './limits/limiter.ts';
import type { PausableOperation, Pauses } from './pauses.ts';
import type { Chain, PendingRequests, PhaseDetail } from './pending-requests.ts';
import { namingToken } from './refused-token.ts';
import { mayCarryToken, resourceOf, type TokenSource, type TrafficRequest, wireRequestOf } from './request.ts';
import { backoffMs, decide, MAX_ATTEMPTS, outcomeUnknown } from './retry.ts';

export interface PermitSource {
  acquire(request: PermitRequest): Promise<Permit>;
  /** The rest of the pause that a 429 asked for, in ms of the connection's clock. */
  readonly pausedMs: number;
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
  readonly pauses: Pauses;
  readonly pending: PendingRequests;
}

/** The outcome of an attempt: an answer or a failure, and the generation of the token in the request. */
interface Attempt {
  readonly answer: Answer | null;
  readonly failure: AppError | null;
  readonly generation: number;
}

/** The ways in which a refused request was already sent again. */
interface Resent {
  readonly withNewToken: boolean;
  readonly withSameToken: boolean;
}

/** A request that is ready to be sent, with its token's generation, permit and permission. */
interface Leave {
  readonly request: Request;
  readonly generation: number;
  readonly permit: Permit;
  readonly permission: CircuitPermission;
}

interface SendTimes {
  readonly queuedAt: number;
  readonly grantedAt: number;
}

interface HedgeParts {
  readonly times: SendTimes;
  /** Aborts the attempts that are no longer needed. */
  readonly losers: AbortController;
  readonly maxSends: number;
}

export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #answerTimes = new AnswerTimes();

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /**
   * Sends a request, again after some failures, and returns its 2xx answer. Throws the last failure: `Answer.failure`, or an AppError of the limiter,
   * the tokens or the wire; `outcomeUnknown` for an unconfirmed write; `circuitOpen` or `deadlineExceeded` when nothing was sent.
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
    const resent = { withNewToken: false, withSameToken: false };
    for (;;) {
      const sentBefore = chain.sent;
      // An attempt that was repeated only because of its token does not count as a failure.
      const repeated = Number(resent.withNewToken) + Number(resent.withSameToken);
      chain.beginAttempt(sentBefore + 1);
      const attempt = await this.#attempt(request, chain, MAX_ATTEMPTS + repeated - sentBefore);
      const { answer } = attempt;
      const token = { credentialId: request.credentialId, generation: attempt.generation };
      const failure = attempt.failure && namingToken(attempt.failure, token, resent.withNewToken);
      if (!failure && answer) {
        this.#options.tokens.worked?.(request.credentialId, attempt.generation, operation, resourceOf(url));
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
      if (next !== 'retry' || request.retry === false) throw failure;
      const now = clock.now();
      const failures = chain.sent - repeated;
      const state = { lane: chain.lane, failures, now, remainingMs: chain.remainingMs };
      const waitMs = backoffMs(failure, state, random);
      if (waitMs === null) throw failure;
      // The failure tells a person more than an open circuit would.
      const { host } = chain.operation;
      const isRetried = !breakers.rejection(connectionId, host) && !breakers.isFailing(connectionId, host);
      if (chain.lane === 'interactive' && !isRetried) throw failure;
      log.info('a request is retried', {
        operation,
        chainId: chain.id,
        code: failure.code,
        attempt: chain.sent,
        waitMs,
      });
      await chain.waitFor(
        'backoff',
        (signal) => delay(clock, waitMs, signal),
        () => ({ until: now + waitMs, reason: `${upperFirst(describeFailure(failure).reason)}, so it is retried.` }),
      );
    }
  }

  /** Waits for circuit, pause, token and permit, and sends the request; up to `maxSends` times if its answer is late. */
  async #attempt(request: TrafficRequest, chain: Chain, maxSends: number): Promise<Attempt> {
    const { clockOf, tokens } = this.#options;
    const clock = clockOf(request.connectionId);
    const queuedAt = clock.now();
    const isHedged = request.repeatable && request.retry !== false && chain.lane !== 'bulk' && maxSends > 1;
    let tokenMs = 0;
    for (;;) {
      const slot = await this.#awaitCircuit(chain);
      try {
        await this.#awaitPause(request, chain);
        // A request that waits for its token leaves the trial to one that has a token.
        if (!tokens.usable(request.credentialId)) slot.release();
        const since = clock.now();
        const issued = await this.#awaitToken(request, chain);
        tokenMs += clock.now() - since;
        // A token that is unusable as soon as it is issued is tried all the same, because another one would be no better.
        const isUsable = tokens.usable(request.credentialId) !== null;
        const permit = await chain.waitFor('limit', (aborted) => this.#acquire(request, chain, aborted));
        const losers = new AbortController();
        const signal = isHedged ? losers.signal : chain.signal;
        const leave = this.#enter(request, chain, { permit, issued: isUsable ? null : issued, signal });
        if (!leave) continue;
        slot.release();
        // A request waits for its token before its permit; the journal has the two waits in the other order, each with its length.
        const times = { queuedAt, grantedAt: Math.max(queuedAt, clock.now() - tokenMs) };
        const first = this.#exchange(request, chain, leave, times);
        return await (isHedged ? this.#hedge(request, chain, first, { times, losers, maxSends }) : first);
      } finally {
        slot.release();
      }
    }
  }

  /** Waits until the host's circuit lets the request pass. Interactive requests fail fast while the circuit is open. */
  async #awaitCircuit(chain: Chain): Promise<TrialSlot> {
    const { breakers, clockOf } = this.#options;
    const { connectionId, host } = chain.operation;
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

  /** Waits for the end of a pause. A request that cannot be sent before its deadline fails at once. */
  async #awaitPause({ api }: TrafficRequest, chain: Chain): Promise<void> {
    const { pauses, clockOf, limiterOf } = this.#options;
    const { operation } = chain;
    const { connectionId, host, title } = operation;
    const now = clockOf(connectionId).now();
    const pause = pauses.pauseOf(operation);
    const limitedUntil = now + limiterOf(connectionId, api).pausedMs;
    const until = Math.max(limitedUntil, pause?.until ?? now);
    if (until - now >= chain.remainingMs && until > now)
      throw chain.lastFailure ?? new AppError('servicePaused', { what: title, host, until, status: pause ? 503 : 429 });
    if (!pause) return;
    const detail = (): PhaseDetail => ({
      until: pauses.pauseOf(operation)?.until ?? null,
      reason: `${host} asked for a pause (503).`,
    });
    await chain.waitFor('pause', (signal) => pauses.waitForEnd(operation, signal), detail);
  }

  /** Gets a token before the permit, so that no permit waits for a token. */
  async #awaitToken({ credentialId, title, mayIssue }: TrafficRequest, chain: Chain): Promise<Bearer> {
    if (mayIssue === false) {
      const usable = this.#options.tokens.usable(credentialId);
      if (!usable) throw new AppError('tokenNeeded', { label: title });
      return usable;
    }
    return chain.waitFor('token', (signal) => abortable(this.#options.tokens.bearer(credentialId), signal));
  }

  #acquire(
    { connectionId, api, operation: kind, taskId, following }: TrafficRequest,
    { lane }: Chain,
    signal: AbortSignal,
  ): Promise<Permit> {
    const limiter = this.#options.limiterOf(connectionId, api);
    return limiter.acquire({ kind, lane, task: taskId ?? '', following: following ?? 0, signal });
  }

  /**
   * Prepares a request that has a permit; the permission of the circuit comes last. Returns `null` and releases the permit when the request must
   * start again: its token was refused or expired, a pause began, or the circuit opened. `issued` is used when there is no usable token.
   */
  #enter(
    request: TrafficRequest,
    chain: Chain,
    {
      permit,
      issued,
      signal,
    }: { readonly permit: Permit; readonly issued: Bearer | null; readonly signal: AbortSignal },
  ): Leave | null {
    const { operation } = chain;
    const { tokens, pauses, breakers, baseOf } = this.#options;
    const { connectionId, credentialId, api } = request;
    let permission: CircuitPermission | null = null;
    try {
      const bearer = tokens.usable(credentialId) ?? issued;
      if (!bearer || signal.aborted || pauses.pauseOf(operation)) return null;
      // The connection's address may have changed meanwhile: the new token must not be sent to the old address.
      if (!mayCarryToken(request, baseOf(connectionId, api))) throw cancelled(false);
      chain.throwIfEnded();
      const wireRequest = wireRequestOf(request, bearer.authorization, signal);
      chain.beginSending();
      permission = breakers.tryAcquire(connectionId, operation.host, chain.id);
      return permission && { request: wireRequest, generation: bearer.generation, permit, permission };
    } finally {
      if (!permission) permit.unused();
    }
  }

  /** Sends a harmless request again while the first attempt is in flight and its answer is late; the first answer counts. */
  async #hedge(
    request: TrafficRequest,
    chain: Chain,
    first: Promise<Attempt>,
    { times, losers, maxSends }: HedgeParts,
  ): Promise<Attempt> {
    const clock = this.#options.clockOf(request.connectionId);
    const { rate } = clock.face();
    const lateAfterMs = this.#answerTimes.lateAfterMs(kindOf(request));
    const abort = () => losers.abort();
    chain.signal.addEventListener('abort', abort, { once: true });
    const outcome = hedged({
      first,
      sendAgain: () => this.#sendAgain(request, chain, times, losers.signal),
      isFinal: ({ failure }) => failure === null || decide(failure, true) !== 'retry',
      intervalsMs: hedgeIntervals(lateAfterMs, maxSends - 1).map((ms) => ms * rate),
      clock,
      losers,
    });
    return outcome.finally(() => chain.signal.removeEventListener('abort', abort));
  }

  /** Sends a further attempt while one is in flight; it waits only for its permit. Returns `null` when the attempt may not be sent. */
  async #sendAgain(
    request: TrafficRequest,
    chain: Chain,
    times: SendTimes,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: Promise<Attempt> } | null> {
    try {
      const permit = await this.#acquire(request, chain, signal);
      const leave = this.#enter(request, chain, { permit, issued: null, signal });
      return leave && { outcome: this.#exchange(request, chain, leave, times) };
    } catch (error) {
      // The attempt in flight decides about the request.
      if (isAppError(error)) return null;
      throw error;
    }
  }

  async #exchange(request: TrafficRequest, chain: Chain, leave: Leave, times: SendTimes): Promise<Attempt> {
    const { wireOf, clockOf } = this.#options;
    const { connectionId, credentialId, api, operation, body, secrets = [], taskId = null } = request;
    const { permit, permission, generation } = leave;
    const origin = { connectionId, credentialId, api, operation, lane: chain.lane, taskId, body, secrets };
    const place = { chainId: chain.id, attempt: chain.countSent(), tokenGeneration: generation };
    const clock = clockOf(connectionId);
    const sentAt = clock.now();
    try {
      permit.sent();
      const answer = await wireOf(connectionId)(leave.request, { ...origin, ...times, ...place });
      permit.answered(answer);
      const failure = redirectFailure(request, answer) ?? answer.failure;
      if (failure?.code === 'serverFailed') permission.failed(describeFailure(failure).reason);
      else {
        permission.succeeded();
        this.#answerTimes.record(kindOf(request), (clock.now() - sentAt) / clock.face().rate);
      }
      this.#followPause(chain.operation, answer);
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

  /** Begins the pause that a 503 with Retry-After asks for. An answer with a status below 500 ends the pauses of its operation and of its host. */
  #followPause(operation: PausableOperation, { status, headers, retryAfterMs }: Answer): void {
    const { pauses } = this.#options;
    if (status < 500) pauses.answered(operation);
    if (status === 503 && headers.has('retry-after')) pauses.begin(operation, retryAfterMs ?? 0);
  }

  /**
   * Decides whether to send a refused request again: at most once with the same token, and at most once with a newer one. After a 401, the
   * second try does no harm, even for a write, because the service has not done it. Reports every refusal to the token manager, which judges by the token's
   * history whether the token is the cause.
   */
  async #reportRefusal(
    request: TrafficRequest,
    chain: Chain,
    { failure, generation }: Attempt,
    resent: Resent,
  ): Promise<RefusedVerdict> {
    const status = isAppError(failure, 'forbidden') ? 403 : isAppError(failure, 'unauthorized') ? 401 : null;
    // A 401 on a path that is only tried concerns the path, not the token.
    const isGuess = request.base !== undefined;
    if (status === 401 && resent.withNewToken && !isGuess)
      this.#options.tokens.refusedAgain?.(request.credentialId, generation);
    // Reporting a refusal may cause an issuance.
    if (status === null || request.mayIssue === false || (status === 401 && (resent.withNewToken || isGuess)))
      return 'final';
    // Never renew for a cancelled request.
    if (status === 401) chain.throwIfEnded();
    const { credentialId, operation, retry } = request;
    const { tokens } = this.#options;
    const mayRepeat = retry !== false && !resent.withSameToken;
    const resource = resourceOf(request.url);
    const reported = tokens.refused(credentialId, generation, status, operation, mayRepeat, resource);
    reported.catch(() => {});
    const verdict = await chain.waitFor('token', (signal) => abortable(reported, signal));
    return verdict === 'retry' && resent.withNewToken ? 'final' : verdict;
  }
}

/** The error for a redirect of the service, which names the address to change; `null` for another answer. */
function redirectFailure({ url, api }: TrafficRequest, answer: Answer): AppError | null {
  const redirect = redirectedBy(answer, { url, address: ADDRESS_LABELS[ADDRESS_KEYS[api].base] });
  return redirect && toAppError(redirect);
}

const kindOf = ({ connectionId, api, operation }: TrafficRequest): string => `${connectionId} ${api} ${operation}`;
