/** Makes a Wire: sends one request, reads the answer whole, says in our own codes why there is none, and records the exchange, redacted. */
import { AppError } from '../../shared/errors.ts';
import type { Exchange } from '../../shared/model/traffic.ts';
import type { Answered, Clock, ExchangeAbout, Fetch, Log, Random, Wire } from '../platform/ports.ts';
import { cancelled, NoAnswer } from './cancel.ts';
import { classify } from './classify.ts';
import type { Journal } from './journal/journal.ts';
import { networkReason } from './network-reason.ts';
import { secretsOf, withoutSecrets } from './redact/own-secrets.ts';
import { redactBody, redactHeaders, redactTokenBody, redactUrl } from './redact/redact.ts';
import { serverSaid } from './server-said.ts';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 20_000_000;

export interface RecorderOptions {
  readonly fetch: Fetch;
  /** The connection's clock: all times of an exchange are read on it. */
  readonly clock: Clock;
  /** The machine's clock, which times requests out; the connection's by default, at the rate it has when a request is sent. */
  readonly machine?: Clock;
  readonly journal: Pick<Journal, 'record'>;
  readonly random: Random;
  readonly log?: Log;
  /** Milliseconds of the machine's time, however fast the connection's clock runs. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Told of every Date that the service sends; what it measures moves the clock. */
  readonly skew?: ServiceTime;
}

/** Measures how far a service's time is from the machine's. */
export interface ServiceTime {
  /** A request leaves now; what is returned takes the Date of its answer, epoch ms, when that comes. */
  departs(): (serverDate: number) => void;
  /** By how much measurements moved the clock so far. */
  readonly movedMs: number;
}

interface Body {
  readonly text: string;
  readonly bytes: number;
}

/** How an exchange ended. */
interface Ending {
  readonly response: Response | null;
  readonly requestBody: Body | null;
  readonly body: Body | null;
  readonly failure: AppError | null;
}

export class Recorder {
  readonly #options: Required<Omit<RecorderOptions, 'log' | 'skew'>> & Pick<RecorderOptions, 'log' | 'skew'>;

  constructor({ timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, ...options }: RecorderOptions) {
    this.#options = { machine: options.clock, ...options, timeoutMs, maxBytes };
  }

  /**
   * The wire. Throws AppError `unreachable`, `timedOut`, `cancelled`, or `answerUnusable` for an answer that is too large; the
   * cause is a NoAnswer that says whether the request may have left.
   */
  readonly wire: Wire = async (request, about) => {
    const { clock, random, skew } = this.#options;
    const movedMs = skew?.movedMs ?? 0;
    const id = random.id();
    const sentAt = clock.now();
    const requestBody = request.body === null ? null : measured(await request.clone().text());
    const ending = await this.#exchange(request, requestBody, id, about.secrets ?? []);
    // The answer may have told that the clock was wrong when the request left.
    const lateMs = (skew?.movedMs ?? 0) - movedMs;
    this.#record(request, { ...about, queuedAt: about.queuedAt + lateMs }, id, sentAt + lateMs, ending);
    if (ending.failure) throw ending.failure;
    const { response, body } = ending;
    if (!response || !body) throw new Error('an exchange ended without an answer and without a failure');
    return {
      exchangeId: id,
      status: response.status,
      headers: response.headers,
      text: body.text,
      receivedAt: clock.now(),
    };
  };

