/** Listings of the Open API (service.md §5.1). */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { CopiedRows } from '../model/copied-rows.ts';
import {
  Facet,
  KeptListingsState,
  ListingDetail,
  ListingRows,
  ListingsCopy,
  ListingsExport,
  ListingsFilter,
  ListingsQuery,
  ListingsStatus,
} from '../model/listing.ts';
import { Id } from '../model/primitives.ts';
import { WrittenFile } from '../model/traffic.ts';
import { event, mutation, Nothing, query } from './define.ts';

export const listings = {
  /** Answers when the first rows of a kept list are read. */
  status: query(z.strictObject({ connectionId: Id }), ListingsStatus),
  /**
   * Starts loading all listings page by page; answers at once, progress comes as events. Goes on where an interrupted load stopped, unless it
   * is to start over.
   */
  load: mutation(z.strictObject({ connectionId: Id, startOver: z.boolean().optional() }), ListingsStatus),
  cancel: mutation(z.strictObject({ connectionId: Id }), Nothing),
  rows: query(ListingsQuery, ListingRows),
  /** The values of the facets, counted over the listings that the filter leaves. */
  facets: query(ListingsFilter, z.array(Facet)),
  /** Asks a person for a file and writes the listings as CSV; `null` when they cancel. */
  exportCsv: mutation(ListingsExport, WrittenFile.nullable()),
  /** Copies cells of the view: their values as in a CSV file, as text and as an HTML table. */
  copyCells: mutation(ListingsCopy, CopiedRows),
  detail: query(
    z.strictObject({ connectionId: Id, listingId: z.string().max(MAX_CHARACTERS.serviceId) }),
    ListingDetail,
  ),
  /** The lists that are kept on the disk. */
  kept: query(Nothing, KeptListingsState),
  /** Deletes the kept list of a connection from the disk; the table keeps its rows. */
  deleteKept: mutation(z.strictObject({ connectionId: Id }), KeptListingsState),
  onStatus: event(ListingsStatus),
};
