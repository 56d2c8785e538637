/** The address is not that of the operation: http://, the older API, the deprecated endpoint, a wrong base path (service.md §1.2 to §1.4, §6.1, §6.2). */
import { LOOPBACK, urlsOf } from '../facts/address.ts';
import type { Facts } from '../facts/facts.ts';
import { acceptedFor, allOf, type Finding, type Rule, say, stated, statementIn, told } from '../rule.ts';
import { isBasic } from './authorization-header.ts';
import { isUnder } from './expected-base.ts';

const isRedirect = (status: number | null): boolean => status !== null && status >= 300 && status < 400;

export const notHttps: Rule = {
  cause: 'notHttps',
  title: 'The address is not HTTPS',
  source: 'service.md §1.2, §3.9',
  confirm: { text: 'Send the same request to the https:// address.', cost: 'request' },
  remedy: () =>
    'Write https:// in the address. A token or a client secret that was sent over http:// was readable on the way: replace it.',
  weigh: ({ address, failure, isSuccess, status, header, surroundings: { text } }) => {
    // A request that is shown went where it says, unless a redirect led it there: another address of the text is not its own.
    const isOther =
      address.scheme === 'https:' && address.api !== null && text?.plainHttpPath.replace(/\/+$/, '') !== address.path;
    if (text?.plainHttp && !isSuccess && !isOther && address.scheme !== 'http:')
      return [stated(say.decisive(`The text names ${text.plainHttp}, and the service takes only https://.`))];
    if (isSuccess || LOOPBACK.test(address.host ?? '')) return null;
    if (address.scheme === 'http:')
      return [say.decisive('The address starts with http://, and the service takes only https://.')];
    return isRedirect(status) && isSameAddress(failure.url, header('location') ?? '')
      ? [say.decisive(`The answer (${status}) leads to the same address with https://, so it was sent over http://.`)]
      : null;
  },
};

/** Whether two addresses are equal without scheme, query and port. A reader that finds no scheme assumes https://. */
function isSameAddress(sent: string | null, location: string): boolean {
  const [from, to] = [sent ?? '', location].map((text) => (URL.canParse(text) ? new URL(text) : null));
  return !!from && to?.protocol === 'https:' && from.hostname === to.hostname && from.pathname === to.pathname;
}

export const oldApi: Rule = {
  cause: 'oldApi',
  title: 'The older open API was called',
  source: 'service.md §1.4 (an older Open API exists)',
  confirm: { text: 'Compare host and path of the request with the documented base address.', cost: 'nothing' },
  remedy: ({ surroundings: { services } }) =>
    `Move to the new Open API${services[0]?.addresses.baseUrl ? ` (${services[0].addresses.baseUrl})` : ''}: create client credentials, request a token with scope “open-api”, and send it with “Bearer ”. Keys of the older API are no client credentials.`,
  weigh: (facts) => {
    const { host, service } = facts.address;
    // It is `api.` before the domain of a known service that has no such host.
    const isOld = facts.surroundings.services.some((one) =>
      urlsOf(one).some(({ hostname }) => host === `api.${hostname.split('.').slice(-2).join('.')}`),
    );
    if (facts.isSuccess || service !== null || !isOld) return null;
    return allOf(
      say.decisive(`The host ${host} is that of the older open API.`),
      say.strong('The documented base address has another host.'),
      isBasic(facts) && say.moderate('It takes an API key by HTTP Basic.'),
    );
  },
};

export const deprecatedEndpoint: Rule = {
  cause: 'deprecatedEndpoint',
  title: 'The deprecated Reservations V1 endpoint was called',
  source: 'service.md §1.4',
  confirm: { text: 'Create a quote for the same stay with POST /reservations/quotes.', cost: 'request' },
  remedy: () =>
    'Use the quote flow: POST /reservations/quotes, then …/{quoteId}/instant or …/{quoteId}/inquiry. Before the first reservation, do the two activation steps.',
  weigh: (facts) => {
    const { endpoint, api, status, header, isSuccess } = facts;
    const announced = ['deprecation', 'sunset'].find((name) => header(name) !== null);
    const isFailure = status !== null && status >= 400 && status < 500 && status !== 429;
    if (!isFailure && !(isSuccess && announced && endpoint === 'reservationsV1')) return null;
    const isV1 = endpoint === 'reservationsV1' && api !== 'openApi';
    return allOf(
      announced !== undefined && say.strong(`The answer carries the header “${announced}”.`),
      told(facts, 'deprecated', say.strong).map(stated),
      status === 410 && say.strong('Status 410: what was here is gone for good.'),
      isV1 &&
        (status === 401
          ? say.unlikely('A 401 is an answer about the token.')
          : say.decisive('The path is that of reservations without a quote, which is being deprecated.')),
    );
  },
};

