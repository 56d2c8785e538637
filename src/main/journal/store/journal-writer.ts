/**
 * Keeps the journal whatever becomes of its file. Exchanges go to the file; while the disk refuses, to a database in memory, from which
 * they are copied into the file, in order, as soon as it works again. A damaged file is set aside under another name and a fresh one begun.
 */
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { ExchangeSummary, JournalState } from '../../../shared/model/traffic.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import { type Connect, connect } from '../file/database.ts';
import { summaryOf } from '../query/matches.ts';
import { GuardedFile } from './guarded-file.ts';
import { describeError, Intake } from './intake.ts';
import { closeQuietly } from './journal-file.ts';
import { Maintenance } from './maintenance.ts';
import { SpillBuffer } from './spill-buffer.ts';
import type { Entry, ExchangeStore } from './store.ts';

export interface JournalWriterOptions {
  readonly file: string;
  readonly choices: JournalChoices;
  /** Places up to this one were given before. */
  readonly seq: number;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  readonly open?: Connect;
  /** How many exchanges memory holds while the disk refuses. */
  readonly maxInMemory?: number;
  /** Told whenever `state` may give something else. */
  readonly changed?: () => void;
}

const MAX_IN_MEMORY = 5_000;
/** How many times its size the file may be before upkeep waits no longer. */
const OVERSIZE_FACTOR = 1.1;
const PIECES_AT_ONCE = 4;

export class JournalWriter {
  readonly #options: Required<Omit<JournalWriterOptions, 'choices' | 'seq'>>;
  readonly #intake: Intake;
  readonly #file: GuardedFile;
  /** Holds what the file does not have yet. */
  #spill: SpillBuffer | null = null;
  readonly #maintenance: Maintenance;
  #lost = 0;
  /** Connections whose exchanges must still be forgotten in the file. */
  readonly #toClear = new Set<string>();

