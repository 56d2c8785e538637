/** A response whose body has been read. Each part is parsed once, on first use. */

import { AppError } from '../../shared/app-error.ts';
import type { ErrorOf, ReportedError } from '../../shared/errors.ts';
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { ServerQuota } from '../../shared/model/token.ts';
import { parseJsonWithIds } from '../../shared/text/exact-json.ts';
import { redactText } from '../redact/redact.ts';
import { type ErrorEnvelope, readErrorEnvelope, requestIdIn } from './error-envelope.ts';
import {
  dateOf,
  type ReportedLimit,
  readReportedLimits,
  readServerQuota,
  retryAfterMs,
  statedRetryMs,
} from './headers.ts';

export interface AnswerParts {
  readonly exchangeId: string;
  readonly status: number;
  /** The headers without secrets: see {@link secrets}. */
  readonly headers: Headers;
  /** The whole body. The body of a token endpoint holds the token. */
  readonly text: string;
  /** The time of the answer, epoch ms on the connection's clock. */
  readonly receivedAt: number;
  /** The secrets of the request, and the tokens in the answer of a token endpoint. The answer's errors and request id do not contain them. */
  readonly secrets?: readonly string[];
}

export class Answer implements Omit<AnswerParts, 'secrets'> {
  readonly exchangeId: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly receivedAt: number;
  readonly #secrets: readonly string[];
  readonly #json = once(() => parseJson(this.text));
  readonly #envelope = once(() => readErrorEnvelope(this, this.#secrets));
  readonly #failure = once(() => classify(this));
  readonly #limits = once(() => readReportedLimits(this.headers, this.receivedAt));
  readonly #retryAfterMs = once(() => retryAfterMs(this.headers, this.receivedAt));

  constructor({ exchangeId, status, headers, text, receivedAt, secrets = [] }: AnswerParts) {
    this.exchangeId = exchangeId;
    this.status = status;
    this.headers = headers;
    this.text = text;
    this.receivedAt = receivedAt;
    this.#secrets = secrets;
  }

  get isSuccess(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The body as JSON, with ids of many digits as their text; `undefined` when it is not JSON. */
  get json(): Json | undefined {
    return this.#json();
  }

  get errorEnvelope(): ErrorEnvelope {
    return this.#envelope();
  }

  /** The error as it is shown to a person. */
  get reportedError(): ReportedError {
    const { code: serverCode, message: serverMessage, requestId } = this.errorEnvelope;
    return { status: this.status, serverCode, serverMessage, requestId, exchangeId: this.exchangeId };
  }

  /** The status as an AppError; `null` for 2xx. */
  get failure(): AppError | null {
    return this.#failure();
  }

  /** The service's id of the request; in a success only from the headers, because its body may be large and of any shape. */
  get requestId(): string | null {
    return this.isSuccess ? requestIdIn(this.headers, this.#secrets) : this.errorEnvelope.requestId;
  }

  get reportedLimits(): readonly ReportedLimit[] {
    return this.#limits();
  }

  /** The quota that the headers of a token answer report; `null` without quota headers. */
  get reportedQuota(): ServerQuota | null {
    return readServerQuota(this.headers, this.receivedAt);
  }

  /** The pause that the service asks for, in ms; `null` when it names none. */
  get retryAfterMs(): number | null {
    return this.#retryAfterMs();
  }

  /** The instant at which {@link retryAfterMs} ends, epoch ms on the connection's clock; `null` when the service names no pause. */
  get retryAt(): number | null {
    return this.retryAfterMs === null ? null : this.receivedAt + this.retryAfterMs;
  }

  /** The instant at which a token endpoint allows the next attempt, however far ahead, epoch ms on the connection's clock; `null` when it states none. */
  get statedRetryAt(): number | null {
    const waitMs = statedRetryMs(this.headers, this.receivedAt);
    return waitMs === null ? null : this.receivedAt + waitMs;
  }

  /** The Date header, epoch ms; `null` without one. */
  get serverDate(): number | null {
    return dateOf(this.headers);
  }
}

function once<Value>(read: () => Value): () => Value {
  let cached: { readonly value: Value } | null = null;
  return () => {
    cached ??= { value: read() };
    return cached.value;
  };
}

function parseJson(text: string): Json | undefined {
  try {
    return parseJsonWithIds(text.trim());
  } catch {
    return undefined;
  }
}

/** The AppError of a status (service.md §8.1); `null` for 2xx. */
function classify(answer: Answer): AppError | null {
  if (answer.isSuccess) return null;
  const { status, retryAt, reportedError: server } = answer;
  if (status === 401) return new AppError('unauthorized', { server });
  if (status === 403) return new AppError('forbidden', { server });
  if (status === 429) return new AppError('rateLimited', { retryAt, server });
  if (status >= 500) {
    const until = answer.headers.has('retry-after') ? retryAt : null;
    return new AppError('serverFailed', { server }, { cause: new RetryAfterCause(until) });
  }
  return new AppError('refused', { server });
}

/** The cause of a `serverFailed` error. It passes the Retry-After of a 5xx to the retry policy. */
export class RetryAfterCause extends Error {
  /** The end of the requested wait, epoch ms on the connection's clock; `null` when the service asked for none. */
  readonly retryAt: number | null;
  constructor(retryAt: number | null) {
    super('the service asked to wait');
    this.name = 'RetryAfterCause';
    this.retryAt = retryAt;
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the error of a redirect; `null` for another answer. `address`: the label of the address that a person should change. */
export function redirectedBy(
  { status, headers, exchangeId }: Pick<Answer, 'status' | 'headers' | 'exchangeId'>,
  { url, address }: { readonly url: string; readonly address: string },
): ErrorOf<'redirected'> | null {
  if (!REDIRECTS.has(status)) return null;
  const location = targetOf(headers.get('location'), url);
  return { code: 'redirected', host: new URL(url).host, status, location, address, exchangeId };
}

/** The target of the redirect without its query, which may repeat the request's values. Outside HTTP only the scheme; `null` without a valid target. */
function targetOf(location: string | null, base: string): string | null {
  if (location === null || !URL.canParse(location, base)) return null;
  const { origin, pathname, protocol } = new URL(location, base);
  return redactText(/^https?:$/.test(protocol) ? `${origin}${pathname}` : protocol).slice(0, MAX_CHARACTERS.phrase);
}
