/** The tools for agents. Texts of strangers are under `untrusted`. No tool returns a token, books, or sends to an address that an agent names. */
import { z } from 'zod';
import { AppError, invalidInput } from '../../../shared/app-error.ts';
import { activeApplicationOf, applicationOf } from '../../../shared/connection/account.ts';
import { SearchInput } from '../../../shared/model/availability.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from '../../../shared/model/bounds.ts';
import { Money } from '../../../shared/model/field.ts';
import { OperationId } from '../../../shared/model/operation.ts';
import { Api, type Json, PlainDate, StayDay } from '../../../shared/model/primitives.ts';
import { ProgramLevel, programTask } from '../../../shared/model/program.ts';
import { HoldHours, type Quote, QuoteOutcome, QuoteStay } from '../../../shared/model/quote.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { type ExchangeSummary, filterOf, OutcomeClass } from '../../../shared/model/traffic.ts';
import { isBookable, quoteStateOf } from '../../../shared/quote/quote-state.ts';
import { dayNumber } from '../../../shared/time/plain-date.ts';
import { factsOf, summarise } from '../../api/describe-record.ts';
import { AvailabilityDesk } from '../../desk/availability.ts';
import { subjectOf } from '../../redact/redact.ts';
import { redactBody } from '../../redact/redact-body.ts';
import { checked } from '../commands/command.ts';
import { MAX_DAYS, readDays } from '../commands/reads.ts';
import { matching, readableRecord, wholeList } from '../program-listings.ts';
import { leftToday } from '../programs.ts';
import { type Tool, tool } from './tool.ts';
import { MAX_UNTRUSTED, plainId, plainWord, untrusted, untrustedOrNull } from './untrusted.ts';

const MAX_ITEMS = 50;
const MAX_FACTS = 60;
const MAX_DIAGNOSED = 64 * 1024;
const MAX_CASES = 10;
const MAX_EVIDENCE = 8;

const Untrusted = z.string().max(MAX_UNTRUSTED);
/** An id of the service, as an agent gives it. */
const ServiceId = z.string().min(1).max(MAX_CHARACTERS.name);
const Count = z.number().int();
const Instant = z.number().nullable();

const ofListing = { sleeps: z.number().nullable(), bedrooms: z.number().nullable() };

const connectionsList = tool({
  name: 'connections_list',
  title: 'The connection',
  description:
    'The account that this program may use, its rights and what is left of its requests today. Sends nothing.',
  ...{ level: 'read', asksService: false, input: z.strictObject({}) },
  output: z.strictObject({
    connections: z.array(
      z.strictObject({
        ...{ connectionId: z.string(), name: z.string(), isSandbox: z.boolean(), apis: z.array(Api) },
        ...{ level: ProgramLevel, requestsLeftToday: Count, expiresAt: z.number() },
      }),
    ),
  }),
  async run(_, { connection, program }, { programs }) {
    const described = programs.describe(program.id);
    const apis: Api[] = [
      ...(connection.openApi ? (['openApi'] as const) : []),
      ...(connection.applications.length > 0 ? (['booking'] as const) : []),
    ];
    const { id: connectionId, name, presetId } = connection;
    return {
      connections: [
        {
          ...{ connectionId, name: untrusted(name), isSandbox: presetId === 'sandbox', apis },
          ...{ level: program.level, requestsLeftToday: leftToday(described), expiresAt: described.expiresAt },
        },
      ],
    };
  },
});

