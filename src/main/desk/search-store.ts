/** The searches that a person sent or saved, by connection, stored across restarts. */
import type { z } from 'zod';
import { SavedSearch, type SearchesSnapshot } from '../../shared/model/availability.ts';
import { Id } from '../../shared/model/primitives.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Document, Log, Subscribable } from '../platform/ports.ts';

const StoredSearch = SavedSearch.extend({ connectionId: Id });
type StoredSearch = z.infer<typeof StoredSearch>;

export interface SearchFile {
  readonly version: 1;
  readonly searches: readonly StoredSearch[];
}

/** The numbers of searches of one connection, by kind; the oldest are dropped. */
const MAX_RECENT = 12;
const MAX_KEPT = 50;

export class SearchStore {
  readonly #document: Document<SearchFile>;
  readonly #clockOf: (connectionId: string) => Clock;
  readonly #log: Log;
  readonly #changed = new Emitter<SearchesSnapshot>();
  /** The searches, the latest first. */
  #searches: StoredSearch[];
  #revision = 1;

  constructor(document: Document<SearchFile>, clockOf: (connectionId: string) => Clock, log: Log) {
    this.#document = document;
    this.#clockOf = clockOf;
    this.#log = log;
    const stored: unknown = document.read()?.searches;
    this.#searches = (Array.isArray(stored) ? stored : []).flatMap((one) => StoredSearch.safeParse(one).data ?? []);
  }

  get changed(): Subscribable<SearchesSnapshot> {
    return this.#changed;
  }

  list(connectionId: string): SearchesSnapshot {
    const searches = this.#searches
      .filter((search) => search.connectionId === connectionId)
      .map(({ parameters, at, isKept }) => ({ parameters, at, isKept }));
    return { connectionId, revision: this.#revision, searches };
  }

  /** Adds a search or replaces the one with the same parameters. A failed write is logged and the search stays in memory. */
  async put(connectionId: string, search: Omit<SavedSearch, 'at'> & { readonly at: number | null }): Promise<void> {
    const at = search.at ?? this.#clockOf(connectionId).now();
    const others = this.#searches.filter((other) => !isSame(other, connectionId, search.parameters));
    this.#searches = [{ ...search, at, connectionId }, ...others]
      .sort((one, other) => other.at - one.at)
      .filter(withinLimits());
    await this.#save(connectionId);
  }

  async remove(connectionId: string, parameters: string): Promise<void> {
    this.#searches = this.#searches.filter((search) => !isSame(search, connectionId, parameters));
    await this.#save(connectionId);
  }

  async removeAll(connectionId: string): Promise<void> {
    this.#searches = this.#searches.filter((search) => search.connectionId !== connectionId);
    await this.#save(connectionId);
  }

  async #save(connectionId: string): Promise<void> {
    this.#revision += 1;
    this.#changed.emit(this.list(connectionId));
    try {
      await this.#document.write({ version: 1, searches: this.#searches });
    } catch (error) {
      this.#log.warn('searches could not be saved', { error: String(error) });
    }
  }
}

const isSame = (search: StoredSearch, connectionId: string, parameters: string): boolean =>
  search.connectionId === connectionId && search.parameters === parameters;

function withinLimits(): (search: StoredSearch) => boolean {
  const counts = new Map<string, number>();
  return ({ connectionId, isKept }) => {
    const kind = `${isKept} ${connectionId}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= (isKept ? MAX_KEPT : MAX_RECENT);
  };
}
