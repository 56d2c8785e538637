/**
 * Quotes that are still to be asked for, in the window's own storage: they outlive the window that wanted them. Each page has its own entries
 * and holds a lock while it lives, so that another one takes over only what nobody works on. No entry has a guest's name.
 */
import { z } from 'zod';
import { QuoteInput } from '../../../shared/model/quote.ts';
import type { WantedQuote } from './quote-batch.ts';

const PREFIX = 'latchkey.quotes/';
const Entry = z.array(z.strictObject({ title: z.string(), input: QuoteInput }));

/** `storage`: opened when it is needed. `locks`: null where a page has none; then nothing is kept. `page`: a name that no other page has. */
interface KeptQuotesDeps {
  readonly storage: () => Storage;
  readonly locks: Pick<LockManager, 'request' | 'query'> | null;
  readonly page: string;
}

export class KeptQuotes {
  readonly #deps: KeptQuotesDeps;
  #isLocked = false;

  constructor(deps: KeptQuotesDeps) {
    this.#deps = deps;
  }

  /** Keeps the quotes of this page in place of those that it kept before. */
  keep(connectionId: string, wanted: readonly WantedQuote[]): void {
    const { storage, locks, page } = this.#deps;
    if (locks === null) return;
    const key = `${PREFIX}${connectionId}/${page}`;
    if (!this.#isLocked) {
      this.#isLocked = true;
      void locks.request(`${PREFIX}${page}`, () => new Promise(() => {}));
    }
    try {
      if (wanted.length === 0) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(wanted.map(({ title, input }) => ({ title, input }))));
    } catch {
      // A full disk: the batch itself goes on.
    }
  }

  /** The quotes that pages kept which are gone, once; entries of connections that are not `known` are deleted. */
  async take(connectionId: string, known: readonly string[]): Promise<WantedQuote[]> {
    const { storage, locks, page: own } = this.#deps;
    if (locks === null) return [];
    const { held = [] } = await locks.query();
    const alive = new Set([own, ...held.map(({ name = '' }) => name.slice(PREFIX.length))]);
    const taken: WantedQuote[] = [];
    for (const key of Object.keys(storage())) {
      const [of = '', page = ''] = key.startsWith(PREFIX) ? key.slice(PREFIX.length).split('/') : [];
      if (page === '' || alive.has(page) || (of !== connectionId && known.includes(of))) continue;
      if (of === connectionId) taken.push(...wantedIn(storage().getItem(key)));
      storage().removeItem(key);
    }
    return taken;
  }
}

function wantedIn(text: string | null): WantedQuote[] {
  try {
    return Entry.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}
