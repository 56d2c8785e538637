/** Puts down what happened as the journal takes it: raw, for it is redacted there, off the way of requests. */
import type { AppError } from '../../shared/errors.ts';
import type { HeaderLines } from '../../shared/model/traffic.ts';
import type { ExchangeContext } from '../platform/ports.ts';
import { classify } from './classify.ts';
import { requestIdOf } from './error-envelope.ts';
import type { RawBody, RawExchange } from './raw-exchange.ts';

/** No journal keeps more of a body than this many characters, so no more of it is handed over. */
const MAX_CHARACTERS = 2 * 1_024 * 1_024 + 1;

/** How an exchange ended; times on the connection's clock. `secrets` are all texts of the request that nobody may see. */
export interface FinishedExchange {
  readonly id: string;
  readonly request: Request;
  readonly requestBody: RawBody | null;
  readonly response: Response | null;
  readonly body: RawBody | null;
  readonly failure: AppError | null;
  readonly secrets: readonly string[];
  readonly sentAt: number;
  readonly firstByteMs: number | null;
  readonly endedAt: number;
}

/** `about` and `ended` as one exchange. Its `failure`, `error` and `requestId` may be shown as they are. */
export function recordOf(about: ExchangeContext, ended: FinishedExchange): RawExchange {
  const { request, requestBody, response, body, failure, sentAt, endedAt } = ended;
  // A token answer is judged by the token client: its 401 says that the credentials were rejected.
  const isJudgedHere = failure === null && about.operation !== 'token';
  const answer = response && body && saidIn(ended.id, response, body.text);
  const judged = failure ?? (answer && isJudgedHere ? classify(answer, endedAt) : null);
  return {
    id: ended.id,
    chainId: about.chainId,
    attempt: about.attempt,
    connectionId: about.connectionId,
    credentialId: about.credentialId,
    api: about.api,
    operation: about.operation,
    lane: about.lane ?? 'interactive',
    taskId: about.taskId ?? null,
    method: request.method,
    host: new URL(request.url).host,
    url: request.url,
    status: response?.status ?? null,
    error: judged?.code ?? null,
    requestId: answer && requestIdOf(answer),
    tokenGeneration: about.tokenGeneration,
    queuedAt: about.queuedAt,
    grantedAt: about.grantedAt ?? about.queuedAt,
    sentAt,
    firstByteMs: ended.firstByteMs,
    durationMs: Math.max(0, endedAt - sentAt),
    requestBytes: requestBody?.bytes ?? null,
    responseBytes: body?.bytes ?? null,
    requestHeaders: headerLines(request.headers),
    requestBody: requestBody && truncated(requestBody),
    responseHeaders: response && headerLines(response.headers),
    responseBody: body && truncated(body),
    failure: judged?.data ?? null,
    secrets: ended.secrets,
  };
}

const saidIn = (exchangeId: string, { status, headers }: Response, text: string) => ({
  exchangeId,
  status,
  headers,
  text,
});

const headerLines = (headers: Headers): HeaderLines =>
  [...headers].map(([name, value]): [string, string] => [name, value]);

const truncated = ({ text, bytes }: RawBody): RawBody => ({
  text: text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text,
  bytes,
});
