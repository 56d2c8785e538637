/** The board: windows of the filtered, sorted and grouped rows of all quotes of a connection, their counts, and a CSV file of them. */
import { isAppError } from '../../shared/errors.ts';
import type { BoardFilter, BoardQuery, BoardRow, BoardRows } from '../../shared/model/quote-board.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { QuoteState } from '../../shared/quote/quote-state.ts';
import type { Clock } from '../platform/ports.ts';
import { putLast } from '../platform/put-last.ts';
import { writeBoardCsv } from './board-csv.ts';
import { finder, hasFollowUp, isDue, stateFilter } from './board-filter.ts';
import { groupOf, groupsOf, inOrder } from './board-order.ts';
import type { PictureCache } from './pictures/picture-cache.ts';
import { type Placed, type PlacedQuotes, placeQuotes } from './placed-quotes.ts';
import type { QuoteStore } from './quote-store.ts';

export interface QuoteBoardDeps {
  readonly store: Pick<QuoteStore, 'opened' | 'entries' | 'revision'>;
  readonly pictures: Pick<PictureCache, 'reference'>;
  /** The names of the remembered guests by the id of a quote. */
  readonly guestNames: (connectionId: string) => Promise<ReadonlyMap<string, string>>;
  readonly clockOf: (connectionId: string) => Pick<Clock, 'now'>;
}

/** The number of orders and searches that are kept; a person switches between few. */
const MAX_KEPT = 6;

/** The quotes of a revision, with the results that were requested of them. */
interface Prepared extends PlacedQuotes {
  readonly revision: number;
  readonly names: ReadonlyMap<string, string>;
  readonly kept: Map<string, readonly Placed[]>;
  /** The counts of states, by the list of rows that they count. */
  readonly states: WeakMap<readonly Placed[], BoardRows['states']>;
}

export class QuoteBoard {
  readonly #deps: QuoteBoardDeps;
  readonly #prepared = new Map<string, Prepared>();
  /** The quotes that are being placed, shared by all callers that ask meanwhile. */
  readonly #preparing = new Map<string, Promise<Prepared>>();

  constructor(deps: QuoteBoardDeps) {
    this.#deps = deps;
  }

  async rows({ offset, limit, ...filter }: BoardQuery): Promise<BoardRows> {
    const prepared = await this.#prepare(filter.connectionId);
    const found = foundBy(prepared, filter);
    const matching = matchingOf(prepared, filter);
    const groups = filter.group === 'none' ? null : groupsOf(matching, filter);
    const due = kept(prepared, `due ${filter.today}`, () => prepared.placed.filter((one) => isDue(one, filter.today)));
    return {
      revision: prepared.revision,
      total: prepared.placed.length,
      matched: matching.length,
      states: statesOf(prepared, found),
      followUps: due.length,
      comingFollowUps: kept(prepared, 'follow-ups', () => prepared.placed.filter(hasFollowUp)).length - due.length,
      reservations: prepared.reservations,
      areGuestsReadable: prepared.names !== UNREADABLE,
      nextChangeAt: Number.isFinite(prepared.nextChangeAt) ? prepared.nextChangeAt : null,
      rows: matching.slice(offset, offset + limit).map((placed, at): BoardRow => {
        const { entry, guestName } = placed;
        const { summary, annotation, pictureUrl, connectionId } = entry;
        const key = groups && groupOf(placed, filter);
        const before = matching[offset + at - 1];
        return {
          ...summary,
          picture: pictureUrl === null ? null : this.#deps.pictures.reference(connectionId, pictureUrl),
          guestName,
          hasNote: annotation.note !== '',
          followUpOn: annotation.followUpOn,
          sentOn: annotation.sentOn,
          group:
            groups === null || key === null
              ? null
              : { key, count: groups.get(key) ?? 0, isFirst: before === undefined || groupOf(before, filter) !== key },
        };
      }),
    };
  }

  /** Writes the rows of a filter. Throws AppError `storageFailed`. */
  async writeCsv(filter: BoardFilter, path: string): Promise<WrittenFile> {
    return writeBoardCsv(matchingOf(await this.#prepare(filter.connectionId), filter), path);
  }

  async #prepare(connectionId: string): Promise<Prepared> {
    const { store, guestNames, clockOf } = this.#deps;
    await store.opened();
    const names = await guestNames(connectionId).catch(unreadable);
    const now = clockOf(connectionId).now();
    const known = this.#prepared.get(connectionId);
    const isSame = known?.revision === store.revision && known.names === names;
    if (isSame && now >= known.since && now < known.nextChangeAt) return known;
    const { revision } = store;
    for (let running = this.#preparing.get(connectionId); running; running = this.#preparing.get(connectionId)) {
      const prepared = await running;
      // It may have begun before the change after which this caller asks.
      if (prepared.revision >= revision && prepared.names === names) return prepared;
    }
    const placing = this.#place(connectionId, names, now).finally(() => this.#preparing.delete(connectionId));
    this.#preparing.set(connectionId, placing);
    return placing;
  }

  async #place(connectionId: string, names: ReadonlyMap<string, string>, now: number): Promise<Prepared> {
    const { store } = this.#deps;
    const { revision } = store;
    const placed = await placeQuotes([...store.entries(connectionId)], names, now);
    const prepared = { ...placed, revision, names, kept: new Map(), states: new WeakMap() };
    this.#prepared.set(connectionId, prepared);
    return prepared;
  }
}

/** The guests' names while the key store does not decrypt them: none. */
const UNREADABLE: ReadonlyMap<string, string> = new Map();

function unreadable(error: unknown): typeof UNREADABLE {
  if (isAppError(error, 'storageFailed')) return UNREADABLE;
  throw error;
}

function kept({ kept: known }: Prepared, key: string, rows: () => readonly Placed[]): readonly Placed[] {
  const found = known.get(key) ?? rows();
  putLast(known, key, found, MAX_KEPT);
  return found;
}

/** The rows of the search and the view, in order, whatever states are chosen. */
function foundBy(prepared: Prepared, filter: BoardFilter): readonly Placed[] {
  const { sort, group, search, view, today } = filter;
  const order = `order ${sort.by} ${sort.descending} ${group}`;
  const ordered = kept(prepared, order, () => inOrder(prepared.placed, filter));
  if (search === '' && view === 'quotes') return ordered;
  const found = (text: string) => `found ${order} ${view} ${today} ${text}`;
  return kept(prepared, found(search), () => {
    // A key at the end of a search finds no quote that the search before did not find, unless it changes the letter before it: "ΟΔΟΣ", "ΟΔΟΣΑ".
    const shorter = search.slice(0, -1);
    const before = search.toLowerCase().startsWith(shorter.toLowerCase()) ? prepared.kept.get(found(shorter)) : null;
    return (before ?? ordered).filter(finder(filter));
  });
}

function statesOf({ states }: Prepared, rows: readonly Placed[]): BoardRows['states'] {
  const known = states.get(rows);
  if (known) return known;
  const counts = new Map<QuoteState, number>();
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1);
  const found = QuoteState.options.flatMap((state) => {
    const count = counts.get(state) ?? 0;
    return count === 0 ? [] : [{ state, count }];
  });
  states.set(rows, found);
  return found;
}

function matchingOf(prepared: Prepared, filter: BoardFilter): readonly Placed[] {
  const found = foundBy(prepared, filter);
  return filter.states.length === 0 ? found : found.filter(stateFilter(filter));
}
