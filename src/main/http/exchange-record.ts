/** Makes the journal's entry of an exchange: raw, because the journal's worker redacts it. */
import type { AppError } from '../../shared/errors.ts';
import type { HeaderLines } from '../../shared/model/traffic.ts';
import type { Answer } from './answer.ts';
import type { RawBody, RawExchange } from './raw-exchange.ts';
import type { ExchangeContext } from './wire.ts';

/** The journal keeps no more characters of a body, so no more of them are posted to its worker. */
const MAX_CHARACTERS = 2 * 1_024 * 1_024 + 1;

/** An exchange and how it ended; times on the connection's clock. */
export interface FinishedExchange {
  readonly id: string;
  readonly request: Request;
  readonly requestBody: RawBody | null;
  /** The head of the response, also when its body did not come whole. */
  readonly response: Response | null;
  readonly body: RawBody | null;
  readonly answer: Answer | null;
  readonly failure: AppError | null;
  /** All texts of the request that nobody may see. */
  readonly secrets: readonly string[];
  readonly sentAt: number;
  readonly firstByteMs: number | null;
  readonly endedAt: number;
}

/** One exchange. Its `failure`, `error` and `requestId` may be shown as they are. */
export function recordOf(context: ExchangeContext, finished: FinishedExchange): RawExchange {
  const { request, requestBody, response, body, answer, sentAt, endedAt } = finished;
  // The token client judges token answers: their 401 says that the credentials were rejected.
  const judged = finished.failure ?? (context.operation === 'token' ? null : (answer?.failure ?? null));
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
    error: judged?.code ?? null,
    requestId: answer?.requestId ?? null,
    tokenGeneration: context.tokenGeneration,
    queuedAt: context.queuedAt,
    grantedAt: context.grantedAt ?? context.queuedAt,
    sentAt,
    firstByteMs: finished.firstByteMs,
    durationMs: Math.max(0, endedAt - sentAt),
    requestBytes: requestBody?.bytes ?? null,
    responseBytes: body?.bytes ?? null,
    requestHeaders: headerLines(request.headers),
    requestBody: requestBody && truncated(requestBody),
    responseHeaders: response && headerLines(response.headers),
    responseBody: body && truncated(body),
    failure: judged?.data ?? null,
    secrets: finished.secrets,
  };
}

const headerLines = (headers: Headers): HeaderLines =>
  [...headers].map(([name, value]): [string, string] => [name, value]);

const truncated = ({ text, bytes }: RawBody): RawBody => ({
  text: text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text,
  bytes,
});
