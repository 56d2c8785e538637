/**
 * Reads a call of Invoke-RestMethod or Invoke-WebRequest, with the assignments of variables before it, and finds the request that it sends. The
 * code is not run.
 */
import { headerOf, type Piece, type RawRequest, requestOf } from './raw-failure.ts';
import { isMap, type Literal, type LiteralMap, readLiteral } from './read-literal.ts';
import type { Source } from './source.ts';

const COMMAND = /(?:^|[\s=(;|{])(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)[ \t]+(?=[-'"$`h(@\u2013\u201c])/i;
/** Matches messages of PowerShell itself, which are not commands. */
const NO_COMMAND = /^\s*Invoke-\w+\s?:\s/;
const ASSIGNMENT = /^\s*(?:PS [^>]{0,200}>\s*)?\$/;
/** The largest number of lines of a command, and of the text before it that is searched for assignments. */
const MAX_LINES = 400;
const MAX_VALUE = 60_000;

export function readPowerShell(source: Source, from: number): Piece | null {
  const line = source.lines[from] ?? '';
  const match = COMMAND.exec(line);
  if (!match || NO_COMMAND.test(line)) return null;
  const before = Math.max(source.unclaimed, from - MAX_LINES);
  const assigned = source.lines.slice(before, from).findIndex((one) => ASSIGNMENT.test(one));
  const first = assigned === -1 ? from : before + assigned;
  const values = assignmentsIn(source.lines.slice(first, from).join('\n'));
  const [text, end] = commandFrom(source.lines, from, match.index + match[0].length);
  const request = requestOfParameters(parametersIn(text, values));
  return request && { from: first, end, request };
}

type Values = Map<string, Literal>;

/**
 * The text of the command that begins at the offset `start` of line `from`, and the line after its end. A command continues after a backtick at
 * the end of a line, and up to the closing bracket of a hash table.
 */
function commandFrom(lines: readonly string[], from: number, start: number): [text: string, end: number] {
  let text = (lines[from] ?? '').slice(start);
  let end = from + 1;
  const isOpen = () =>
    text.length < MAX_VALUE &&
    (/`\s*$/.test(text) || (text.match(/@\{/g)?.length ?? 0) > (text.match(/\}/g)?.length ?? 0));
  for (; end < lines.length && end - from < MAX_LINES && isOpen(); end += 1)
    text = `${text.replace(/`\s*$/, '')}\n${(lines[end] ?? '').replace(/^>> ?/, '')}`;
  return [text, end];
}

/** The values of `$name = …`, `$name["key"] = …`, `$name.Key = …` and `$name.Add("key", …)`, by their names in lower case. */
function assignmentsIn(text: string): Values {
  const values: Values = new Map();
  const pattern =
    /\$(\w{1,80})\s{0,9}(?:(?:\.|\[\s?["'])(\w[\w-]{0,80})(?:["']\s?\])?\s{0,9})?(?:=|\(\s?(["'][^"'\n]{1,80}["'])\s?,)\s{0,9}/g;
  for (const match of text.matchAll(pattern)) {
    const [all, name = '', member, added] = match;
    const { value } = valueAt(text, match.index + all.length, values);
    const key = added?.slice(1, -1) ?? member;
    const table = values.get(name.toLowerCase());
    if (key === undefined) values.set(name.toLowerCase(), value);
    else values.set(name.toLowerCase(), { ...(isMap(table) ? table : {}), [key]: value });
  }
  return values;
}

const NAMES = ['uri', 'method', 'headers', 'contenttype', 'useragent', 'body', 'token', 'custommethod'];

/** The parameters of a command by their full names; '' is the one without a name. */
function parametersIn(text: string, values: Values): LiteralMap {
  const parameters: Record<string, Literal> = {};
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at, at + 80);
    const [space] = /^\s+/.exec(rest) ?? [''];
    if (space !== '') {
      at += space.length;
      continue;
    }
    if (/^[;|})]/.test(rest)) break;
    const [dash = '', name = ''] = /^[-\u2013](\w{1,40}):?[ \t]*/.exec(rest) ?? [];
    at += dash.length;
    if (dash !== '' && /^(?:[-\u2013]\w|[\n;|]|$)/.test(text.slice(at, at + 2))) continue;
    const { value, end } = valueAt(text, at, values);
    const full = NAMES.find((one) => name.length > 2 && one.startsWith(name.toLowerCase())) ?? name.toLowerCase();
    parameters[full] ??= value;
    at = Math.max(end, at + 1);
  }
  return parameters;
}

/** The value at a position, and the position after it: a text, a hash table, a variable, or a text that a method makes of one of them. */
function valueAt(text: string, at: number, values: Values): { value: Literal; end: number } {
  const rest = text.slice(at, at + MAX_VALUE);
  const [opening = ''] = /^(?:\(|\[[\w.[\], ]{1,60}\](?:::[\w.]{1,40})*\(?)+/.exec(rest) ?? [];
  if (opening !== '') {
    const inner = valueAt(text, at + opening.length, values);
    const [closing = ''] = /^[^)\n;]{0,80}\)+/.exec(text.slice(inner.end, inner.end + 100)) ?? [];
    return { value: inner.value, end: inner.end + closing.length };
  }
  const [variable, name] = /^\$\{?([\w:]{1,80})\}?(?:\.\w{1,80}){0,4}/.exec(rest) ?? [];
  if (variable !== undefined)
    return { value: values.get(name?.toLowerCase() ?? '') ?? variable, end: at + variable.length };
  const isQuoted = /^["'\u201c]/.test(rest);
  if (!isQuoted && !rest.startsWith('@{')) {
    const [word = ''] = /^[^\s;|,)}]+/.exec(rest) ?? [];
    return { value: word, end: at + word.length };
  }
  const piece = quotedIn(rest);
  const end = at + piece.length;
  // Nothing is replaced within single quotation marks.
  if (rest.startsWith("'")) return withJson(text, end, piece.slice(1, -1).replaceAll("''", "'"));
  // Backticks escape as backslashes do elsewhere.
  const escaped = piece
    .replace(/\\/g, '\\\\')
    .replace(/`(\S)/g, '\\$1')
    .replace(/(?<=[^\s='])''(?=[^\s;'}])/g, "\\'")
    .replace(/\$\{?(\w{1,80})\}?/g, (all, one: string) => {
      const known = values.get(one.toLowerCase());
      return typeof known === 'string' ? known : all;
    });
  const literal = readLiteral(isQuoted ? `[${escaped}]` : escaped, 0)?.value ?? '';
  return withJson(text, end, isQuoted && Array.isArray(literal) ? ((literal as Literal[])[0] ?? '') : literal);
}

const TABLE = /^@\{(?:"[^"]*"|'[^']*'|[^}"'])*\}/;
const DOUBLE = /^["\u201c](?:`[\s\S]|""|[^"`\u201d])*["\u201d]/;
const SINGLE = /^'(?:''|[^'])*'/;

/** The quoted text or the hash table at the beginning of `rest`. */
const quotedIn = (rest: string): string => (SINGLE.exec(rest) ?? DOUBLE.exec(rest) ?? TABLE.exec(rest))?.[0] ?? rest;

/** A value that is piped into ConvertTo-Json becomes its text. */
function withJson(text: string, end: number, value: Literal): { value: Literal; end: number } {
  const [json] =
    /^\s{0,9}\|\s{0,9}ConvertTo-Json(?: -\w{1,20}(?: \d{1,3})?){0,3}/i.exec(text.slice(end, end + 120)) ?? [];
  return json === undefined ? { value, end } : { value: JSON.stringify(value), end: end + json.length };
}

const VARIABLE = /\$(?:\{[\w:]{1,80}\}|[\w:]{1,80}(?:\.\w{1,80}){0,4}|\([^()]{0,200}\))/g;
const plain = (value: Literal): string => (typeof value === 'string' ? value : JSON.stringify(value));
const textOf = (value: Literal | undefined): string | null => (typeof value === 'string' ? value : null);

function requestOfParameters(parameters: LiteralMap): RawRequest | null {
  const url = textOf(parameters.uri ?? parameters.url ?? parameters['']);
  if (url === null || !/^(?:[a-z][a-z+.-]*:\/\/|\$|[\w-]+\.[\w.-]+)/i.test(url)) return null;
  const given = parameters.headers;
  const headers = Object.entries(isMap(given) ? given : {}).map(([name, value]): [string, string] => [
    name,
    // A variable whose value is not shown counts as a masked credential.
    name.toLowerCase() === 'authorization' ? plain(value).replace(VARIABLE, '[redacted]') : plain(value),
  ]);
  const named = { 'Content-Type': 'contenttype', 'User-Agent': 'useragent' };
  for (const [name, parameter] of Object.entries(named)) {
    const value = textOf(parameters[parameter]);
    if (value !== null) headers.push([name, value]);
  }
  const token = textOf(parameters.token);
  if (token !== null) headers.push(['Authorization', `Bearer ${token.replace(VARIABLE, '[redacted]')}`]);
  const { body } = parameters;
  const method = textOf(parameters.method ?? parameters.custommethod)?.toUpperCase() ?? 'GET';
  if (body !== undefined && method !== 'GET' && headerOf(headers, 'content-type') === null)
    headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  const fields = isMap(body) ? Object.entries(body).map(([name, one]): [string, string] => [name, plain(one)]) : null;
  return requestOf({
    ...{ method, url, headers },
    headersKnown: given === undefined || isMap(given),
    body: fields === null ? textOf(body) : new URLSearchParams(fields).toString(),
  });
}
