/**
 * Stores quotes that windows have still to request: they survive the window and the process. Each page has its own entry, and another page takes
 * over only entries of closed pages. No entry contains a guest's name.
 */
import { z } from 'zod';
import { Id } from '../../shared/model/primitives.ts';
import { WantedQuote } from '../../shared/model/quote-plan.ts';
import type { Document, Log } from '../platform/ports.ts';

const Entry = z.object({ connectionId: Id, page: Id, wanted: z.array(WantedQuote) });
type Entry = z.infer<typeof Entry>;

export interface WantedQuotesFile {
  readonly version: 1;
  /** The entries, the latest last. */
  readonly entries: readonly Entry[];
}

/** The number of pages of one connection whose entries are kept; the oldest are dropped. */
const MAX_PAGES = 20;

export class WantedQuotes {
  readonly #document: Document<WantedQuotesFile>;
  readonly #log: Log;
  #entries: Entry[];

  constructor(document: Document<WantedQuotesFile>, log: Log) {
    this.#document = document;
    this.#log = log;
    const stored: unknown = document.read()?.entries;
    this.#entries = (Array.isArray(stored) ? stored : []).flatMap((one) => Entry.safeParse(one).data ?? []);
  }

  /** Stores the quotes of a page in place of those it stored before. */
  async keep({ connectionId, page, wanted }: Entry): Promise<void> {
    const others = this.#entries.filter((entry) => entry.connectionId !== connectionId || entry.page !== page);
    const ours = others.filter((entry) => entry.connectionId === connectionId);
    const dropped = new Set(ours.slice(0, Math.max(0, ours.length + 1 - MAX_PAGES)));
    const added = wanted.length === 0 ? [] : [{ connectionId, page, wanted }];
    await this.#save([...others.filter((entry) => !dropped.has(entry)), ...added]);
  }

  /** Takes the quotes of a connection's pages that are not `alive`; each is returned once. */
  async take(connectionId: string, alive: readonly string[]): Promise<WantedQuote[]> {
    const isTaken = (entry: Entry): boolean => entry.connectionId === connectionId && !alive.includes(entry.page);
    const taken = this.#entries.filter(isTaken);
    if (taken.length > 0) await this.#save(this.#entries.filter((entry) => !isTaken(entry)));
    return taken.flatMap(({ wanted }) => wanted);
  }

  async removeAll(connectionId: string): Promise<void> {
    await this.#save(this.#entries.filter((entry) => entry.connectionId !== connectionId));
  }

  /** Stores the entries. A failed write is logged, and the entries stay in memory. */
  async #save(entries: Entry[]): Promise<void> {
    this.#entries = entries;
    try {
      await this.#document.write({ version: 1, entries });
    } catch (error) {
      this.#log.warn('the wanted quotes could not be saved', { error: String(error) });
    }
  }
}
