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
import { TableFormat } from '../model/table-format.ts';
import { WrittenFile } from '../model/traffic.ts';
import { event, mutation, Nothing, query } from './define.ts';

export const listings = {
  /** The status of a connection's listings. The answer waits until the first rows of a kept list are read. */
  status: query(z.strictObject({ connectionId: Id }), ListingsStatus),
  /** Starts to load all listings and returns at once; progress comes as events. It continues an interrupted load, unless `startOver` is set. */
  load: mutation(z.strictObject({ connectionId: Id, startOver: z.boolean().optional() }), ListingsStatus),
  cancel: mutation(z.strictObject({ connectionId: Id }), Nothing),
  rows: query(ListingsQuery, ListingRows),
  /** The values of the facets, counted over the listings that match the filter. */
  facets: query(ListingsFilter, z.array(Facet)),
  /** Asks the person for a file and writes the listings as a workbook or as CSV; `null` when the person cancels. */
  exportTable: mutation(ListingsExport.extend({ format: TableFormat }), WrittenFile.nullable()),
  /** Copies cells of the view, as text and as an HTML table, with the same values as in a CSV file. */
  copyCells: mutation(ListingsCopy, CopiedRows),
  detail: query(z.strictObject({ connectionId: Id, listingId: z.string().max(MAX_CHARACTERS.name) }), ListingDetail),
  /** The state of the kept lists of all connections. */
  kept: query(Nothing, KeptListingsState),
  /** Deletes the kept list of a connection from the disk; the table keeps its rows. */
  deleteKept: mutation(z.strictObject({ connectionId: Id }), KeptListingsState),
  onStatus: event(ListingsStatus),
};
