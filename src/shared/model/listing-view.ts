/** A view of the listings: columns, order, facets, and table or gallery. A saved view has a name; the current view has none. */
import { z } from 'zod';
import { COLUMN_WIDTH, MAX_CHARACTERS, MAX_ENTRIES } from '../input/max-input.ts';
import { FacetChoice, ListingSort } from './listing.ts';
import { Id } from './primitives.ts';

/** A shown column. `width` is in pixels, null for the default width of the column's kind. A pinned column stays visible beside the title. */
export const ShownColumn = z.strictObject({
  path: z.string().max(MAX_CHARACTERS.line),
  width: z.number().min(COLUMN_WIDTH.min).max(COLUMN_WIDTH.max).nullable(),
  pinned: z.boolean(),
});
export type ShownColumn = z.infer<typeof ShownColumn>;

export const ListingView = z.strictObject({
  connectionId: Id,
  /** The name of the view; empty for the connection's current view. */
  name: z.string().max(MAX_CHARACTERS.label),
  /** The columns in their order; null for the suggested columns. */
  columns: z.array(ShownColumn).max(MAX_ENTRIES.page).nullable(),
  sort: z.array(ListingSort).max(MAX_ENTRIES.sortedColumns),
  facets: FacetChoice,
  layout: z.enum(['table', 'gallery']),
});
export type ListingView = z.infer<typeof ListingView>;

/** The views of all connections. */
export const ListingViews = z.array(ListingView).max(MAX_ENTRIES.fields);
export type ListingViews = z.infer<typeof ListingViews>;