const listingsSearch = tool({
  name: 'listings_search',
  title: 'Search the listings',
  description:
    'Listings whose title, nickname, place or id has every word of `text` and whose place has `city`, from the whole list that the app loaded at `loadedAt`. Without one, `isLoaded` is false and nothing is found. Sends nothing. `nextCursor` continues the list.',
  ...{ level: 'read', asksService: false },
  input: z.strictObject({
    text: z.string().max(MAX_CHARACTERS.phrase).optional(),
    city: z.string().max(MAX_CHARACTERS.name).optional(),
    limit: z.number().int().min(1).max(MAX_ITEMS).default(20),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional(),
  }),
  output: z.strictObject({
    ...{ isLoaded: z.boolean(), loadedAt: Instant, total: Count },
    nextCursor: z.string().nullable(),
    listings: z.array(
      z.strictObject({
        ...{ listingId: z.string().nullable(), isListed: z.boolean().nullable(), ...ofListing },
        untrusted: z.strictObject({
          title: Untrusted,
          nickname: Untrusted.nullable(),
          place: Untrusted.nullable(),
        }),
      }),
    ),
  }),
  async run({ text = '', city, limit, cursor }, working, { listings }) {
    const list = await wholeList(listings, working);
    const wanted = city?.trim().toLowerCase();
    const found = (list?.all ?? [])
      .filter(matching(text))
      .filter(({ place }) => !wanted || place?.toLowerCase().includes(wanted));
    const from = Number(cursor ?? 0);
    return {
      ...{ isLoaded: list !== null, loadedAt: list?.loadedAt ?? null, total: found.length },
      nextCursor: from + limit < found.length ? String(from + limit) : null,
      listings: found.slice(from, from + limit).map(({ id, title, nickname, listed, place, sleeps, bedrooms }) => ({
        ...{ listingId: plainId(id), isListed: listed, sleeps, bedrooms },
        untrusted: {
          title: untrusted(title),
          nickname: untrustedOrNull(nickname),
          place: untrustedOrNull(place),
        },
      })),
    };
  },
});

const listingGet = tool({
  name: 'listing_get',
  title: 'One listing',
  description: 'The facts of a listing from the list that the app has loaded. Sends nothing.',
  ...{ level: 'read', asksService: false, input: z.strictObject({ listingId: ServiceId }) },
  output: z.strictObject({
    listingId: z.string().nullable(),
    untrusted: z.strictObject({
      title: Untrusted,
      subtitle: Untrusted.nullable(),
      facts: z.array(z.strictObject({ name: Untrusted, value: Untrusted })),
    }),
  }),
  async run({ listingId }, working, { listings }) {
    const { connection, program } = working;
    const list = await wholeList(listings, working);
    const whole = listings.record(connection.id, listingId);
    if (whole === undefined) {
      const what = `Listing ${listingId}`;
      throw new AppError('notFound', { what: list ? what : `${what} in the part of the list that the app has loaded` });
    }
    const record = readableRecord(whole, program.guestData);
    const { title, subtitle } = summarise(record);
    return {
      listingId: plainId(listingId),
      untrusted: {
        title: untrusted(title),
        subtitle: untrustedOrNull(subtitle),
        facts: factsOf(record)
          .flatMap(({ title: name, value }) => {
            const text = textOf(value);
            return text === null ? [] : [{ name: untrusted(name), value: untrusted(text) }];
          })
          .slice(0, MAX_FACTS),
      },
    };
  },
});

const {
  checkIn: _in,
  checkOut: _out,
  connectionId: _id,
  applicationId: _app,
  cursor: _cursor,
  ...Party
} = SearchInput.shape;

