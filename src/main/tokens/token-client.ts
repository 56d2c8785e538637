/** Sends one token request and classifies the answer: issued, refused, or lost. */
import { isAppError } from '../../shared/app-error.ts';
import { ADDRESS_KEYS } from '../../shared/connection/account.ts';
import { ADDRESS_LABELS } from '../../shared/connection/connection-input.ts';
import type { ErrorData, ErrorOf, ReportedError } from '../../shared/errors.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { SCOPES, type ServerQuota } from '../../shared/model/token.ts';
import type { TokenRules } from '../../shared/model/token-rules.ts';
import { latestRegenerationAt } from '../../shared/token/issuance-slots.ts';
import { type Answer, redirectedBy } from '../http/answer.ts';
import { describeFailure, isGatewayStatus, mayHaveLeft } from '../http/no-answer.ts';
import type { ExchangeContext, Wire } from '../http/wire.ts';
import { isProtocolWord } from '../redact/own-secrets.ts';
import { REDACTED } from '../redact/redact-keys.ts';
import type { Secret } from '../vault/secret.ts';
import { maxPerDay } from './quota.ts';
import { type IssuedToken, readTokenAnswer } from './token-answer.ts';
import type { TokenEndpoint } from './token-endpoint.ts';

export type TokenTarget = TokenEndpoint & { readonly rules: TokenRules };

export interface TokenRequest {
  readonly target: TokenTarget;
  readonly secret: Secret;
  readonly context: ExchangeContext;
  readonly signal?: AbortSignal;
}

/** The outcome of a token request that issued a token. `receivedAt`: on the connection's clock; `serverDate`: on the server's. */
export interface Issued {
  readonly kind: 'issued';
  readonly token: IssuedToken;
  readonly server: ServerQuota | null;
  readonly receivedAt: number;
  readonly serverDate: number | null;
  readonly exchangeId: string;
}

/**
 * The outcome of a token request that brought no token. `lost`: the endpoint may have issued a token; `refused`: it issued none. `why` decides when
 * the console tries again: after the person changes the credentials or, for `redirect`, the address; else automatically.
 */
export interface NotIssued {
  readonly kind: 'refused' | 'lost';
  readonly why: 'credentials' | 'quota' | 'endpoint' | 'answer' | 'network' | 'redirect';
  readonly error: ErrorData;
  readonly cause?: unknown;
  readonly server: ServerQuota | null;
  /** The instant from which the endpoint allows the next attempt, at most a day ahead; `null` when it states none. */
  readonly retryAt: number | null;
  /** The instant at which the endpoint allows the next attempt after a 429, without a limit. */
  readonly statedRetryAt?: number | null;
}

export type TokenAnswer = Issued | NotIssued;

export class TokenClient {
  readonly #wire: (connectionId: string) => Wire;

  constructor(deps: { readonly wire: (connectionId: string) => Wire }) {
    this.#wire = deps.wire;
  }

  /** Sends one request (service.md §3.1, §3.2). Failures of the network and of the endpoint are returned, never thrown. */
  async requestToken({ target, secret, context, signal }: TokenRequest): Promise<TokenAnswer> {
    let answer: Answer;
    try {
      answer = await this.#wire(target.connectionId)(tokenRequest(target, secret, signal), context);
    } catch (error) {
      return unanswered(target, error);
    }
    return answer.isSuccess ? success(target, answer, secret) : failure(target, answer, secret);
  }
}

/** Classifies a 2xx: it has a token, reports an error, or is unusable. In the last case the token of a spent slot may be lost. */
function success(target: TokenTarget, answer: Answer, secret: Secret): TokenAnswer {
  const { text, headers, receivedAt, serverDate, exchangeId, reportedQuota: server } = answer;
  const read = readTokenAnswer(text, headers.get('content-type'), {
    scope: SCOPES[target.api],
    lifetimeMs: target.rules.lifetimeMs,
  });
  if ('token' in read) return { kind: 'issued', token: read.token, server, receivedAt, serverDate, exchangeId };
  if (answer.errorEnvelope.oauthCode !== null) return failure(target, answer, secret);
  const error = { code: 'tokenAnswerUnusable', problem: read.problem, exchangeId } as const;
  return { kind: 'lost', why: 'answer', error, server, retryAt: null };
}

