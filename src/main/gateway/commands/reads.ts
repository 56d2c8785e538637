/** The commands that read listings, free stays, calendars and quotes. */
import { AppError } from '../../../shared/app-error.ts';
import { activeApplicationOf, applicationOf } from '../../../shared/connection/account.ts';
import { SearchInput } from '../../../shared/model/availability.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { Money } from '../../../shared/model/field.ts';
import { PlainDate } from '../../../shared/model/primitives.ts';
import { type Quote, QuoteInput } from '../../../shared/model/quote.ts';
import { MAX_RECORDS } from '../../../shared/text/paging-text.ts';
import { localDayOf } from '../../../shared/time/local-day.ts';
import { addDays, dayNumber } from '../../../shared/time/plain-date.ts';
import { isListed, ownIdOf, sizeOf, summarise } from '../../api/describe-record.ts';
import { Pager } from '../../api/pager.ts';
import { calendarDays, readCalendarDay } from '../../api/read-calendar.ts';
import { answerUnusable } from '../../api/unusable-answer.ts';
import { type AvailabilityDeps, AvailabilityDesk } from '../../desk/availability.ts';
import type { ListingsDesk } from '../../desk/listings.ts';
import type { LoadedListing } from '../../desk/loaded-listings.ts';
import type { QuotesDesk } from '../../desk/quotes.ts';
import type { ProgramApi } from '../program-api.ts';
import type { Working } from '../work.ts';
import { type Command, type Context, checked, countOf, tableOf, wrongUse } from './command.ts';

export interface ReadDeps extends Pick<AvailabilityDeps, 'connections' | 'pictures' | 'seen'> {
  readonly listings: Pick<ListingsDesk, 'opened' | 'matching' | 'loaded'>;
  readonly quotes: Pick<QuotesDesk, 'get'>;
  /** Makes a quotes desk that sends its requests through `api`. */
  readonly quotesBy: (api: ProgramApi) => Pick<QuotesDesk, 'create'>;
  readonly now: () => number;
}

const DEFAULT_LISTINGS = 50;
const MAX_CALENDARS = 100;
const DEFAULT_DAYS = 30;
/** The longest calendar that a program reads with one request. */
export const MAX_DAYS = 400;
const MAX_GUESTS = 500;
const CREATE = 'create';

export function readCommands(deps: ReadDeps): Record<'listings' | 'search' | 'calendar' | 'quote', Command> {
  return {
    listings: {
      plan: ({ connection }) =>
        deps.listings.loaded(connection.id).length > 0 ? null : { api: 'openApi', requests: 1 },
      async run(context) {
        const { line } = context;
        const limit = line ? MAX_RECORDS : countOf('limit', context.options.limit, DEFAULT_LISTINGS, MAX_RECORDS);
        const { found, total } = await findListings(deps, context, limit);
        if (line) {
          for (const listing of found) await line(listing);
          return { data: { total: found.length }, text: '' };
        }
        const rows = found.map(({ id, title, place, sleeps, bedrooms }) => [id, title, place, sleeps, bedrooms]);
        return {
          data: { total, listings: found },
          text: tableOf(['Id', 'Title', 'Place', 'Sleeps', 'Bedrooms'], rows),
        };
      },
    },
    search: {
      plan: () => ({ api: 'booking', requests: 1 }),
      async run({ connection, api, options: { from, to, guests, location, application }, words }) {
        if (words.length > 0) throw wrongUse('words', 'The search takes options only, such as --location.');
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
          text: tableOf(['Id', 'Title', 'Place', 'Per night', 'Total'], rows),
        };
      },
    },
    calendar: {
      plan: (context) => ({ api: 'booking', requests: listingsIn(context).length }),
      async run(context) {
        const { connection, api, options } = context;
        const from = checked(PlainDate, options.from ?? localDayOf(deps.now()));
        const to = checked(PlainDate, options.to ?? addDays(from, DEFAULT_DAYS));
        const days = dayNumber(to) - dayNumber(from) + 1;
        if (days < 1 || days > MAX_DAYS)
          throw wrongUse('to', `A calendar has 1 to ${MAX_DAYS} days, and --to is not before --from.`);
        const application = activeApplicationOf(connection);
        if (!application) throw new AppError('notFound', { what: 'A Booking Engine application of this connection' });
        const calendars = [];
        let count = 0;
        for (const listingId of listingsIn(context)) {
          const values = { listingId, from, to };
          const answer = await api.call({ connection, credentialId: application.id, operation: 'calendar', values });
          const read = calendarDays(answer);
          if (read === null) throw answerUnusable('no list of days was found in it', answer);
          const calendar = { listingId, days: read.map(readCalendarDay) };
          count += 1;
          if (context.line) await context.line(calendar);
          else calendars.push(calendar);
        }
        if (context.line) return { data: { from, to, total: count }, text: '' };
        const rows = calendars.flatMap(({ listingId, days: nights }) =>
          nights.map((night) => [listingId, night.date, night.status, night.price, night.currency, night.minNights]),
        );
        return {
          data: { from, to, calendars },
          text: tableOf(['Listing', 'Day', 'Status', 'Price', 'Currency', 'Min. nights'], rows),
        };
      },
    },
    quote: {
      plan: ({ words }) => (words[0] === CREATE ? { api: 'booking', requests: 1 } : null),
      async run(context) {
        const { connection, words } = context;
        const [quoteId, ...more] = words;
        if (quoteId !== CREATE && (quoteId === undefined || more.length > 0))
          throw wrongUse('words', 'Name one quote by its id, or write create and a listing.');
        const quote =
          quoteId === CREATE
            ? await createQuote(deps, context, quoteInputOf(context))
            : (await deps.quotes.get({ connectionId: connection.id, quoteId })).quote;
        const data = quoteData(quote);
        const rows = data.ratePlans.map(({ id, name, total }) => [id, name, amountOf(total)]);
        const { listingId, listingTitle, checkIn, checkOut, outcome } = data;
        const about = tableOf(
          ['Listing', 'Title', 'From', 'To', 'Outcome'],
          [[listingId, listingTitle, checkIn, checkOut, outcome]],
        );
        return { data, text: `${about}\n${tableOf(['Rate plan', 'Name', 'Total'], rows)}` };
      },
    },
  };
}

