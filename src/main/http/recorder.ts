/** The Wire of one connection: sends a request, reads the answer or the reason why none came, and records the exchange. */

import { AppError } from '../../shared/app-error.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { Clock, Fetch, Log, Random } from '../platform/ports.ts';
import { MAX_SECRETS, secretsOf, withoutSecrets } from '../redact/own-secrets.ts';
import { abortable, cancelled } from './abort.ts';
import { Answer } from './answer.ts';
import { currentDateOf } from './headers.ts';
import { issuedSecrets, type TokenAnswerParts } from './issued-secrets.ts';
import { networkReason, networkStatus } from './network-reason.ts';
import { NoAnswer } from './no-answer.ts';
import { type ExchangeSink, type FinishedExchange, type RawBody, rawBody, readBody, recordOf } from './raw-exchange.ts';
import type { ExchangeContext, Wire } from './wire.ts';

const DEFAULT_MAX_BYTES = 20_000_000;

export interface RecorderOptions {
  readonly fetch: Fetch;
  /** The connection's clock: all times of an exchange are read on it. */
  readonly clock: Clock;
  /** The machine's clock, which measures timeouts; by default the connection's clock. */
  readonly machine?: Clock;
  readonly journal: ExchangeSink;
  readonly random: Random;
  readonly log?: Log;
  /** The timeout in ms of real time. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Measures the clock skew by the Date of each answer, and corrects the clock. */
  readonly skew?: ServiceClock;
  /** Called for each request, just before it is sent. */
  readonly onSend?: (context: ExchangeContext) => void;
  /** The secrets of the connection's latest requests; by default those of this recorder. */
  readonly recentSecrets?: RecentSecrets;
}

export interface ServiceClock {
  /** Begins the round trip of a request that is sent now. Call the returned function with the Date of its answer, epoch ms, when it arrives. */
  beginRoundTrip(): (serverDate: number) => void;
  /** The sum of all corrections of the clock so far, in ms. */
  readonly movedMs: number;
}

/** The outcome of an exchange: a response and its body, or a failure, which came before or after the head of the response. */
interface Outcome {
  readonly response: Response | null;
  readonly body: RawBody | null;
  readonly failure: AppError | null;
}

export class Recorder {
  readonly #options: Required<Omit<RecorderOptions, 'log' | 'skew' | 'onSend'>> &
    Pick<RecorderOptions, 'log' | 'skew' | 'onSend'>;

  constructor({ timeoutMs = 30 * SECOND_MS, maxBytes = DEFAULT_MAX_BYTES, ...options }: RecorderOptions) {
    const defaults = { machine: options.clock, recentSecrets: new RecentSecrets() };
    this.#options = { ...defaults, ...options, timeoutMs, maxBytes };
  }

  readonly wire: Wire = async (request, context) => {
    const { clock, random, skew, onSend, recentSecrets } = this.#options;
    onSend?.(context);
    const movedMs = skew?.movedMs ?? 0;
    // An answer that corrects the clock also corrects the times that were taken before it.
    const correctionMs = () => (skew?.movedMs ?? 0) - movedMs;
    const exchangeId = random.id();
    const sentAt = clock.now();
    let firstByteMs: number | null = null;
    const onHead = () => {
      firstByteMs = Math.max(0, clock.now() - sentAt - correctionMs());
    };
    const requestBody = await requestBodyOf(request, context);
    const sent = [...secretsOf(request.headers, requestBody?.text ?? null), ...(context.secrets ?? [])];
    const known = recentSecrets.with(sent);
    // A token endpoint may issue a token that earlier requests carried; the token must stay readable in its answer.
    const unwanted = context.operation === 'token' ? sent : known;
    const { response, body, failure } = await this.#exchange(request, exchangeId, unwanted, onHead);
    const endedAt = clock.now();
    const correctedMs = correctionMs();
    const issued = response && context.operation === 'token' ? issuedSecrets(tokenPartsOf(response, body)) : [];
    const secrets = [...known, ...issued];
    const answer =
      response && body
        ? new Answer({
            exchangeId,
            status: response.status,
            headers: headersWithout(response.headers, secrets),
            text: body.text,
            receivedAt: endedAt,
            secrets,
          })
        : null;
    const queuedAt = context.queuedAt + correctedMs;
    const grantedAt = (context.grantedAt ?? context.queuedAt) + correctedMs;
    const times = { sentAt: sentAt + correctedMs, firstByteMs, endedAt };
    const finished = { id: exchangeId, request, requestBody, response, body, answer, failure, secrets, ...times };
    this.#record({ ...context, queuedAt, grantedAt }, finished);
    if (failure) throw failure;
    if (!answer) throw new Error('an exchange ended without an answer and without a failure');
    return answer;
  };

