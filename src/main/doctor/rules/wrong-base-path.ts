/** The path does not exist at the service: /v1 missing or doubled, /api missing or doubled, the other search path (service.md §1.3, §6.2). */
import type { Facts } from '../facts/facts.ts';
import { acceptedFor, type Finding, type Rule, say, statementIn } from '../rule.ts';
import { isUnder } from './expected-base.ts';

export const rule: Rule = {
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
    const { status, isSuccess, isRefused, answeredBy } = facts;
    if (facts.isUnanswered) return DOUBLED.test(facts.address.path) ? shapes(facts) : null;
    if (status === null || (isSuccess && answeredBy.kind !== 'intermediary')) return null;
    if (
      !(
        status === 404 ||
        status === 405 ||
        status === 400 ||
        status === 410 ||
        isRefused ||
        isSuccess ||
        (status >= 301 && status <= 308)
      )
    )
      return null;
    const shape = shapes(facts);
    if (shape.length === 0 && status !== 404) return null;
    return [...shape, ...statusFindings(facts, shape.length > 0), ...accepted(facts)];
  },
};

/** Matches a path of which the sender hid a part. The hidden part may contain what seems to be missing. */
const HIDDEN = /^\/?(?:[[<{(*…]|\.{2,}|x{3,})|\/(?:\[?(?:\.{3}|…)\]?|\*{3})(?:\/|$)/;
const DOUBLED = /\/(v\d+|api)\/\1(?:\/|$)/;

/** Findings about errors in the form of the path. */
function shapes(facts: Facts): Finding[] {
  const { address, api, endpoint, status } = facts;
  const { path } = address;
  const missing = status === 404 ? say.strong : status === 403 || status === 405 ? say.moderate : say.weak;
  if (DOUBLED.test(path)) {
    const [, twice = ''] = DOUBLED.exec(path) ?? [];
    return [say.decisive(`The path holds “/${twice}” twice: the base address already ends in it.`)];
  }
  if (HIDDEN.test(path)) return [];
  if (path.includes('//'))
    return [
      say.strong('The path holds two slashes in a row: the base address ends in one.'),
      say.moderate('A service reads that as another path.'),
    ];
  if (endpoint === 'token') {
    if (path === '/oauth2/token' || hasOwnPath(facts)) return [];
    return [
      missing(
        `The token endpoint ends in /oauth2/token directly under the token address; the request went to ${path}.`,
      ),
      say.moderate('Both documented token addresses have no path of their own.'),
    ];
  }
  if (api === 'openApi' && endpoint !== 'unknown') {
    if (path.startsWith('/api/'))
      return [
        missing('The Open API has no /api before /v1.'),
        say.moderate('The prefix /api is that of the Booking Engine API.'),
      ];
    if (/^\/v(?!1\/)\d+\//.test(path))
      return [
        missing('The path has another version than /v1.'),
        say.moderate('Paths of resources begin with /v1 (service.md §1.4).'),
      ];
    if (/.\/v1(?:\/|$)/.test(path))
      return [missing('Something stands before /v1, with which all paths of the Open API start.')];
    if (!/(?:^|\/)v\d+(?:\/|$)/.test(path))
      return [
        missing('The path has no /v1, and all paths of the Open API start with it.'),
        say.moderate('Paths of resources begin with /v1 (service.md §1.4).'),
      ];
  }
  if (api === 'booking' && address.bases.length > 0 && !underBase(facts)) {
    return [
      missing(`The path ${path} does not lie under the documented base ${address.bases[0]}.`),
      say.moderate('The documented base of the Booking Engine API ends in /api.'),
    ];
  }
  if (api === 'booking' && endpoint === 'search' && status === 404) {
    return [
      say.strong('The service has two search paths, /v1/search and /listings, and one of them answers 404.'),
      say.moderate('One test of /v1/search met 404 (service.md §6.1).'),
    ];
  }
  if (api === 'booking' && endpoint.startsWith('quote') && /\/v\d+\//.test(path)) {
    return [missing('The quote flow is documented without /v1.')];
  }
  return [];
}

const underBase = ({ address: { bases, scheme, host, path } }: Facts): boolean =>
  bases.some((base) => isUnder(`${scheme ?? 'https:'}//${host}${path}`, base.toLowerCase()));

/** Whether a token address of a known service has its own path. */
const hasOwnPath = (facts: Facts): boolean =>
  facts.address.bases.some((base) => new URL(base).pathname !== '/') && underBase(facts);

function statusFindings(facts: Facts, odd: boolean): Finding[] {
  const { status } = facts;
  if (statementIn(facts, 'noRecord'))
    return [say.against('The answer names a record that was not found, so the path was understood.')];
  if (status === 404 && statementIn(facts, 'noRoute'))
    return [say.moderate('The answer says that there is no such path.')];
  if (status === 404)
    return [odd ? say.weak('The answer is 404.') : say.known('The answer is 404: a path or a record was not found.')];
  return status === 401 && !odd ? [say.unlikely('A 401 is an answer about the token.')] : [];
}

function accepted({ surroundings: { history } }: Facts): Finding[] {
  const same = history?.sameBefore ?? history?.sameAfter ?? null;
  return same ? [say.excluded(`The same operation was accepted at this address: ${acceptedFor(same)}.`, same)] : [];
}
