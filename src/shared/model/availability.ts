/** Availability search: its input (spec.md, Search query parameters: all optional) and its result. */
import { z } from 'zod';
import { MAX_CHARACTERS } from './bounds.ts';
import { Fact, Money, PictureRef } from './field.ts';
import { FoundPath } from './operation.ts';
import { PagingDoubt } from './paging.ts';
import { Id, Json, PlainDate } from './primitives.ts';

const Guests = z.number().int().min(0).max(500);

export const SearchInput = z.strictObject({
  connectionId: Id,
  applicationId: Id.nullable(),
  checkIn: PlainDate.optional(),
  checkOut: PlainDate.optional(),
  guests: Guests.optional(),
  adults: Guests.optional(),
  children: Guests.optional(),
  location: z.string().max(MAX_CHARACTERS.location).optional(),
  cursor: z.string().max(MAX_CHARACTERS.cursor).optional(),
});
export type SearchInput = z.infer<typeof SearchInput>;

/** One free listing. `total` covers all nights; `basis` says how it was computed. */
export const SearchItem = z.strictObject({
  listingId: z.string().nullable(),
  title: z.string(),
  place: z.string().nullable(),
  picture: PictureRef.nullable(),
  accommodates: z.number().nullable(),
  bedrooms: z.number().nullable(),
  perNight: Money.nullable(),
  total: Money.nullable(),
  nights: z.number().int().nullable(),
  basis: z.enum(['nightlyRates', 'basePrice', 'inferred']).nullable(),
  facts: z.array(Fact),
  raw: Json,
});
export type SearchItem = z.infer<typeof SearchItem>;

/**
 * One page of results. `nextCursor`: the `cursor` of the input for the next page, `null` after the last. `doubts`: why the pages so far may lack
 * listings, known after the last.
 */
export const SearchPage = z.strictObject({
  items: z.array(SearchItem),
  total: z.number().int().nullable(),
  nextCursor: z.string().nullable(),
  doubts: z.array(PagingDoubt),
  variant: z.string(),
  /** Set when the path doctor found this answer. */
  found: FoundPath.nullable(),
  exchangeId: Id,
  notes: z.array(z.string()),
});
export type SearchPage = z.infer<typeof SearchPage>;
