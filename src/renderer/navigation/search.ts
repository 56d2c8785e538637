/** The search parameters of each page's address, `#/traffic?id=…`, as in version 0.1.0. Each is optional; an invalid value counts as absent. */
import { isStayDay } from '../../shared/time/plain-date.ts';
import { SETTINGS_SECTION_NAMES } from './settings-section-names.ts';

/** Parses the value of a parameter; `undefined` when it is invalid. */
type Parameter<Value> = (given: unknown) => Value | undefined;

const text: Parameter<string> = (given) => (typeof given === 'string' && given !== '' ? given : undefined);
const date: Parameter<string> = (given) => (typeof given === 'string' && isStayDay(given) ? given : undefined);
const wholeNumber: Parameter<number> = (given) => {
  const number = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};
const oneOf =
  <const Value extends string>(...values: readonly Value[]): Parameter<Value> =>
  (given) =>
    values.find((value) => value === given);
/** Parses a column of the search results, with "-" before it for descending order, or "answered" for the order of the answer. */
const sorting: Parameter<string> = (given) =>
  typeof given === 'string' && /^(?:answered|-?(?:total|perNight|name|bedrooms|guests))$/.test(given)
    ? given
    : undefined;
/** Parses the order of the rows of Flexible dates: "name", "cheapest", or an arrival, with "-" before it for descending order. */
const rowOrder: Parameter<string> = (given) => {
  const by = typeof given === 'string' ? given.replace(/^-/, '') : '';
  return by === 'name' || by === 'cheapest' || isStayDay(by) ? (given as string) : undefined;
};
/** Parses the order of gaps. */
const gapOrder: Parameter<string> = (given) =>
  typeof given === 'string' && /^-?(?:first|nights|value|name|place)$/.test(given) ? given : undefined;
const sectionNumber: Parameter<string> = (given) =>
  /^\d{1,2}(?:\.\d{1,2})?$/.test(String(given)) ? String(given) : undefined;
/** Parses a flag, which is `1` when set and absent otherwise. */
const flag = oneOf('1');

/** Makes the validator of a page's parameters. It uses no schema library, because that would be in the window's first file. */
function search<Parameters extends Record<string, Parameter<unknown>>>(parameters: Parameters) {
  type Search = { -readonly [Name in keyof Parameters]?: ReturnType<Parameters[Name]> };
  return {
    /** Parses the parameters. The result has invalid ones as `undefined`, because the router would otherwise keep their values from the address. */
    parse(given: Readonly<Record<string, unknown>>): Search {
      const read = Object.entries(parameters).map(([name, parameter]) => [name, parameter(given[name])] as const);
      return Object.fromEntries(read) as Search;
    },
  };
}

const stay = { checkIn: date, checkOut: date, guests: wholeNumber, adults: wholeNumber, children: wholeNumber };

