/**
 * The record of exchanges, as main asks for it. The store lives with a host (a worker thread); this side posts what is to be recorded,
 * asks questions, and sees to it that nothing is lost when the host dies: what it has not acknowledged is sent again to the next one.
 */
import { AppError, toAppError } from '../../shared/errors.ts';
import type { JournalChoices } from '../../shared/model/app.ts';
import type { ExchangeSummary, JournalState } from '../../shared/model/traffic.ts';
import type { ExchangeSink, RawExchange } from '../http/raw-exchange.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import type { FromWorker, Queries, QueryName, StartWorker } from './worker/messages.ts';
import { Outbox } from './worker/outbox.ts';
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
  /** Hosts the store when `start` keeps failing. */
  readonly fallback: StartWorker;
}

/** What is recorded within this time goes to the host together. */
const BATCH_MS = 20;
/** Events come at most four times a second. */
const EVENT_INTERVAL_MS = 250;
/** Closing waits this long for what is still to be written: the shell waits five seconds for all of the console. */
const CLOSE_MS = 1_200;

interface Asked {
  readonly name: QueryName;
  readonly input: unknown;
  readonly answer: PromiseWithResolvers<unknown>;
}

export class Journal implements ExchangeSink {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #worker: WorkerSupervisor;
  readonly #outbox = new Outbox();
  readonly #pending = new Map<number, Asked>();
  readonly #recorded = new Emitter<Recorded>();
  readonly #changed = new Emitter<JournalState>();
  readonly #publisher: SnapshotPublisher<ExchangeSummary[]>;
  readonly #closed = Promise.withResolvers<void>();
  #unannounced: ExchangeSummary[] = [];
  #choices: JournalChoices;
  #lastQueryId = 0;
  #revision = 1;
  #seq = 0;
  /** Of the hosts that died. */
  #lostBefore = 0;
  #sendingSoon = false;
  #closing = false;
  #state: JournalState;

  constructor({ file, choices, clock, log, start, fallback }: JournalOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#choices = choices;
    this.#state = {
      revision: 1,
      place: 'starting',
      reason: null,
      retryAt: null,
      lost: 0,
      exchanges: 0,
      bytes: 0,
      file,
      quarantined: null,
    };
    const opening = () => ({
      kind: 'open' as const,
      file,
      choices: this.#choices,
      revision: this.#revision + 1,
      seq: this.#seq,
    });
    this.#publisher = new SnapshotPublisher({
      clock,
      intervalMs: EVENT_INTERVAL_MS,
      read: () => this.#unannounced,
      keyOf: (exchanges) => exchanges.at(-1)?.id ?? '',
      publish: (exchanges) => {
        this.#unannounced = [];
        this.#recorded.emit({ revision: this.#revision, exchanges });
      },
    });
    this.#worker = new WorkerSupervisor({
      clock,
      log,
      start,
      fallback,
      openMessage: opening,
      onMessage: (message) => this.#receive(message),
      onRestart: () => this.#resend(),
    });
  }

  /** Newly recorded exchanges in batches, oldest first, with their places in the journal. */
  get recorded(): Subscribable<Recorded> {
    return this.#recorded;
  }

  get changed(): Subscribable<JournalState> {
    return this.#changed;
  }

  /**
   * Hands an exchange over to be redacted and kept. Whether guests' data is blanked is decided by the choices at the time it is written;
   * what is on record already stays as it is.
   */
  record(raw: RawExchange): void {
    if (this.#closing) return;
    this.#outbox.add(raw);
    if (this.#sendingSoon) return;
    this.#sendingSoon = true;
    this.#clock.after(BATCH_MS, () => this.#send());
  }

  #send(): void {
    this.#sendingSoon = false;
    for (const batch of this.#outbox.takeUnsent()) this.#worker.post({ kind: 'record', ...batch });
  }

  /** After a host was onRestart: what the one before left undone. */
  #resend(): void {
    this.#lostBefore += this.#state.lost;
    this.#state = { ...this.#state, lost: 0 };
    this.#outbox.markUnsent();
    this.#send();
    for (const [id, { name, input }] of this.#pending) this.#worker.post({ kind: 'query', id, name, input });
    if (this.#closing) this.#worker.post({ kind: 'close' });
  }

  /** Applies from now on: to exchanges that are recorded, and to how much is kept. */
  configure(choices: JournalChoices): void {
    if (JSON.stringify(choices) === JSON.stringify(this.#choices)) return;
    this.#choices = choices;
    this.#send();
    this.#worker.post({ kind: 'configure', choices });
  }

  /** See the contract: traffic.exchanges. */
  readonly page = (query: Queries['page']['input']) => this.#query('page', query);
  /** Like `page`, but the exchanges whole. */
  readonly fullExchanges = (query: Queries['fullExchanges']['input']) => this.#query('fullExchanges', query);
  readonly facets = (connectionId: string) => this.#query('facets', connectionId);
  readonly timeline = (query: Queries['timeline']['input']) => this.#query('timeline', query);
  /** One exchange whole; rejects with AppError `notFound` when it is not kept any more. */
  readonly get = (id: string) => this.#query('get', id);
  /** All attempts of one request, the first one first. */
  readonly chain = (chainId: string) => this.#query('chain', chainId);
  /** Forgets the exchanges of a connection. Their room on the disk is returned soon after. */
  readonly clear = (connectionId: string) => this.#query('clear', connectionId);

  state(): JournalState {
    return { ...this.#state, lost: this.#state.lost + this.#lostBefore + this.#outbox.dropped };
  }

  /** Everything that was recorded before is asked about too. */
  #query<Name extends QueryName>(name: Name, input: Queries[Name]['input']): Promise<Queries[Name]['output']> {
    if (this.#closing) return Promise.reject(new AppError('cancelled', {}));
    this.#lastQueryId += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#pending.set(this.#lastQueryId, { name, input, answer });
    this.#send();
    this.#worker.post({ kind: 'query', id: this.#lastQueryId, name, input });
    return answer.promise as Promise<Queries[Name]['output']>;
  }

  /** Writes what is still to be written, waiting for it about a second at most, and ends the host. */
  async close(): Promise<void> {
    if (this.#closing) return this.#closed.promise;
    this.#send();
    this.#closing = true;
    this.#worker.post({ kind: 'close' });
    const disarm = this.#clock.after(CLOSE_MS, () => {
      this.#log.warn('the journal did not close in time', { unwritten: this.#outbox.count });
      this.#closed.resolve();
    });
    await this.#closed.promise;
    disarm();
    this.#worker.stop();
    for (const { answer } of this.#pending.values()) answer.reject(new AppError('cancelled', {}));
    this.#pending.clear();
    if (this.#unannounced.length > 0) this.#publisher.publishNow();
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
        this.#settle(message.id, ({ resolve }) => resolve(message.output));
        break;
      case 'failure': {
        const cause = message.error ? toAppError(message.error) : new Error(message.message);
        this.#settle(message.id, ({ reject }) => reject(cause));
        break;
      }
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
    this.#unannounced.push(...exchanges);
    if (this.#unannounced.length > 0) this.#publisher.touch();
  }

  #settle(id: number, how: (answer: PromiseWithResolvers<unknown>) => void): void {
    const asked = this.#pending.get(id);
    this.#pending.delete(id);
    if (asked) how(asked.answer);
  }
}
