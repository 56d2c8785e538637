/** Listings as the desk returns them: a window of the table of loaded listings, and one whole record. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Column, Fact, Money, PictureRef } from './field.ts';
import { PagingDoubt } from './paging.ts';
import { EpochMs, Id, Json } from './primitives.ts';

/**
 * The progress of loading a connection's listings. `opening`: the list that an earlier run stored is being read; `kept`: that list is shown, and
 * nothing was requested. `expected` is the server's own count, which may be wrong (service.md §5.1). `doubts`: why a finished load may lack
 * listings; empty for a complete one. `waiting`: the failure after which loading waits, and until when.
 */
export const ListingsStatus = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  phase: z.enum(['idle', 'opening', 'kept', 'loading', 'done', 'failed', 'cancelled']),
  loaded: z.number().int(),
  /** The number of rows of the table: those of the last load while another one runs. */
  shown: z.number().int(),
  /** The time when the rows were loaded, if their load was complete; it may have been in an earlier run. */
  shownAt: EpochMs.nullable(),
  expected: z.number().int().nullable(),
  startedAt: EpochMs.nullable(),
  finishedAt: EpochMs.nullable(),
  estimateMs: z.number().nullable(),
  columns: z.array(Column),
  /** The numbers of listings that changed since the previous load; null when there was none. */
  changes: z.strictObject({ new: z.number().int(), gone: z.number().int(), price: z.number().int() }).nullable(),
  /** The field that holds the titles; null when there is none. */
  titlePath: z.string().nullable(),
  doubts: z.array(PagingDoubt),
  waiting: z.strictObject({ until: EpochMs, error: ErrorData }).nullable(),
  error: ErrorData.nullable(),
});
export type ListingsStatus = z.infer<typeof ListingsStatus>;

/** The lists that are stored on the disk. `bytes`: the size of the file; `reason`: why the file cannot be used, or null. */
export const KeptListingsState = z.strictObject({
  file: z.string(),
  bytes: z.number().int(),
  reason: z.string().nullable(),
  lists: z.array(z.strictObject({ connectionId: Id, loadedAt: EpochMs, count: z.number().int() })),
});
export type KeptListingsState = z.infer<typeof KeptListingsState>;

const FieldPath = z.string().max(MAX_CHARACTERS.fieldPath);

/** A column by which the rows are sorted. */
export const ListingSort = z.strictObject({ path: FieldPath, descending: z.boolean() });
export type ListingSort = z.infer<typeof ListingSort>;

const FacetValues = z.array(z.string().max(MAX_CHARACTERS.facetValue)).max(MAX_ENTRIES.facetValues);
const FacetMinimum = z.number().min(0).max(1_000);

/** The chosen values of each facet; a listing matches any of them. For bedrooms and guests, the value is a minimum. `listed`: `yes`, `no`. */
export const FacetChoice = z
  .strictObject({
    city: FacetValues,
    type: FacetValues,
    listed: FacetValues,
    bedrooms: FacetMinimum,
    guests: FacetMinimum,
  })
  .partial();
export type FacetChoice = z.infer<typeof FacetChoice>;
export type FacetName = keyof FacetChoice;

/** The filter of listings: they must contain every word of `search`, fit the facets, and with `changed` have changed since the previous load. */
export const ListingsFilter = z.strictObject({
  connectionId: Id,
  search: z.string().max(MAX_CHARACTERS.search),
  facets: FacetChoice.optional(),
  changed: z.boolean().optional(),
});
export type ListingsFilter = z.infer<typeof ListingsFilter>;

const ListingsView = ListingsFilter.extend({
  /** The columns to sort by, the first one first. Amounts are sorted within their currency. */
  sort: z.array(ListingSort).max(MAX_ENTRIES.sortedColumns),
  columns: z.array(FieldPath).max(MAX_ENTRIES.columns),
});

/** The heading of the title column. */
const TitleHead = z.string().max(MAX_CHARACTERS.columnTitle);

/** The input of a CSV export. `whole`: all listings with all fields, instead of the view. */
export const ListingsExport = ListingsView.extend({ whole: z.boolean(), titleHead: TitleHead });
export type ListingsExport = z.infer<typeof ListingsExport>;

/**
 * Rows of the view for the clipboard, from `offset`. `titleHead`: each row begins with its title, unless null; `headed`: the titles of the
 * columns come first.
 */
export const ListingsCopy = ListingsView.extend({
  offset: z.number().int().min(0),
  count: z.number().int().min(1),
  titleHead: TitleHead.nullable(),
  headed: z.boolean(),
});
export type ListingsCopy = z.infer<typeof ListingsCopy>;

export const ListingsQuery = ListingsView.extend({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
});
export type ListingsQuery = z.infer<typeof ListingsQuery>;

/** A facet's values, each with the number of listings that would match if it were chosen. `more`: the number of further values. */
export const Facet = z.strictObject({
  name: FacetChoice.keyof(),
  values: z.array(z.strictObject({ value: z.string(), count: z.number().int() })),
  more: z.number().int(),
});
export type Facet = z.infer<typeof Facet>;

/** The change of a listing since the previous load. `from`: the price in that load. */
export const ListingChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('new') }),
  z.strictObject({ kind: z.literal('gone') }),
  z.strictObject({ kind: z.literal('price'), from: Money }),
]);
export type ListingChange = z.infer<typeof ListingChange>;

/** A row: `cells` are in the order of the requested columns, `null` for a field that the record does not have. */
export const ListingRow = z.strictObject({
  id: z.string(),
  title: z.string(),
  picture: PictureRef.nullable(),
  cells: z.array(Json),
  change: ListingChange.nullable(),
});
export type ListingRow = z.infer<typeof ListingRow>;

export const ListingRows = z.strictObject({
  revision: z.number().int(),
  total: z.number().int(),
  matched: z.number().int(),
  offset: z.number().int(),
  rows: z.array(ListingRow),
});
export type ListingRows = z.infer<typeof ListingRows>;

export const ListingDetail = z.strictObject({
  id: z.string(),
  title: z.string(),
  subtitle: z.string().nullable(),
  pictures: z.array(PictureRef),
  facts: z.array(Fact),
  raw: Json,
});
export type ListingDetail = z.infer<typeof ListingDetail>;
