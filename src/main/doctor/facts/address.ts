/** Reads the address of a failure: the service, the API and the endpoint that it belongs to. */
import type { Addresses } from '../../../shared/model/connection.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import { SCOPES } from '../../../shared/model/token.ts';
import type { Failure, KnownService } from '../failure.ts';

/** The purpose of an address of the service (service.md §1.3, §6, §7.1). `applications`: creates a Booking Engine API instance. */
export type Endpoint =
  | 'token'
  | 'listListings'
  | 'search'
  | 'listing'
  | 'calendar'
  | 'quoteCreate'
  | 'quoteGet'
  | 'quoteCoupons'
  | 'quoteInstant'
  | 'quoteRequest'
  | 'reservationsV1'
  | 'applications'
  | 'other'
  | 'unknown';

/** Returns the valid addresses of a known service. */
export const urlsOf = ({ addresses }: KnownService): URL[] =>
  Object.values(addresses).flatMap((url) => (url !== null && URL.canParse(url) ? [new URL(url)] : []));

/** Matches a host on the sender's own machine, where a proxy or a gateway may pass requests on to the service. */
export const LOOPBACK = /^(?:localhost|127\.|\[?::1)/;

export interface Address {
  /** `http:` or `https:`; null when the address was given without a scheme. */
  readonly scheme: string | null;
  /** The host in lower case, with its port; null for a path without a host. */
  readonly host: string | null;
  /** The path in lower case, without a slash at its end. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly endpoint: Endpoint;
  readonly api: Api | null;
  /** The known service of this host; null for an unknown host. */
  readonly service: KnownService | null;
  /** The base addresses of this API (for a token request, its token addresses) in known services with this host. */
  readonly bases: readonly string[];
}

const UNKNOWN_HOST = 'unknown.invalid';

export function readAddress(failure: Failure, services: readonly KnownService[]): Address {
  const parsed = parse(failure);
  const scheme = parsed && /^https?:/i.test(failure.url ?? '') ? parsed.protocol : null;
  const host = parsed && parsed.hostname !== UNKNOWN_HOST ? parsed.host.toLowerCase() : null;
  const path = decoded(parsed?.pathname ?? '').replace(/\/+$/, '');
  const endpoint = failure.operation === null ? endpointOf(path, failure) : fromOperation(failure.operation);
  const known = services.flatMap((service) => basesOf(service).map((base) => ({ ...base, service })));
  const here = known.filter((base) => base.host === host);
  const isToken = endpoint === 'token';
  const api = failure.api ?? apiOf(here, path, host, endpoint, failure);
  return {
    scheme,
    host,
    path,
    query: parsed?.searchParams ?? new URLSearchParams(),
    endpoint: endpoint === 'search' && api === 'openApi' ? 'listListings' : endpoint,
    api,
    service: here[0]?.service ?? null,
    bases: here.filter((base) => base.api === api && base.isToken === isToken).map(({ url }) => url),
  };
}

function parse({ url, requestHeaders }: Failure): URL | null {
  if (url === null || url.trim() === '') return null;
  // A variable hides the host.
  const text = url.trim().replace(/^(?:https?:\/\/)?(?:\$\{?[\w.:]+\}?|%\w+%|\{\{[^{}]+\}\}|<[^<>]+>)(?=\/)/, '');
  const host = requestHeaders.find(([name]) => name.toLowerCase() === 'host')?.[1];
  const base = `https://${host && /^[\w.-]+(?::\d+)?$/.test(host) ? host : UNKNOWN_HOST}`;
  if (/^[a-z][a-z+.-]*:\/\//i.test(text)) return URL.canParse(text) ? new URL(text) : null;
  if (text.startsWith('/')) return URL.canParse(text, base) ? new URL(`${base}${text}`) : null;
  return URL.canParse(`https://${text}`) ? new URL(`https://${text}`) : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}

const ID = '[^/]+';
const PATHS: readonly (readonly [RegExp, Endpoint])[] = [
  [/\/oauth2?(?:\/v\d+)?\/token$|\/token$/, 'token'],
  [/\/quotes?\/[^/]+\/instant$/, 'quoteInstant'],
  [/\/quotes?\/[^/]+\/(?:inquiry|request)$/, 'quoteRequest'],
  [/\/quotes?\/[^/]+\/coupons?$/, 'quoteCoupons'],
  [/\/quotes?\/[^/]+$/, 'quoteGet'],
  [/\/quotes?$/, 'quoteCreate'],
  [/\/reservations(?:\/[^/]+)?(?:\/[^/]+)?$/, 'reservationsV1'],
  [/\/listings\/[^/]+\/calendar$/, 'calendar'],
  [/\/(?:availability-pricing|calendar)(?:\/|$)/, 'calendar'],
  [new RegExp(`/listings/${ID}$`), 'listing'],
  [/\/(?:search|listings)$/, 'search'],
  [/\/(?:booking-?engines?|be-?api|instances|applications|integrations)$/, 'applications'],
  [/\/(?:booking-?engines?|be-?api|integrations)\/api$/, 'applications'],
];

function endpointOf(path: string, { url }: Failure): Endpoint {
  if (url === null) return 'unknown';
  return PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}

/** The endpoint of an operation in the journal, whose id is the endpoint's name. */
const fromOperation = (operation: string): Endpoint =>
  PATHS.map(([, endpoint]) => endpoint).find((one) => one === operation) ??
  (operation === 'listListings' ? operation : 'other');

interface Base {
  readonly api: Api;
  readonly isToken: boolean;
  readonly url: string;
  readonly host: string;
}

const BASES: readonly (readonly [keyof Addresses, Api, boolean])[] = [
  ['baseUrl', 'openApi', false],
  ['authUrl', 'openApi', true],
  ['bookingBaseUrl', 'booking', false],
  ['bookingAuthUrl', 'booking', true],
];

const basesOf = ({ addresses }: KnownService): Base[] =>
  BASES.flatMap(([key, api, isToken]) => {
    const url = addresses[key];
    if (url === null || !URL.canParse(url)) return [];
    return [{ api, isToken, url: url.replace(/\/+$/, ''), host: new URL(url).host.toLowerCase() }];
  });

/** The endpoints that only the Booking Engine API has: the steps to a reservation. */
export const BOOKING_ENDPOINTS: ReadonlySet<Endpoint> = new Set([
  'quoteCreate',
  'quoteGet',
  'quoteCoupons',
  'quoteInstant',
  'quoteRequest',
  'reservationsV1',
]);

/** The API of an address: found by the known addresses of its host, else by host name, endpoint and scope. */
function apiOf(
  here: readonly Base[],
  path: string,
  host: string | null,
  endpoint: Endpoint,
  { requestBody }: Failure,
): Api | null {
  const apis = new Set(here.map(({ api }) => api));
  if (apis.size === 1) return here[0]?.api ?? null;
  const under = here
    .filter(({ url }) => `${path}/`.startsWith(`${new URL(url).pathname.toLowerCase().replace(/\/+$/, '')}/`))
    .sort((one, two) => two.url.length - one.url.length)[0];
  if (under && new URL(under.url).pathname !== '/') return under.api;
  if (host !== null && /book/.test(host)) return 'booking';
  if (host !== null && /open-?api/.test(host)) return 'openApi';
  if (BOOKING_ENDPOINTS.has(endpoint) || path.endsWith('/search') || path.startsWith('/booking')) return 'booking';
  if (endpoint === 'token') {
    const scope = requestBody?.fields?.scope;
    return scope === SCOPES.booking ? 'booking' : scope === SCOPES.openApi ? 'openApi' : null;
  }
  return path.endsWith('/v1/listings') ? 'openApi' : null;
}
