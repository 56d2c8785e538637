/** Handles GET /v1/listings of the Open API (service.md §5.1). */
import type { Context } from 'hono';
import { z } from 'zod';
import { openApiError } from '../http/error-answer.ts';
import type { SandboxEnv } from '../http/middleware.ts';
import {
  CommaList,
  Flag,
  normalized,
  parseOrThrow,
  StayDates,
  stayOf,
  WholeNumber,
  WordList,
  withFields,
} from '../http/query.ts';
import type { Service } from '../service.ts';
import { detailsOf, type ListingDetails } from '../world/listing-details.ts';
import type { Outline } from '../world/outline.ts';
import { openApiRecord } from '../world/records.ts';

const Query = z.object({
  limit: WholeNumber.pipe(z.number().min(1).max(100, 'must be at most 100')).default(25),
  skip: WholeNumber.default(0),
  q: z.string().optional(),
  city: z.string().optional(),
  active: Flag.optional(),
  listed: Flag.optional(),
  tags: CommaList.optional(),
  ids: WordList.optional(),
  nids: WordList.optional(),
  fields: WordList.optional(),
  available: z.string().optional(),
});
type Query = z.infer<typeof Query>;

const Available = z.object({ ...StayDates, minOccupancy: z.number().int().min(0).optional() });

const badRequest = (errors: string[]) => openApiError(400, errors.join('; '));

export function listListings(service: Service): (context: Context<SandboxEnv>) => Response {
  return (context) => {
    const query = parseOrThrow(Query, context.req.query(), badRequest);
    const { count, page } = select(service, query);
    const { origin } = new URL(context.req.url);
    const results = page.map((index) => {
      const outline = service.world.at(index);
      return withFields({ ...openApiRecord(outline, origin), _id: service.world.idOf(outline) }, query.fields);
    });
    return context.json({ results, count, limit: query.limit, skip: query.skip });
  };
}

/** The number of matching listings, and the indexes of those on the page. */
function select({ world }: Service, query: Query): { count: number; page: number[] } {
  const wanted = matcher(query, world);
  const end = query.skip + query.limit;
  const page: number[] = [];
  if (!wanted) {
    for (let index = query.skip; index < Math.min(end, world.count); index += 1) page.push(index);
    return { count: world.count, page };
  }
  let count = 0;
  for (let index = 0; index < world.count; index += 1) {
    if (!wanted(world.at(index))) continue;
    if (count >= query.skip && count < end) page.push(index);
    count += 1;
  }
  return { count, page };
}

/** The filter of a query, with the cheap tests first; null when every listing matches. */
function matcher(query: Query, world: Service['world']): ((outline: Outline) => boolean) | null {
  const available = query.available === undefined ? null : parseOrThrow(Available, parsed(query.available), badRequest);
  const stay = available ? stayOf(available.checkIn, available.checkOut, badRequest) : null;
  const guests = available?.minOccupancy ?? 0;
  const words =
    query.q === undefined
      ? []
      : normalized(query.q)
          .split(/\s+/)
          .filter((word) => word !== '');
  const city = query.city === undefined ? null : normalized(query.city);
  const tests: ((outline: Outline) => boolean)[] = [];
  if (query.active !== undefined) tests.push(({ active }) => active === query.active);
  if (query.listed !== undefined) tests.push(({ listed }) => listed === query.listed);
  if (query.ids) tests.push(({ id }) => query.ids?.includes(id) ?? true);
  if (query.nids) tests.push(({ id }) => !query.nids?.includes(id));
  if (city !== null) tests.push((outline) => normalized(outline.city.name) === city);
  if (available)
    tests.push((outline) => outline.accommodates >= guests && (!stay || world.problem(outline, stay) === null));
  if (words.length > 0 || query.tags) {
    tests.push((outline) => {
      const details = detailsOf(outline);
      if (query.tags && !query.tags.every((tag) => details.tags.includes(tag))) return false;
      const text = words.length > 0 ? searchable(details) : '';
      return words.every((word) => text.includes(word));
    });
  }
  return tests.length === 0 ? null : (outline) => tests.every((test) => test(outline));
}

function searchable({ title, nickname, address, tags }: ListingDetails): string {
  return normalized([title, nickname, address.full, address.neighborhood, ...tags].join(' '));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw badRequest(['available must be JSON']);
  }
}
