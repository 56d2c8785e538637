/**
 * The journal for the rest of main: every exchange, redacted, in SQLite (ADR 7).
 *
 * - worker/: the thread that owns the file; messages, supervisor, and the outbox of exchanges that are not acknowledged
 * - store/: writing; the spill buffer for a disk that fails; retention and maintenance; quarantine of a damaged file
 * - query/: pages, facets and timelines over segments
 * - file/: the layout of exchanges in the database
 * - export/: HAR, written by the worker
 *
 * This class posts exchanges, queries and exports to the worker. When the worker dies, the next one receives the exchanges without an
 * acknowledgement and the open queries; a running export fails.
 */

import { rm } from 'node:fs/promises';
import { AppError, toAppError } from '../../shared/app-error.ts';
import type { JournalChoices } from '../../shared/model/app.ts';
import type { ExchangeSummary, JournalState, WrittenFile } from '../../shared/model/traffic.ts';
import type { ExchangeSink, RawExchange } from '../http/raw-exchange.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import type { ExportProgress, HarRequest } from './export/exports.ts';
import type { FromWorker, Queries, QueryName, StartWorker } from './worker/messages.ts';
import { WorkerSupervisor } from './worker/worker-supervisor.ts';

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
  /** Starts the worker when `start` keeps failing. */
  readonly fallback: StartWorker;
}

/** How long recorded exchanges are collected before they go to the worker in one message. */
const BATCH_MS = 20;
/** The shortest time between two `recorded` events. */
const EVENT_INTERVAL_MS = 250;
/** How long `close` waits for the last writes. The shell allows the whole console five seconds. */
const CLOSE_MS = 1_200;

interface PendingQuery {
  readonly name: QueryName;
  readonly input: unknown;
  readonly result: PromiseWithResolvers<unknown>;
}

export class Journal implements ExchangeSink {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #worker: WorkerSupervisor;
  readonly #outbox = new Outbox();
  readonly #pending = new Map<number, PendingQuery>();
  readonly #recorded = new Emitter<Recorded>();
  readonly #changed = new Emitter<JournalState>();
  readonly #publisher: SnapshotPublisher<ExchangeSummary[]>;
  readonly #exports = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #exportProgress = new Emitter<ExportProgress>();
  readonly #closed = Promise.withResolvers<void>();
  #unpublished: ExchangeSummary[] = [];
  #choices: JournalChoices;
  #lastQueryId = 0;
  /** The path to which the running export writes. */
  #exportPart: string | null = null;
  #revision = 1;
  #seq = 0;
  /** The number of exchanges that were lost when workers died. */
  #lostByOldWorkers = 0;
  #sendScheduled = false;
  #closing = false;
  #state: JournalState;

