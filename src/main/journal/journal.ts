/**
 * The journal for the rest of main: every exchange, redacted, in SQLite (ADR 7).
 *
 * - worker/: the thread that owns the file, and its messages
 * - store/: writing, retention, and the faults of the file
 * - query/: pages, facets and timelines
 * - file/: tables, full-text index, compression
 * - export/: HAR, written by the worker
 *
 * This class holds exchanges until the worker acknowledges them, so that nothing is lost before the worker starts, when it dies, or while the disk
 * fails. A new worker receives the exchanges without an acknowledgement and the open queries; a running export fails.
 */

import { rm } from 'node:fs/promises';
import { AppError, toAppError } from '../../shared/app-error.ts';
import type { JournalChoices } from '../../shared/model/app.ts';
import type { ExchangeSummary, JournalState } from '../../shared/model/traffic.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { ExchangeSink, RawExchange } from '../http/raw-exchange.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import type { ExportProgress } from './export/exports.ts';
import { BATCH } from './store/store.ts';
import type {
  FromWorker,
  JournalWorker,
  Queries,
  QueryName,
  StartWorker,
  StoredState,
  ToWorker,
} from './worker/messages.ts';

export interface Recorded {
  readonly revision: number;
  readonly exchanges: ExchangeSummary[];
}

export interface JournalOptions {
  /** An absolute path. */
  readonly file: string;
  readonly choices: JournalChoices;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  readonly start: StartWorker;
  /** Starts the worker once `start` has failed, or has started one that ended without an answer. */
  readonly fallback: StartWorker;
  /** The first worker starts when this resolves, or when a query needs it; by default at once. */
  readonly ready?: Promise<void>;
}

/** How long recorded exchanges are collected before they go to the worker in one message. */
const BATCH_MS = 20;
/** How long `close` waits for the last writes. The shell allows the whole console five seconds. */
const CLOSE_MS = 1_200;

interface PendingQuery {
  readonly name: QueryName;
  readonly input: unknown;
  readonly result: PromiseWithResolvers<unknown>;
}

