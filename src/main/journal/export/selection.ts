/** Finds the exchanges of an export. */

import { isAppError } from '../../../shared/app-error.ts';
import type { InputOf } from '../../../shared/contract/index.ts';
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { Exchange, ExchangeFilter, ExchangePage, ExchangeSummary } from '../../../shared/model/traffic.ts';

export type Selection = InputOf<'traffic', 'exportHar'>;

/** The methods of the journal that an export uses. */
export interface JournalReader {
  page(query: InputOf<'traffic', 'exchanges'>): ExchangePage;
  get(id: string): Exchange;
}

/**
 * Finds the selected exchanges, in the order of queueing; their headers and bodies are read when they are written. `onFound` receives the number
 * found so far after each page or chosen exchange; it may throw to end the search.
 */
export async function findSelected(
  journal: JournalReader,
  selection: Selection,
  onFound: (count: number) => Promise<void>,
): Promise<Pick<ExchangeSummary, 'id'>[]> {
  const found: Pick<ExchangeSummary, 'id' | 'queuedAt' | 'seq'>[] = [];
  const pages =
    selection.kind === 'chosen'
      ? chosen(journal, new Set(selection.ids), selection.connectionId)
      : filtered(journal, selection.filter);
  for (const page of pages) {
    for (const { id, queuedAt, seq } of page) found.push({ id, queuedAt, seq });
    await onFound(found.length);
  }
  return found.sort((one, other) => one.queuedAt - other.queuedAt || one.seq - other.seq);
}

function* filtered(journal: JournalReader, filter: ExchangeFilter): Generator<readonly ExchangeSummary[]> {
  let before: number | null = null;
  do {
    const page: ExchangePage = journal.page({ filter, before, limit: MAX_ENTRIES.chosen });
    yield page.exchanges;
    before = page.next;
  } while (before !== null);
}

function* chosen(
  journal: JournalReader,
  ids: ReadonlySet<string>,
  connectionId: string,
): Generator<readonly Exchange[]> {
  for (const id of ids) {
    const exchange = getOrNull(journal, id);
    if (exchange?.connectionId === connectionId) yield [exchange];
  }
}

/** Reads an exchange from the journal; null when it was deleted. */
export function getOrNull(journal: JournalReader, id: string): Exchange | null {
  try {
    return journal.get(id);
  } catch (error) {
    if (isAppError(error, 'notFound')) return null;
    throw error;
  }
}
