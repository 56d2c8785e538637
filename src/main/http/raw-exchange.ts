/** An exchange as it was on the wire. The recorder passes it to the journal; this raw form is never stored, shown or logged. */

import type { AppError } from '../../shared/app-error.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { ExchangeSummary, HeaderLines } from '../../shared/model/traffic.ts';
import { readUpTo } from '../platform/read-up-to.ts';
import { couldBeSecret } from '../redact/own-secrets.ts';
import { PARSE_CAP } from '../redact/redact-body.ts';
import type { Answer } from './answer.ts';
import type { ExchangeContext } from './wire.ts';

/** A body to record. `text`: possibly cut; `bytes`: the full size. */
export interface RawBody {
  readonly text: string;
  readonly bytes: number;
}

/**
 * One attempt of a request, with headers and bodies as sent. Only `error`, `requestId` and `failure` are redacted; the journal worker redacts the
 * rest before it stores it. `secrets`: the secrets of the request and the tokens in its answer, which the service may repeat anywhere.
 */
export interface RawExchange extends Omit<ExchangeSummary, 'seq'> {
  readonly requestHeaders: HeaderLines;
  readonly requestBody: RawBody | null;
  /** The headers of the answer; `null` when none came. */
  readonly responseHeaders: HeaderLines | null;
  readonly responseBody: RawBody | null;
  readonly failure: ErrorData | null;
  readonly secrets: readonly string[];
}

/** The part of the journal that the recorder uses. `record` returns within microseconds, without waiting for the disk. */
export interface ExchangeSink {
  record(raw: RawExchange): void;
}

export function rawBody(text: string): RawBody {
  return { text, bytes: Buffer.byteLength(text) };
}

/** Reads the body of a response as text; `null` when it is larger than `maxBytes`. */
export async function readBody(response: Response, maxBytes: number): Promise<RawBody | null> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    return null;
  }
  const data = await readUpTo(response, maxBytes);
  return data && { text: decode(data, response.headers), bytes: data.byteLength };
}

/** Charsets whose bytes are often valid UTF-8 with another meaning, which bytes of other charsets hardly ever are. */
const LIKE_UTF8: ReadonlySet<string> = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp']);

/** Decodes a body as UTF-8 (RFC 8259 §8.1). If it is not valid UTF-8, the charset of Content-Type applies. */
function decode(data: Uint8Array, headers: Headers): string {
  const named = namedDecoder(headers);
  if (LIKE_UTF8.has(named.encoding)) return named.decode(data);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return named.decode(data);
  }
}

/** The decoder for the charset in Content-Type; UTF-8 when it names none that is known. */
function namedDecoder(headers: Headers): InstanceType<typeof TextDecoder> {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers.get('content-type') ?? '')?.[1];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** How many characters of a body the journal stores; the rest is not posted to its worker. */
const MAX_CHARACTERS = PARSE_CAP + 1;

/** One attempt of a request with its outcome; times are on the connection's clock. */
export interface FinishedExchange {
  readonly id: string;
  readonly request: Request;
  readonly requestBody: RawBody | null;
  /** The head of the response; its body may be missing or incomplete. */
  readonly response: Response | null;
  readonly body: RawBody | null;
  readonly answer: Answer | null;
  readonly failure: AppError | null;
  readonly secrets: readonly string[];
  readonly sentAt: number;
  readonly firstByteMs: number | null;
  readonly endedAt: number;
}

/** Makes the journal's record of an exchange. Its `failure`, `error` and `requestId` contain no secrets. */
export function recordOf(context: ExchangeContext, finished: FinishedExchange): RawExchange {
  const { request, requestBody, response, body, answer, sentAt, endedAt } = finished;
  // The token client classifies token answers: their 401 means rejected credentials.
  const error = finished.failure ?? (context.operation === 'token' ? null : (answer?.failure ?? null));
  return {
    id: finished.id,
    chainId: context.chainId,
    attempt: context.attempt,
    connectionId: context.connectionId,
    credentialId: context.credentialId,
    api: context.api,
    operation: context.operation,
    lane: context.lane ?? 'interactive',
    taskId: context.taskId ?? null,
    method: request.method,
    host: new URL(request.url).host,
    url: request.url,
    status: response?.status ?? null,
    error: error?.code ?? null,
    requestId: answer?.requestId ?? null,
    tokenGeneration: context.tokenGeneration,
    queuedAt: context.queuedAt,
    grantedAt: context.grantedAt ?? context.queuedAt,
    sentAt,
    firstByteMs: finished.firstByteMs,
    durationMs: Math.max(0, endedAt - sentAt),
    requestBytes: requestBody?.bytes ?? null,
    responseBytes: body?.bytes ?? null,
    requestHeaders: headerLines(request.headers, []),
    requestBody: requestBody && truncated(requestBody),
    responseHeaders: response && headerLines(response.headers, finished.secrets),
    responseBody: body && truncated(body),
    failure: error?.data ?? null,
    secrets: finished.secrets,
  };
}

/** The name in place of a header's name that contains a secret. It has no brackets, because HTTP allows none in names. */
const REDACTED_NAME = 'x-redacted';

/** The letters and digits of a text, in lower case. Comparing only these finds a secret in the name of a header. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The lines of headers. A name that contains a secret is replaced, because redaction reads values only. */
function headerLines(headers: Headers, secrets: readonly string[]): HeaderLines {
  const hidden = secrets.map(lettersOf).filter(couldBeSecret);
  const nameOf = (name: string) =>
    hidden.some((secret) => name.length >= secret.length && lettersOf(name).includes(secret)) ? REDACTED_NAME : name;
  return [...headers].map(([name, value]): [string, string] => [nameOf(name), value]);
}

const truncated = ({ text, bytes }: RawBody): RawBody => ({
  text: text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text,
  bytes,
});
