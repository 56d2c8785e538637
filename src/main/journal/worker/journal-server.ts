/** The worker's side of the journal: writes exchanges and exports, answers queries, and runs maintenance between them. */
import { AppError } from '../../../shared/app-error.ts';
import type { JournalState } from '../../../shared/model/traffic.ts';
import { PartFile } from '../../platform/part-file.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import { SnapshotPublisher } from '../../platform/snapshot-publisher.ts';
import { Exports } from '../export/exports.ts';
import { type Connect, connect, prepareDatabase } from '../file/database.ts';
import {
  findFacets,
  findPage,
  findTimeline,
  joinFacets,
  joinPages,
  joinTimelines,
  type PageQuery,
} from '../query/find.ts';
import { findLatest, joinLatest } from '../query/latest.ts';
import { JournalWriter } from '../store/journal-writer.ts';
import { ExchangeStore } from '../store/store.ts';
import type { FromWorker, OpenMessage, Queries, QueryName, ToWorker } from './messages.ts';

export interface JournalServerOptions {
  readonly send: (message: FromWorker) => void;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly open?: Connect;
  readonly maxInMemory?: number;
}

const MIN_RETENTION = { maxDays: 1, maxMegabytes: 10 };
const emptyStore = (): ExchangeStore => new ExchangeStore(prepareDatabase(connect(':memory:')), MIN_RETENTION);
const MAINTENANCE_DELAY_MS = 250;
/** The quiet time without a query that maintenance waits for, at most MAX_POSTPONED times in a row. */
const QUIET_MS = 500;
const MAX_POSTPONED = 60;
const MAINTENANCE_PERIOD_MS = 60 * 60_000;
/** The pause between two pieces of maintenance, in which queries run. */
const BETWEEN_PIECES_MS = 1;
const STATE_INTERVAL_MS = 250;

export class JournalServer {
  readonly #options: JournalServerOptions;
  readonly #publisher: SnapshotPublisher<Omit<JournalState, 'revision'>>;
  readonly #exports: Exports;
  #writer: JournalWriter | null = null;
  #revision = 0;
  #maintenanceDue = false;
  #queriedAt = 0;
  #postponed = 0;