const availabilitySearch = tool({
  name: 'availability_search',
  title: 'Free listings',
  description:
    'Listings that are free from `checkIn` to `checkOut` (days, YYYY-MM-DD), with prices as far as the service states them. One request. `total` may be more than the stays that are given.',
  ...{ level: 'read', asksService: true },
  input: z.strictObject({
    checkIn: StayDay,
    checkOut: StayDay,
    ...Party,
    limit: z.number().int().min(1).max(MAX_ITEMS).default(20),
  }),
  output: z.strictObject({
    ...{ total: Count.nullable(), isComplete: z.boolean(), notes: z.array(z.string()) },
    stays: z.array(
      z.strictObject({
        ...{ listingId: z.string().nullable(), ...ofListing, nights: Count.nullable() },
        ...{ perNight: Money.nullable(), stayTotal: Money.nullable(), basis: z.string().nullable() },
        untrusted: z.strictObject({ title: Untrusted, place: Untrusted.nullable(), type: Untrusted.nullable() }),
      }),
    ),
  }),
  async run({ limit, ...stay }, { connection, api }, deps) {
    const input = checked(SearchInput, { connectionId: connection.id, applicationId: null, ...stay });
    const { items, total, nextCursor, notes } = await new AvailabilityDesk({ ...deps, api }).search(input, deps.signal);
    return {
      ...{ total, isComplete: nextCursor === null && items.length <= limit, notes },
      stays: items.slice(0, limit).map((item) => ({
        ...{ listingId: plainId(item.listingId), sleeps: item.accommodates, bedrooms: item.bedrooms },
        ...{ nights: item.nights, perNight: moneyOf(item.perNight), stayTotal: moneyOf(item.total) },
        basis: item.basis,
        untrusted: {
          title: untrusted(item.title),
          place: untrustedOrNull(item.place),
          type: untrustedOrNull(item.type),
        },
      })),
    };
  },
});

const calendarGet = tool({
  name: 'calendar_get',
  title: 'The calendar of a listing',
  description: `The days of a listing from \`from\` to \`to\` (YYYY-MM-DD, at most ${MAX_DAYS}): status, price, shortest stay. One request.`,
  ...{ level: 'read', asksService: true },
  input: z.strictObject({ listingId: ServiceId, from: PlainDate, to: PlainDate }),
  output: z.strictObject({
    listingId: z.string().nullable(),
    days: z.array(
      z.strictObject({
        ...{ date: z.string().nullable(), status: z.string().nullable() },
        ...{ price: z.number().nullable(), currency: z.string().nullable() },
        ...{ minNights: z.number().nullable(), maxNights: z.number().nullable(), allotment: z.number().nullable() },
        ...{ closedToArrival: z.boolean().nullable(), closedToDeparture: z.boolean().nullable() },
        blocks: z.array(z.string()),
      }),
    ),
  }),
  async run({ listingId, from, to }, working) {
    const days = dayNumber(to) - dayNumber(from) + 1;
    if (days < 1 || days > MAX_DAYS)
      throw invalidInput('to', `A calendar has 1 to ${MAX_DAYS} days, and \`to\` is not before \`from\`.`);
    const read = await readDays(working, { listingId, from, to });
    return {
      listingId: plainId(listingId),
      days: read.slice(0, MAX_DAYS).map(({ reservationId: _reservation, status, currency, blocks, ...rest }) => ({
        ...rest,
        ...{ status: plainWord(status), currency: currencyOf(currency), blocks: [...blocks] },
      })),
    };
  },
});

const QuoteLine = z.strictObject({
  ...{ quoteId: z.string().nullable(), listingId: z.string().nullable() },
  ...{ checkIn: z.string(), checkOut: z.string(), nights: Count, guests: Count.nullable() },
  ...{ outcome: QuoteOutcome, createdAt: z.number(), expiresAt: z.number() },
  untrusted: z.strictObject({ listingTitle: Untrusted.nullable() }),
});
const QuoteData = QuoteLine.extend({
  ratePlans: z.array(
    z.strictObject({
      ...{ ratePlanId: z.string().nullable(), total: Money.nullable(), isTotalOurs: z.boolean() },
      untrusted: z.strictObject({ name: Untrusted, cancellationPolicy: Untrusted.nullable() }),
    }),
  ),
});

const quotesList = tool({
  name: 'quotes_list',
  title: 'The quotes',
  description: 'The newest quotes that the app keeps, without their guests. Sends nothing.',
  ...{ level: 'read', asksService: false },
  input: z.strictObject({ limit: z.number().int().min(1).max(MAX_ITEMS).default(20) }),
  output: z.strictObject({ quotes: z.array(QuoteLine) }),
  run: async ({ limit }, { connection }, { quotes }) => ({
    quotes: quotes
      .list(connection.id)
      .quotes.toSorted((one, other) => other.createdAt - one.createdAt)
      .slice(0, limit)
      .map(quoteLine),
  }),
});

