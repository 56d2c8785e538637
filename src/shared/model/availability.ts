/** Availability search: its input, in which every field of the service is optional (service.md §6.1), and its result. */
import { z } from 'zod';
import { MAX_CHARACTERS } from './bounds.ts';
import { Money, PictureRef } from './field.ts';
import { FoundPath } from './operation.ts';
import { PagingDoubt } from './paging.ts';
import { EpochMs, Id, PlainDate } from './primitives.ts';

const Guests = z.number().int().min(0).max(500);

export const SearchInput = z.strictObject({
  connectionId: Id,
  applicationId: Id.nullable(),
  checkIn: PlainDate.optional(),
  checkOut: PlainDate.optional(),
  guests: Guests.optional(),
  adults: Guests.optional(),
  children: Guests.optional(),
  location: z.string().max(MAX_CHARACTERS.name).optional(),
  cursor: z.string().max(MAX_CHARACTERS.text).optional(),
});
export type SearchInput = z.infer<typeof SearchInput>;

/**
 * A free listing. `recordId` finds its record; it is the listing's own id, if it has one. `total` is the price of all nights, and `basis` its source:
 * `stated` by the service with fees and taxes; the sum of nightly rates, or the base price times the nights (both before fees and taxes); or
 * `inferred` from an amount of unknown coverage. `type`, `amenities` and `minNights` are null or empty when the record lacks them.
 */
export const SearchItem = z.strictObject({
  listingId: z.string().nullable(),
  recordId: z.string(),
  title: z.string(),
  place: z.string().nullable(),
  /** The place of the home, in degrees; absent when the record has no coordinates. */
  point: z.strictObject({ lat: z.number(), lng: z.number() }).optional(),
  picture: PictureRef.nullable(),
  accommodates: z.number().nullable(),
  bedrooms: z.number().nullable(),
  type: z.string().nullable(),
  amenities: z.array(z.string()),
  minNights: z.number().nullable(),
  perNight: Money.nullable(),
  total: Money.nullable(),
  nights: z.number().int().nullable(),
  basis: z.enum(['stated', 'nightlyRates', 'basePrice', 'inferred']).nullable(),
});
export type SearchItem = z.infer<typeof SearchItem>;

/** A page of results. `nextCursor` is null after the last page. `doubts` are reasons why the result may lack listings, known after the last page. */
export const SearchPage = z.strictObject({
  items: z.array(SearchItem),
  total: z.number().int().nullable(),
  nextCursor: z.string().nullable(),
  doubts: z.array(PagingDoubt),
  variant: z.string(),
  /** The other path that the path doctor found for this answer; null when the usual path works. */
  found: FoundPath.nullable(),
  exchangeId: Id,
  notes: z.array(z.string()),
});
export type SearchPage = z.infer<typeof SearchPage>;

/**
 * A search for availability; `at` is when it was last sent, `isKept` is true for a saved one. `parameters` are in the form of an address
 * ("checkIn=2027-01-08").
 */
export const SavedSearch = z.strictObject({
  parameters: z.string().max(MAX_CHARACTERS.text),
  at: EpochMs,
  isKept: z.boolean(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const SearchesSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  searches: z.array(SavedSearch),
});
export type SearchesSnapshot = z.infer<typeof SearchesSnapshot>;