/** The validator of each page's search parameters, by the page's name. The page's path is the name after a slash. */
export const PAGE_SEARCH = {
  welcome: search({}),
  overview: search({}),
  token: search({ id: text }),
  /** `view`: the saved view to apply. */
  listings: search({ id: text, search: text, view: text }),
  availability: search({
    ...stay,
    /** The places, separated by "|". */
    location: text,
    applicationId: text,
    /** Whether the search was sent; otherwise the address only fills in the form. */
    sent: flag,
    /** The filters of the answer; several types or amenities are separated by "|". */
    minPrice: wholeNumber,
    maxPrice: wholeNumber,
    /** The most that the whole stay may cost. */
    maxTotal: wholeNumber,
    bedrooms: wholeNumber,
    types: text,
    amenities: text,
    /** The needs: pets, parking and access (shared/listing/needs.ts). */
    needs: text,
    sort: sorting,
    view: oneOf('list', 'gallery', 'table'),
  }),
  /** `sort`: "name", "place", "occupancy" or "gaps", with "-" before it for descending order. */
  calendars: search({
    search: text,
    zoom: oneOf('2w', '1m', '3m', '12m'),
    sort: oneOf('name', 'place', '-occupancy', 'occupancy', '-gaps'),
    /** The filter by place, type and size, as JSON. */
    facets: text,
    /** `show`: the view in place of the calendars. */
    show: oneOf('gaps', 'months'),
    /** The gaps to show. `span`: the days on which they begin. `nights`: their maximum length. `sellable`: whether they can be sold. */
    span: oneOf('this', 'next', '3m', '12m'),
    nights: wholeNumber,
    sellable: oneOf('yes', 'no'),
    /** The order of the gaps, with "-" before it for descending order. */
    gapSort: gapOrder,
  }),
  matrix: search({
    from: date,
    until: date,
    nights: wholeNumber,
    guests: wholeNumber,
    weekends: flag,
    /** The places, separated by "|". */
    places: text,
    bedrooms: wholeNumber,
    /** The maximum price per night. */
    maxPrice: wholeNumber,
    sort: rowOrder,
    applicationId: text,
    /** The listing whose months are open, or whose stay from `checkIn` is compared. */
    listingId: text,
    checkIn: date,
  }),
  /**
   * `several` shows the running batch of quotes. `offer` opens an offer once all its quotes are created. `plan` and `hold`: what a program has chosen
   * in the booking form. `search` and `view` are for the board.
   */
  quotes: search({
    ...stay,
    id: text,
    new: flag,
    listingId: text,
    applicationId: text,
    several: flag,
    offer: flag,
    plan: text,
    hold: oneOf('-1', '12', '24', '36', '48', '72'),
    search: text,
    view: oneOf('quotes', 'reservations', 'followUps'),
    /** Whether to show only quotes whose dates are taken. */
    taken: flag,
  }),
  /** `quotes`: the ids in the order of the offer, separated by commas. `kind`: set for the confirmation of a booking. */
  'offers/new': search({ quotes: text, kind: oneOf('confirmation') }),
  /** `id`: the guest to show; without it, the list. */
  guests: search({ id: text, search: text }),
  /** `with`: the id of the exchange that is compared with the exchange `id`. */
  traffic: search({
    id: text,
    with: text,
    /** The exchange from which a new request is filled in, or "new". */
    compose: text,
    search: text,
    /** The outcome classes, separated by commas. */
    outcome: text,
    operation: text,
    host: text,
    credentialId: text,
    taskId: text,
    span: oneOf('5m', '1h', '24h', '7d'),
    /** The ends of the range, epoch ms on the connection's clock. */
    from: wholeNumber,
    until: wholeNumber,
  }),
  tasks: search({ id: text, new: flag }),
  /** `cause`: the cause to show in the catalogue. */
  doctor: search({ exchangeId: text, cause: text, tab: oneOf('timeline', 'paste', 'access', 'training', 'causes') }),
  /** `given`: the id of a support bundle that the system handed over. */
  cases: search({ id: text, bundle: flag, given: text }),
  connections: search({
    id: text,
    new: flag,
    credentialId: text,
    tab: oneOf('credentials', 'addresses', 'team', 'limits', 'operations'),
  }),
  sandbox: search({}),
  /** `section`: the section of docs/service.md to show, such as 8.3. */
  service: search({ section: sectionNumber }),
  /** `part`: the id of a heading, or the code of a message. */
  help: search({ topic: oneOf('start', 'words', 'keys', 'messages', 'new'), part: text }),
  settings: search({ section: oneOf(...SETTINGS_SECTION_NAMES) }),
} as const;

export type Page = keyof typeof PAGE_SEARCH;

export type HelpTopic = NonNullable<SearchOf<'help'>['topic']>;

export type SearchOf<P extends Page> = ReturnType<(typeof PAGE_SEARCH)[P]['parse']>;

/** Parses "?id=…" as plain text; the page's validator gives the values their types. */
export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

/** Writes search parameters as "?id=…", without absent and empty ones. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}
