/** Listings as main returns them: rows of the table of loaded listings, and one whole record. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Column, Fact, Money, PictureRef } from './field.ts';
import { PagingDoubt } from './paging.ts';
import { EpochMs, Id, Json } from './primitives.ts';

/**
 * The progress of loading a connection's listings. `opening`: the kept list is being read. `kept`: the kept list is shown, and nothing was requested.
 * `expected` is the service's own count, which may be wrong (service.md §5.1). `doubts` are reasons why a finished load may lack listings; empty when
 * it is complete. `waiting` is the failure after which the load waits, and the instant at which it continues.
 */
export const ListingsStatus = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  phase: z.enum(['idle', 'opening', 'kept', 'loading', 'done', 'failed', 'cancelled']),
  loaded: z.number().int(),
  /** The number of rows in the table. During a load they are the rows of the load before, if it had any. */
  shown: z.number().int(),
  /** The instant at which the load of the rows was completed, perhaps in an earlier run; null for an incomplete load. */
  shownAt: EpochMs.nullable(),
  expected: z.number().int().nullable(),
  startedAt: EpochMs.nullable(),
  finishedAt: EpochMs.nullable(),
  estimateMs: z.number().nullable(),
  columns: z.array(Column),
  /** How many listings differ from the previous load, by kind of change; null when there was no previous load. */
  changes: z.strictObject({ new: z.number().int(), gone: z.number().int(), price: z.number().int() }).nullable(),
  /** The path of the field with the listings' titles; null when there is none. */
  titlePath: z.string().nullable(),
  doubts: z.array(PagingDoubt),
  waiting: z.strictObject({ until: EpochMs, error: ErrorData }).nullable(),
  error: ErrorData.nullable(),
});
export type ListingsStatus = z.infer<typeof ListingsStatus>;

/** The lists of listings that are stored in `file`, which has `bytes` bytes. `reason` says why the file cannot be used; null when it can. */
export const KeptListingsState = z.strictObject({
  file: z.string(),
  bytes: z.number().int(),
  reason: z.string().nullable(),
  lists: z.array(z.strictObject({ connectionId: Id, loadedAt: EpochMs, count: z.number().int() })),
});
export type KeptListingsState = z.infer<typeof KeptListingsState>;

const FieldPath = z.string().max(MAX_CHARACTERS.line);

export const ListingSort = z.strictObject({ path: FieldPath, descending: z.boolean() });
export type ListingSort = z.infer<typeof ListingSort>;

const FacetValues = z.array(z.string().max(MAX_CHARACTERS.phrase)).max(MAX_ENTRIES.fields);
const FacetMinimum = z.number().min(0).max(1_000);

/**
 * The chosen values of each facet. A listing must have one of the values. `bedrooms` and `guests` are minimums. The values of `listed` are `yes` and
 * `no`.
 */
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

/** A filter for listings. A listing must contain every word of `search` and fit the facets. With `changed`, it must also have a change mark. */
export const ListingsFilter = z.strictObject({
  connectionId: Id,
  search: z.string().max(MAX_CHARACTERS.phrase),
  facets: FacetChoice.optional(),
  changed: z.boolean().optional(),
});
export type ListingsFilter = z.infer<typeof ListingsFilter>;

const ListingsView = ListingsFilter.extend({
  /** The columns to sort by, the most important first. Amounts are sorted within their currency. */
  sort: z.array(ListingSort).max(MAX_ENTRIES.sortedColumns),
  columns: z.array(FieldPath).max(MAX_ENTRIES.page),
});

const TitleHead = z.string().max(MAX_CHARACTERS.name);

/** The input of an export of listings. `whole` exports all listings with all fields instead of the view. */
export const ListingsExport = ListingsView.extend({ whole: z.boolean(), titleHead: TitleHead });
export type ListingsExport = z.infer<typeof ListingsExport>;

/** Rows of the view to copy. `titleHead` is the heading of the column of titles; null leaves the column out. `headed` also copies the headings. */
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

/** The most frequent values of a facet, with the number of listings that each choice would match. `more` counts the other values. */
export const Facet = z.strictObject({
  name: FacetChoice.keyof(),
  values: z.array(z.strictObject({ value: z.string(), count: z.number().int() })),
  more: z.number().int(),
});
export type Facet = z.infer<typeof Facet>;

/** The change mark of a listing. `from` is the price in the previous load. */
export const ListingChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('new') }),
  z.strictObject({ kind: z.literal('gone') }),
  z.strictObject({ kind: z.literal('price'), from: Money }),
]);
export type ListingChange = z.infer<typeof ListingChange>;

/** A row of the listings. `cells` are in the order of the requested columns; a cell is null when the record lacks the field. */
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
