/** The listings of one load: a table of their records, each record by its id, and the pager that reads them. */
import type { FacetChoice, ListingChange } from '../../shared/model/listing.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { isListed, sizeOf, summarise } from '../api/describe-record.ts';
import { Pager } from '../api/pager.ts';
import { nextTurn } from '../platform/next-turn.ts';
import { ListingFacets } from './listing-facets.ts';
import { RecordTable, type RowFilter } from './record-table.ts';

/**
 * A loaded listing; a field is `null` where its record does not say. `listed` is `false` where the record says that it is not listed or not
 * active. `sleeps`: how many guests it accommodates.
 */
export interface LoadedListing {
  readonly id: string;
  readonly title: string;
  readonly listed: boolean | null;
  readonly place: string | null;
  readonly sleeps: number | null;
  readonly bedrooms: number | null;
}

/** What changed since the load before, by the id of a listing. */
export type ListingChanges = ReadonlyMap<string, ListingChange>;

/** Gone listings that are added between two turns of the event loop. */
const STEP = 500;

export class LoadedListings {
  readonly pager = new Pager();
  /** The listings, behind them those that the load before had and this one has not. */
  readonly table = new RecordTable();
  readonly facets = new ListingFacets();
  /** The position of each listing that has an id, also of a gone one. */
  readonly #positions = new Map<string, number>();
  readonly #summaries = new Map<string, LoadedListing>();
  #changes: ListingChanges | null = null;
  #changedPositions: ReadonlySet<number> = new Set();
  #gone = 0;

  get count(): number {
    return this.table.records.length - this.#gone;
  }

  /** Without the gone ones. */
  get records(): readonly Json[] {
    return this.#gone === 0 ? this.table.records : this.table.records.slice(0, this.count);
  }

  /** Each listing that has an id. */
  get summaries(): Iterable<LoadedListing> {
    return this.#summaries.values();
  }

  /** What changed since the load before; null when nothing was compared. */
  get changes(): ListingChanges | null {
    return this.#changes;
  }

  add(records: readonly Json[]): void {
    for (const [index, record] of records.entries()) {
      const { id, title, place } = summarise(record);
      this.facets.append(record);
      if (id === null || this.#positions.has(id)) continue;
      this.#positions.set(id, this.table.records.length + index);
      this.#summaries.set(id, { id, title, listed: isListed(record), place, ...sizeOf(record) });
    }
    this.table.append(records);
  }

  /**
   * Marks what changed since the load `before`, whose gone listings come behind the others. Call it once, after the last record. Other work runs
   * between the steps.
   */
  async mark(changes: ListingChanges, before: LoadedListings): Promise<void> {
    this.#changes = changes;
    for (const [id, { kind }] of changes) {
      const record = kind === 'gone' ? before.record(id) : undefined;
      if (record === undefined) continue;
      this.#positions.set(id, this.table.records.length);
      this.facets.append(record);
      this.table.append([record]);
      this.#gone += 1;
      if (this.#gone % STEP === 0) await nextTurn();
    }
    this.#changedPositions = new Set([...changes.keys()].map((id) => this.#positions.get(id) ?? -1));
  }

  /** The rows of a choice of facets; the gone ones are among the changed ones only. Null when it leaves every row. */
  filter(facets: FacetChoice, changed: boolean): RowFilter | null {
    const { count } = this;
    const fits = this.facets.filter(facets);
    if (fits === null && !changed && this.#gone === 0) return null;
    return {
      key: JSON.stringify([facets, changed, count]),
      accepts: (position) =>
        (changed ? this.#changedPositions.has(position) : position < count) && (fits === null || fits(position)),
    };
  }

  /** The record of an id, or of a row without one: `#` and its position. */
  record(id: string): Json | undefined {
    const position = this.#positions.get(id) ?? (/^#\d+$/.test(id) ? Number(id.slice(1)) : -1);
    return this.table.records[position];
  }
}
