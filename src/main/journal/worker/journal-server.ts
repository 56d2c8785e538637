/** The worker's side of the journal: writes exchanges and exports, answers queries, and runs maintenance between them. */

import { AppError } from '../../../shared/app-error.ts';
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { HOUR_MS } from '../../../shared/time/units.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import { redactExchange } from '../../http/redact-exchange.ts';
import { PartFile } from '../../platform/part-file.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import { PUBLISH_INTERVAL_MS, SnapshotPublisher } from '../../platform/snapshot-publisher.ts';
import { Exports, type HarRequest } from '../export/exports.ts';
import { type Connect, connect, faultOf } from '../file/database.ts';
import { findFacets, findPage, findTimeline } from '../query/find.ts';
import { findLatest } from '../query/latest.ts';
import { findOutage } from '../query/outage.ts';
import { JournalStore } from '../store/journal-store.ts';
import { isTooLarge, maintain } from '../store/maintenance.ts';
import type { ExchangeStore } from '../store/store.ts';
import type { FromWorker, OpenMessage, Queries, QueryName, StoredState, ToWorker } from './messages.ts';

export interface JournalServerOptions {
  readonly send: (message: FromWorker) => void;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly open?: Connect;
}

/** The pause between two pieces of maintenance, in which queries run. */
const BETWEEN_PIECES_MS = 1;

/** A journal whose file is open. */
interface OpenJournal {
  readonly file: string;
  readonly store: JournalStore;
  choices: JournalChoices;
}

export class JournalServer {
  readonly #options: JournalServerOptions;
  readonly #publisher: SnapshotPublisher<Omit<StoredState, 'revision'>>;
  readonly #exports: Exports;
  #open: OpenJournal | null = null;
  #revision = 0;
  /** The number of the last exchange that waits for the disk; 0 when none does. */
  #refusedUpTo = 0;
  #maintenance: Generator<void> | null = null;

  constructor(options: JournalServerOptions) {
    this.#options = options;
    this.#publisher = new SnapshotPublisher({
      clock: options.clock,
      delayMs: PUBLISH_INTERVAL_MS,
      read: () => this.#state(),
      publish: (state) => options.send({ kind: 'state', state: { revision: this.#revision, ...state } }),
    });
    this.#exports = new Exports({
      journal: { page: (query) => this.#run('page', query), get: (id) => this.#run('get', id) },
      clock: options.clock,
      onProgress: (progress) => options.send({ kind: 'exportProgress', progress }),
      openFile: async (path) => {
        const file = await PartFile.open(path);
        options.send({ kind: 'exportBegun', part: file.part });
        return file;
      },
    });
  }

  handle(message: ToWorker): void {
    switch (message.kind) {
      case 'open':
        this.#openFile(message);
        break;
      case 'record':
        this.#record(message);
        break;
      case 'query':
        this.#answer(message);
        break;
      case 'configure':
        if (this.#open) this.#open.choices = message.choices;
        this.#maintain();
        break;
      case 'cancelExport':
        this.#exports.cancel();
        break;
      case 'close':
        this.#publisher.stop();
        if (this.#exports.isRunning) void this.#exports.close().then(() => this.#close());
        else this.#close();
    }
  }

  #close(): void {
    this.#open?.store.close();
    this.#open = null;
    this.#options.send({ kind: 'closed' });
  }

  #openFile({ file, choices, revision }: OpenMessage): void {
    const { clock, open = connect, send } = this.#options;
    this.#revision = revision;
    const store = new JournalStore({
      ...{ file, clock, open, log: this.#log() },
      onChange: () => this.#changed(),
      onRetry: () => send({ kind: 'resend' }),
    });
    this.#open = { file, store, choices };
    this.#publisher.publishNow();
    this.#maintainHourly();
  }

  #record({ first, raws }: Extract<ToWorker, { kind: 'record' }>): void {
    const { store, choices } = this.#opened();
    const last = first + raws.length - 1;
    // What is not acknowledged is sent again when the file works.
    const written = store.fault ? null : this.#write(store, choices, raws);
    this.#refusedUpTo = written ? (last < this.#refusedUpTo ? this.#refusedUpTo : 0) : last;
    if (!written) return;
    if (written.exchanges.length > 0) this.#revision += 1;
    this.#options.send({ kind: 'recorded', first, count: raws.length, revision: this.#revision, ...written });
    // A steady load must not outrun maintenance: twice as much goes as a message adds.
    const deleteSome = (file: ExchangeStore): boolean => file.deleteOldest(Number.MAX_SAFE_INTEGER);
    store.use((file) => isTooLarge(file, choices) && deleteSome(file) && deleteSome(file));
    this.#publisher.touch();
  }