export const wrongBasePath: Rule = {
  cause: 'wrongBasePath',
  title: 'Wrong base path',
  source: 'service.md §1.3, §1.4, §6.1, §6.2',
  confirm: {
    text: 'Send the same read to the other documented path: at most one request for each candidate.',
    cost: 'request',
  },
  remedy: ({ address, api, endpoint }) => {
    if (endpoint === 'token')
      return 'The token endpoint is POST /oauth2/token directly under the token address, without /v1 and without /api.';
    const base = address.bases[0] ?? (api === null ? null : `{${api === 'openApi' ? 'base_url' : 'booking_base_url'}}`);
    if (endpoint === 'search')
      return `Search with GET ${base ?? ''}/v1/search or GET ${base ?? ''}/listings: which of the two answers differs between accounts.`;
    return `Every path of the Open API starts with /v1 once. Compare the address with the documented base${base ? `, ${base}` : ''}.`;
  },
  weigh: (facts) => {
    const { status, isSuccess, isRefused, answeredBy, surroundings } = facts;
    if (status === null || (isSuccess && answeredBy.kind !== 'intermediary')) return null;
    if (!(isRefused || isSuccess || [400, 404, 405, 410].includes(status) || isRedirect(status))) return null;
    const shape = shapeOf(facts);
    if (shape.length === 0 && status !== 404) return null;
    const same = surroundings.history?.sameBefore ?? surroundings.history?.sameAfter ?? null;
    return allOf(
      shape,
      statementIn(facts, 'noRecord')
        ? say.against('The answer names a record that was not found, so the path was understood.')
        : status === 404 &&
            (statementIn(facts, 'noRoute')
              ? say.moderate('The answer says that there is no such path.')
              : say.known('The answer is 404: a path or a record was not found.')),
      same && say.excluded(`The same operation was accepted at this address: ${acceptedFor(same)}.`, same),
    );
  },
};

/** Matches a path of which the sender hid a part: what it lacks may be there. */
const HIDDEN = /^\/?(?:[[<{(*…]|\.{2,}|x{3,})|\/(?:\[?(?:\.{3}|…)\]?|\*{3})(?:\/|$)/;
export const DOUBLED = /\/(v\d+|api)\/\1(?:\/|$)/;

/** The finding about an error in the form of the path; empty where it has none. */
function shapeOf(facts: Facts): Finding[] {
  const { status, address, endpoint, api } = facts;
  const [, twice] = DOUBLED.exec(address.path) ?? [];
  if (twice !== undefined)
    return [say.decisive(`The path holds “/${twice}” twice: the base address already ends in it.`)];
  if (HIDDEN.test(address.path)) return [];
  if (address.path.includes('//')) return [say.clear('The path holds two slashes in a row: the base ends in one.')];
  const text = oddity(facts);
  if (text !== null)
    return [(status === 404 ? say.clear : status === 403 || status === 405 ? say.strong : say.moderate)(text)];
  const isSearch = api === 'booking' && endpoint === 'search' && status === 404;
  return isSearch
    ? [say.clear('The service has two search paths, /v1/search and /listings; one of them answers 404.')]
    : [];
}

/** The way in which a path differs from the documented ones, as a sentence; null where it does not. */
function oddity(facts: Facts): string | null {
  const { address, api, endpoint } = facts;
  const { path, bases } = address;
  if (endpoint === 'token') {
    const hasOwnPath = bases.some((base) => new URL(base).pathname !== '/') && isUnderBase(facts);
    return path === '/oauth2/token' || hasOwnPath
      ? null
      : `The token endpoint is /oauth2/token directly under the token address; the request went to ${path}.`;
  }
  if (api === 'openApi' && endpoint !== 'unknown') {
    if (path.startsWith('/api/'))
      return 'The Open API has no /api before /v1; that is the Booking Engine API’s prefix.';
    if (/^\/v(?!1\/)\d+\//.test(path)) return 'The path has another version than /v1.';
    if (/.\/v1(?:\/|$)/.test(path)) return 'Something stands before /v1, with which all paths of the Open API start.';
    return /(?:^|\/)v\d+(?:\/|$)/.test(path)
      ? null
      : 'The path has no /v1, with which all paths of the Open API start.';
  }
  if (api === 'booking' && bases.length > 0 && !isUnderBase(facts))
    return `The path ${path} does not lie under the documented base ${bases[0]}.`;
  return api === 'booking' && endpoint.startsWith('quote') && /\/v\d+\//.test(path)
    ? 'The quote flow is documented without /v1.'
    : null;
}

const isUnderBase = ({ address: { bases, scheme, host, path } }: Facts): boolean =>
  bases.some((base) => isUnder(`${scheme ?? 'https:'}//${host}${path}`, base.toLowerCase()));
