/** Reads a function call that sends a request: fetch, axios and got of JavaScript, requests and httpx of Python. The code is not run. */
import { headerOf, type Piece, type RawRequest, requestOf } from './raw-failure.ts';
import { isMap, type Literal, type LiteralMap, readLiteral } from './read-literal.ts';
import { headersIn } from './read-object.ts';
import type { Source } from './source.ts';

const CALL =
  /(?:^|[\s=(,;])(?:await\s{1,4})?(fetch|axios|got|ky|requests|httpx|session|client|http)(?:\.(get|post|put|patch|delete|head|request|create))?\(\s*(?=["'`{f]|method|url|$)/i;
const MAX_CALL = 60_000;

export function readCall(source: Source, from: number): Piece | null {
  const line = source.lines[from] ?? '';
  const match = CALL.exec(line);
  if (!match || match[2] === 'create') return null;
  const [, library = '', verb] = match;
  const start = source.startOf(from) + match.index + match[0].length;
  if (start < source.endlessCall) return null;
  const { text, end } = argumentsFrom(source.text, start);
  const request = requestIn(valuesOf(text), verb?.toLowerCase() ?? null, library.toLowerCase());
  if (request) return { from, end: source.lineAt(end) + 1, request };
  source.endlessCall = end;
  return null;
}

/** The text up to the closing parenthesis, with quotation marks taken into account. */
function argumentsFrom(text: string, start: number): { text: string; end: number } {
  let depth = 1;
  let quote = '';
  let at = start;
  const limit = Math.min(text.length, start + MAX_CALL);
  for (; at < limit; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if ('"\'`'.includes(character)) quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) break;
    }
  }
  return { text: text.slice(start, at), end: at };
}

/** The arguments as one object: named arguments by name, the others by number. */
function valuesOf(text: string): LiteralMap {
  const positional: Record<string, Literal> = {};
  const named = readLiteral(`{${text.replace(/^\s*f?(["'`])/, '0: $1')}}`, 0)?.value ?? {};
  // A second argument without a name is an object behind a comma.
  const rest = /^\s*f?(?:"[^"]*"|'[^']*'|`[^`]*`)\s*,\s*(?=[{[])/.exec(text);
  const second = rest ? readLiteral(text, rest[0].length) : null;
  if (second) positional['1'] = second.value;
  const third = second ? /^\s*,\s*(?=\{)/.exec(text.slice(second.end, second.end + 100)) : null;
  const last = third && second ? readLiteral(text, second.end + third[0].length) : null;
  if (last) positional['2'] = last.value;
  const whole = /^\s*\{/.test(text) ? readLiteral(text, 0)?.value : undefined;
  return { ...(isMap(named) ? named : {}), ...positional, ...(isMap(whole) ? whole : {}) };
}

function requestIn(values: LiteralMap, verb: string | null, library: string): RawRequest | null {
  const isPython = library === 'requests' || library === 'httpx' || library === 'session';
  const options = optionsOf(values, verb, isPython);
  const url = textOf(values['0']) ?? textOf(options.url) ?? textOf(values.url);
  if (url === null || !/^(?:https?:\/\/|\/|\$\{|\{)/i.test(url)) return null;
  const base = textOf(options.baseURL);
  const given = values.headers ?? options.headers;
  const headers: [string, string][] = [...(headersIn(given) ?? [])];
  const json = values.json ?? options.json;
  const body = json ?? (isPython ? values.data : sentOf(values, options, verb, library));
  if (body !== undefined && headerOf(headers, 'content-type') === null) {
    if (json !== undefined || (library === 'axios' && typeof body === 'object'))
      headers.push(['Content-Type', 'application/json']);
    else if (isPython && isMap(body)) headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  }
  const method =
    verb !== null && verb !== 'request' ? verb : (textOf(values.method) ?? textOf(options.method) ?? 'get');
  return requestOf({
    method: method.toUpperCase(),
    url: withParameters(
      base !== null && url.startsWith('/') ? `${base.replace(/\/$/, '')}${url}` : url,
      values.params ?? options.params,
    ),
    headers,
    // Names such as `headers=headers` refer to what the text does not show.
    headersKnown: given === undefined ? !('headers' in values) : typeof given !== 'string',
    body: bodyText(body, json === undefined && isPython),
  });
}

function optionsOf(values: LiteralMap, verb: string | null, isPython: boolean): LiteralMap {
  if (isPython) return values;
  const hasBody = verb !== null && ['post', 'put', 'patch'].includes(verb);
  const options = hasBody ? (values['2'] ?? values['1']) : values['1'];
  return isMap(options) ? options : values;
}

/** The body of a call: fetch and got name it; axios takes it as the second argument. */
function sentOf(values: LiteralMap, options: LiteralMap, verb: string | null, library: string): Literal | undefined {
  if (library === 'axios' && verb !== null && ['post', 'put', 'patch'].includes(verb)) return values['1'];
  return options.body ?? options.data ?? undefined;
}

const textOf = (value: Literal | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function bodyText(value: Literal | undefined, asForm: boolean): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  if (asForm && isMap(value)) return formOf(value);
  return JSON.stringify(value);
}

const formOf = (value: LiteralMap): string =>
  new URLSearchParams(Object.entries(value).map(([name, one]): [string, string] => [name, String(one)])).toString();

const withParameters = (url: string, parameters: Literal | undefined): string =>
  isMap(parameters) && Object.keys(parameters).length > 0
    ? `${url}${url.includes('?') ? '&' : '?'}${formOf(parameters)}`
    : url;