/** Classifies an answer without a token (service.md §3.9). */
function failure(target: TokenTarget, answer: Answer, secret: Secret): NotIssued {
  const { status, statedRetryAt, reportedQuota: server } = answer;
  const retryAt = statedRetryAt && Math.min(statedRetryAt, latestRegenerationAt(answer.receivedAt));
  const { label } = target;
  const reported = reportedErrorOf(answer);
  const shown = withoutSecret(reported, secret);
  if (rejectsCredentials(reported)) {
    const error = { code: 'credentialsRejected', label, server: shown } as const;
    return { kind: 'refused', why: 'credentials', error, server, retryAt: null };
  }
  if (status === 429) {
    const limit = server?.limit ?? maxPerDay(target.rules);
    const error = {
      code: 'quotaExhausted',
      label,
      limit,
      nextSlotAt: retryAt,
      assumption: 'server',
      server: shown,
    } as const;
    return { kind: 'refused', why: 'quota', error, server, retryAt, statedRetryAt };
  }
  const address = ADDRESS_LABELS[ADDRESS_KEYS[target.api].token];
  const redirect = redirectedBy(answer, { url: target.tokenUrl, address });
  if (redirect) {
    const error = { ...redirect, location: secretRemover(secret)(redirect.location) };
    return { kind: 'refused', why: 'redirect', error, server, retryAt: null };
  }
  // A gateway does not know whether the endpoint behind it issued a token. With 503 the request was not handled (RFC 9110, section 15.6.4).
  if (!isGatewayStatus(status) || status === 503) {
    const error = { code: 'tokenEndpointFailed', label, server: shown } as const;
    return { kind: 'refused', why: 'endpoint', error, server, retryAt };
  }
  const error = { code: 'tokenEndpointFailed', label, server: shown, mayHaveBeenIssued: true } as const;
  return { kind: 'lost', why: 'endpoint', error, server, retryAt };
}

/** The reported error. The fields of RFC 6749 take precedence over other fields of the body. */
function reportedErrorOf({ reportedError, errorEnvelope: { oauthCode, oauthDescription } }: Answer): ReportedError {
  const { serverCode, serverMessage } = reportedError;
  return { ...reportedError, serverCode: oauthCode ?? serverCode, serverMessage: oauthDescription ?? serverMessage };
}

/**
 * Makes a function that removes the client secret from a text. The recorder does not remove short secrets, because they could occur in a body by
 * chance.
 */
function secretRemover(secret: Secret): (text: string | null) => string | null {
  const plain = secret.reveal();
  const forms = [plain, encodeURIComponent(plain), Buffer.from(plain).toString('base64')].filter((it) => it !== '');
  return (text) => text && forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), text);
}

function withoutSecret(reported: ReportedError, secret: Secret): ReportedError {
  const clean = secretRemover(secret);
  const { serverCode, serverMessage, requestId } = reported;
  return {
    ...reported,
    serverCode: isProtocolWord(serverCode ?? '') ? serverCode : clean(serverCode),
    serverMessage: clean(serverMessage),
    requestId: clean(requestId),
  };
}

/** Codes with which an endpoint rejects credentials until they change (RFC 6749, section 5.2). */
const REJECTED = new Set(['invalid_client', 'unauthorized_client', 'invalid_grant', 'invalid_scope', 'access_denied']);

const rejectsCredentials = ({ status, serverCode }: ReportedError): boolean =>
  status === 401 || ((status < 300 || status === 400 || status === 403) && REJECTED.has(serverCode ?? ''));

function unanswered(target: TokenEndpoint, thrown: unknown): NotIssued {
  if (isAppError(thrown, 'answerUnusable')) {
    const { problem, exchangeId } = thrown.data as ErrorOf<'answerUnusable'>;
    const error = { code: 'tokenAnswerUnusable', problem, exchangeId } as const;
    return { kind: 'lost', why: 'answer', error, cause: thrown, server: null, retryAt: null };
  }
  const mayHaveBeenIssued = mayHaveLeft(thrown);
  const { reason } = describeFailure(thrown);
  const { host } = new URL(target.tokenUrl);
  const error = { code: 'tokenEndpointUnreachable', host, reason, mayHaveBeenIssued } as const;
  const kind = mayHaveBeenIssued ? 'lost' : 'refused';
  return { kind, why: 'network', error, cause: thrown, server: null, retryAt: null };
}

const HEADERS: Record<Api, [string, string][]> = {
  openApi: [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ],
  booking: [
    ['accept', 'application/json'],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['cache-control', 'no-cache'],
  ],
};

/** A POST with a form: grant_type, scope, client_id, client_secret. A redirect is not followed, because it would carry the secret elsewhere. */
function tokenRequest(target: TokenEndpoint, secret: Secret, signal?: AbortSignal): Request {
  const form = new URLSearchParams([
    ['grant_type', 'client_credentials'],
    ['scope', SCOPES[target.api]],
    ['client_id', target.clientId],
    ['client_secret', secret.reveal()],
  ]);
  return new Request(target.tokenUrl, {
    method: 'POST',
    headers: HEADERS[target.api],
    body: form.toString(),
    redirect: 'manual',
    credentials: 'omit',
    ...(signal ? { signal } : {}),
  });
}