  /** Sends the request and reads its answer. Calls `onHead` when the head of the response arrives. */
  async #exchange(
    request: Request,
    exchangeId: string,
    secrets: readonly string[],
    onHead: () => void,
  ): Promise<Outcome> {
    const { fetch, machine, timeoutMs, maxBytes, skew } = this.#options;
    const host = (): string => new URL(request.url).host;
    const failed = (failure: AppError, response: Response | null = null): Outcome => ({
      response,
      body: null,
      failure,
    });
    if (request.signal.aborted) return failed(cancelled(false));
    const timeout = new AbortController();
    const disarm = machine.after(timeoutMs * machine.face().rate, () => timeout.abort());
    let response: Response | null = null;
    try {
      const signal = AbortSignal.any([request.signal, timeout.signal]);
      const exchange = (async () => {
        const onDate = skew?.beginRoundTrip();
        response = await fetch(new Request(request, { signal }));
        onHead();
        // What stands between says nothing of the service: no date, no limits, no refusal.
        if (networkStatus(response.status) !== null) return { response, body: null };
        const date = currentDateOf(response.headers);
        if (date !== null) onDate?.(date);
        const read = await readBody(response, maxBytes);
        return { response, body: read && { ...read, text: withoutSecrets(read.text, secrets) } };
      })();
      // A network that ignores its signal must not delay the caller.
      const { response: complete, body } = await abortable(exchange, signal);
      if (body) return { response: complete, body, failure: null };
      const reason = networkStatus(complete.status);
      if (reason !== null) {
        await complete.body?.cancel().catch(() => {});
        const cause = new NoAnswer(true);
        return failed(new AppError('unreachable', { host: host(), reason, exchangeId }, { cause }), complete);
      }
      const problem = `it is larger than ${Math.round(maxBytes / 1_000_000)} MB`;
      return failed(new AppError('answerUnusable', { problem, exchangeId }, { cause: new NoAnswer(true) }), complete);
    } catch (error) {
      if (request.signal.aborted) return failed(cancelled(true, error), response);
      if (timeout.signal.aborted) {
        const cause = new NoAnswer(true, { cause: error });
        return failed(new AppError('timedOut', { host: host(), afterMs: timeoutMs, exchangeId }, { cause }), response);
      }
      const { reason, sent } = networkReason(error);
      const cause = new NoAnswer(sent || response !== null, { cause: error });
      return failed(new AppError('unreachable', { host: host(), reason, exchangeId }, { cause }), response);
    } finally {
      disarm();
    }
  }

  /** Passes the exchange to the journal. An error of the journal does not fail the request. */
  #record(context: ExchangeContext, finished: FinishedExchange): void {
    const { journal, log } = this.#options;
    try {
      journal.record(recordOf(context, finished));
    } catch (error) {
      log?.error('an exchange could not be recorded', { operation: context.operation, error: String(error) });
    }
  }
}

const tokenPartsOf = ({ status, headers }: Response, body: RawBody | null): TokenAnswerParts => ({
  status,
  headers,
  text: body?.text ?? null,
});

/** The headers with the secrets redacted in their values; the same object when they contain none. */
function headersWithout(headers: Headers, secrets: readonly string[]): Headers {
  const lines = [...headers];
  // One search instead of one for each header.
  const values = lines.map(([, value]) => value).join('\n');
  if (withoutSecrets(values, secrets) === values) return headers;
  return new Headers(lines.map(([name, value]): [string, string] => [name, withoutSecrets(value, secrets)]));
}

async function requestBodyOf(request: Request, { body }: ExchangeContext): Promise<RawBody | null> {
  if (request.body === null) return null;
  return rawBody(body ?? (await request.clone().text()));
}

/** The minimum length of a secret that is remembered. A shorter one, such as a card's verification code, could occur in other answers by chance. */
const MIN_LENGTH = 16;

/** The secrets that the latest requests of a connection carried. The service knows them, and may repeat one in the answer to another request. */
class RecentSecrets {
  /** The secrets in the order of their use, the latest last. */
  readonly #secrets = new Set<string>();

  /** Remembers the secrets of a request. Returns them together with those of earlier requests, without duplicates. */
  with(secrets: readonly string[]): string[] {
    const all = [...new Set([...secrets, ...this.#secrets])];
    for (const secret of secrets.filter(({ length }) => length >= MIN_LENGTH)) {
      this.#secrets.delete(secret);
      this.#secrets.add(secret);
    }
    for (const oldest of this.#secrets) {
      if (this.#secrets.size <= MAX_SECRETS) break;
      this.#secrets.delete(oldest);
    }
    return all;
  }
}

export interface WiresOptions {
  /** The ports; `clock` is the machine's clock. */
  readonly kit: { readonly clock: Clock; readonly random: Random; readonly log: Log };
  readonly journal: ExchangeSink;
  readonly clockOf: (connectionId: string) => Clock;
  /** The clock of a service; `undefined` for the sandbox, whose clock is right by definition. */
  readonly skewOf: (connectionId: string) => ServiceClock | undefined;
  readonly networksOf: (connectionId: string) => { readonly api: Fetch; readonly token: Fetch };
  readonly onSend: (context: ExchangeContext) => void;
}

interface ConnectionWires {
  readonly api: Wire;
  readonly token: Wire;
}

/** Makes the wires of all connections on first use: each connection has one for API hosts and one for token endpoints. */
export class Wires {
  readonly #parts: WiresOptions;
  readonly #wires = new Map<string, ConnectionWires>();

  constructor(parts: WiresOptions) {
    this.#parts = parts;
  }

  apiWireOf(connectionId: string): Wire {
    return this.#of(connectionId).api;
  }

  tokenWireOf(connectionId: string): Wire {
    return this.#of(connectionId).token;
  }

  remove(connectionId: string): void {
    this.#wires.delete(connectionId);
  }

  #of(connectionId: string): ConnectionWires {
    const known = this.#wires.get(connectionId);
    if (known) return known;
    const { kit, journal, clockOf, skewOf, networksOf, onSend } = this.#parts;
    const { clock: machine, random, log } = kit;
    const skew = skewOf(connectionId);
    // Both wires share it, because an API may repeat what was sent to the token endpoint.
    const recentSecrets = new RecentSecrets();
    const parts = { clock: clockOf(connectionId), machine, journal, random, log, recentSecrets };
    const shared = skew ? { ...parts, skew } : parts;
    const { api, token } = networksOf(connectionId);
    const wires = {
      api: new Recorder({ ...shared, fetch: api, onSend }).wire,
      token: new Recorder({ ...shared, fetch: token }).wire,
    };
    this.#wires.set(connectionId, wires);
    return wires;
  }
}
