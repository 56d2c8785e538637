/** The availability searches of the Booking Engine: /v1/search (service.md §6.1) and /listings (service.md §6.2). */
import type { Context } from 'hono';
import { z } from 'zod';
import { bookingError, wrongParameters } from '../http/error-answer.ts';
import type { SandboxEnv } from '../http/middleware.ts';
import {
  CommaList,
  normalized,
  parseOrThrow,
  StayDates,
  stayOf,
  WholeNumber,
  WordList,
  withFields,
} from '../http/query.ts';
import type { Service } from '../service.ts';
import type { Night } from '../world/calendar.ts';
import { detailsOf } from '../world/listing-details.ts';
import type { Outline } from '../world/outline.ts';
import { bookingRecord } from '../world/records.ts';
import type { Stay } from '../world/world.ts';
import { plansFor, priceStay } from './pricing.ts';

const Page = {
  limit: WholeNumber.pipe(z.number().min(1).max(100, 'must be at most 100')).default(20),
  cursor: z.string().optional(),
  fields: WordList.optional(),
};

const SpecQuery = z.object({
  ...StayDates,
  ...Page,
  guests: WholeNumber.optional(),
  adults: WholeNumber.optional(),
  children: WholeNumber.optional(),
  location: z.string().optional(),
});

const ListingsQuery = z.object({
  ...StayDates,
  ...Page,
  minOccupancy: WholeNumber.optional(),
  city: z.string().optional(),
  country: z.string().optional(),
  state: z.string().optional(),
  numberOfBedrooms: WholeNumber.optional(),
  numberOfBathrooms: WholeNumber.optional(),
  propertyType: z.string().optional(),
  roomType: z.string().optional(),
  minPrice: WholeNumber.optional(),
  maxPrice: WholeNumber.optional(),
  currency: z.string().optional(),
  includeAmenities: CommaList.optional(),
  excludeAmenities: CommaList.optional(),
});

type Test = (outline: Outline) => boolean;

interface Search {
  readonly stay: Stay | null;
  readonly tests: readonly Test[];
  /** The number of guests for which total prices are computed. */
  readonly guests: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly fields?: readonly string[] | undefined;
}

/** Handles GET /v1/search. A listing matches if it has room for all guests and its address contains the location. */
export function specSearch(service: Service): (context: Context<SandboxEnv>) => Response {
  return (context) => {
    requireVariant(service, 'v1-search');
    const query = parseOrThrow(SpecQuery, context.req.query());
    const guests = Math.max(query.guests ?? 0, (query.adults ?? 0) + (query.children ?? 0));
    const location = normalized(query.location ?? '').trim();
    const tests: Test[] = [({ accommodates }) => accommodates >= guests];
    if (location !== '') {
      tests.push(({ city, quarter }) =>
        normalized([quarter, city.name, city.state, city.country].join(', ')).includes(location),
      );
    }
    return searchPage(service, context, {
      ...query,
      guests: Math.max(1, guests),
      tests,
      stay: stayOf(query.checkIn, query.checkOut),
    });
  };
}

/** Handles GET /listings, the search that public clients use, with its filters. */
export function listingsSearch(service: Service): (context: Context<SandboxEnv>) => Response {
  return (context) => {
    requireVariant(service, 'listings');
    const query = parseOrThrow(ListingsQuery, context.req.query());
    return searchPage(service, context, {
      ...query,
      guests: Math.max(1, query.minOccupancy ?? 1),
      tests: filters(query),
      stay: stayOf(query.checkIn, query.checkOut),
    });
  };
}

function filters(query: z.infer<typeof ListingsQuery>): Test[] {
  const same = (wanted: string | undefined, has: (outline: Outline) => readonly string[]): Test[] =>
    wanted === undefined ? [] : [(outline) => has(outline).some((text) => normalized(text) === normalized(wanted))];
  const atLeast = (wanted: number | undefined, has: (outline: Outline) => number): Test[] =>
    wanted === undefined ? [] : [(outline) => has(outline) >= wanted];
  const { maxPrice, roomType } = query;
  const [include, exclude] = [
    (query.includeAmenities ?? []).map(normalized),
    (query.excludeAmenities ?? []).map(normalized),
  ];
  return [
    ...atLeast(query.minOccupancy, ({ accommodates }) => accommodates),
    ...atLeast(query.numberOfBedrooms, ({ bedrooms }) => bedrooms),
    ...atLeast(query.numberOfBathrooms, ({ bathrooms }) => bathrooms),
    ...atLeast(query.minPrice, ({ basePrice }) => basePrice),
    ...(maxPrice === undefined ? [] : [({ basePrice }: Outline) => basePrice <= maxPrice]),
    ...same(query.city, ({ city }) => [city.name]),
    ...same(query.state, ({ city }) => [city.state]),
    ...same(query.country, ({ city }) => [city.country, city.countryCode]),
    ...same(query.currency, ({ city }) => [city.currency.code]),
    ...same(query.propertyType, ({ kind }) => [kind.name]),
    ...(roomType === undefined ? [] : same(roomType, (outline) => [detailsOf(outline).roomType])),
    ...(include.length + exclude.length === 0
      ? []
      : [
          (outline: Outline) => {
            const amenities = detailsOf(outline).amenities.map(normalized);
            return include.every((one) => amenities.includes(one)) && !exclude.some((one) => amenities.includes(one));
          },
        ]),
  ];
}

function requireVariant(service: Service, variant: 'v1-search' | 'listings'): void {
  if (!service.memory.settings.searchVariants.includes(variant)) {
    throw bookingError(404, 'NOT_FOUND', 'The requested resource was not found');
  }
}

/** One page of the matching, free listings, and their total. */
function searchPage(service: Service, context: Context<SandboxEnv>, search: Search): Response {
  const { world } = service;
  const isTotalled = search.fields?.includes('totalPrice') === true;
  // A search with totals has a single page (service.md §6.4).
  const limit = isTotalled ? Math.min(search.limit, 50) : search.limit;
  const start = search.cursor === undefined ? 0 : readCursor(search.cursor);
  const page: Outline[] = [];
  let [total, next] = [0, null as number | null];
  for (let index = 0; index < world.count; index += 1) {
    const outline = world.at(index);
    if (!outline.listed || !search.tests.every((test) => test(outline))) continue;
    if (search.stay && world.problem(outline, search.stay) !== null) continue;
    total += 1;
    if (index < start) continue;
    if (page.length < limit) page.push(outline);
    else next ??= index;
  }
  const { origin } = new URL(context.req.url);
  const results = page.map((outline) => {
    const nights = search.stay && world.nights(outline, search.stay);
    const total = nights && isTotalled ? { totalPrice: lowestTotal(outline, nights, search.guests) } : {};
    return withFields({ ...bookingRecord(outline, origin, nights), _id: world.idOf(outline), ...total }, search.fields);
  });
  if (isTotalled) next = null;
  return context.json({ results, pagination: { total, cursor: { next: next === null ? null : writeCursor(next) } } });
}

/** The total of the stay in its cheapest rate plan, with fees and taxes. */
const lowestTotal = (outline: Outline, nights: readonly Night[], guests: number): number =>
  Math.min(...plansFor(nights).map((plan) => priceStay(outline, nights, guests, plan, []).money.totalPrice));

function writeCursor(index: number): string {
  return Buffer.from(`from:${index}`).toString('base64url');
}

function readCursor(cursor: string): number {
  const index = /^from:(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (index === undefined) throw wrongParameters(['cursor: is not valid']);
  return Number(index);
}
