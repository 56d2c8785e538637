/** The commands that read listings, free stays, calendars and quotes. */
import { invalidInput } from '../../../shared/app-error.ts';
import { applicationOf, credentialFor } from '../../../shared/connection/account.ts';
import { SearchInput } from '../../../shared/model/availability.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { Money } from '../../../shared/model/field.ts';
import { PlainDate } from '../../../shared/model/primitives.ts';
import { type Quote, QuoteInput } from '../../../shared/model/quote.ts';
import { MAX_RECORDS } from '../../../shared/text/paging-text.ts';
import { localDayOf } from '../../../shared/time/local-day.ts';
import { addDays, dayNumber } from '../../../shared/time/plain-date.ts';
import { isListed, nicknameIn, ownIdOf, sizeOf, summarise } from '../../api/describe-record.ts';
import { Pager } from '../../api/pager.ts';
import { type CalendarDay, calendarDays, readCalendarDay } from '../../api/read-calendar.ts';
import { answerUnusable } from '../../api/unusable-answer.ts';
import { type AvailabilityDeps, AvailabilityDesk } from '../../desk/availability.ts';
import type { LoadedListing } from '../../desk/loaded-listings.ts';
import type { QuotesDesk } from '../../desk/quotes.ts';
import { matching, type WholeList, wholeList } from '../program-listings.ts';
import { type MakeQuote, QUOTE_MAY_BE_MADE } from '../program-quotes.ts';
import { requireLevel } from '../programs.ts';
import { type Command, type Context, checked, countOf, tableOf } from './command.ts';

export interface ReadDeps extends Pick<AvailabilityDeps, 'connections' | 'pictures' | 'seen'> {
  readonly listings: WholeList;
  readonly quotes: Pick<QuotesDesk, 'get'>;
  readonly makeQuote: MakeQuote;
  readonly now: () => number;
}

const DEFAULT_LISTINGS = 50;
const MAX_CALENDARS = 100;
const DEFAULT_DAYS = 30;
/** The maximum number of days of a calendar that a program reads with one request. */
export const MAX_DAYS = 400;
const MAX_GUESTS = 500;
const CREATE = 'create';

export function readCommands(deps: ReadDeps): Record<'listings' | 'search' | 'calendar' | 'quote', Command> {
  return {
    listings: {
      plan: async (context) =>
        (await wholeList(deps.listings, context)) ? null : { api: 'openApi', requests: 1, isLeast: true },
      async run(context) {
        const { line } = context;
        const limit = line ? MAX_RECORDS : countOf('limit', context.options.limit, DEFAULT_LISTINGS, MAX_RECORDS);
        const found: LoadedListing[] = [];
        const take = line ?? (async (listing: LoadedListing) => void found.push(listing));
        const { taken, total, loadedAt } = await findListings(deps, context, limit, take);
        if (line) return { data: { total: taken, loadedAt }, text: () => '' };
        const rows = found.map(({ id, title, place, sleeps, bedrooms }) => [id, title, place, sleeps, bedrooms]);
        return {
          data: { total, loadedAt, listings: found },
          text: () => tableOf(['Id', 'Title', 'Place', 'Sleeps', 'Bedrooms'], rows),
        };
      },
    },
    search: {
      plan: () => ({ api: 'booking', requests: 1 }),
      async run({ connection, api, options: { from, to, guests, location, application }, words }) {
        if (words.length > 0) throw invalidInput('words', 'The search takes options only, such as --location.');
        const input = checked(SearchInput, {
          connectionId: connection.id,
          applicationId: applicationIdIn(connection, application),
          ...(from === undefined ? {} : { checkIn: from }),
          ...(to === undefined ? {} : { checkOut: to }),
          ...(guests === undefined ? {} : { guests: Number(guests) }),
          ...(location === undefined ? {} : { location }),
        });
        const { items, total, nextCursor, notes } = await new AvailabilityDesk({ ...deps, api }).search(input);
        const stays = items.map(({ recordId: _, picture: __, ...item }) => item);
        const rows = stays.map((stay) => [
          stay.listingId,
          stay.title,
          stay.place,
          amountOf(stay.perNight),
          amountOf(stay.total),
        ]);
        return {
          data: { total, isComplete: nextCursor === null, stays, notes },
          text: () => tableOf(['Id', 'Title', 'Place', 'Per night', 'Total'], rows),
        };
      },
    },
    calendar: {
      plan: (context) => ({ api: 'booking', requests: listingsIn(context).length }),
      async run(context) {
        const { options } = context;
        const from = checked(PlainDate, options.from ?? localDayOf(deps.now()));
        const to = checked(PlainDate, options.to ?? addDays(from, DEFAULT_DAYS - 1));
        const days = dayNumber(to) - dayNumber(from) + 1;
        if (days < 1 || days > MAX_DAYS)
          throw invalidInput('to', `A calendar has 1 to ${MAX_DAYS} days, and --to is not before --from.`);
        const listingIds = listingsIn(context);
        const calendars = [];
        for (const listingId of listingIds) {
          const calendar = { listingId, days: await readDays(context, { listingId, from, to }) };
          if (context.line) await context.line(calendar);
          else calendars.push(calendar);
        }
        if (context.line) return { data: { from, to, total: listingIds.length }, text: () => '' };
        const rows = calendars.flatMap(({ listingId, days: nights }) =>
          nights.map((night) => [listingId, night.date, night.status, night.price, night.currency, night.minNights]),
        );
        return {
          data: { from, to, calendars },
          text: () => tableOf(['Listing', 'Day', 'Status', 'Price', 'Currency', 'Min. nights'], rows),
        };
      },
    },
    quote: {
      plan: ({ words }) => (words[0] === CREATE ? { api: 'booking', requests: 1 } : null),
      async run(context) {
        const { connection, words } = context;
        const [quoteId, ...more] = words;
        if (quoteId !== CREATE && (quoteId === undefined || more.length > 0))
          throw invalidInput('words', 'Name one quote by its id, or write create and a listing.');
        const quote =
          quoteId === CREATE
            ? await createQuote(deps, context)
            : (await deps.quotes.get({ connectionId: connection.id, quoteId })).quote;
        const data = quoteData(quote);
        const rows = data.ratePlans.map(({ id, name, total }) => [id, name, amountOf(total)]);
        const { listingId, listingTitle, checkIn, checkOut, outcome } = data;
        const about = tableOf(
          ['Listing', 'Title', 'From', 'To', 'Outcome'],
          [[listingId, listingTitle, checkIn, checkOut, outcome]],
        );
        return { data, text: () => `${about}\n${tableOf(['Rate plan', 'Name', 'Total'], rows)}` };
      },
    },
  };
}

