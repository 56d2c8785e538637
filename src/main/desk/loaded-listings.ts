/** The listings of one load: a table of their records, each record by its id, and the pager that reads them. */
import type { Json } from '../../shared/model/primitives.ts';
import { isListed, sizeOf, summarise } from '../api/describe-record.ts';
import { Pager } from '../api/pager.ts';
import { RecordTable } from './record-table.ts';

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

export class LoadedListings {
  readonly pager = new Pager();
  readonly table = new RecordTable();
  readonly #byId = new Map<string, Json>();
  readonly #summaries = new Map<string, LoadedListing>();

  get count(): number {
    return this.table.records.length;
  }

  /** Each listing that has an id. */
  get summaries(): Iterable<LoadedListing> {
    return this.#summaries.values();
  }

  add(records: readonly Json[]): void {
    for (const record of records) {
      const { id, title, place } = summarise(record);
      if (id !== null && !this.#byId.has(id)) {
        this.#byId.set(id, record);
        this.#summaries.set(id, { id, title, listed: isListed(record), place, ...sizeOf(record) });
      }
    }
    this.table.append(records);
  }

  /** The record of an id, or of a row without one: `#` and its position. */
  record(id: string): Json | undefined {
    return this.#byId.get(id) ?? (/^#\d+$/.test(id) ? this.table.records[Number(id.slice(1))] : undefined);
  }
}
