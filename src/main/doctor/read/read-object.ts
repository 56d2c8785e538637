/**
 * Reads an exchange from an object: an error of axios, a record of a log, an item of Postman, an answer's body. The names of fields decide,
 * because each program nests them differently.
 */
import type { HeaderLines } from '../../../shared/model/traffic.ts';
import { MAX_MESSAGE, networkErrorIn } from '../facts/network-errors.ts';
import { harExchange, isHarEntry } from './har-entry.ts';
import {
  type NetworkError,
  type RawFailure,
  type RawRequest,
  type RawResponse,
  requestOf,
  responseOf,
} from './raw-failure.ts';
import { isMap, type Literal, type LiteralMap, literalOf } from './read-literal.ts';

type ObjectFailure = Omit<RawFailure, 'where'>;

/** The depth to which the fields of an exchange are searched, and the number of records that are read of a list. */
const MAX_DEPTH = 5;
const MAX_RECORDS = 5_000;

/** Finds the exchanges in a parsed value. An object that only looks like an error body counts as an exchange with just that body. */
export function exchangesIn(value: Literal, depth = 0): ObjectFailure[] {
  if (Array.isArray(value))
    return (value as readonly Literal[]).slice(0, MAX_RECORDS).flatMap((one) => exchangesIn(one, depth));
  if (!isMap(value)) return [];
  if (isHarEntry(value)) return [harExchange(value)];
  const list = listIn(value);
  if (list) return list.slice(0, MAX_RECORDS).flatMap((one) => exchangesIn(one, depth));
  const found = exchangeOf(value);
  if (found) return [found];
  return isErrorBody(value) ? [{ ...NOTHING, response: bodyResponse(value) }] : [];
}

const NOTHING = { request: null, response: null, networkError: null, sentAt: null } as const;

/** The records of a HAR, of a run of Newman, or of a log. */
function listIn(value: LiteralMap): readonly Literal[] | null {
  const log = isMap(value.log) ? value.log : isMap(value.run) ? value.run : value;
  for (const name of ['entries', 'executions', 'records', 'items', 'logs', 'events', 'hits']) {
    const list = log[name];
    if (Array.isArray(list) && list.some(isMap)) return list as readonly Literal[];
  }
  return null;
}

/** Splits a list of field names, the more exact ones first. They are in lower case without separators, because programs spell them differently. */
const names = (words: string): readonly string[] => words.split(' ');
const REQUESTS = names('request req config httprequest requestinfo originalrequest');
const RESPONSES = names('response res httpresponse reply answer');
/** Fields that may contain both request and response. */
const WRAPS = names(
  'err error exception http exchange data context contexts meta details fields payload message msg body tojson cause',
);
const METHODS = names('method verb httpmethod requestmethod httprequestmethod reqmethod');
const URLS = names(
  'url uri href requesturl httpurl urlfull requrl endpoint originalurl target path pathname requestpath requesturi httppath httptarget urlpath route',
);
const HOSTS = names('host hostname httphost server reqhost upstream urldomain');
const BASES = names('baseurl prefixurl origin');
const STATUSES = names(
  'status statuscode httpstatus httpstatuscode responsestatus responsecode httpresponsestatuscode resstatuscode code',
);
const TIMES = names('sentat starteddatetime time timestamp ts date datetime at');
const HEADERS = names('headers requestheaders header');
const AUTHORIZATIONS = names('authorization auth authheader reqheadersauthorization httprequestheaderauthorization');
const ANSWER_HEADERS = names('responseheaders resheaders');
const ANSWER_DATES = names(
  'respdate responsedate headerdate serverdate dateheader resdate responseheadersdate resheadersdate',
);
const SENT_BODIES = names('requestbody');
const BODIES = names('body data requestbody payload json form postdata');
const SHOWN_ANSWERS = names('responsebody respbody responsetext');
const ANSWER_BODIES = [...SHOWN_ANSWERS, ...names('body data text content payload')];

type Fields = ReadonlyMap<string, Literal>;
const known = new WeakMap<LiteralMap, Fields>();

/** The fields of an object by their names without separators. */
function fieldsOf(value: LiteralMap): Fields {
  const before = known.get(value);
  if (before) return before;
  const fields = new Map<string, Literal>();
  for (const [name, one] of Object.entries(value)) {
    const key = name.toLowerCase().replace(/[^a-z]/g, '');
    if (one !== null && one !== '' && !fields.has(key)) fields.set(key, one);
  }
  known.set(value, fields);
  return fields;
}

