/** Hides removed quotes, restores them, and deletes them. */
import { AppError } from '../../shared/errors.ts';
import { isUnsettled } from '../../shared/quote/quote-state.ts';
import type { StoreDatabase } from '../store/store-database.ts';
import { readEntries } from './quote-database.ts';
import type { QuoteRecords } from './quote-records.ts';

export class QuoteRemovals {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  /**
   * Hides quotes. Returns the ids of the changed quotes and of the hidden ones. Throws AppError `invalidInput` when one is unsettled; then none
   * is hidden.
   */
  hide(records: QuoteRecords, connectionId: string, quoteIds: readonly string[], now: number) {
    const quotes = records.of(connectionId);
    const found = quoteIds.flatMap((id) => quotes.get(id) ?? []);
    if (found.some(({ summary }) => isUnsettled(summary.outcome))) throw unsettled();
    const removed = found.map(({ summary }) => summary.id);
    if (found.length === 0) return { changed: [], removed };
    // A quote that could not be written yet could not be shown again.
    if (records.hasUnsaved) records.write([], true);
    const linked = records.relink(found, false, ({ number }) =>
      this.#database.run('UPDATE quotes SET removed_at = ? WHERE number = ?', now, number),
    );
    return { changed: [...quoteIds, ...linked], removed };
  }

  /** Restores hidden quotes. Returns the ids of the changed quotes. Throws AppError `notFound` when none of them is hidden. */
  show(records: QuoteRecords, connectionId: string, quoteIds: readonly string[]): string[] {
    if (!this.#database.exists) throw new AppError('notFound', { what: 'This quote' });
    const found = quoteIds
      .flatMap((id) =>
        readEntries(this.#database, 'connection_id = ? AND id = ? AND removed_at IS NOT NULL', connectionId, id),
      )
      .flatMap((entry) => entry ?? []);
    if (found.length === 0) throw new AppError('notFound', { what: 'This quote' });
    const linked = records.relink(found, true, ({ number }) =>
      this.#database.run('UPDATE quotes SET removed_at = NULL WHERE number = ?', number),
    );
    return [...quoteIds, ...linked];
  }

  /** Deletes those of the quotes that are still hidden. */
  delete(connectionId: string, quoteIds: readonly string[]): void {
    const database = this.#database;
    const sql =
      'DELETE FROM quotes WHERE connection_id = ? AND removed_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))';
    if (database.exists && database.run(sql, connectionId, JSON.stringify(quoteIds)) > 0) database.shrink();
  }
}

const unsettled = () =>
  new AppError('invalidInput', {
    issues: [
      { path: 'quoteIds', message: 'A booking of a quote may have been made; check for changes before you delete it.' },
    ],
  });