export class Journal implements ExchangeSink {
  readonly #options: JournalOptions;
  readonly #outbox = new Outbox();
  readonly #pending = new Map<number, PendingQuery>();
  readonly #recorded = new Emitter<Recorded>();
  readonly #changed = new Emitter<JournalState>();
  readonly #publisher: SnapshotPublisher<ExchangeSummary[]>;
  readonly #exportProgress = new Emitter<ExportProgress>();
  readonly #closed = Promise.withResolvers<void>();
  #worker: JournalWorker | null = null;
  #isAnswered = false;
  #useFallback = false;
  #unpublished: ExchangeSummary[] = [];
  #choices: JournalChoices;
  #lastQueryId = 0;
  /** The path to which the running export writes. */
  #exportPart: string | null = null;
  #revision = 1;
  #sendScheduled = false;
  #closing = false;
  #isClosed = false;
  #state: StoredState;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#choices = options.choices;
    const { file } = options;
    const counts = { revision: 1, exchanges: 0, bytes: 0 };
    this.#state = { ...counts, storage: 'starting', reason: null, retryAt: null, file, quarantined: null };
    this.#publisher = new SnapshotPublisher({
      clock: options.clock,
      read: () => this.#unpublished,
      keyOf: (exchanges) => exchanges.at(-1)?.id ?? '',
      publish: (exchanges) => {
        this.#unpublished = [];
        this.#recorded.emit({ revision: this.#revision, exchanges });
      },
    });
    if (options.ready) void options.ready.then(() => this.#start());
    else this.#start();
  }

  /** Starts a worker, unless one runs, and sends it everything that is open. */
  #start(): void {
    if (this.#worker || this.#isClosed) return;
    const { start, fallback, file, log } = this.#options;
    this.#isAnswered = false;
    if (this.#useFallback) log.warn('the journal is kept in the main process, because its thread did not start');
    try {
      const worker: JournalWorker = (this.#useFallback ? fallback : start)({
        onMessage: (message) => {
          if (this.#worker === worker) this.#receive(message);
        },
        onExit: (error) => {
          if (this.#worker === worker) this.#ended(error);
        },
      });
      this.#worker = worker;
    } catch (error) {
      this.#ended(error);
      return;
    }
    this.#post({ kind: 'open', file, choices: this.#choices, revision: this.#revision + 1 });
    this.#send({ again: true });
    for (const [id, { name, input }] of this.#pending) this.#post({ kind: 'query', id, name, input });
    if (this.#closing) this.#post({ kind: 'close' });
  }

  #ended(error: unknown): void {
    const { clock, log } = this.#options;
    log.warn('the thread of the journal ended and is started again', { error: String(error) });
    this.#worker = null;
    this.#useFallback ||= !this.#isAnswered;
    this.#failExports();
    clock.after(SECOND_MS, () => this.#start());
  }

  /** Posts a message to the worker. Without a worker the message is dropped, because `#start` sends open requests again. */
  #post(message: ToWorker): void {
    this.#worker?.post(message);
  }

  /** Emits newly recorded exchanges in batches, oldest first, with their sequence numbers. */
  get recorded(): Subscribable<Recorded> {
    return this.#recorded;
  }

  get changed(): Subscribable<JournalState> {
    return this.#changed;
  }

  /**
   * Posts an exchange to be redacted and written. The choices at the time of writing decide whether guests' data is redacted; exchanges on record
   * do not change.
   */
  record(raw: RawExchange): void {
    if (this.#closing) return;
    this.#outbox.add(raw);
    if (this.#sendScheduled) return;
    this.#sendScheduled = true;
    this.#options.clock.after(BATCH_MS, () => this.#send());
  }

  /** Sends the new exchanges; with `again`, every exchange that no worker has acknowledged. */
  #send({ again = false } = {}): void {
    this.#sendScheduled = false;
    if (this.#worker) for (const batch of this.#outbox.take(again)) this.#post({ kind: 'record', ...batch });
  }

  /** Fails the running export, because the last worker died, and deletes its partial file. */
  #failExports(): void {
    const part = this.#exportPart;
    this.#exportPart = null;
    const failed = [...this.#pending].filter(([, { name }]) => name === 'exportHar');
    for (const [id] of failed) this.#pending.delete(id);
    const deleted =
      part === null || failed.length === 0 ? Promise.resolve() : rm(part, { force: true }).catch(() => {});
    const error = new AppError('storageFailed', { what: 'The file', reason: 'the thread that wrote it ended' });
    void deleted.then(() => {
      for (const [, { result }] of failed) result.reject(error);
    });
  }

  /** The choices for exchanges that are recorded now. */
  get choices(): JournalChoices {
    return this.#choices;
  }

  /** Applies new choices to future exchanges and to retention. */
  configure(choices: JournalChoices): void {
    if (JSON.stringify(choices) === JSON.stringify(this.#choices)) return;
    this.#choices = choices;
    this.#send();
    this.#post({ kind: 'configure', choices });
  }

  /** See the contract: traffic.exchanges. */
  readonly page = (query: Queries['page']['input']) => this.#query('page', query);
  /** The exchanges of a page with headers and bodies. */
  readonly fullExchanges = (query: Queries['fullExchanges']['input']) => this.#query('fullExchanges', query);
  readonly facets = (connectionId: string) => this.#query('facets', connectionId);
  readonly timeline = (query: Queries['timeline']['input']) => this.#query('timeline', query);
  /** One exchange with headers and bodies. Rejects with AppError `notFound` when it is no longer kept. */
  readonly get = (id: string) => this.#query('get', id);
  /** The attempts of one request, in their order. */
  readonly chain = (chainId: string) => this.#query('chain', chainId);
  /** The newest answers of a connection, by credential, operation and status. */
  readonly latest = (connectionId: string) => this.#query('latest', connectionId);
  /** The outage that ends with the given setback. */
  readonly outage = (last: ExchangeSummary) => this.#query('outage', last);
  /**
   * Deletes the exchanges of a connection. Maintenance frees their disk space soon after; with `canRestore`, only after {@link keepCleared} or at
   * the next start. Resolves with whether they can be restored. Rejects with AppError `storageFailed` while the disk fails.
   */
  readonly clear = (connectionId: string, { canRestore = false } = {}) =>
    this.#query('clear', { connectionId, canRestore });
  /** Undoes the last `clear` of a connection. Rejects with AppError `notFound` when its exchanges are gone. */
  readonly restore = (connectionId: string) => this.#query('restore', connectionId);
  /** Ends the time in which the last `clear` of a connection can be undone. */
  readonly keepCleared = (connectionId: string) => this.#query('keepCleared', connectionId);

  /** Emits the progress of the running export, at most four times a second. */
  get exportProgress(): Subscribable<ExportProgress> {
    return this.#exportProgress;
  }

  /** Writes a HAR; see Exports.har. */
  readonly exportHar = (request: Queries['exportHar']['input']) => this.#query('exportHar', request);

  /** Ends the running export and deletes its file. */
  cancelExport(): void {
    this.#post({ kind: 'cancelExport' });
  }

  state(): JournalState {
    return { ...this.#state, lost: this.#outbox.lost };
  }

  /** Sends a query to the worker. The result includes all exchanges recorded before the call. */
  #query<Name extends QueryName>(name: Name, input: Queries[Name]['input']): Promise<Queries[Name]['output']> {
    if (this.#closing) return Promise.reject(new AppError('cancelled', {}));
    this.#lastQueryId += 1;
    const result = Promise.withResolvers<unknown>();
    this.#start();
    this.#pending.set(this.#lastQueryId, { name, input, result });
    this.#send();
    this.#post({ kind: 'query', id: this.#lastQueryId, name, input });
    return result.promise as Promise<Queries[Name]['output']>;
  }

  /** Ends the worker after the last writes. A worker that still works after CLOSE_MS is left to itself. */
  async close(): Promise<void> {
    if (this.#closing) return this.#closed.promise;
    this.#closing = true;
    const { clock, log } = this.#options;
    if (this.#worker) {
      this.#send();
      this.#post({ kind: 'close' });
    } else if (this.#outbox.count > 0) this.#start();
    else this.#closed.resolve();
    const cancelTimeout = clock.after(CLOSE_MS, () => {
      log.warn('the journal did not close in time');
      // A thread is not ended while it works: Node would end the whole process if the thread made a compressor.
      this.#worker = null;
      this.#closed.resolve();
    });
    await this.#closed.promise;
    cancelTimeout();
    this.#isClosed = true;
    this.#worker?.stop();
    this.#worker = null;
    if (this.#outbox.count > 0) log.warn('exchanges that were not written are lost', { count: this.#outbox.count });
    for (const { result } of this.#pending.values()) result.reject(new AppError('cancelled', {}));
    this.#pending.clear();
    if (this.#unpublished.length > 0) this.#publisher.publishNow();
    this.#publisher.stop();
  }

  #receive(message: FromWorker): void {
    this.#isAnswered = true;
    switch (message.kind) {
      case 'recorded':
        this.#acknowledge(message);
        break;
      case 'resend':
        this.#send({ again: true });
        break;
      case 'state':
        this.#revision = Math.max(this.#revision, message.state.revision);
        this.#state = message.state;
        this.#changed.emit(this.state());
        break;
      case 'result':
        this.#finish(message.id, ({ resolve }) => resolve(message.output));
        break;
      case 'failure': {
        const cause = message.error ? toAppError(message.error) : new Error(message.message);
        this.#finish(message.id, ({ reject }) => reject(cause));
        break;
      }
      case 'exportBegun':
        this.#exportPart = message.part;
        break;
      case 'exportProgress':
        this.#exportProgress.emit(message.progress);
        break;
      case 'log':
        this.#options.log[message.level](message.message, message.fields);
        break;
      case 'closed':
        this.#closed.resolve();
    }
  }

  #acknowledge({ first, count, lost, revision, exchanges }: Extract<FromWorker, { kind: 'recorded' }>): void {
    this.#outbox.acknowledge(first, count);
    this.#outbox.lost += lost;
    this.#revision = Math.max(this.#revision, revision);
    this.#unpublished.push(...exchanges);
    if (this.#unpublished.length > 0) this.#publisher.touch();
  }

  #finish(id: number, settle: (result: PromiseWithResolvers<unknown>) => void): void {
    const query = this.#pending.get(id);
    this.#pending.delete(id);
    if (query) settle(query.result);
  }
}

/** The approximate capacity of the outbox, in characters. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Holds exchanges that the worker has not acknowledged. Its size is bounded. */
class Outbox {
  /** The exchanges by their number, oldest first. */
  readonly #held = new Map<number, RawExchange>();
  #lastNumber = 0;
  #lastSent = 0;
  #characters = 0;
  /** The number of exchanges that found no room, or that a worker could not record. */
  lost = 0;

  get count(): number {
    return this.#held.size;
  }

  /** Adds an exchange, or drops it when the outbox is full. Sent exchanges take room until they are acknowledged. */
  add(raw: RawExchange): void {
    if (this.#held.size > 0 && this.#characters + sizeOf(raw) > MAX_CHARACTERS) {
      this.lost += 1;
      return;
    }
    this.#lastNumber += 1;
    this.#held.set(this.#lastNumber, raw);
    this.#characters += sizeOf(raw);
  }

  /** Returns the unsent exchanges, or all, in batches of consecutive numbers and marks them as sent. `first`: the number of a batch's first exchange. */
  take(all: boolean): { first: number; raws: RawExchange[] }[] {
    const batches: { first: number; raws: RawExchange[] }[] = [];
    for (const [number, raw] of this.#held) {
      if (!all && number <= this.#lastSent) continue;
      const batch = batches.at(-1);
      if (batch && batch.raws.length < BATCH && batch.first + batch.raws.length === number) batch.raws.push(raw);
      else batches.push({ first: number, raws: [raw] });
    }
    this.#lastSent = this.#lastNumber;
    return batches;
  }

  /** Removes the exchanges of a batch, which are on record. */
  acknowledge(first: number, count: number): void {
    for (let number = first; number < first + count; number += 1) {
      const raw = this.#held.get(number);
      if (raw) this.#characters -= sizeOf(raw);
      this.#held.delete(number);
    }
  }
}

const sizeOf = ({ url, requestBody, responseBody }: RawExchange): number =>
  1_000 + url.length + (requestBody?.text.length ?? 0) + (responseBody?.text.length ?? 0);
