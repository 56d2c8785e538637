/** The listings of one load: the table of their records, their facets, and the pager that reads them. */
import type { FacetChoice, ListingChange } from '../../shared/model/listing.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { Point } from '../../shared/stay/near-homes.ts';
import { isListed, nicknameIn, pointOf, sizeOf, summarise } from '../api/describe-record.ts';
import { Pager } from '../api/pager.ts';
import { timeSlices } from '../platform/next-turn.ts';
import { ListingFacets } from './listing-facets.ts';
import { RecordTable, type RowFilter } from './record-table.ts';

/**
 * A loaded listing. A field is `null` when the record lacks it. `listed` is false for a listing that is not listed or not active. `sleeps`: the
 * number of guests.
 */
export interface LoadedListing {
  readonly id: string;
  readonly title: string;
  /** The manager's own name of the listing. */
  readonly nickname?: string | null;
  readonly listed: boolean | null;
  readonly place: string | null;
  readonly sleeps: number | null;
  readonly bedrooms: number | null;
  readonly point?: Point | null;
}

/** The changes since the previous load, by listing id. */
export type ListingChanges = ReadonlyMap<string, ListingChange>;

export class LoadedListings {
  readonly pager = new Pager();
  /** The listings, followed by gone ones, which only the previous load had. */
  readonly table = new RecordTable();
  readonly facets = new ListingFacets();
  readonly #positions = new Map<string, number>();
  readonly #summaries = new Map<string, LoadedListing>();
  #changes: ListingChanges | null = null;
  #changedPositions: ReadonlySet<number> = new Set();
  #gone = 0;

  get count(): number {
    return this.table.records.length - this.#gone;
  }

  /** The records of the table without gone listings. */
  get records(): readonly Json[] {
    return this.#gone === 0 ? this.table.records : this.table.records.slice(0, this.count);
  }

  get summaries(): Iterable<LoadedListing> {
    return this.#summaries.values();
  }

  summary(id: string): LoadedListing | undefined {
    return this.#summaries.get(id);
  }

  /** The changes since the load before; `null` when nothing was compared. */
  get changes(): ListingChanges | null {
    return this.#changes;
  }

  add(records: readonly Json[]): void {
    for (const [index, record] of records.entries()) {
      const { id, title, place } = summarise(record);
      this.facets.append(record);
      if (id === null || this.#positions.has(id)) continue;
      this.#positions.set(id, this.table.records.length + index);
      this.#summaries.set(id, {
        id,
        title,
        listed: isListed(record),
        place,
        nickname: nicknameIn(record),
        point: pointOf(record),
        ...sizeOf(record),
      });
    }
    this.table.append(records);
  }

  /** Marks the changes since the load `before` and appends its gone listings. Call once, after the last record. Other work runs in between. */
  async mark(changes: ListingChanges, before: LoadedListings): Promise<void> {
    this.#changes = changes;
    const nextSlice = timeSlices();
    for (const [id, { kind }] of changes) {
      const record = kind === 'gone' ? before.record(id) : undefined;
      if (record === undefined) continue;
      this.#positions.set(id, this.table.records.length);
      this.facets.append(record);
      this.table.append([record]);
      this.#gone += 1;
      await nextSlice();
    }
    this.#changedPositions = new Set([...changes.keys()].map((id) => this.#positions.get(id) ?? -1));
  }

  /** Returns the filter for a choice of facets; `null` when it keeps every row. Listings that are gone pass only if `changed` is set. */
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

  /** The record of a listing id or, for a record without an id, of `#` and its position. */
  record(id: string): Json | undefined {
    const position = this.#positions.get(id) ?? (/^#\d+$/.test(id) ? Number(id.slice(1)) : -1);
    return this.table.records[position];
  }
}
