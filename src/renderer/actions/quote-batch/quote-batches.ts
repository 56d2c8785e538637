/** The batches of quotes of this window. Quotes that the window has not requested yet outlive the window. */
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../ipc/client.ts';
import { deleteOldEntries, KeptQuotes } from './kept-quotes.ts';
import { type Batch, QuoteBatches } from './quote-batch.ts';

const kept = new KeptQuotes({
  keep: (input) => call('quotes', 'keepWanted', input),
  take: (input) => call('quotes', 'takeWanted', input),
  locks: (navigator as Partial<Navigator>).locks ?? null,
  page: crypto.randomUUID(),
});

export const quoteBatches = new QuoteBatches(
  (input) => call('quotes', 'create', input),
  (connectionId, wanted) => kept.keep(connectionId, wanted),
);

export const useQuoteBatch = (connectionId: string): Batch | undefined =>
  useSyncExternalStore(quoteBatches.subscribe, () => quoteBatches.of(connectionId));

let isCleaned = false;

/** Restores the quotes that another window had not requested yet when it was closed. */
export function useKeptQuotes(connectionId: string): void {
  useEffect(() => {
    // `localStorage` blocks the page when it is first used, so the old entries are not deleted at the start.
    if (!isCleaned) deleteOldEntries(() => window.localStorage);
    isCleaned = true;
    void quoteBatches.restore(connectionId, () => kept.take(connectionId).catch(() => []));
  }, [connectionId]);
}
