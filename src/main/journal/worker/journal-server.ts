/** The hosting side of the journal: takes messages, keeps exchanges, answers questions, and does upkeep while nothing else is asked. */
import { AppError } from '../../../shared/errors.ts';
import type { JournalState } from '../../../shared/model/traffic.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import { SnapshotPublisher } from '../../platform/snapshot-publisher.ts';
import { type OpenDatabase, openDatabase, prepare } from '../file/database.ts';
import {
  findFacets,
  findPage,
  findTimeline,
  joinFacets,
  joinPages,
  joinTimelines,
  type PageQuery,
} from '../query/find.ts';
import { Keeper } from '../store/journal-writer.ts';
import { Store } from '../store/store.ts';
import type { FromHost, Opening, QuestionName, Questions, ToHost } from './messages.ts';

export interface DeskOptions {
  readonly say: (message: FromHost) => void;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly open?: OpenDatabase;
  readonly mostInMemory?: number;
}

const NOTHING_KEPT = { maxDays: 1, maxMegabytes: 10 };
const emptyStore = (): Store => new Store(prepare(openDatabase(':memory:')), NOTHING_KEPT);
const UPKEEP_MS = 250;
/** Upkeep waits until nothing was asked for so long, but not more often than this in a row. */
const QUIET_MS = 500;
const MOST_PUT_OFF = 60;
const PERIOD_MS = 60 * 60_000;
/** Between two pieces of upkeep there is room for questions. */
const BETWEEN_PIECES_MS = 1;
const STATE_MS = 250;

export class JournalDesk {
  readonly #options: DeskOptions;
  readonly #publisher: SnapshotPublisher<Omit<JournalState, 'revision'>>;
  #keeper: Keeper | null = null;
  #revision = 0;
  #upkeepSet = false;
  #askedAt = 0;
  #putOff = 0;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#publisher = new SnapshotPublisher({
      clock: options.clock,
      intervalMs: STATE_MS,
      delayMs: STATE_MS,
      read: () => this.#place(),
      publish: (place) => options.say({ kind: 'state', state: { revision: this.#revision, ...place } }),
    });
  }

  handle(message: ToHost): void {
    switch (message.kind) {
      case 'open':
        this.#open(message);
        break;
      case 'record':
        this.#record(message);
        break;
      case 'ask':
        this.#answer(message);
        break;
      case 'choose':
        this.#keeper?.choose(message.choices);
        this.#tidySoon(UPKEEP_MS);
        break;
      case 'close':
        this.#publisher.stop();
        this.#keeper?.close();
        this.#keeper = null;
        this.#options.say({ kind: 'closed' });
    }
  }