  constructor({ choices, seq, ...options }: JournalWriterOptions) {
    this.#intake = new Intake(choices, options.clock, options.log);
    this.#intake.continueAfter(seq);
    this.#options = { open: connect, maxInMemory: MAX_IN_MEMORY, changed: () => {}, ...options };
    this.#file = new GuardedFile({
      ...this.#options,
      retention: () => this.#intake.choices,
      opened: (store) => this.#opened(store),
      catchUp: (store) => this.#drainInto(store),
      refused: () => this.#intake.continueAfterUnknown(),
    });
    this.#maintenance = new Maintenance(options.clock, options.log);
    this.#file.guard(() => this.#file.open());
  }

  /** Stores to look into, newest exchanges first. */
  get stores(): readonly ExchangeStore[] {
    return [this.#spill?.store, this.#file.store].filter((store) => store != null);
  }

  /** Redacts and keeps exchanges; their summaries with their places, also of those that are kept already and stay as they are. */
  record(raws: readonly RawExchange[]): ExchangeSummary[] {
    const entries: Entry[] = [];
    const summaries = new Map<string, ExchangeSummary>();
    for (const raw of raws) {
      if (summaries.has(raw.id)) continue;
      const known = this.read((store) => store.find(raw.id));
      const entry = known ? null : this.#intake.accept(raw);
      if (entry) entries.push(entry);
      const summary = known ?? (entry && summaryOf({ seq: entry.seq, ...entry.exchange }));
      if (summary) summaries.set(raw.id, summary);
    }
    this.#write(entries);
    return [...summaries.values()];
  }

  /** The first answer of the stores that is not null. */
  read<Value>(ask: (store: ExchangeStore) => Value | null): Value | null {
    for (const store of this.stores) {
      const answer = this.tryRead(() => ask(store));
      if (answer !== null) return answer;
    }
    return null;
  }

  /** What a store answers; `null` when it could not be read. A file that turns out to be damaged is set aside. */
  tryRead<Value>(ask: () => Value): Value | null {
    return this.#file.guard(ask);
  }

  #write(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    if (!this.#spill && this.#tryWrite(entries)) return;
    // A damaged file was set aside by now, and a fresh one may take them.
    if (!this.#spill && !this.#file.fault && this.#tryWrite(entries)) return;
    this.#spillToMemory(entries);
  }

  #tryWrite(entries: readonly Entry[]): boolean {
    const file = this.#file.store;
    if (!file) return false;
    try {
      return (
        this.#file.guard(() => {
          file.insert(entries);
          return true;
        }) === true
      );
    } catch (error) {
      return this.#file.quarantineIfMaimed(error) ? false : this.#writeOneByOne(entries, error);
    }
  }

  /** One exchange that cannot be written must not take the others with it. */
  #writeOneByOne(entries: readonly Entry[], error: unknown): boolean {
    if (entries.length > 1) {
      for (const entry of entries) this.#write([entry]);
      return true;
    }
    this.#lost += 1;
    this.#options.log.error('an exchange could not be written', { error: describeError(error) });
    return true;
  }

  #spillToMemory(entries: readonly Entry[]): void {
    try {
      this.#spill ??= new SpillBuffer(this.#intake.choices, this.#options.maxInMemory);
      this.#lost += this.#spill.add(entries);
    } catch (error) {
      this.#lost += entries.length;
      this.#options.log.error('exchanges could be kept nowhere', {
        count: entries.length,
        error: describeError(error),
      });
    }
    if (!this.#file.fault) this.#file.refuse('the file cannot be written');
    this.#options.changed();
  }

  /** Forgets the exchanges of a connection: nobody sees them from now on, also where the file can only be told later. */
  clear(connectionId: string): void {
    this.#spill?.store.clear(connectionId);
    this.#toClear.add(connectionId);
    const file = this.#file.store;
    if (file) this.#file.guard(() => this.#clearIn(file));
  }

  #clearIn(file: ExchangeStore): void {
    for (const connectionId of this.#toClear) file.hide(connectionId);
    for (const connectionId of this.#toClear) {
      file.clear(connectionId);
      this.#toClear.delete(connectionId);
    }
  }

  /** Applies other choices: to what is recorded from now on, and to how much is kept. */
  configure(choices: JournalChoices): void {
    this.#intake.choices = choices;
    this.#file.store?.setRetention(choices);
  }

  /** Does a piece of upkeep; false when there is nothing left to do, or when it cannot be done now. */
  maintain(): boolean {
    const file = this.#file.store;
    if (!file || this.#spill || this.#file.fault) return false;
    return this.#file.guard(() => this.#maintenance.runPiece(file)) === true;
  }

  /** Does upkeep while the file is far larger than it may be: when much is recorded, nobody finds the time for it otherwise. */
  shrink(): void {
    const isLarge = (): boolean => {
      const { store } = this.#file;
      return store !== null && store.bytes > OVERSIZE_FACTOR * store.retention.maxMegabytes * 1_048_576;
    };
    for (let pieces = 0; pieces < PIECES_AT_ONCE && this.#file.guard(isLarge); pieces += 1)
      if (!this.maintain()) return;
  }

  state(): Omit<JournalState, 'revision'> {
    const sum = (of: (store: ExchangeStore) => number): number =>
      this.stores.reduce((all, store) => all + of(store), 0);
    return {
      place: this.#file.fault ? 'memory' : 'file',
      reason: this.#file.fault?.reason ?? null,
      retryAt: this.#file.fault?.retryAt ?? null,
      lost: this.#lost + this.#intake.failed,
      exchanges: sum((store) => store.count),
      bytes: this.#file.guard(() => this.#file.store?.bytes ?? 0) ?? 0,
      file: this.#options.file,
      quarantined: this.#file.quarantined,
    };
  }

  close(): void {
    const file = this.#file.store;
    if (this.#spill && file) this.#file.guard(() => this.#drainInto(file));
    if (this.#spill)
      this.#options.log.warn('exchanges in memory are lost at the end', { count: this.#spill.store.count });
    this.#dropSpill();
    this.#file.close();
  }

  #dropSpill(): void {
    if (this.#spill) closeQuietly(this.#spill.store);
    this.#spill = null;
  }

  #opened(store: ExchangeStore): void {
    this.#intake.continueAfter(store.lastSeq);
    this.#clearIn(store);
  }

  /** Copies what memory holds into the file. */
  #drainInto(file: ExchangeStore): void {
    this.#clearIn(file);
    this.#spill?.drainInto(file);
    // Also those that are gone by now. With nothing to move, this tells whether the file can be written again.
    file.persistLastSeq(this.#intake.seq);
    this.#intake.continueAfter(file.lastSeq);
    this.#dropSpill();
  }
}
