/**
 * Writes exchanges to the file. While the disk fails, they go to the spill buffer, and from there in order into the file when it works again. A
 * damaged file is quarantined and replaced. Queries see the file and the spill buffer.
 */
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { ExchangeSummary, JournalState } from '../../../shared/model/traffic.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import { type Connect, connect } from '../file/database.ts';
import { summaryOf } from '../query/matches.ts';
import { describeError, Intake } from './intake.ts';
import { closeQuietly, JournalFile } from './journal-file.ts';
import { Maintenance } from './maintenance.ts';
import { SpillBuffer } from './spill-buffer.ts';
import type { Entry, ExchangeStore } from './store.ts';

export interface JournalWriterOptions {
  readonly file: string;
  readonly choices: JournalChoices;
  /** The highest known sequence number. */
  readonly seq: number;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  readonly open?: Connect;
  /** The capacity of the spill buffer, in exchanges. */
  readonly maxInMemory?: number;
  /** Called when `state` may have changed. */
  readonly onChange?: () => void;
}

const MAX_IN_MEMORY = 5_000;
/** The multiple of the size limit from which maintenance runs while exchanges are recorded. */
const OVERSIZE_FACTOR = 1.1;
const PIECES_AT_ONCE = 4;

export class JournalWriter {
  readonly #options: Required<Omit<JournalWriterOptions, 'choices' | 'seq'>>;
  readonly #intake: Intake;
  readonly #file: JournalFile;
  /** The exchanges that are not in the file yet. */
  #spillBuffer: SpillBuffer | null = null;
  readonly #maintenance: Maintenance;
  #lost = 0;
  /** The connections whose exchanges must still be deleted from the file. */
  readonly #toClear = new Set<string>();

  constructor({ choices, seq, ...options }: JournalWriterOptions) {
    this.#intake = new Intake(choices, options.clock, options.log);
    this.#intake.continueAfter(seq);
    this.#options = { open: connect, maxInMemory: MAX_IN_MEMORY, onChange: () => {}, ...options };
    this.#file = new JournalFile({
      ...this.#options,
      retention: () => this.#intake.choices,
      onOpen: (store) => this.#opened(store),
      drain: (store) => this.#drainInto(store),
      onUnavailable: () => this.#intake.continueAfterUnknown(),
    });
    this.#maintenance = new Maintenance(options.clock, options.log);
    this.#file.guard(() => this.#file.open());
  }

  /** The stores to query, the one with the newest exchanges first. */
  get stores(): readonly ExchangeStore[] {
    return [this.#spillBuffer?.store, this.#file.store].filter((store) => store != null);
  }

  /** Redacts and writes exchanges. Returns their summaries; an exchange that is already on record stays as it is. */
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

  /** The first result of the stores that is not null. */
  read<Value>(query: (store: ExchangeStore) => Value | null): Value | null {
    for (const store of this.stores) {
      const answer = this.tryRead(() => query(store));
      if (answer !== null) return answer;
    }
    return null;
  }

  /** Runs a query. Returns null when the store cannot be read; a damaged file is quarantined. */
  tryRead<Value>(query: () => Value): Value | null {
    return this.#file.guard(query);
  }

  #write(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    if (!this.#spillBuffer && this.#tryWrite(entries)) return;
    // When the file was damaged, a new one is open now.
    if (!this.#spillBuffer && !this.#file.fault && this.#tryWrite(entries)) return;
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
      return this.#file.quarantineIfSchemaMissing(error) ? false : this.#writeOneByOne(entries, error);
    }
  }

  /** Writes each exchange by itself, so that one that cannot be written does not prevent the others. */
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
      this.#spillBuffer ??= new SpillBuffer(this.#intake.choices, this.#options.maxInMemory);
      this.#lost += this.#spillBuffer.add(entries);
    } catch (error) {
      this.#lost += entries.length;
      this.#options.log.error('exchanges could not be kept', {
        count: entries.length,
        error: describeError(error),
      });
    }
    if (!this.#file.fault) this.#file.retryLater('the file cannot be written');
    this.#options.onChange();
  }

  /**
   * Deletes the exchanges of a connection. Queries skip them at once, even while the file is unavailable. With `canRestore` they can be restored
   * until {@link keepCleared} or the next start. Returns whether they can be restored, which is impossible while the disk fails.
   */
  clear(connectionId: string, { canRestore = false } = {}): boolean {
    return (canRestore && this.#clearForNow(connectionId)) || this.#clearForGood(connectionId);
  }

  #clearForNow(connectionId: string): boolean {
    const file = this.#file.store;
    if (!file || this.#spillBuffer || this.#file.fault) return false;
    const isRestorable = this.#file.guard(() => {
      file.clear(connectionId, { canRestore: true });
      return file.catalog.restorable.has(connectionId);
    });
    return isRestorable === true;
  }

  /** Restores the exchanges of the last `clear`. Returns false when that is no longer possible. */
  restore(connectionId: string): boolean {
    const file = this.#file.store;
    return file !== null && this.#file.guard(() => file.restore(connectionId)) === true;
  }

  /** Ends the time in which the exchanges of the last `clear` can be restored. */
  keepCleared(connectionId: string): void {
    this.#file.store?.keepDeleted(connectionId);
  }

  #clearForGood(connectionId: string): false {
    this.#spillBuffer?.store.clear(connectionId);
    this.#toClear.add(connectionId);
    const file = this.#file.store;
    if (file) this.#file.guard(() => this.#clearIn(file));
    return false;
  }

  #clearIn(file: ExchangeStore): void {
    for (const connectionId of this.#toClear) file.hide(connectionId);
    for (const connectionId of this.#toClear) {
      file.clear(connectionId);
      this.#toClear.delete(connectionId);
    }
  }

  /** Applies new choices to future exchanges and to retention. */
  configure(choices: JournalChoices): void {
    this.#intake.choices = choices;
    this.#file.store?.setRetention(choices);
  }

  /** Runs a piece of maintenance. Returns false when no work is left, or the file is unavailable. */
  maintain(): boolean {
    const file = this.#file.store;
    if (!file || this.#spillBuffer || this.#file.fault) return false;
    return this.#file.guard(() => this.#maintenance.runPiece(file)) === true;
  }

  /** Runs maintenance at once while the file is far too large, because a steady load leaves no quiet time. */
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
      storage: this.#file.fault ? 'memory' : 'file',
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
    if (this.#spillBuffer && file) this.#file.guard(() => this.#drainInto(file));
    if (this.#spillBuffer)
      this.#options.log.warn('exchanges in memory are lost at the end', { count: this.#spillBuffer.store.count });
    this.#dropSpillBuffer();
    this.#file.close();
  }

  #dropSpillBuffer(): void {
    if (this.#spillBuffer) closeQuietly(this.#spillBuffer.store);
    this.#spillBuffer = null;
  }

  #opened(store: ExchangeStore): void {
    this.#intake.continueAfter(store.lastSeq);
    this.#clearIn(store);
  }

  /** Copies the spill buffer into the file. */
  #drainInto(file: ExchangeStore): void {
    this.#clearIn(file);
    this.#spillBuffer?.drainInto(file);
    // Includes dropped exchanges. Also proves that the file can be written when the spill buffer is empty.
    file.persistLastSeq(this.#intake.seq);
    this.#intake.continueAfter(file.lastSeq);
    this.#dropSpillBuffer();
  }
}