const quoteGet = tool({
  name: 'quote_get',
  title: 'One quote',
  description: 'A quote that the app keeps, with its rate plans and totals and without its guest. Sends nothing.',
  ...{ level: 'read', asksService: false, input: z.strictObject({ quoteId: ServiceId }) },
  output: QuoteData,
  run: async ({ quoteId }, { connection }, { quotes }) =>
    quoteData((await quotes.get({ connectionId: connection.id, quoteId })).quote),
});

const tokenStatus = tool({
  name: 'token_status',
  title: 'The state of the tokens',
  description:
    'Whether there is a valid token for each credential and how many are left today. Never a token. Sends nothing.',
  ...{ level: 'read', asksService: false, input: z.strictObject({}) },
  output: z.strictObject({
    tokens: z.array(
      z.strictObject({
        ...{ label: z.string(), api: Api, state: z.string(), expiresAt: Instant },
        ...{ slotsLeft: Count.nullable(), slots: Count.nullable(), nextSlotAt: Instant },
      }),
    ),
  }),
  run: async (_, { connection }, { tokens }) => ({ tokens: tokensForAgent(tokens.snapshot(connection.id).tokens) }),
});

/** Returns the states of tokens as an agent sees them, never a token itself. */
export const tokensForAgent = (all: readonly TokenStatus[]) =>
  all.map(({ label, api, state, expiresAt, quota }) => ({
    ...{ label: untrusted(label), api, state, expiresAt },
    ...{ slotsLeft: quota.remaining, slots: quota.limit, nextSlotAt: quota.nextSlotAt },
  }));

const ExchangeLine = z.strictObject({
  ...{ exchangeId: z.string(), sentAt: z.number(), method: z.string(), operation: z.string() },
  ...{ status: Count.nullable(), durationMs: z.number().nullable() },
  untrusted: z.strictObject({ path: Untrusted, error: Untrusted.nullable() }),
});

const trafficQuery = tool({
  name: 'traffic_query',
  title: 'What this program sent',
  description:
    'The requests of this program, newest first: status, path, duration. `since` is an instant in epoch milliseconds. Sends nothing.',
  ...{ level: 'read', asksService: false },
  input: z.strictObject({
    since: z.number().min(0).max(8.64e15).optional(),
    outcome: OutcomeClass.optional(),
    limit: z.number().int().min(1).max(MAX_ITEMS).default(20),
  }),
  output: z.strictObject({ exchanges: z.array(ExchangeLine) }),
  async run({ since, outcome, limit }, { connection, program }, { journal }) {
    const filter = filterOf(connection.id, {
      ...{ taskId: programTask(program.id), from: since ?? null },
      outcomes: outcome === undefined ? [] : [outcome],
    });
    const { exchanges } = await journal.page({ filter, before: null, limit });
    return { exchanges: exchanges.map(exchangeLine) };
  },
});

const trafficGet = tool({
  name: 'traffic_get',
  title: 'One request of this program',
  description: 'A request of this program with the beginning of its answer, redacted. Sends nothing.',
  ...{ level: 'read', asksService: false, input: z.strictObject({ exchangeId: z.string().min(1).max(100) }) },
  output: ExchangeLine.extend({
    ...{ attempt: Count, responseBytes: Count.nullable(), firstByteMs: z.number().nullable() },
    untrusted: ExchangeLine.shape.untrusted.extend({
      requestId: Untrusted.nullable(),
      answer: Untrusted.nullable(),
    }),
  }),
  async run({ exchangeId }, { connection, program }, { journal }) {
    const exchange = await journal.get(exchangeId);
    if (exchange.connectionId !== connection.id || exchange.taskId !== programTask(program.id))
      throw new AppError('notFound', { what: 'This request of the program' });
    const line = exchangeLine(exchange);
    const { attempt, responseBytes, firstByteMs, requestId, responseBody, url } = exchange;
    const rules = { keepGuests: program.guestData };
    const answer =
      responseBody && redactBody(responseBody.text, responseBody.bytes, { rules, subject: subjectOf(url) }).text;
    return {
      ...{ ...line, attempt, responseBytes, firstByteMs },
      untrusted: { ...line.untrusted, requestId: untrustedOrNull(requestId), answer: untrustedOrNull(answer) },
    };
  },
});

