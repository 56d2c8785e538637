/**
 * The search parameters in each page's address: `#/traffic?id=…`. Every parameter is optional; an invalid value counts as absent.
 * Version 0.1.0 wrote the same names and values.
 */
import { z } from 'zod';
import { PlainDate } from '../../shared/model/primitives.ts';

/** An optional parameter; a value that `schema` rejects is dropped. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const text = optional(z.string().min(1));
const date = optional(PlainDate);
/** A whole number, in an address as digits. */
const wholeNumber = optional(
  z.union([
    z.int().min(0),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ]),
);
/** Set as `new=1`, otherwise absent. */
const flag = optional(z.literal('1'));

const stay = { checkIn: date, checkOut: date, guests: wholeNumber, adults: wholeNumber, children: wholeNumber };

/** One schema per page, by the page's name; its path is the name after a slash. */
export const PAGE_SEARCH = {
  welcome: z.object({}),
  overview: z.object({}),
  token: z.object({ id: text }),
  listings: z.object({ id: text, search: text }),
  availability: z.object({
    ...stay,
    /** Places, separated by "|". */
    location: text,
    applicationId: text,
    /** Set when the search was sent; without it the address only fills in the form. */
    sent: flag,
    /** Filters of the answer; the texts are lists, separated by "|". */
    minPrice: wholeNumber,
    maxPrice: wholeNumber,
    bedrooms: wholeNumber,
    types: text,
    amenities: text,
    /** A column; "-" before it for descending. */
    sort: optional(z.string().regex(/^-?(?:total|perNight|name|bedrooms|guests)$/)),
    view: optional(z.enum(['list', 'gallery', 'table'])),
  }),
  matrix: z.object({
    from: date,
    until: date,
    nights: wholeNumber,
    guests: wholeNumber,
    weekends: flag,
    /** Separated by bars. */
    places: text,
    bedrooms: wholeNumber,
    applicationId: text,
    /** The listing whose months are open, or whose stay from `checkIn` is compared. */
    listingId: text,
    checkIn: date,
  }),
  quotes: z.object({ ...stay, id: text, listingId: text, applicationId: text }),
  traffic: z.object({
    id: text,
    search: text,
    /** Outcome classes, separated by commas. */
    outcome: text,
    operation: text,
    host: text,
    taskId: text,
    span: optional(z.enum(['5m', '1h', '24h', '7d'])),
    /** Epoch ms on the connection's clock. */
    from: wholeNumber,
    until: wholeNumber,
  }),
  tasks: z.object({ id: text, new: flag }),
  doctor: z.object({ exchangeId: text }),
  connections: z.object({
    id: text,
    new: flag,
    credentialId: text,
    tab: optional(z.enum(['credentials', 'addresses', 'limits', 'operations'])),
  }),
  sandbox: z.object({}),
  /** `section`: the section to scroll to. */
  settings: z.object({ section: optional(z.enum(['journal'])) }),
} as const;

export type Page = keyof typeof PAGE_SEARCH;

/** The search parameters of a page after validation. */
export type SearchOf<P extends Page> = z.infer<(typeof PAGE_SEARCH)[P]>;

/** Reads "?id=…" as plain text; the page's schema gives the values their types. */
export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

/** Writes search parameters as "?id=…", without those that are absent or empty. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}