  constructor({ file, choices, clock, log, start, fallback }: JournalOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#choices = choices;
    this.#state = {
      revision: 1,
      storage: 'starting',
      reason: null,
      retryAt: null,
      lost: 0,
      exchanges: 0,
      bytes: 0,
      file,
      quarantined: null,
    };
    const openMessage = () => ({
      kind: 'open' as const,
      file,
      choices: this.#choices,
      revision: this.#revision + 1,
      seq: this.#seq,
    });
    this.#publisher = new SnapshotPublisher({
      clock,
      intervalMs: EVENT_INTERVAL_MS,
      read: () => this.#unpublished,
      keyOf: (exchanges) => exchanges.at(-1)?.id ?? '',
      publish: (exchanges) => {
        this.#unpublished = [];
        this.#recorded.emit({ revision: this.#revision, exchanges });
      },
    });
    this.#worker = new WorkerSupervisor({
      clock,
      log,
      start,
      fallback,
      openMessage,
      onMessage: (message) => this.#receive(message),
      onRestart: () => this.#resend(),
    });
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
    this.#clock.after(BATCH_MS, () => this.#send());
  }

  #send(): void {
    this.#sendScheduled = false;
    for (const batch of this.#outbox.takeUnsent()) this.#worker.post({ kind: 'record', ...batch });
  }

  /** Sends a new worker the exchanges and queries that the previous one did not answer. */
  #resend(): void {
    this.#lostByOldWorkers += this.#state.lost;
    this.#state = { ...this.#state, lost: 0 };
    this.#outbox.markUnsent();
    this.#send();
    this.#failExports();
    for (const [id, { name, input }] of this.#pending) this.#worker.post({ kind: 'query', id, name, input });
    if (this.#closing) this.#worker.post({ kind: 'close' });
  }

  /** Fails the running export, because the last worker died, and deletes its partial file. */
  #failExports(): void {
    const part = this.#exportPart;
    this.#exportPart = null;
    const reason = 'the thread that wrote it ended';
    const failed = [...this.#exports.values()];
    this.#exports.clear();
    const deleted =
      part === null || failed.length === 0 ? Promise.resolve() : rm(part, { force: true }).catch(() => {});
    void deleted.then(() => {
      for (const { reject } of failed) reject(new AppError('storageFailed', { what: 'The file', reason }));
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
    this.#worker.post({ kind: 'configure', choices });
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
  /**
   * Deletes the exchanges of a connection. Maintenance frees their disk space soon after; with `canRestore`, only after {@link keepCleared} or at
   * the next start. Resolves with whether they can be restored.
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

  /** Writes a HAR; see Exports.har. The file includes all exchanges recorded before the call. */
  exportHar(request: HarRequest): Promise<WrittenFile> {
    if (this.#closing) return Promise.reject(new AppError('cancelled', {}));
    this.#lastQueryId += 1;
    const result = Promise.withResolvers<unknown>();
    this.#exports.set(this.#lastQueryId, result);
    this.#send();
    this.#worker.post({ kind: 'exportHar', id: this.#lastQueryId, request });
    return result.promise as Promise<WrittenFile>;
  }

  /** Ends the running export and deletes its file. */
  cancelExport(): void {
    this.#worker.post({ kind: 'cancelExport' });
  }

  state(): JournalState {
    return { ...this.#state, lost: this.#state.lost + this.#lostByOldWorkers + this.#outbox.dropped };
  }

  /** Sends a query to the worker. The result includes all exchanges recorded before the call. */
  #query<Name extends QueryName>(name: Name, input: Queries[Name]['input']): Promise<Queries[Name]['output']> {
    if (this.#closing) return Promise.reject(new AppError('cancelled', {}));
    this.#lastQueryId += 1;
    const result = Promise.withResolvers<unknown>();
    this.#pending.set(this.#lastQueryId, { name, input, result });
    this.#send();
    this.#worker.post({ kind: 'query', id: this.#lastQueryId, name, input });
    return result.promise as Promise<Queries[Name]['output']>;
  }

  /** Ends the worker after the last writes, for which it waits at most CLOSE_MS. */
  async close(): Promise<void> {
    if (this.#closing) return this.#closed.promise;
    this.#send();
    this.#closing = true;
    this.#worker.post({ kind: 'close' });
    const cancelTimeout = this.#clock.after(CLOSE_MS, () => {
      this.#log.warn('the journal did not close in time', { unwritten: this.#outbox.count });
      this.#closed.resolve();
    });
    await this.#closed.promise;
    cancelTimeout();
    this.#worker.stop();
    for (const { result } of this.#pending.values()) result.reject(new AppError('cancelled', {}));
    for (const { reject } of this.#exports.values()) reject(new AppError('cancelled', {}));
    this.#pending.clear();
    this.#exports.clear();
    if (this.#unpublished.length > 0) this.#publisher.publishNow();
    this.#publisher.stop();
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'recorded':
        this.#acknowledge(message);
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
        this.#log[message.level](message.message, message.fields);
        break;
      case 'closed':
        this.#closed.resolve();
    }
  }

  #acknowledge({ upTo, revision, exchanges }: Extract<FromWorker, { kind: 'recorded' }>): void {
    this.#outbox.acknowledge(upTo);
    this.#revision = Math.max(this.#revision, revision);
    this.#seq = exchanges.reduce((last, { seq }) => Math.max(last, seq), this.#seq);
    this.#unpublished.push(...exchanges);
    if (this.#unpublished.length > 0) this.#publisher.touch();
  }

  #finish(id: number, settle: (result: PromiseWithResolvers<unknown>) => void): void {
    const result = this.#pending.get(id)?.result ?? this.#exports.get(id);
    this.#pending.delete(id);
    this.#exports.delete(id);
    if (result) settle(result);
  }
}

/** The approximate capacity of the outbox, in characters. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** The number of exchanges in a message, which the worker writes in one transaction. It is small, so that queries do not wait long. */
const BATCH = 100;

/** Holds exchanges that the worker has not acknowledged. When the worker dies, they are sent to the next one. Its size is bounded. */
class Outbox {
  /** The exchanges by their number, oldest first. */
  readonly #held = new Map<number, RawExchange>();
  #lastNumber = 0;
  #lastSent = 0;
  #characters = 0;
  #dropped = 0;

  /** The number of exchanges that found no room and were never sent. */
  get dropped(): number {
    return this.#dropped;
  }

  get count(): number {
    return this.#held.size;
  }

  /** Adds an exchange, or drops it when the outbox is full. Sent exchanges take room until they are acknowledged. */
  add(raw: RawExchange): void {
    if (this.#held.size > 0 && this.#characters + sizeOf(raw) > MAX_CHARACTERS) {
      this.#dropped += 1;
      return;
    }
    this.#lastNumber += 1;
    this.#held.set(this.#lastNumber, raw);
    this.#characters += sizeOf(raw);
  }

  /** Returns the unsent exchanges in batches and marks them as sent. `upTo` is the number of the batch's last exchange. */
  takeUnsent(): { raws: RawExchange[]; upTo: number }[] {
    const batches: { raws: RawExchange[]; upTo: number }[] = [];
    let batch: RawExchange[] = [];
    for (let number = this.#lastSent + 1; number <= this.#lastNumber; number += 1) {
      const raw = this.#held.get(number);
      if (raw) batch.push(raw);
      if (batch.length < BATCH && number < this.#lastNumber) continue;
      if (batch.length > 0) batches.push({ raws: batch, upTo: number });
      batch = [];
    }
    this.#lastSent = this.#lastNumber;
    return batches;
  }

  /** Removes the exchanges up to `number`, which the worker has handled. */
  acknowledge(number: number): void {
    for (const [held, raw] of this.#held) {
      if (held > number) break;
      this.#remove(held, raw);
    }
  }

  /** Marks all exchanges as unsent. */
  markUnsent(): void {
    const oldest = this.#held.keys().next().value;
    if (oldest !== undefined) this.#lastSent = Math.min(this.#lastSent, oldest - 1);
  }

  #remove(number: number, raw: RawExchange): void {
    this.#held.delete(number);
    this.#characters -= sizeOf(raw);
  }
}

const sizeOf = ({ url, requestBody, responseBody }: RawExchange): number =>
  1_000 + url.length + (requestBody?.text.length ?? 0) + (responseBody?.text.length ?? 0);