const failureDiagnose = tool({
  name: 'failure_diagnose',
  title: 'Why a request failed',
  description:
    'Reads a failure (a curl command, HTTP messages, log lines, a mail; at most 64 KB) and says the likeliest cause. Sends and keeps nothing.',
  ...{ level: 'read', asksService: false },
  input: z.strictObject({ text: z.string().min(1).max(MAX_DIAGNOSED) }),
  output: z.strictObject({
    exchanges: Count,
    succeeded: Count,
    cases: z.array(
      z.strictObject({
        ...{ cause: z.string().nullable(), confidence: z.number().nullable(), source: z.string().nullable() },
        untrusted: z.strictObject({
          where: Untrusted,
          title: Untrusted.nullable(),
          remedy: Untrusted.nullable(),
          confirm: Untrusted.nullable(),
          evidence: z.array(Untrusted),
        }),
      }),
    ),
  }),
  async run({ text }, _, { diagnose, signal }) {
    const { exchanges, succeeded, cases } = await diagnose(text, signal);
    return {
      ...{ exchanges, succeeded },
      cases: cases.slice(0, MAX_CASES).map(({ where, diagnosis }) => {
        const [verdict] = diagnosis.verdicts;
        return {
          ...{
            cause: verdict?.cause ?? null,
            confidence: verdict?.confidence ?? null,
            source: verdict?.source ?? null,
          },
          untrusted: {
            where: untrusted(where),
            title: untrustedOrNull(verdict?.title),
            remedy: untrustedOrNull(verdict?.remedy),
            confirm: untrustedOrNull(verdict?.confirm?.text),
            evidence: (verdict?.evidence ?? []).slice(0, MAX_EVIDENCE).map((one) => untrusted(one.text)),
          },
        };
      }),
    };
  },
});

const requestPlan = tool({
  name: 'request_plan',
  title: 'What requests would cost',
  description:
    'How long `count` requests of an operation would wait now, what is left of today, and whether there is a valid token for them. Sends nothing.',
  ...{ level: 'read', asksService: false },
  input: z.strictObject({ operation: OperationId, count: z.number().int().min(1).max(MAX_ENTRIES.rows) }),
  output: z.strictObject({
    ...{ requests: Count, waitMs: z.number(), requestsLeftToday: Count },
    ...{ token: z.string(), slotsLeft: Count.nullable() },
  }),
  async run({ operation, count }, { connection, program }, { operationsOf, programs, tokens, waitMs }) {
    const found = operationsOf(connection.id).find((one) => one.operation.id === operation);
    if (!found) throw new AppError('notFound', { what: `The operation ${operation}` });
    const { api } = found.operation;
    const credential = api === 'openApi' ? connection.openApi : activeApplicationOf(connection);
    const token = tokens.snapshot(connection.id).tokens.find(({ credentialId }) => credentialId === credential?.id);
    return {
      ...{ requests: count, waitMs: Math.ceil(waitMs(program, api, count)) },
      requestsLeftToday: leftToday(programs.describe(program.id)),
      ...{ token: token?.state ?? 'none', slotsLeft: token?.quota.remaining ?? null },
    };
  },
});