  constructor(options: JournalServerOptions) {
    this.#options = options;
    this.#publisher = new SnapshotPublisher({
      clock: options.clock,
      intervalMs: STATE_INTERVAL_MS,
      delayMs: STATE_INTERVAL_MS,
      read: () => this.#stateNow(),
      publish: (state) => options.send({ kind: 'state', state: { revision: this.#revision, ...state } }),
    });
    this.#exports = new Exports({
      journal: {
        page: (query) => this.#run('page', query),
        fullExchanges: (query) => this.#run('fullExchanges', query),
        get: (id) => this.#run('get', id),
      },
      clock: options.clock,
      openFile: async (path) => {
        const file = await PartFile.open(path);
        options.send({ kind: 'exportBegun', part: file.part });
        return file;
      },
    });
    this.#exports.progress.subscribe((progress) => options.send({ kind: 'exportProgress', progress }));
  }

  handle(message: ToWorker): void {
    switch (message.kind) {
      case 'open':
        this.#open(message);
        break;
      case 'record':
        this.#record(message);
        break;
      case 'query':
        this.#answer(message);
        break;
      case 'configure':
        this.#writer?.configure(message.choices);
        this.#maintainSoon(MAINTENANCE_DELAY_MS);
        break;
      case 'exportHar':
        this.#exports.har(message.request).then(
          (output) => this.#options.send({ kind: 'result', id: message.id, output }),
          (error: unknown) => this.#fail(message.id, error),
        );
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
    this.#writer?.close();
    this.#writer = null;
    this.#options.send({ kind: 'closed' });
  }

  #open({ file, choices, revision, seq }: OpenMessage): void {
    const { clock, open, maxInMemory } = this.#options;
    this.#revision = revision;
    this.#writer = new JournalWriter({
      file,
      choices,
      seq,
      clock,
      log: this.#log(),
      onChange: () => this.#changed(),
      ...(open ? { open } : {}),
      ...(maxInMemory === undefined ? {} : { maxInMemory }),
    });
    this.#publisher.publishNow();
    this.#maintainSoon(MAINTENANCE_DELAY_MS);
    this.#maintainHourly();
  }

  /** Runs maintenance every hour, because exchanges expire even while none is recorded. */
  #maintainHourly(): void {
    this.#options.clock.after(MAINTENANCE_PERIOD_MS, () => {
      if (!this.#writer) return;
      this.#maintainSoon(MAINTENANCE_DELAY_MS);
      this.#maintainHourly();
    });
  }

  #record({ raws, upTo }: Extract<ToWorker, { kind: 'record' }>): void {
    let exchanges: ReturnType<JournalWriter['record']> = [];
    try {
      exchanges = this.#writer?.record(raws) ?? [];
      this.#writer?.shrink();
    } catch (error) {
      this.#log().error('exchanges could not be recorded', { error: String(error), count: raws.length });
    }
    if (exchanges.length > 0) this.#revision += 1;
    this.#options.send({ kind: 'recorded', upTo, revision: this.#revision, exchanges });
    this.#maintainSoon(MAINTENANCE_DELAY_MS);
    this.#publisher.touch();
  }

  #answer({ id, name, input }: Extract<ToWorker, { kind: 'query' }>): void {
    this.#queriedAt = this.#options.clock.now();
    try {
      this.#options.send({ kind: 'result', id, output: this.#run(name, input as never) });
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #fail(id: number, error: unknown): void {
    const data = error instanceof AppError ? error.data : null;
    this.#options.send({ kind: 'failure', id, error: data, message: String(error) });
  }

  #run<Name extends QueryName>(name: Name, input: Queries[Name]['input']): Queries[Name]['output'] {
    const writer = this.#writer;
    if (!writer) throw new Error('the journal is closed');
    const revision = this.#revision;
    const queries: { [It in QueryName]: (input: Queries[It]['input']) => Queries[It]['output'] } = {
      page: (query) => ({ revision, ...this.#page(writer, query) }),
      fullExchanges: (query) =>
        this.#page(writer, query).exchanges.flatMap(({ id }) => writer.read((store) => store.get(id)) ?? []),
      facets: (connectionId) => ({
        revision,
        ...this.#fromAllStores(writer, (store) => findFacets(store, connectionId), joinFacets),
      }),
      timeline: (query) => ({
        revision,
        ...this.#fromAllStores(writer, (store) => findTimeline(store, query), joinTimelines),
      }),
      get: (id) => {
        const found = writer.read((store) => store.get(id));
        if (!found) throw new AppError('notFound', { what: 'The exchange' });
        return found;
      },
      chain: (chainId) =>
        writer.stores.toReversed().flatMap((store) => writer.tryRead(() => store.chain(chainId)) ?? []),
      latest: (connectionId) => this.#fromAllStores(writer, (store) => findLatest(store, connectionId), joinLatest),
      clear: ({ connectionId, canRestore }) => {
        const isRestorable = writer.clear(connectionId, { canRestore });
        this.#changed();
        return isRestorable;
      },
      restore: (connectionId) => {
        if (!writer.restore(connectionId)) throw new AppError('notFound', { what: 'The cleared traffic' });
        this.#changed();
        return null;
      },
      keepCleared: (connectionId) => {
        writer.keepCleared(connectionId);
        this.#changed();
        return null;
      },
      state: () => ({ revision, ...this.#stateNow() }),
    };
    return queries[name](input);
  }

  #page(writer: JournalWriter, query: PageQuery) {
    const join = (newer: ReturnType<typeof findPage>, older: ReturnType<typeof findPage>) =>
      joinPages(newer, older, query.limit);
    return this.#fromAllStores(writer, (store) => findPage(store, query), join);
  }

  /** Runs a query on all stores and joins the results, those of the newest store first. */
  #fromAllStores<Answer>(
    writer: JournalWriter,
    query: (store: ExchangeStore) => Answer,
    join: (newer: Answer, older: Answer) => Answer,
  ): Answer {
    const answers = writer.stores.flatMap((store) => writer.tryRead(() => query(store)) ?? []);
    const first = answers[0];
    // No store could be read: the result is that of an empty store.
    if (first === undefined) return query(emptyStore());
    return answers.slice(1).reduce(join, first);
  }

  #changed(): void {
    this.#revision += 1;
    this.#publisher.touch();
    this.#maintainSoon(MAINTENANCE_DELAY_MS);
  }

  #stateNow(): Omit<JournalState, 'revision'> {
    if (!this.#writer) throw new Error('the journal is closed');
    return this.#writer.state();
  }

  #maintainSoon(delayMs: number): void {
    if (this.#maintenanceDue) return;
    this.#maintenanceDue = true;
    this.#options.clock.after(delayMs, () => {
      this.#maintenanceDue = false;
      // A person is searching, and maintenance would delay the results.
      if (Math.abs(this.#options.clock.now() - this.#queriedAt) < QUIET_MS && this.#postponed < MAX_POSTPONED) {
        this.#postponed += 1;
        this.#maintainSoon(QUIET_MS);
        return;
      }
      try {
        const hasMore = this.#writer?.maintain() === true;
        if (!hasMore) this.#postponed = 0;
        if (hasMore) this.#maintainSoon(BETWEEN_PIECES_MS);
        if (hasMore) this.#publisher.touch();
      } catch (error) {
        this.#log().error('maintenance of the journal failed', { error: String(error) });
      }
    });
  }

  #log(): Log {
    const at =
      (level: 'info' | 'warn' | 'error') =>
      (message: string, fields: Record<string, unknown> = {}): void =>
        this.#options.send({ kind: 'log', level, message, fields });
    return { info: at('info'), warn: at('warn'), error: at('error') };
  }
}