/** Makes a quote, which reserves nothing. Throws `notGranted` for a program that may only read. */
export function createQuote(
  { quotesBy }: Pick<ReadDeps, 'quotesBy'>,
  { program, api }: Working,
  input: QuoteInput,
): Promise<Quote> {
  if (program.level === 'read')
    throw new AppError('notGranted', { reason: 'the rights of this program do not include quotes' });
  return quotesBy(api).create(input);
}

/** The input of a quote, from the arguments of a command. */
function quoteInputOf({ connection, words, options }: Context): QuoteInput {
  const { from, to, guests, application } = options;
  return checked(QuoteInput, {
    connectionId: connection.id,
    applicationId: applicationIdIn(connection, application) ?? applicationOf(connection, null).id,
    listingId: words[1],
    checkIn: from,
    checkOut: to,
    guests: countOf('guests', guests, 1, MAX_GUESTS),
    coupons: [],
  });
}

/** Finds listings among those that the app has loaded; without loaded ones, reads pages from the service until `limit` match. */
async function findListings(
  { listings }: ReadDeps,
  { connection, api, words }: Context,
  limit: number,
): Promise<{ readonly found: LoadedListing[]; readonly total: number | null }> {
  const search = words.join(' ');
  await listings.opened(connection.id);
  if (listings.loaded(connection.id).length > 0) {
    const all = listings.matching({ connectionId: connection.id, search });
    return { found: all.slice(0, limit), total: all.length };
  }
  const { openApi } = connection;
  if (!openApi) throw new AppError('notFound', { what: 'An Open API client of this connection' });
  const pager = new Pager();
  const found: LoadedListing[] = [];
  const texts = search.toLowerCase().split(/\s+/).filter(Boolean);
  while (pager.next && found.length < limit) {
    const { fresh } = await pager.read((page) =>
      api.call({ connection, credentialId: openApi.id, operation: 'listListings', values: {}, page }),
    );
    for (const record of fresh) {
      const id = ownIdOf(record);
      const whole = JSON.stringify(record).toLowerCase();
      if (id === null || !texts.every((text) => whole.includes(text))) continue;
      const { title, place } = summarise(record);
      found.push({ id, title, place, listed: isListed(record), ...sizeOf(record) });
    }
  }
  return { found: found.slice(0, limit), total: pager.next === null ? found.length : null };
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
  throw wrongUse('words', `Name 1 to ${MAX_CALENDARS} listings by their ids.`);
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
