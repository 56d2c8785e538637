/** Makes a Wire: sends one request, reads the answer whole, says in our own codes why there is none, and has the exchange recorded. */
import { AppError } from '../../shared/errors.ts';
import type { Clock, ExchangeContext, Fetch, Log, Random, Wire } from '../platform/ports.ts';
import { cancelled, NoAnswer } from './abort.ts';
import { type FinishedExchange, recordOf } from './exchange-record.ts';
import { networkReason } from './network-reason.ts';
import type { ExchangeSink, RawBody } from './raw-exchange.ts';
import { dateOf, measured, readWhole, settledBy } from './read-body.ts';
import { secretsOf, withoutSecrets } from './redact/own-secrets.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_BYTES = 20_000_000;

export interface RecorderOptions {
  readonly fetch: Fetch;
  /** The connection's clock: all times of an exchange are read on it. */
  readonly clock: Clock;
  /** The machine's clock, which times requests out; the connection's by default, at the rate it has when a request is sent. */
  readonly machine?: Clock;
  readonly journal: ExchangeSink;
  readonly random: Random;
  readonly log?: Log;
  /** Milliseconds of the machine's time, however fast the connection's clock runs. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Told of every Date that the service sends; what it measures moves the clock. */
  readonly skew?: ServiceClock;
}

/** Measures how far a service's time is from the machine's. */
export interface ServiceClock {
  /** A request leaves now; what is returned takes the Date of its answer, epoch ms, when that comes. */
  departs(): (serverDate: number) => void;
  /** By how much measurements moved the clock so far. */
  readonly movedMs: number;
}

/** How an exchange ended. */
interface Ending {
  readonly response: Response | null;
  readonly body: RawBody | null;
  readonly failure: AppError | null;
}

export class Recorder {
  readonly #options: Required<Omit<RecorderOptions, 'log' | 'skew'>> & Pick<RecorderOptions, 'log' | 'skew'>;

  constructor({ timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES, ...options }: RecorderOptions) {
    this.#options = { machine: options.clock, ...options, timeoutMs, maxBytes };
  }

  /**
   * The wire. Throws AppError `unreachable`, `timedOut`, `cancelled`, or `answerUnusable` for an answer that is too large; the
   * cause is a NoAnswer that says whether the request may have left.
   */
  readonly wire: Wire = async (request, about) => {
    const { clock, random, skew } = this.#options;
    const movedMs = skew?.movedMs ?? 0;
    // The answer may tell that the clock was wrong when the request left.
    const lateMs = () => (skew?.movedMs ?? 0) - movedMs;
    const id = random.id();
    const sentAt = clock.now();
    let firstByteMs: number | null = null;
    const answering = () => {
      firstByteMs = Math.max(0, clock.now() - sentAt - lateMs());
    };
    const requestBody = await bodyOf(request, about);
    const secrets = [...secretsOf(request.headers, requestBody?.text ?? null), ...(about.secrets ?? [])];
    const { response, body, failure } = await this.#exchange(request, id, secrets, answering);
    const late = lateMs();
    const times = { queuedAt: about.queuedAt + late, grantedAt: (about.grantedAt ?? about.queuedAt) + late };
    const answer = { request, requestBody, response, body, failure, secrets };
    const ended = { id, ...answer, sentAt: sentAt + late, firstByteMs, endedAt: clock.now() };
    this.#record({ ...about, ...times }, ended);
    if (failure) throw failure;
    if (!response || !body) throw new Error('an exchange ended without an answer and without a failure');
    const { status, headers } = response;
    return { exchangeId: id, status, headers, text: body.text, receivedAt: ended.endedAt };
  };

  /** `answering` is called when the head of the answer is there. */
  async #exchange(
    request: Request,
    exchangeId: string,
    secrets: readonly string[],
    answering: () => void,
  ): Promise<Ending> {
    const { fetch, machine, timeoutMs, maxBytes, skew } = this.#options;
    const { host } = new URL(request.url);
    const ended = (failure: AppError, response: Response | null = null): Ending => ({ response, body: null, failure });
    if (request.signal.aborted) return ended(cancelled(false));
    const timeout = new AbortController();
    const disarm = machine.after(timeoutMs * machine.face().rate, () => timeout.abort());
    let response: Response | null = null;
    try {
      const signal = AbortSignal.any([request.signal, timeout.signal]);
      const working = (async () => {
        const arrived = skew?.departs();
        response = await fetch(new Request(request, { signal }));
        answering();
        const date = dateOf(response.headers);
        if (date !== null) arrived?.(date);
        const read = await readWhole(response, maxBytes);
        return { response, body: read && { ...read, text: withoutSecrets(read.text, secrets) } };
      })();
      const { response: answer, body } = await settledBy(signal, working);
      if (body) return { response: answer, body, failure: null };
      const problem = `it is larger than ${Math.round(maxBytes / 1_000_000)} MB`;
      return ended(new AppError('answerUnusable', { problem, exchangeId }, { cause: new NoAnswer(true) }), answer);
    } catch (error) {
      if (request.signal.aborted) return ended(cancelled(true, error), response);
      if (timeout.signal.aborted) {
        const cause = new NoAnswer(true, { cause: error });
        return ended(new AppError('timedOut', { host, afterMs: timeoutMs, exchangeId }, { cause }), response);
      }
      const { reason, sent } = networkReason(error);
      const cause = new NoAnswer(sent || response !== null, { cause: error });
      return ended(new AppError('unreachable', { host, reason, exchangeId }, { cause }), response);
    } finally {
      disarm();
    }
  }

  /** A journal that fails must not fail the request. */
  #record(about: ExchangeContext, ended: FinishedExchange): void {
    const { journal, log } = this.#options;
    try {
      journal.record(recordOf(about, ended));
    } catch (error) {
      log?.error('an exchange could not be recorded', { operation: about.operation, error: String(error) });
    }
  }
}

async function bodyOf(request: Request, about: ExchangeContext): Promise<RawBody | null> {
  if (request.body === null) return null;
  return measured(about.body ?? (await request.clone().text()));
}
