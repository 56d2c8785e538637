/** The file of quotes in memory: a test can make its writes fail, and opens the store anew as after a restart. */
import type { SQLInputValue } from 'node:sqlite';
import { QuoteStore } from '../../src/main/desk/quote-store.ts';
import type { Deletion } from '../../src/main/store/deletions.ts';
import { StoreDatabase } from '../../src/main/store/store-database.ts';
import { AppError } from '../../src/shared/app-error.ts';
import { FakeLog } from './fake-log.ts';
import { ManualClock } from './manual-clock.ts';
import { memoryDeletions } from './memory-deletions.ts';
import { storesIn } from './stores-in.ts';

class FailingDatabase extends StoreDatabase {
  failWrites = false;

  override transaction<Value>(work: () => Value): Value {
    this.#check();
    return super.transaction(work);
  }

  override run(sql: string, ...values: SQLInputValue[]): number {
    this.#check();
    return super.run(sql, ...values);
  }

  #check(): void {
    if (this.failWrites)
      throw new AppError('storageFailed', { what: 'The quotes', reason: 'the disk is full', access: 'write' });
  }
}

export class MemoryQuotes {
  readonly clock = new ManualClock();
  readonly log = new FakeLog();
  readonly database: FailingDatabase;
  readonly #maxPlain: number | undefined;
  readonly #pending: Deletion[] = [];
  readonly #deletionOf = new Map<string, string>();
  #deletions = memoryDeletions(this.clock, this.#pending);

  constructor({ maxPlain }: { maxPlain?: number } = {}) {
    this.database = new FailingDatabase(storesIn().console, { what: 'The quotes', durable: true });
    this.#maxPlain = maxPlain;
  }

  /** A store on what was written so far. */
  open(): QuoteStore {
    const { database, clock, log } = this;
    this.#deletions = memoryDeletions(clock, this.#pending);
    return new QuoteStore({
      ...{ database, clock, log, deletions: this.#deletions },
      ...(this.#maxPlain === undefined ? {} : { maxPlain: this.#maxPlain }),
    });
  }

  /** A store as after a kill and a new start. */
  async restart(): Promise<QuoteStore> {
    const store = this.open();
    await this.#deletions.finishEarlier();
    return store;
  }

  /** Removes quotes of `c1` one by one, so that each has an undo of its own. */
  async remove(from: { remove(connectionId: string, ids: readonly string[]): Promise<string> }, ...ids: string[]) {
    for (const id of ids) this.#deletionOf.set(id, await from.remove('c1', [id]));
  }

  /** Undoes the removal of each quote. Rejects with AppError `notFound`. */
  async undo(...ids: string[]): Promise<void> {
    for (const id of ids) await this.#deletions.undo(this.#deletionOf.get(id) ?? '');
  }

  /** All text of the file, for a search. */
  get text(): string {
    return JSON.stringify(this.database.all('SELECT * FROM quotes'));
  }
}
