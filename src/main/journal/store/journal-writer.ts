/**
 * Keeps the journal whatever becomes of its file. Exchanges go to the file; while the disk refuses, to a database in memory, from which
 * they are copied into the file, in order, as soon as it works again. A damaged file is set aside under another name and a fresh one begun.
 */
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { ExchangeSummary, JournalState } from '../../../shared/model/traffic.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import { type OpenDatabase, openDatabase } from '../file/database.ts';
import { summaryOf } from '../query/matches.ts';
import { GuardedFile } from './guarded-file.ts';
import { Admission, nameOf } from './intake.ts';
import { closeQuietly } from './journal-file.ts';
import { SparedUpkeep } from './maintenance.ts';
import { Hold } from './spill-buffer.ts';
import type { Entry, Store } from './store.ts';

export interface KeeperOptions {
  readonly file: string;
  readonly choices: JournalChoices;
  /** Places up to this one were given before. */
  readonly seq: number;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  readonly open?: OpenDatabase;
  /** How many exchanges memory holds while the disk refuses. */
  readonly mostInMemory?: number;
  /** Told whenever `state` may give something else. */
  readonly changed?: () => void;
}

const MOST_IN_MEMORY = 5_000;
/** How many times its size the file may be before upkeep waits no longer. */
const LARGE = 1.1;
const PIECES_AT_ONCE = 4;

export class Keeper {
  readonly #options: Required<Omit<KeeperOptions, 'choices' | 'seq'>>;
  readonly #admission: Admission;
  readonly #file: GuardedFile;
  /** Holds what the file does not have yet. */
  #hold: Hold | null = null;
  readonly #upkeep: SparedUpkeep;
  #lost = 0;
  /** Connections whose exchanges must still be forgotten in the file. */
  readonly #toClear = new Set<string>();