  #open({ file, choices, revision, seq }: Opening): void {
    const { clock, open, mostInMemory } = this.#options;
    this.#revision = revision;
    this.#keeper = new Keeper({
      file,
      choices,
      seq,
      clock,
      log: this.#log(),
      changed: () => this.#changed(),
      ...(open ? { open } : {}),
      ...(mostInMemory === undefined ? {} : { mostInMemory }),
    });
    this.#publisher.publishNow();
    this.#tidySoon(UPKEEP_MS);
    this.#tidyNowAndThen();
  }

  /** Exchanges grow old also while none is recorded. */
  #tidyNowAndThen(): void {
    this.#options.clock.after(PERIOD_MS, () => {
      if (!this.#keeper) return;
      this.#tidySoon(UPKEEP_MS);
      this.#tidyNowAndThen();
    });
  }

  #record({ raws, upTo }: Extract<ToHost, { kind: 'record' }>): void {
    let exchanges: ReturnType<Keeper['record']> = [];
    try {
      exchanges = this.#keeper?.record(raws) ?? [];
      this.#keeper?.shrink();
    } catch (error) {
      this.#log().error('exchanges could not be recorded', { error: String(error), count: raws.length });
    }
    if (exchanges.length > 0) this.#revision += 1;
    this.#options.say({ kind: 'recorded', upTo, revision: this.#revision, exchanges });
    this.#tidySoon(UPKEEP_MS);
    this.#publisher.touch();
  }

  #answer({ id, name, input }: Extract<ToHost, { kind: 'ask' }>): void {
    this.#askedAt = this.#options.clock.now();
    try {
      this.#options.say({ kind: 'answer', id, output: this.#ask(name, input as never) });
    } catch (error) {
      const data = error instanceof AppError ? error.data : null;
      this.#options.say({ kind: 'refusal', id, error: data, message: String(error) });
    }
  }

  #ask<Name extends QuestionName>(name: Name, input: Questions[Name]['input']): Questions[Name]['output'] {
    const keeper = this.#keeper;
    if (!keeper) throw new Error('the journal is closed');
    const revision = this.#revision;
    const questions: { [It in QuestionName]: (input: Questions[It]['input']) => Questions[It]['output'] } = {
      page: (query) => ({ revision, ...this.#page(keeper, query) }),
      wholes: (query) =>
        this.#page(keeper, query).exchanges.flatMap(({ id }) => keeper.read((store) => store.get(id)) ?? []),
      facets: (connectionId) => ({
        revision,
        ...this.#joined(keeper, (store) => findFacets(store, connectionId), joinFacets),
      }),
      timeline: (query) => ({
        revision,
        ...this.#joined(keeper, (store) => findTimeline(store, query), joinTimelines),
      }),
      get: (id) => {
        const found = keeper.read((store) => store.get(id));
        if (!found) throw new AppError('notFound', { what: 'The exchange' });
        return found;
      },
      chain: (chainId) =>
        keeper.stores.toReversed().flatMap((store) => keeper.readOf(() => store.chain(chainId)) ?? []),
      clear: (connectionId) => {
        keeper.clear(connectionId);
        this.#changed();
        return null;
      },
      state: () => ({ revision, ...this.#place() }),
    };
    return questions[name](input);
  }

  #page(keeper: Keeper, query: PageQuery) {
    const join = (newer: ReturnType<typeof findPage>, older: ReturnType<typeof findPage>) =>
      joinPages(newer, older, query.limit);
    return this.#joined(keeper, (store) => findPage(store, query), join);
  }

  /** What all stores answer, as one. */
  #joined<Answer>(
    keeper: Keeper,
    ask: (store: Store) => Answer,
    join: (newer: Answer, older: Answer) => Answer,
  ): Answer {
    const answers = keeper.stores.flatMap((store) => keeper.readOf(() => ask(store)) ?? []);
    const first = answers[0];
    // Nothing could be read: what an empty store says.
    if (first === undefined) return ask(emptyStore());
    return answers.slice(1).reduce(join, first);
  }

  #changed(): void {
    this.#revision += 1;
    this.#publisher.touch();
    this.#tidySoon(UPKEEP_MS);
  }

  #place(): Omit<JournalState, 'revision'> {
    if (!this.#keeper) throw new Error('the journal is closed');
    return this.#keeper.state();
  }

  #tidySoon(delayMs: number): void {
    if (this.#upkeepSet) return;
    this.#upkeepSet = true;
    this.#options.clock.after(delayMs, () => {
      this.#upkeepSet = false;
      // Somebody is looking for something: what is not urgent waits.
      if (Math.abs(this.#options.clock.now() - this.#askedAt) < QUIET_MS && this.#putOff < MOST_PUT_OFF) {
        this.#putOff += 1;
        this.#tidySoon(QUIET_MS);
        return;
      }
      try {
        const isMore = this.#keeper?.upkeep() === true;
        if (!isMore) this.#putOff = 0;
        if (isMore) this.#tidySoon(BETWEEN_PIECES_MS);
        if (isMore) this.#publisher.touch();
      } catch (error) {
        this.#log().error('upkeep of the journal failed', { error: String(error) });
      }
    });
  }

  #log(): Log {
    const at =
      (level: 'info' | 'warn' | 'error') =>
      (message: string, fields: Record<string, unknown> = {}): void =>
        this.#options.say({ kind: 'log', level, message, fields });
    return { info: at('info'), warn: at('warn'), error: at('error') };
  }
}