/** Reads the days of a listing with one request. Throws `notFound`, `answerUnusable`, and the errors of {@link ProgramApi.call}. */
export async function readDays(
  { connection, api }: Pick<Context, 'connection' | 'api'>,
  values: { readonly listingId: string; readonly from: string; readonly to: string },
): Promise<CalendarDay[]> {
  const { id: credentialId } = applicationOf(connection, null);
  const answer = await api.call({ connection, credentialId, operation: 'calendar', values });
  const days = calendarDays(answer);
  if (days === null) throw answerUnusable('no list of days was found in it', answer);
  return days.map(readCalendarDay);
}

/** Makes a quote, which reserves nothing. Throws `notGranted` for a program that may only read, `invalidInput`, and the errors of {@link MakeQuote}. */
async function createQuote({ makeQuote }: ReadDeps, context: Context): Promise<Quote> {
  const { connection, program, words, options, ifLost } = context;
  requireLevel(program, 'quote');
  const { from, to, guests, application } = options;
  const input = checked(QuoteInput, {
    connectionId: connection.id,
    applicationId: applicationIdIn(connection, application) ?? applicationOf(connection, null).id,
    listingId: words[1],
    checkIn: from,
    checkOut: to,
    guests: countOf('guests', guests, 1, MAX_GUESTS),
    coupons: [],
  });
  return makeQuote(context, input, () => ifLost(QUOTE_MAY_BE_MADE));
}

/**
 * Passes at most `limit` matching listings to `take`: from the app's list or, without a whole list, page by page from the service. `total` is `null`
 * when pages are left, `loadedAt` is `null` for listings that the service sent now.
 */
async function findListings(
  { listings }: ReadDeps,
  context: Context,
  limit: number,
  take: (listing: LoadedListing) => Promise<void>,
): Promise<{ readonly taken: number; readonly total: number | null; readonly loadedAt: number | null }> {
  const { connection, api, words } = context;
  const isWanted = matching(words.join(' '));
  const list = await wholeList(listings, context);
  if (list) {
    const found = list.all.filter(isWanted);
    for (const listing of found.slice(0, limit)) await take(listing);
    return { taken: Math.min(found.length, limit), total: found.length, loadedAt: list.loadedAt };
  }
  const { id: credentialId } = credentialFor(connection, 'openApi');
  const pager = new Pager();
  let matched = 0;
  while (pager.next && matched < limit) {
    const { fresh } = await pager.read((page) =>
      api.call({ connection, credentialId, operation: 'listListings', values: {}, page }),
    );
    for (const record of fresh) {
      const id = ownIdOf(record);
      if (id === null) continue;
      const { title, place } = summarise(record);
      const listing = { id, title, nickname: nicknameIn(record), listed: isListed(record), place, ...sizeOf(record) };
      if (!isWanted(listing)) continue;
      matched += 1;
      if (matched <= limit) await take(listing);
    }
  }
  return { taken: Math.min(matched, limit), total: pager.next === null ? matched : null, loadedAt: null };
}

function applicationIdIn(connection: Connection, named: string | undefined): string | null {
  if (named === undefined) return null;
  const found = connection.applications.find(({ id, label }) => id === named || label === named);
  return found?.id ?? applicationOf(connection, named).id;
}

/** Reads listing ids from the arguments; `-` stands for the ids in the standard input. Throws `invalidInput`. */
function listingsIn({ words, input }: Context): string[] {
  const named = words.flatMap((word) => (word === '-' ? (input ?? '').split(/\s+/) : [word]));
  const ids = [...new Set(named.filter(Boolean))];
  if (ids.length >= 1 && ids.length <= MAX_CALENDARS) return ids;
  throw invalidInput('words', `Name 1 to ${MAX_CALENDARS} listings by their ids.`);
}

/** A quote without its guest and without the service's whole answers. */
const quoteData = (quote: Quote) => ({
  ...{ id: quote.id, listingId: quote.listingId, listingTitle: quote.listingTitle },
  ...{ checkIn: quote.checkIn, checkOut: quote.checkOut, nights: quote.nights, guests: quote.guests },
  ...{ outcome: quote.outcome, createdAt: quote.createdAt, expiresAt: quote.expiresAt },
  ratePlans: quote.ratePlans.map(({ id, name, total, cancellationPolicy }) => ({
    id,
    name,
    total,
    cancellationPolicy,
  })),
});

const amountOf = (money: Money | null): string | null =>
  money === null ? null : `${money.amount} ${money.currency ?? ''}`.trim();
