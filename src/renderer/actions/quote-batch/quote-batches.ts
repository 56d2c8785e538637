/** The batches of quotes of this window. Quotes that the window has not requested yet outlive the window. */
import { useEffect, useSyncExternalStore } from 'react';
import type { InputOf, OutputOf } from '../../../shared/contract/index.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { WantedQuote } from '../../../shared/model/quote-plan.ts';
import { call } from '../../ipc/client.ts';
import { type Batch, QuoteBatches } from './quote-batch.ts';

const PREFIX = 'latchkey.quotes/';

/** Deletes the entries that earlier versions kept in the window's own storage. */
export function deleteOldEntries(storage: () => Storage): void {
  try {
    for (const key of Object.keys(storage())) if (key.startsWith(PREFIX)) storage().removeItem(key);
  } catch {
    // A page without a storage has no entries.
  }
}

/** The parts of the store. `locks` is null where the browser has no lock manager; nothing is stored then. `page` is a name that no other page has. */
interface KeptQuotesDeps {
  readonly keep: (input: InputOf<'quotes', 'keepWanted'>) => Promise<unknown>;
  readonly take: (input: InputOf<'quotes', 'takeWanted'>) => Promise<OutputOf<'quotes', 'takeWanted'>>;
  readonly locks: Pick<LockManager, 'request' | 'query'> | null;
  readonly page: string;
}

/**
 * Stores in main the quotes that a page has not requested yet. An open page holds a lock, so that another page takes over only the quotes of closed
 * pages.
 */
export class KeptQuotes {
  readonly #deps: KeptQuotesDeps;
  #isLocked = false;

  constructor(deps: KeptQuotesDeps) {
    this.#deps = deps;
  }

  /** Stores the quotes that this page still has to request. They replace the ones that it stored before. */
  keep(connectionId: string, wanted: readonly WantedQuote[]): void {
    const { keep, locks, page } = this.#deps;
    if (locks === null) return;
    if (!this.#isLocked) {
      this.#isLocked = true;
      void locks.request(`${PREFIX}${page}`, () => new Promise(() => {}));
    }
    const kept = wanted.slice(0, MAX_ENTRIES.page).map(({ title, input, askedBy }) => ({
      title: title.slice(0, MAX_CHARACTERS.text),
      input,
      ...(askedBy === undefined ? {} : { askedBy }),
    }));
    // Main has logged the failure; the batch goes on without the stored quotes.
    keep({ connectionId, page, wanted: kept }).catch(() => {});
  }

  /** Returns and removes the quotes that closed pages stored. */
  async take(connectionId: string): Promise<readonly WantedQuote[]> {
    const { take, locks, page: own } = this.#deps;
    if (locks === null) return [];
    const { held = [] } = await locks.query();
    const names = held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
    const { wanted } = await take({ connectionId, alive: [...new Set([own, ...names])] });
    return wanted;
  }
}

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

/** Restores the quotes that closed windows and programs left behind, now and whenever the window gets the focus. */
export function useKeptQuotes(connectionId: string): void {
  useEffect(() => {
    // `localStorage` blocks the page when it is first used, so the old entries are not deleted at the start.
    if (!isCleaned) deleteOldEntries(() => window.localStorage);
    isCleaned = true;
    const restore = () => void quoteBatches.restore(connectionId, () => kept.take(connectionId).catch(() => []));
    restore();
    window.addEventListener('focus', restore);
    return () => window.removeEventListener('focus', restore);
  }, [connectionId]);
}
