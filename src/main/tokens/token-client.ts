/** Asks a token endpoint for a token, once, and says what came of it. */
import { type ErrorData, type ErrorOf, isAppError } from '../../shared/errors.ts';
import type { ServerQuota } from '../../shared/model/token.ts';
import { readRetryAt, readServerDate, readServerQuota } from '../http/headers/quota-headers.ts';
import type { Answer, ExchangeContext, Wire } from '../platform/ports.ts';
import type { Secret } from '../vault/secret.ts';
import { readEndpointSaid, rejectsCredentials } from './endpoint-said.ts';
import { QUOTA_LIMITS } from './quota.ts';
import type { TokenTarget } from './target.ts';
import { type IssuedToken, readTokenAnswer } from './token-answer.ts';
import { tokenRequest } from './token-request.ts';

export interface TokenRequest {
  readonly target: TokenTarget;
  readonly secret: Secret;
  readonly about: ExchangeContext;
  readonly signal?: AbortSignal;
}

/** A token came. `receivedAt` is on the connection's clock, `serverDate` on the server's. */
export interface Issued {
  readonly kind: 'issued';
  readonly token: IssuedToken;
  readonly server: ServerQuota | null;
  readonly receivedAt: number;
  readonly serverDate: number | null;
  readonly exchangeId: string;
}

/**
 * No token came. `lost`: one may have been issued that we do not have; `refused`: none was. `why` decides what may follow:
 * nothing until the `credentials` change, or another attempt later.
 */
export interface NotIssued {
  readonly kind: 'refused' | 'lost';
  readonly why: 'credentials' | 'quota' | 'endpoint' | 'answer' | 'network';
  readonly error: ErrorData;
  readonly cause?: unknown;
  readonly server: ServerQuota | null;
  /** When the endpoint wants to be asked again, if it said so. */
  readonly retryAt: number | null;
}

export type TokenAnswer = Issued | NotIssued;

export class TokenClient {
  readonly #wire: (connectionId: string) => Wire;

  constructor(deps: { readonly wire: (connectionId: string) => Wire }) {
    this.#wire = deps.wire;
  }

  /** Sends one request (spec.md, sections 1 and 3); whatever the network and the endpoint do is an answer, never thrown. */
  async requestToken({ target, secret, about, signal }: TokenRequest): Promise<TokenAnswer> {
    let answered: Answer;
    try {
      answered = await this.#wire(target.connectionId)(tokenRequest(target, secret, signal), about);
    } catch (error) {
      return unanswered(target, error);
    }
    return answered.status === 200 ? success(target, answered) : failure(target, secret, answered);
  }
}

function success(target: TokenTarget, answered: Answer): TokenAnswer {
  const { headers, receivedAt, exchangeId } = answered;
  const server = readServerQuota(headers, receivedAt);
  const read = readTokenAnswer(target.api, answered.text, headers.get('content-type'));
  if ('token' in read)
    return { kind: 'issued', token: read.token, server, receivedAt, serverDate: readServerDate(headers), exchangeId };
  const error = { code: 'tokenAnswerUnusable', problem: read.problem, exchangeId } as const;
  return { kind: 'lost', why: 'answer', error, server, retryAt: null };
}

/** Anything but a 200 (spec.md, Authentication 8 and Errors: mostly not shown; domain.md, "Errors and headers"). */
function failure(target: TokenTarget, secret: Secret, answered: Answer): NotIssued {
  const { status, headers, receivedAt, exchangeId } = answered;
  const { label } = target;
  const server = readServerQuota(headers, receivedAt);
  const retryAt = readRetryAt(headers, receivedAt);
  const said = readEndpointSaid(status, answered.text, exchangeId, secret);
  if (rejectsCredentials(said)) {
    const error = { code: 'credentialsRejected', label, server: said } as const;
    return { kind: 'refused', why: 'credentials', error, server, retryAt: null };
  }
  if (status === 429) {
    const limit = server?.limit ?? QUOTA_LIMITS[target.api].perDay;
    const error = { code: 'quotaExhausted', label, limit, nextSlotAt: retryAt, assumption: 'server' } as const;
    return { kind: 'refused', why: 'quota', error, server, retryAt };
  }
  if (status < 400) {
    const problem =
      status >= 300 && status < 400
        ? `it redirects to another address (${status}), and the secret is not sent after it`
        : `its status is ${status} instead of 200`;
    const error = { code: 'tokenAnswerUnusable', problem, exchangeId } as const;
    return { kind: status < 300 ? 'lost' : 'refused', why: 'answer', error, server, retryAt: null };
  }
  const error = { code: 'tokenEndpointFailed', label, server: said } as const;
  // A gateway that gave up waiting (some say so with 524) does not know whether the endpoint behind it issued a token.
  return { kind: status === 504 || status === 524 ? 'lost' : 'refused', why: 'endpoint', error, server, retryAt };
}

function unanswered(target: TokenTarget, thrown: unknown): NotIssued {
  if (isAppError(thrown, 'answerUnusable')) {
    const { problem, exchangeId } = thrown.data as ErrorOf<'answerUnusable'>;
    const error = { code: 'tokenAnswerUnusable', problem, exchangeId } as const;
    return { kind: 'lost', why: 'answer', error, cause: thrown, server: null, retryAt: null };
  }
  const mayHaveBeenIssued = mayHaveLeft(thrown);
  const { host } = new URL(target.tokenUrl);
  const error = { code: 'tokenEndpointUnreachable', host, reason: reasonOf(thrown), mayHaveBeenIssued } as const;
  const kind = mayHaveBeenIssued ? 'lost' : 'refused';
  return { kind, why: 'network', error, cause: thrown, server: null, retryAt: null };
}

function reasonOf(thrown: unknown): string {
  if (isAppError(thrown, 'unreachable')) return (thrown.data as ErrorOf<'unreachable'>).reason;
  if (isAppError(thrown, 'timedOut'))
    return `no answer within ${Math.round((thrown.data as ErrorOf<'timedOut'>).afterMs / 1_000)} s`;
  if (isAppError(thrown, 'cancelled')) return 'it was cancelled';
  return 'the connection failed';
}

/** The wire says in the cause whether the request may have left; where nothing says so, it may have. */
function mayHaveLeft(thrown: unknown): boolean {
  for (let error: unknown = thrown, depth = 0; depth < 8 && typeof error === 'object' && error !== null; depth += 1) {
    if ('sent' in error && typeof error.sent === 'boolean') return error.sent;
    error = 'cause' in error ? error.cause : null;
  }
  return true;
}