  /** Redacts and writes exchanges. Returns the summaries of all that are on record, and how many are lost; null while the file cannot be written. */
  #write(
    store: JournalStore,
    choices: JournalChoices,
    raws: readonly RawExchange[],
  ): { exchanges: ExchangeSummary[]; lost: number } | null {
    const failures: unknown[] = [];
    const redacted = raws.flatMap((raw) => {
      try {
        return [redactExchange(raw, choices)];
      } catch (error) {
        failures.push(error);
        return [];
      }
    });
    const now = this.#options.clock.now();
    const written = store.use((file) => {
      const unwritten: unknown[] = [];
      const exchanges = file.insert(redacted, now, (error) => unwritten.push(error));
      return { exchanges, unwritten };
    });
    if (written === null) return null;
    failures.push(...written.unwritten);
    for (const error of failures) this.#log().error('an exchange could not be recorded', { error: String(error) });
    return { exchanges: written.exchanges, lost: failures.length };
  }

  #answer({ id, name, input }: Extract<ToWorker, { kind: 'query' }>): void {
    const answer = (output: unknown) => this.#options.send({ kind: 'result', id, output });
    try {
      if (name !== 'exportHar') answer(this.#run(name, input as never));
      else this.#exports.har(input as HarRequest).then(answer, (error: unknown) => this.#fail(id, error));
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #fail(id: number, error: unknown): void {
    const data = error instanceof AppError ? error.data : null;
    this.#options.send({ kind: 'failure', id, error: data, message: String(error) });
  }

  #run<Name extends Exclude<QueryName, 'exportHar'>>(
    name: Name,
    input: Queries[Name]['input'],
  ): Queries[Name]['output'] {
    const { store } = this.#opened();
    const revision = this.#revision;
    const queries: { [It in Exclude<QueryName, 'exportHar'>]: (input: Queries[It]['input']) => Queries[It]['output'] } =
      {
        page: (query) => ({ revision, ...store.read((file) => findPage(file, query)) }),
        fullExchanges: (query) =>
          store.read((file) => findPage(file, query).exchanges.flatMap(({ id }) => file.get(id) ?? [])),
        facets: (connectionId) => ({ revision, ...store.read((file) => findFacets(file, connectionId)) }),
        timeline: (query) => ({ revision, ...store.read((file) => findTimeline(file, query)) }),
        get: (id) => {
          const found = store.read((file) => file.get(id));
          if (!found) throw new AppError('notFound', { what: 'The exchange' });
          return found;
        },
        chain: (chainId) => store.read((file) => file.chain(chainId)),
        latest: (connectionId) => store.read((file) => findLatest(file, connectionId)),
        outage: (last) => store.read((file) => findOutage(file, last)),
        clear: ({ connectionId, canRestore }) => this.#change((file) => file.clear(connectionId, { canRestore })),
        restore: (connectionId) => {
          if (!this.#change((file) => file.restore(connectionId)))
            throw new AppError('notFound', { what: 'The cleared traffic' });
          return null;
        },
        keepCleared: (connectionId) => {
          this.#change((file) => file.keepCleared(connectionId));
          return null;
        },
        state: () => ({ revision, ...this.#state() }),
      };
    return queries[name](input);
  }

  /** Changes stored exchanges. Throws AppError `storageFailed` while the disk fails: the change would miss exchanges that are not stored yet. */
  #change<Value>(work: (file: ExchangeStore) => Value): Value {
    const { store } = this.#opened();
    const waits = store.fault !== null || this.#refusedUpTo > 0;
    const done = waits ? null : store.use((file) => ({ value: work(file) }));
    const reason = store.fault?.reason ?? 'exchanges wait for the disk';
    if (!done) throw new AppError('storageFailed', { what: 'The traffic', reason });
    this.#changed();
    this.#maintain();
    return done.value;
  }

  #opened(): OpenJournal {
    if (!this.#open) throw new Error('the journal is closed');
    return this.#open;
  }

  #changed(): void {
    this.#revision += 1;
    this.#publisher.touch();
  }

  #state(): Omit<StoredState, 'revision'> {
    const { store, file } = this.#opened();
    const { exchanges, bytes } = store.read((it) => ({ exchanges: it.count, bytes: it.bytes }));
    const { fault, quarantined } = store;
    const { reason, retryAt } = fault ?? { reason: null, retryAt: null };
    const storage = fault ? 'memory' : 'file';
    return { storage, reason, retryAt, exchanges, bytes, file, quarantined };
  }

  /** Runs maintenance every hour, because exchanges expire even while none is recorded. */
  #maintainHourly(): void {
    if (!this.#open) return;
    this.#maintain();
    this.#options.clock.after(HOUR_MS, () => this.#maintainHourly());
  }

  /** Restarts maintenance, because other work may be due now. */
  #maintain(): void {
    const isRunning = this.#maintenance !== null;
    const { clock } = this.#options;
    const open = this.#open;
    if (!open || open.store.fault) return;
    this.#maintenance = open.store.use((file) => maintain(file, open.choices, clock.now()));
    if (!isRunning && this.#maintenance) clock.after(BETWEEN_PIECES_MS, () => this.#runPiece());
  }

  #runPiece(): void {
    const goesOn = this.#open?.store.use(() => {
      try {
        return this.#maintenance?.next().done === false;
      } catch (error) {
        this.#log().warn('maintenance of the journal stopped', { error: String(error) });
        if (faultOf(error)?.kind === 'damaged') throw error;
        // A disk may have enough room for new exchanges but not for maintenance, which is tried again in an hour.
        return false;
      }
    });
    this.#publisher.touch();
    if (goesOn) this.#options.clock.after(BETWEEN_PIECES_MS, () => this.#runPiece());
    else this.#maintenance = null;
  }

  #log(): Log {
    const at =
      (level: keyof Log) =>
      (message: string, fields: Record<string, unknown> = {}): void =>
        this.#options.send({ kind: 'log', level, message, fields });
    return { info: at('info'), warn: at('warn'), error: at('error') };
  }
}