const allOf = (value: LiteralMap, wanted: readonly string[]): Literal[] =>
  wanted.flatMap((name) => fieldsOf(value).get(name) ?? []);

function first(value: LiteralMap, wanted: readonly string[]): Literal | undefined {
  const fields = fieldsOf(value);
  const name = wanted.find((one) => fields.has(one));
  return name === undefined ? undefined : fields.get(name);
}

/** Reads the exchange that an object describes; null when it has neither a request nor an answer. */
export function exchangeOf(value: LiteralMap, depth = 0): ObjectFailure | null {
  const request = requestIn(value);
  const response = responseIn(value, request !== null);
  const sentAt = instantIn(value);
  if (request && (response || errorIn(value)))
    return { request, response, networkError: response ? null : errorIn(value), sentAt };
  if (depth < MAX_DEPTH)
    for (const inner of allOf(value, WRAPS)) {
      const found = isMap(inner) ? exchangeOf(inner, depth + 1) : null;
      if (found?.request || (found && !request))
        return { ...found, request: merged(found.request, request), sentAt: found.sentAt ?? sentAt };
    }
  if (response && (response.status ?? 0) >= 100 && !isErrorBody(value))
    return { request: null, response, networkError: null, sentAt };
  const networkError = errorIn(value);
  return request || networkError ? { request, response: null, networkError, sentAt } : null;
}

const merged = (one: RawRequest | null, other: RawRequest | null): RawRequest | null =>
  one && other ? { ...other, ...one, method: one.method ?? other.method, url: one.url ?? other.url } : (one ?? other);

function requestIn(value: LiteralMap): RawRequest | null {
  const inner = allOf(value, REQUESTS).filter(isMap);
  for (const one of [...inner, value]) {
    const [, verb, target] = /^([A-Z]{3,7}) (\S+)/.exec(textIn(first(one, [...URLS, 'request'])) ?? '') ?? [];
    const url = addressIn(one, value, target);
    const method = (verb ?? textIn(first(one, METHODS)))?.toUpperCase() ?? null;
    if (url === null || (method !== null && !/^[A-Z]{3,10}$/.test(method))) continue;
    const headers = headersIn(first(one, HEADERS) ?? (one === value ? undefined : first(value, HEADERS)));
    const credential = headers === null ? textIn(first(one, AUTHORIZATIONS)) : null;
    return requestOf({
      method,
      url,
      headers: headers ?? (credential === null ? [] : [['Authorization', credential]]),
      headersKnown: headers !== null,
      body: bodyText(first(one, one === value ? SENT_BODIES : BODIES)),
    });
  }
  return null;
}

