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
import type { FromHost, QuestionName, Questions, StartHost } from './worker/messages.ts';
import { Unwritten } from './worker/outbox.ts';
import { HostKeeper } from './worker/worker-supervisor.ts';

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
  readonly start: StartHost;
  /** Hosts the store when `start` keeps failing. */
  readonly fallback: StartHost;
}

/** What is recorded within this time goes to the host together. */
const TOGETHER_MS = 20;
/** Events come at most four times a second. */
const EVENT_INTERVAL_MS = 250;
/** Closing waits this long for what is still to be written: the shell waits five seconds for all of the console. */
const CLOSE_MS = 1_200;

interface Asked {
  readonly name: QuestionName;
  readonly input: unknown;
  readonly answer: PromiseWithResolvers<unknown>;
}

export class Journal implements ExchangeSink {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #host: HostKeeper;
  readonly #unwritten = new Unwritten();
  readonly #asked = new Map<number, Asked>();
  readonly #recorded = new Emitter<Recorded>();
  readonly #changed = new Emitter<JournalState>();
  readonly #publisher: SnapshotPublisher<ExchangeSummary[]>;
  readonly #closed = Promise.withResolvers<void>();
  #fresh: ExchangeSummary[] = [];
  #choices: JournalChoices;
  #questions = 0;
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
      setAside: null,
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
      read: () => this.#fresh,
      keyOf: (exchanges) => exchanges.at(-1)?.id ?? '',
      publish: (exchanges) => {
        this.#fresh = [];
        this.#recorded.emit({ revision: this.#revision, exchanges });
      },
    });
    this.#host = new HostKeeper({
      clock,
      log,
      start,
      fallback,
      opening,
      said: (message) => this.#heard(message),
      started: () => this.#again(),
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
    this.#unwritten.add(raw);
    if (this.#sendingSoon) return;
    this.#sendingSoon = true;
    this.#clock.after(TOGETHER_MS, () => this.#send());
  }

  #send(): void {
    this.#sendingSoon = false;
    for (const batch of this.#unwritten.unsent()) this.#host.post({ kind: 'record', ...batch });
  }

  /** After a host was started: what the one before left undone. */
  #again(): void {
    this.#lostBefore += this.#state.lost;
    this.#state = { ...this.#state, lost: 0 };
    this.#unwritten.sendAgain();
    this.#send();
    for (const [id, { name, input }] of this.#asked) this.#host.post({ kind: 'ask', id, name, input });
    if (this.#closing) this.#host.post({ kind: 'close' });
  }

  /** Applies from now on: to exchanges that are recorded, and to how much is kept. */
  choose(choices: JournalChoices): void {
    if (JSON.stringify(choices) === JSON.stringify(this.#choices)) return;
    this.#choices = choices;
    this.#send();
    this.#host.post({ kind: 'choose', choices });
  }

  /** See the contract: traffic.exchanges. */
  readonly page = (query: Questions['page']['input']) => this.#ask('page', query);
  /** Like `page`, but the exchanges whole. */
  readonly wholes = (query: Questions['wholes']['input']) => this.#ask('wholes', query);
  readonly facets = (connectionId: string) => this.#ask('facets', connectionId);
  readonly timeline = (query: Questions['timeline']['input']) => this.#ask('timeline', query);
  /** One exchange whole; rejects with AppError `notFound` when it is not kept any more. */
  readonly get = (id: string) => this.#ask('get', id);
  /** All attempts of one request, the first one first. */
  readonly chain = (chainId: string) => this.#ask('chain', chainId);
  /** Forgets the exchanges of a connection. Their room on the disk is returned soon after. */
  readonly clear = (connectionId: string) => this.#ask('clear', connectionId);

  state(): JournalState {
    return { ...this.#state, lost: this.#state.lost + this.#lostBefore + this.#unwritten.dropped };
  }

  /** Everything that was recorded before is asked about too. */
  #ask<Name extends QuestionName>(name: Name, input: Questions[Name]['input']): Promise<Questions[Name]['output']> {
    if (this.#closing) return Promise.reject(new AppError('cancelled', {}));
    this.#questions += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#asked.set(this.#questions, { name, input, answer });
    this.#send();
    this.#host.post({ kind: 'ask', id: this.#questions, name, input });
    return answer.promise as Promise<Questions[Name]['output']>;
  }

  /** Writes what is still to be written, waiting for it about a second at most, and ends the host. */
  async close(): Promise<void> {
    if (this.#closing) return this.#closed.promise;
    this.#send();
    this.#closing = true;
    this.#host.post({ kind: 'close' });
    const disarm = this.#clock.after(CLOSE_MS, () => {
      this.#log.warn('the journal did not close in time', { unwritten: this.#unwritten.count });
      this.#closed.resolve();
    });
    await this.#closed.promise;
    disarm();
    this.#host.stop();
    for (const { answer } of this.#asked.values()) answer.reject(new AppError('cancelled', {}));
    this.#asked.clear();
    if (this.#fresh.length > 0) this.#publisher.publishNow();
    this.#publisher.stop();
  }

  #heard(message: FromHost): void {
    switch (message.kind) {
      case 'recorded':
        this.#hear(message);
        break;
      case 'state':
        this.#revision = Math.max(this.#revision, message.state.revision);
        this.#state = message.state;
        this.#changed.emit(this.state());
        break;
      case 'answer':
        this.#settle(message.id, ({ resolve }) => resolve(message.output));
        break;
      case 'refusal': {
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

  #hear({ upTo, revision, exchanges }: Extract<FromHost, { kind: 'recorded' }>): void {
    this.#unwritten.written(upTo);
    this.#revision = Math.max(this.#revision, revision);
    this.#seq = exchanges.reduce((last, { seq }) => Math.max(last, seq), this.#seq);
    this.#fresh.push(...exchanges);
    if (this.#fresh.length > 0) this.#publisher.touch();
  }

  #settle(id: number, how: (answer: PromiseWithResolvers<unknown>) => void): void {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (asked) how(asked.answer);
  }
}