  constructor({ choices, seq, ...options }: KeeperOptions) {
    this.#admission = new Admission(choices, options.clock, options.log);
    this.#admission.beyond(seq);
    this.#options = { open: openDatabase, mostInMemory: MOST_IN_MEMORY, changed: () => {}, ...options };
    this.#file = new GuardedFile({
      ...this.#options,
      retention: () => this.#admission.choices,
      opened: (store) => this.#opened(store),
      catchUp: (store) => this.#moveInto(store),
      refused: () => this.#admission.beyondUnknown(),
    });
    this.#upkeep = new SparedUpkeep(options.clock, options.log);
    this.#file.guarded(() => this.#file.open());
  }

  /** Stores to look into, newest exchanges first. */
  get stores(): readonly Store[] {
    return [this.#hold?.store, this.#file.store].filter((store) => store != null);
  }

  /** Redacts and keeps exchanges; their summaries with their places, also of those that are kept already and stay as they are. */
  record(raws: readonly RawExchange[]): ExchangeSummary[] {
    const entries: Entry[] = [];
    const summaries = new Map<string, ExchangeSummary>();
    for (const raw of raws) {
      if (summaries.has(raw.id)) continue;
      const known = this.read((store) => store.find(raw.id));
      const entry = known ? null : this.#admission.admit(raw);
      if (entry) entries.push(entry);
      const summary = known ?? (entry && summaryOf({ seq: entry.seq, ...entry.exchange }));
      if (summary) summaries.set(raw.id, summary);
    }
    this.#write(entries);
    return [...summaries.values()];
  }

  /** The first answer of the stores that is not null. */
  read<Value>(ask: (store: Store) => Value | null): Value | null {
    for (const store of this.stores) {
      const answer = this.readOf(() => ask(store));
      if (answer !== null) return answer;
    }
    return null;
  }

  /** What a store answers; `null` when it could not be read. A file that turns out to be damaged is set aside. */
  readOf<Value>(ask: () => Value): Value | null {
    return this.#file.guarded(ask);
  }

  #write(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    if (!this.#hold && this.#tryWriting(entries)) return;
    // A damaged file was set aside by now, and a fresh one may take them.
    if (!this.#hold && !this.#file.trouble && this.#tryWriting(entries)) return;
    this.#keepInMemory(entries);
  }

  #tryWriting(entries: readonly Entry[]): boolean {
    const file = this.#file.store;
    if (!file) return false;
    try {
      return (
        this.#file.guarded(() => {
          file.insert(entries);
          return true;
        }) === true
      );
    } catch (error) {
      return this.#file.isMaimed(error) ? false : this.#without(entries, error);
    }
  }

  /** One exchange that cannot be written must not take the others with it. */
  #without(entries: readonly Entry[], error: unknown): boolean {
    if (entries.length > 1) {
      for (const entry of entries) this.#write([entry]);
      return true;
    }
    this.#lost += 1;
    this.#options.log.error('an exchange could not be written', { error: nameOf(error) });
    return true;
  }

  #keepInMemory(entries: readonly Entry[]): void {
    try {
      this.#hold ??= new Hold(this.#admission.choices, this.#options.mostInMemory);
      this.#lost += this.#hold.add(entries);
    } catch (error) {
      this.#lost += entries.length;
      this.#options.log.error('exchanges could be kept nowhere', { count: entries.length, error: nameOf(error) });
    }
    if (!this.#file.trouble) this.#file.refuse('The file cannot be written.');
    this.#options.changed();
  }

  /** Forgets the exchanges of a connection: nobody sees them from now on, also where the file can only be told later. */
  clear(connectionId: string): void {
    this.#hold?.store.clear(connectionId);
    this.#toClear.add(connectionId);
    const file = this.#file.store;
    if (file) this.#file.guarded(() => this.#clearIn(file));
  }

  #clearIn(file: Store): void {
    for (const connectionId of this.#toClear) file.hide(connectionId);
    for (const connectionId of this.#toClear) {
      file.clear(connectionId);
      this.#toClear.delete(connectionId);
    }
  }

  /** Applies other choices: to what is recorded from now on, and to how much is kept. */
  choose(choices: JournalChoices): void {
    this.#admission.choices = choices;
    this.#file.store?.retain(choices);
  }

  /** Does a piece of upkeep; false when there is nothing left to do, or when it cannot be done now. */
  upkeep(): boolean {
    const file = this.#file.store;
    if (!file || this.#hold || this.#file.trouble) return false;
    return this.#file.guarded(() => this.#upkeep.piece(file)) === true;
  }

  /** Does upkeep while the file is far larger than it may be: when much is recorded, nobody finds the time for it otherwise. */
  shrink(): void {
    const isLarge = (): boolean => {
      const { store } = this.#file;
      return store !== null && store.bytes > LARGE * store.retention.maxMegabytes * 1_048_576;
    };
    for (let pieces = 0; pieces < PIECES_AT_ONCE && this.#file.guarded(isLarge); pieces += 1)
      if (!this.upkeep()) return;
  }

  state(): Omit<JournalState, 'revision'> {
    const sum = (of: (store: Store) => number): number => this.stores.reduce((all, store) => all + of(store), 0);
    return {
      place: this.#file.trouble ? 'memory' : 'file',
      reason: this.#file.trouble?.reason ?? null,
      retryAt: this.#file.trouble?.retryAt ?? null,
      lost: this.#lost + this.#admission.refused,
      exchanges: sum((store) => store.count),
      bytes: this.#file.guarded(() => this.#file.store?.bytes ?? 0) ?? 0,
      file: this.#options.file,
      setAside: this.#file.setAside,
    };
  }

  close(): void {
    const file = this.#file.store;
    if (this.#hold && file) this.#file.guarded(() => this.#moveInto(file));
    if (this.#hold)
      this.#options.log.warn('exchanges in memory are lost at the end', { count: this.#hold.store.count });
    this.#dropHold();
    this.#file.close();
  }

  #dropHold(): void {
    if (this.#hold) closeQuietly(this.#hold.store);
    this.#hold = null;
  }

  #opened(store: Store): void {
    this.#admission.beyond(store.lastSeq);
    this.#clearIn(store);
  }

  /** Copies what memory holds into the file. */
  #moveInto(file: Store): void {
    this.#clearIn(file);
    this.#hold?.moveInto(file);
    // Also those that are gone by now. With nothing to move, this tells whether the file can be written again.
    file.reach(this.#admission.seq);
    this.#admission.beyond(file.lastSeq);
    this.#dropHold();
  }
}