/** Returns the address of a request as a URL, from Postman's object, or from the base and path of axios. A path alone counts only with a method. */
function addressIn(value: LiteralMap, around: LiteralMap, target: string | undefined): string | null {
  const given = target ?? first(value, URLS);
  const url = isMap(given) ? textIn(first(given, ['raw', 'href', 'full'])) : textIn(given);
  if (url === null || /\s/.test(url.trim())) return null;
  if (/^[a-z][a-z+.-]{1,20}:\/\//i.test(url)) return url;
  const base = textIn(first(value, BASES)) ?? textIn(first(around, ['baseurl']));
  if (base !== null) return `${base.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
  const host = textIn(first(value, HOSTS)) ?? textIn(first(around, ['host', 'hostname']));
  if (!url.startsWith('/')) return null;
  if (host !== null && /^[\w.-]+(?::\d+)?$/.test(host)) return `https://${host}${url}`;
  return target === undefined && first(value, METHODS) === undefined ? null : url;
}

function responseIn(value: LiteralMap, hasRequest: boolean): RawResponse | null {
  for (const one of allOf(value, RESPONSES)) {
    if (!isMap(one)) continue;
    const headers = headersIn(first(one, [...HEADERS, ...ANSWER_HEADERS]));
    const body = bodyText(first(one, ANSWER_BODIES)) ?? errorText(one);
    const status = statusIn(first(one, STATUSES)) ?? statusIn(first(value, STATUSES));
    if (status !== null || body !== null)
      return responseOf({ status, headers: headers ?? [], headersKnown: headers !== null, body });
  }
  // Google Cloud’s logs keep the status beside the address.
  const logged = isMap(value.httpRequest) ? statusIn(value.httpRequest.status) : null;
  const status = statusIn(first(value, STATUSES)) ?? logged;
  const text = textIn(value.response) ?? bodyText(first(value, SHOWN_ANSWERS));
  if (status === null && text === null) return null;
  const headers = headersIn(first(value, ANSWER_HEADERS));
  const date = headers === null ? textIn(first(value, ANSWER_DATES)) : null;
  const body =
    text ??
    (hasRequest ? null : bodyText(first(value, ANSWER_BODIES))) ??
    ((status ?? 0) >= 400 ? errorText(value.body) : null);
  return responseOf({
    status,
    headers: headers ?? (date === null ? [] : [['Date', date]]),
    headersKnown: headers !== null,
    body,
  });
}

/** Returns an error body as JSON text, given an object or a text that contains one; null for any other value. */
const errorText = (value: Literal | undefined): string | null => {
  const body = typeof value === 'string' ? literalOf(value) : value;
  return isMap(body) && isErrorBody(body) ? JSON.stringify(body) : null;
};

const statusIn = (value: Literal | undefined): number | null => {
  const status = typeof value === 'string' && /^[1-5]\d\d\b/.test(value) ? Number(value.slice(0, 3)) : value;
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599 ? status : null;
};

const textIn = (value: Literal | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Reads headers from a map, from pairs, or from `{name, value}` or `{key, value}`. */
function headersIn(value: Literal | undefined): HeaderLines | null {
  if (Array.isArray(value))
    return (value as readonly Literal[]).flatMap((item): HeaderLines => {
      if (Array.isArray(item)) return [[String(item[0] ?? ''), String(item[1] ?? '')]];
      const name = isMap(item) ? textIn(item.name ?? item.key) : null;
      return name === null || !isMap(item) ? [] : [[name, String(item.value ?? '')]];
    });
  if (!isMap(value)) return null;
  const members = isMap(value.members) ? value.members : value;
  return Object.entries(members).flatMap(([name, one]): HeaderLines => {
    if (typeof one === 'string' || typeof one === 'number') return [[name, String(one)]];
    return Array.isArray(one) ? [[name, one.join(', ')]] : [];
  });
}

function bodyText(value: Literal | undefined): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return value;
  if (isMap(value)) {
    const inner = value.text ?? value.raw;
    if (typeof inner === 'string') return inner;
    if (Object.keys(value).length === 0) return null;
  }
  return JSON.stringify(value);
}

/** Whether an object looks like an error body of the service (service.md §8.2). */
export function isErrorBody(value: LiteralMap): boolean {
  const names = Object.keys(value);
  if (names.length === 0 || names.length > 12) return false;
  if ('error_code' in value || 'error_description' in value || 'access_token' in value) return true;
  if ('error' in value && ('message' in value || typeof value.error === 'string' || isMap(value.error))) return true;
  return 'message' in value && names.every((name) => BODY_NAMES.has(name.toLowerCase()));
}
const BODY_NAMES = new Set([
  'message',
  'code',
  'status',
  'statuscode',
  'data',
  'requestid',
  'errors',
  'details',
  'error',
  'path',
  'timestamp',
]);

/** Makes a response from a body. Its status is null unless the body names it. */
function bodyResponse(value: LiteralMap): RawResponse {
  const inner = isMap(value.error) ? value.error : value;
  const status =
    statusIn(first(value, ['statuscode', 'status'])) ?? statusIn(first(inner, ['statuscode', 'status', 'code']));
  return responseOf({ status, body: JSON.stringify(value) });
}

function errorIn(value: LiteralMap): NetworkError | null {
  const candidates = [value, value.cause, value.err, value.error].filter(isMap);
  for (const one of candidates) {
    const words = [one.code, one.errno, one.message, one.msg, one.stack]
      .filter((word) => typeof word === 'string')
      .join('\n');
    const error = networkErrorIn(words.slice(0, 4_000));
    if (error) return { ...error, message: (textIn(one.message ?? one.msg) ?? error.message).slice(0, MAX_MESSAGE) };
  }
  return typeof value.error === 'string' ? networkErrorIn(value.error.slice(0, 4_000)) : null;
}

/** Reads an instant from text, seconds or milliseconds. */
function instantIn(value: LiteralMap): number | null {
  const given = first(value, TIMES);
  if (typeof given === 'number') return inRange(given < 1e11 ? given * 1_000 : given);
  return typeof given === 'string' ? instantOf(given) : null;
}

/** Parses a date with a year, with or without a time of day, to epoch ms; null for any other text. */
export function instantOf(text: string): number | null {
  return /\d{4}/.test(text) && text.length < 60 ? inRange(Date.parse(text.replace(',', '.'))) : null;
}

const inRange = (at: number): number | null => (at > 946_684_800_000 && at < 4_102_444_800_000 ? Math.round(at) : null);