  async #exchange(
    request: Request,
    requestBody: Body | null,
    exchangeId: string,
    secrets: readonly string[],
  ): Promise<Ending> {
    const { fetch, machine, timeoutMs, maxBytes, skew } = this.#options;
    const { host } = new URL(request.url);
    const ended = (failure: AppError, response: Response | null = null): Ending => ({
      response,
      requestBody,
      body: null,
      failure,
    });
    if (request.signal.aborted) return ended(cancelled(false));
    const timeout = new AbortController();
    const disarm = machine.after(timeoutMs * machine.face().rate, () => timeout.abort());
    let response: Response | null = null;
    try {
      const signal = AbortSignal.any([request.signal, timeout.signal]);
      const working = (async () => {
        const arrived = skew?.departs();
        response = await fetch(new Request(request, { signal }));
        const date = dateOf(response.headers);
        if (date !== null) arrived?.(date);
        const read = await readWhole(response, maxBytes);
        const own = [...secretsOf(request.headers, requestBody?.text ?? null), ...secrets];
        return { response, body: read && { ...read, text: withoutSecrets(read.text, own) } };
      })();
      const { response: answer, body } = await settledBy(signal, working);
      if (body) return { response: answer, requestBody, body, failure: null };
      const problem = `it is larger than ${Math.round(maxBytes / 1_000_000)} MB`;
      return ended(new AppError('answerUnusable', { problem, exchangeId }, { cause: new NoAnswer(true) }), answer);
    } catch (error) {
      if (request.signal.aborted) return ended(cancelled(true, error), response);
      if (timeout.signal.aborted)
        return ended(
          new AppError(
            'timedOut',
            { host, afterMs: timeoutMs, exchangeId },
            { cause: new NoAnswer(true, { cause: error }) },
          ),
          response,
        );
      const { reason, sent } = networkReason(error);
      const cause = new NoAnswer(sent || response !== null, { cause: error });
      return ended(new AppError('unreachable', { host, reason, exchangeId }, { cause }), response);
    } finally {
      disarm();
    }
  }

  /** A journal that fails must not fail the request. */
  #record(request: Request, about: ExchangeAbout, id: string, sentAt: number, ending: Ending): void {
    const { journal, clock, log } = this.#options;
    try {
      journal.record(exchangeOf(request, about, id, sentAt, clock.now(), ending));
    } catch (error) {
      log?.error('an exchange could not be recorded', { operation: about.operation, error: String(error) });
    }
  }
}

function exchangeOf(
  request: Request,
  about: ExchangeAbout,
  id: string,
  sentAt: number,
  now: number,
  { response, requestBody, body, failure }: Ending,
): Exchange {
  const answer: Answered | null = response &&
    body && { exchangeId: id, status: response.status, headers: response.headers, text: body.text, receivedAt: now };
  const { secrets = [] } = about;
  // A token answer is judged by the token client: its 401 says that the credentials were rejected.
  const judged = failure ?? (answer && about.operation !== 'token' ? classify(answer, now) : null);
  return {
    id,
    chainId: about.chainId,
    attempt: about.attempt,
    connectionId: about.connectionId,
    credentialId: about.credentialId,
    api: about.api,
    operation: about.operation,
    lane: about.lane ?? 'interactive',
    taskId: about.taskId ?? null,
    host: new URL(request.url).host,
    seq: 0,
    grantedAt: about.grantedAt ?? about.queuedAt,
    firstByteMs: null,
    requestBytes: requestBody?.bytes ?? null,
    method: request.method,
    url: redactUrl(withoutSecrets(request.url, secrets)),
    status: response?.status ?? null,
    error: judged?.code ?? null,
    requestId: answer && serverSaid(answer).requestId,
    tokenGeneration: about.tokenGeneration,
    queuedAt: about.queuedAt,
    sentAt,
    durationMs: Math.max(0, now - sentAt),
    responseBytes: body?.bytes ?? null,
    requestHeaders: redactHeaders(request.headers),
    requestBody: requestBody && redactBody(withoutSecrets(requestBody.text, secrets), requestBody.bytes),
    responseHeaders: response && redactHeaders(response.headers),
    responseBody: body && (about.operation === 'token' ? redactTokenBody : redactBody)(body.text, body.bytes),
    failure: judged?.data ?? null,
  };
}

/** When the service answered, on its clock; `null` when it does not say, or says it of an answer from a cache. */
function dateOf(headers: Headers): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) || Number(headers.get('age') ?? 0) > 0 ? null : date;
}

function measured(text: string): Body {
  return { text, bytes: Buffer.byteLength(text) };
}

/** The body as UTF-8 text; `null` when it is larger than `maxBytes`. */
async function readWhole(response: Response, maxBytes: number): Promise<Body | null> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), bytes };
}

/** The promise, or a rejection as soon as the signal aborts: a network that does not honour its signal keeps nobody waiting. */
async function settledBy<Value>(signal: AbortSignal, working: Promise<Value>): Promise<Value> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('aborted'));
    signal.addEventListener('abort', stop, { once: true });
  });
  working.catch(() => {});
  try {
    return await Promise.race([working, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