const quoteCreate = tool({
  name: 'quote_create',
  title: 'Make a quote',
  description:
    'Makes a quote, after the person at the app has confirmed it. A quote reserves nothing. One request, which is never repeated: after an unknown outcome, look at quotes_list first.',
  ...{ level: 'quote', asksService: true },
  input: z.strictObject({ listingId: ServiceId, ...QuoteStay.shape, coupons: QuoteStay.shape.coupons.default([]) }),
  output: QuoteData,
  async run(args, working, { makeQuote, beginWrite }) {
    const { connection } = working;
    const applicationId = applicationOf(connection, null).id;
    return quoteData(await makeQuote(working, { connectionId: connection.id, applicationId, ...args }, beginWrite));
  },
});

const bookingPrepare = tool({
  name: 'booking_prepare',
  title: 'Open a booking form',
  description:
    'Opens the booking form of an open quote in the app, with the rate plan and the time to hold it chosen. Sends nothing: the person reads it and sends it, or not.',
  ...{ level: 'prepare', asksService: false },
  input: z.strictObject({ quoteId: ServiceId, ratePlanId: ServiceId, holdHours: HoldHours.default(-1) }),
  output: z.strictObject({ isOpened: z.literal(true), isSent: z.literal(false) }),
  async run({ quoteId, ratePlanId, holdHours }, { connection }, { quotes, prepare, now }) {
    const quote = quotes.find({ connectionId: connection.id, quoteId });
    if (!quote) throw new AppError('notFound', { what: 'This quote' });
    const { outcome, expiresAt, replacedBy } = quote;
    const state = quoteStateOf(
      { outcome, expiresAt, isReplaced: replacedBy !== null, isSent: false },
      now(connection.id),
    );
    if (!isBookable(state)) throw new AppError('quoteUsed', { status: state });
    if (!quote.ratePlans.some(({ id }) => id === ratePlanId))
      throw new AppError('notFound', { what: 'This rate plan' });
    prepare({ connectionId: connection.id, quoteId, form: { plan: ratePlanId, holdHours } });
    return { isOpened: true as const, isSent: false as const };
  },
});

export const TOOLS: readonly Tool[] = [
  connectionsList,
  listingsSearch,
  listingGet,
  availabilitySearch,
  calendarGet,
  quotesList,
  quoteGet,
  tokenStatus,
  trafficQuery,
  trafficGet,
  failureDiagnose,
  requestPlan,
  quoteCreate,
  bookingPrepare,
];

/** Returns a currency code; `null` for any other text, which could contain instructions. */
const currencyOf = (text: string | null): string | null => (text !== null && /^[A-Z]{3}$/.test(text) ? text : null);

const moneyOf = (money: Money | null): Money | null => money && { ...money, currency: currencyOf(money.currency) };

/** Formats a fact as text; `null` for a value that is neither simple nor a list of texts. */
function textOf(value: Json): string | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return null;
  return value.join(', ');
}

const quoteLine = (quote: Quote) => ({
  ...{ quoteId: plainId(quote.id), listingId: plainId(quote.listingId) },
  ...{ checkIn: quote.checkIn, checkOut: quote.checkOut, nights: quote.nights, guests: quote.guests },
  ...{ outcome: quote.outcome, createdAt: quote.createdAt, expiresAt: quote.expiresAt },
  untrusted: { listingTitle: untrustedOrNull(quote.listingTitle) },
});

const quoteData = (quote: Quote) => ({
  ...quoteLine(quote),
  ratePlans: quote.ratePlans.map(({ id, name, total, isTotalOurs = false, cancellationPolicy }) => ({
    ...{ ratePlanId: plainId(id), total: moneyOf(total), isTotalOurs },
    untrusted: { name: untrusted(name), cancellationPolicy: untrustedOrNull(cancellationPolicy) },
  })),
});

const exchangeLine = ({ id, sentAt, method, operation, status, durationMs, url, error }: ExchangeSummary) => ({
  ...{ exchangeId: id, sentAt, method, operation, status, durationMs },
  untrusted: { path: untrusted(pathOf(url)), error: untrustedOrNull(error) },
});

/** The path of a recorded address with its query; the host is the connection's. */
const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/i, '');
