/** Removes quotes so that this can be undone for a while, and deletes them then. */
import { AppError } from '../../shared/errors.ts';
import { isUnsettled } from '../../shared/quote/quote-state.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { StoreDatabase } from '../platform/store-database.ts';
import { readEntries } from './quote-database.ts';
import type { QuoteRecords } from './quote-records.ts';

/** A removal can be undone for this long after the last removal or undo; the window offers it for a shorter time. */
const UNDO_MS = 20_000;

export interface QuoteRemovalsDeps {
  readonly database: StoreDatabase;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
}

export class QuoteRemovals {
  readonly #deps: QuoteRemovalsDeps;
  #cancelPurge: (() => void) | null = null;

  constructor(deps: QuoteRemovalsDeps) {
    this.#deps = deps;
  }

  /** Returns the ids of the quotes that changed, and of those that were removed. Throws AppError `invalidInput` when one is unsettled: then none is removed. */
  remove(records: QuoteRecords, connectionId: string, quoteIds: readonly string[]) {
    const { database, clock } = this.#deps;
    const quotes = records.of(connectionId);
    const found = quoteIds.flatMap((id) => quotes.get(id) ?? []);
    if (found.some(({ summary }) => isUnsettled(summary.outcome))) throw unsettled();
    const removed = found.map(({ summary }) => summary.id);
    if (found.length === 0) return { changed: [], removed };
    // A quote that could not be written yet could not be put back.
    if (records.hasUnsaved) records.write([], true);
    const now = clock.now();
    const linked = records.relink(found, false, ({ number }) =>
      database.run('UPDATE quotes SET removed_at = ? WHERE number = ?', now, number),
    );
    this.#purgeLater();
    return { changed: [...quoteIds, ...linked], removed };
  }

  /** Returns the ids of the quotes that changed. Throws AppError `notFound` when none of them can be put back. */
  restore(records: QuoteRecords, connectionId: string, quoteIds: readonly string[]): string[] {
    const { database } = this.#deps;
    if (!database.exists) throw new AppError('notFound', { what: 'This quote' });
    const found = quoteIds
      .flatMap((id) =>
        readEntries(database, 'connection_id = ? AND id = ? AND removed_at IS NOT NULL', connectionId, id),
      )
      .flatMap((entry) => entry ?? []);
    if (found.length === 0) throw new AppError('notFound', { what: 'This quote' });
    const linked = records.relink(found, true, ({ number }) =>
      database.run('UPDATE quotes SET removed_at = NULL WHERE number = ?', number),
    );
    this.#purgeLater();
    return [...quoteIds, ...linked];
  }

  /** Many quotes are removed and restored in steps, and one undo is for all of them. */
  #purgeLater(): void {
    this.#cancelPurge?.();
    this.#cancelPurge = this.#deps.clock.after(UNDO_MS, () => this.purge());
  }

  /** Deletes what was removed. */
  purge(): void {
    this.#cancelPurge?.();
    this.#cancelPurge = null;
    const { database, log } = this.#deps;
    if (!database.exists) return;
    try {
      if (database.run('DELETE FROM quotes WHERE removed_at IS NOT NULL') > 0) database.shrink();
    } catch (error) {
      log.warn('removed quotes could not be deleted', { error: String(error) });
    }
  }
}

const unsettled = () =>
  new AppError('invalidInput', {
    issues: [
      { path: 'quoteIds', message: 'A booking of a quote may have been made; check for changes before you delete it.' },
    ],
  });
