/** Periodic work on a store: deletes exchanges beyond the retention limits, and returns their space. */
import type { JournalChoices } from '../../../shared/model/app.ts';
import { DAY_MS } from '../../../shared/time/units.ts';
import type { ExchangeStore } from './store.ts';

export type Retention = Pick<JournalChoices, 'maxDays' | 'maxMegabytes'>;

const MEGABYTE = 1_048_576;

export const isTooLarge = (store: ExchangeStore, { maxMegabytes }: Retention): boolean =>
  // Exchanges that can be restored for some seconds take room as well, but no others are deleted for them.
  !store.hasRestorable && store.bytes > maxMegabytes * MEGABYTE;

/**
 * Deletes the exchanges that a person cleared, and those beyond the maximum age and size of the journal. Each piece of work between two yields takes
 * some milliseconds.
 */
export function* maintain(store: ExchangeStore, retention: Retention, now: number): Generator<void> {
  const cleared = store.toDelete();
  for (const { connectionId, upTo } of cleared) while (store.deleteOldest(upTo, connectionId)) yield;
  // A cleared exchange leaves no term in the index; the terms of expired ones go when SQLite merges the index.
  if (cleared.some(({ upTo }) => upTo > 0)) while (store.mergeIndex()) yield;
  for (const { connectionId, upTo } of cleared) store.forgetCleared(connectionId, upTo);
  const expired = store.lastExpired(now - retention.maxDays * DAY_MS, now);
  while (store.deleteOldest(expired)) yield;
  while (isTooLarge(store, retention) && store.deleteOldest(Number.MAX_SAFE_INTEGER)) yield;
  while (store.vacuum()) yield;
  store.checkpoint();
}
