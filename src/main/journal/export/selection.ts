/** Finds the exchanges of an export and reads them from the journal in batches. */

import { isAppError } from '../../../shared/app-error.ts';
import type { InputOf } from '../../../shared/contract/index.ts';
import type { Exchange, ExchangeFilter, ExchangePage } from '../../../shared/model/traffic.ts';
import type { ExpectedExchange } from './reorder-buffer.ts';

export type Selection = InputOf<'traffic', 'exportHar'>;
type MaybePromise<Value> = Value | Promise<Value>;

/** The part of the journal that an export uses. */
export interface JournalReader {
  page(query: InputOf<'traffic', 'exchanges'>): MaybePromise<ExchangePage>;
  /** The exchanges of a page with headers and bodies, newest first. */
  fullExchanges(query: InputOf<'traffic', 'exchanges'>): MaybePromise<Exchange[]>;
  get(id: string): MaybePromise<Exchange>;
}

/** A batch of exchanges with headers and bodies. `gone`: ids of exchanges that were deleted since they were found. */
export interface ExchangeBatch {
  readonly exchanges: Exchange[];
  readonly gone: string[];
}

/** The exchanges of an export, and their batches, oldest first. */
export interface FoundExchanges {
  readonly wanted: readonly ExpectedExchange[];
  batches(): AsyncIterable<ExchangeBatch>;
}

const PAGE_SIZE = 1_000;
/** The number of exchanges with bodies that are in memory at once. */
const READ_BATCH = 50;

/** Searches the journal. `onFound` receives the number found so far; it may throw to end the search. */
export async function findSelected(
  journal: JournalReader,
  selection: Selection,
  onFound: (count: number) => void,
): Promise<FoundExchanges> {
  return selection.kind === 'chosen'
    ? findChosen(journal, [...new Set(selection.ids)], selection.connectionId, onFound)
    : findFiltered(journal, selection.filter, onFound);
}

async function findFiltered(
  journal: JournalReader,
  filter: ExchangeFilter,
  onFound: (count: number) => void,
): Promise<FoundExchanges> {
  const wanted: ExpectedExchange[] = [];
  let before: number | null = null;
  do {
    const page: ExchangePage = await journal.page({ filter, before, limit: PAGE_SIZE });
    for (const { id, queuedAt, seq } of page.exchanges) wanted.push({ id, queuedAt, seq });
    onFound(wanted.length);
    before = page.next;
  } while (before !== null);
  return {
    wanted,
    async *batches() {
      for (let end = wanted.length; end > 0; end -= READ_BATCH) {
        const asked = wanted.slice(Math.max(0, end - READ_BATCH), end);
        const newest = asked[0]?.seq ?? 0;
        const ids = new Set(asked.map(({ id }) => id));
        const read = await journal.fullExchanges({ filter, before: newest + 1, limit: asked.length });
        // Older exchanges take the place of deleted ones; they belong to other batches.
        const exchanges = read.filter(({ id }) => ids.has(id)).reverse();
        for (const { id } of exchanges) ids.delete(id);
        yield { exchanges, gone: [...ids] };
      }
    },
  };
}

async function findChosen(
  journal: JournalReader,
  ids: readonly string[],
  connectionId: string,
  onFound: (count: number) => void,
): Promise<FoundExchanges> {
  const read = async (some: readonly string[]): Promise<Exchange[]> => {
    const all = await Promise.all(some.map((id) => getOrNull(journal, id)));
    return all.filter((exchange) => exchange !== null && exchange.connectionId === connectionId) as Exchange[];
  };
  const found: ExpectedExchange[] = [];
  for (let at = 0; at < ids.length; at += READ_BATCH) {
    for (const { id, queuedAt, seq } of await read(ids.slice(at, at + READ_BATCH))) found.push({ id, queuedAt, seq });
    onFound(found.length);
  }
  const wanted = found.toSorted((one, other) => one.queuedAt - other.queuedAt || one.seq - other.seq);
  return {
    wanted,
    async *batches() {
      for (let at = 0; at < wanted.length; at += READ_BATCH) {
        const asked = wanted.slice(at, at + READ_BATCH).map(({ id }) => id);
        const exchanges = await read(asked);
        const here = new Set(exchanges.map(({ id }) => id));
        yield { exchanges, gone: asked.filter((id) => !here.has(id)) };
      }
    },
  };
}

async function getOrNull(journal: JournalReader, id: string): Promise<Exchange | null> {
  try {
    return await journal.get(id);
  } catch (error) {
    if (isAppError(error, 'notFound')) return null;
    throw error;
  }
}
