/** The one way of every request: limiter, token, wire, what the answer means, and then done, once more, or an error. */
import { AppError, isAppError } from '../../shared/errors.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { Answered, Clock, Log, Random, Wire } from '../platform/ports.ts';
import type { Secret } from '../vault/secret.ts';
import { cancelled, orCancelled, pause } from './cancel.ts';
import { classify } from './classify.ts';
import type { Limiter, Permit } from './limits/limiter.ts';
import { backoffMs, outcomeUnknown, verdict } from './retry.ts';

export interface TrafficRequest {
  readonly connectionId: string;
  readonly credentialId: string;
  readonly api: Api;
  /** Operation id, for the record. */
  readonly operation: string;
  /** What a person calls it. */
  readonly title: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  /** Sending it twice does no harm. */
  readonly repeatable: boolean;
  /** False: one attempt only, whatever comes of it. */
  readonly retry?: boolean;
  /** Texts in it that nobody may see in the record or the answer. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** What the pipeline needs of the tokens' room. */
export interface TokenSource {
  /** A token to use now: `authorization` is the whole header value. */
  bearer(credentialId: string): Promise<{ authorization: Secret; generation: number }>;
  /** The service refused an operation with the token of this generation. `replay`: there is a newer one, send again. */
  refused(credentialId: string, generation: number, status: 401 | 403, operation: string): Promise<'replay' | 'final'>;
  /** The service accepted an operation with the token of this generation. */
  worked?(credentialId: string, generation: number, operation: string): void;
}

export interface PipelineOptions {
  readonly wireOf: (connectionId: string) => Wire;
  readonly limiterOf: (connectionId: string, api: Api) => Limiter;
  readonly tokens: TokenSource;
  /** The address under which a connection's requests of an API go now; `null` when there is none. */
  readonly baseOf: (connectionId: string, api: Api) => string | null;
  readonly clockOf: (connectionId: string) => Clock;
  readonly random: Random;
  readonly log: Log;
}

/** One attempt: its answer, or the error it ended with, and the generation of the token it went with. */
interface Attempt {
  readonly answered: Answered | null;
  readonly failure: AppError | null;
  readonly generation: number;
}

export class Pipeline {
  readonly #options: PipelineOptions;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /**
   * Sends a request and gives its 2xx answer with the number of attempts it took. Throws AppErrors: those of the limiter and the
   * tokens' room, of the wire, and what the answer stands for (classify.ts); `outcomeUnknown` for a write that may have been done.
   */
  async send(request: TrafficRequest): Promise<Answered & { attempts: number }> {
    const { clockOf, random, log } = this.#options;
    const clock = clockOf(request.connectionId);
    const chainId = random.id();
    let failures = 0;
    let replayed = false;
    for (let number = 1; ; number += 1) {
      const attempt = await this.#attempt(request, chainId, number, clock);
      const { failure, answered } = attempt;
      if (!failure && answered) {
        this.#options.tokens.worked?.(request.credentialId, attempt.generation, request.operation);
        return { ...answered, attempts: number };
      }
      if (!failure) throw new Error('an attempt ended without an answer and without a failure');
      if (await this.#replayable(request, attempt, replayed)) {
        replayed = true;
        continue;
      }
      const next = verdict(failure, request.repeatable);
      if (next === 'unknown') throw outcomeUnknown(failure, request.title);
      failures += 1;
      const waitMs =
        next === 'retry' && request.retry !== false ? backoffMs(failure, failures, clock.now(), random) : null;
      if (waitMs === null) throw failure;
      log.info('a request is sent again', {
        operation: request.operation,
        chainId,
        code: failure.code,
        attempt: number,
        waitMs,
      });
      await pause(clock, waitMs, request.signal);
    }
  }

  async #attempt(request: TrafficRequest, chainId: string, number: number, clock: Clock): Promise<Attempt> {
    const { limiterOf, tokens, baseOf } = this.#options;
    const { connectionId, credentialId, api, operation, signal, secrets = [] } = request;
    const queuedAt = clock.now();
    const permit = await limiterOf(connectionId, api).acquire({ kind: operation, signal });
    let generation: number;
    let wireRequest: Request;
    try {
      const bearer = await orCancelled(tokens.bearer(credentialId), signal);
      // The connection may have moved while this waited: its new token is none of the old address's business.
      if (!isUnder(request.url, baseOf(connectionId, api))) throw cancelled(false);
      generation = bearer.generation;
      wireRequest = wireRequestOf(request, bearer.authorization);
    } catch (error) {
      permit.unused();
      throw error;
    }
    const about = { connectionId, credentialId, api, operation, chainId, attempt: number, queuedAt, secrets };
    return this.#exchange(wireRequest, permit, { ...about, tokenGeneration: generation }, clock);
  }

  async #exchange(
    request: Request,
    permit: Permit,
    about: Parameters<Wire>[1] & { readonly tokenGeneration: number },
    clock: Clock,
  ): Promise<Attempt> {
    const { tokenGeneration: generation } = about;
    let ended = false;
    try {
      permit.sent();
      const answered = await this.#options.wireOf(about.connectionId)(request, about);
      permit.answered(answered);
      ended = true;
      return { answered, failure: classify(answered, clock.now()), generation };
    } catch (error) {
      if (isAppError(error)) return { answered: null, failure: error, generation };
      throw error;
    } finally {
      if (!ended) permit.unanswered();
    }
  }

  /**
   * Whether a refusal is sent again with a newer token, at most once. Every 403 is told of, because what is remembered of them
   * decides whether one of them is about the token at all.
   */
  async #replayable(request: TrafficRequest, { failure, generation }: Attempt, replayed: boolean): Promise<boolean> {
    const status = isAppError(failure, 'forbidden') ? 403 : isAppError(failure, 'unauthorized') ? 401 : null;
    if (status === null || (status === 401 && replayed)) return false;
    const { credentialId, operation, signal } = request;
    const answer = await orCancelled(this.#options.tokens.refused(credentialId, generation, status, operation), signal);
    return answer === 'replay' && !replayed;
  }
}

const isUnder = (url: string, base: string | null): boolean =>
  base !== null && (url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`));

/** The request with its token, put on at the very last moment. Throws `invalidInput` for one that nothing can send. */
function wireRequestOf({ url, method, headers, body, signal, title }: TrafficRequest, authorization: Secret): Request {
  try {
    const lines = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
    lines.set('authorization', authorization.reveal());
    return new Request(url, {
      method,
      headers: lines,
      body,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    const message = `“${title}” cannot be sent as it is written; look at its method, headers and body in Connections.`;
    throw new AppError('invalidInput', { issues: [{ path: 'operation', message }] }, { cause });
  }
}
