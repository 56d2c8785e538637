/** Reads text copied from the consoles of Postman and Insomnia: a line with method and address, then sections with headings. */
import type { HeaderLines } from '../../../shared/model/traffic.ts';
import { headerName } from './header-names.ts';
import { networkErrorIn } from './network-errors.ts';
import { type Piece, requestOf, responseOf } from './raw-failure.ts';
import { isMap, type Literal, literalOf, readLiteral } from './read-literal.ts';
import { headersIn, instantOf } from './read-object.ts';
import type { Source } from './source.ts';

const HEADING =
  /^\s{0,8}(?:[▸▾▶▼►>-]\s{0,3})?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s{1,4}(https?:\/\/[^\s"{]{1,8000}?):?(?:\s{1,8}(\d{3})(?:\s[A-Za-z ]{2,40})?)?(?:\s{1,8}[\d.,]{1,12}\s?m?s)?\s{0,8}(?:(\{)?\s*)$/;
const SECTION =
  /^\s{0,8}(?:[▸▾▶▼►-]\s{0,3})?"?(general|network|request headers|request body|response headers|response body|status(?: code)?|error|timings?|date|time|(?:request|response))"?\s{0,4}(?::\s{0,4}(.{0,4000}))?$/i;
const RAW = /^\s{0,8}[A-Z]{3,7} \/\S{0,8000} HTTP\/[\d.]{1,4}\s*$/;
const STATUS_WITHOUT_COLON = /^\s{0,8}status(?: code)?\s{1,3}([1-5]\d\d)(?:\s[A-Za-z ]{2,40})?\s*$/i;
const MAX_LINES = 5_000;

export function readConsole(source: Source, from: number): Piece | null {
  const { lines } = source;
  const [, method = '', url = '', code, brace] = HEADING.exec(lines[from] ?? '') ?? [];
  if (method === '') return null;
  const status = code === undefined ? null : Number(code);
  if (brace !== undefined) {
    const start = source.startOf(from) + (lines[from] ?? '').lastIndexOf('{');
    const literal = readLiteral(source.text, start, source.paragraphEnd(start));
    if (!literal) return null;
    return { from, end: source.lineAt(literal.end) + 1, ...exchangeOf(method, url, status, sectionsOf(literal.value)) };
  }
  const { sections, end } = sectionsFrom(lines, from + 1);
  if (sections.size === 0 && status === null) return null;
  // Postman’s raw log shows the messages themselves below: what stands here is only a mention of them.
  const isRemark = RAW.test(lines[end] ?? '');
  return { from, end, ...exchangeOf(method, url, status, sections), ...(isRemark ? { isRemark } : {}) };
}

type Sections = Map<string, Literal>;

function sectionsOf(value: Literal): Sections {
  return new Map(isMap(value) ? Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]) : []);
}

function sectionsFrom(lines: readonly string[], from: number): { sections: Sections; end: number } {
  const sections: Sections = new Map();
  let name: string | null = null;
  let body: string[] = [];
  const close = () => {
    if (name !== null && !sections.has(name)) sections.set(name, body.join('\n').trim());
    body = [];
  };
  let at = from;
  for (; at < lines.length && at - from < MAX_LINES; at += 1) {
    const line = lines[at] ?? '';
    if (HEADING.test(line)) break;
    const [, heading, value] = SECTION.exec(line) ?? [];
    const [, bare] = STATUS_WITHOUT_COLON.exec(line) ?? [];
    if (bare !== undefined) {
      close();
      name = null;
      sections.set('status', bare);
    } else if (heading !== undefined) {
      close();
      name = heading.toLowerCase();
      if (value) body.push(value);
    } else if (name === null) {
      if (/^\s*(?:[\d.,]{1,12}\s?m?s)?\s*$/.test(line)) continue;
      const [, code] = /^\s*([1-5]\d\d)(?:\s[A-Za-z ]{2,40})?\s*$/.exec(line) ?? [];
      if (code === undefined) break;
      sections.set('status', code);
    } else if (line.trim() === '' && /(?:body|error)$/.test(name) && body.length > 0) {
      at += 1;
      break;
    } else body.push(line);
  }
  close();
  return { sections, end: at };
}

function exchangeOf(
  method: string,
  url: string,
  code: number | null,
  sections: Sections,
): Pick<Piece, 'request' | 'response' | 'networkError' | 'sentAt'> {
  const section = (...names: string[]): Literal | undefined =>
    names.map((name) => sections.get(name)).find((value) => value !== undefined);
  const requestHeaders = headersOf(section('request headers'));
  const said = section('status', 'status code', 'general', 'response');
  const responseHeaders = headersOf(section('response headers') ?? headersBelow(said));
  const status = code ?? statusOf(said) ?? statusOf(section('network'));
  const body = textOf(section('response body'));
  const hasAnswer = status !== null || body !== null || responseHeaders !== null;
  const networkError = hasAnswer ? null : networkErrorIn(textOf(section('error')) ?? '');
  const sentAt = instantOf(textOf(section('date', 'time')) ?? '');
  return {
    request: requestOf({
      method,
      url,
      headers: requestHeaders ?? [],
      headersKnown: requestHeaders !== null,
      body: bodyOf(section('request body')),
    }),
    ...(networkError ? { networkError } : {}),
    ...(!hasAnswer
      ? {}
      : {
          response: responseOf({
            status,
            headers: responseHeaders ?? [],
            headersKnown: responseHeaders !== null,
            body,
          }),
        }),
    ...(sentAt === null ? {} : { sentAt }),
  };
}

/** The header lines directly below a status. */
function headersBelow(said: Literal | undefined): string | undefined {
  const lines = typeof said === 'string' ? said.split('\n').slice(1) : [];
  const end = lines.findIndex((line) => !/^\s{0,8}[a-z][\w-]{1,60}: \S/i.test(line));
  const headers = lines.slice(0, end === -1 ? undefined : end);
  return headers.length === 0 ? undefined : headers.join('\n');
}

function headersOf(value: Literal | undefined): HeaderLines | null {
  if (value === undefined) return null;
  const literal = typeof value === 'string' ? (literalOf(value) ?? value) : value;
  const lines = headersIn(typeof literal === 'string' ? withoutQuotes(literal) : literal);
  return lines?.map(([name, text]): [string, string] => [headerName(name), text]) ?? null;
}

/** Removes the quotation marks of Postman's `name: "value"`. */
const withoutQuotes = (text: string): string =>
  text.replace(/^\s*([\w-]{1,80}):\s*"(.*)"\s*$/gm, '$1: $2').replace(/^\s+/gm, '');

function bodyOf(value: Literal | undefined): string | null {
  const text = textOf(value);
  if (text === null) return null;
  const pairs = [...text.matchAll(/^\s*([\w.-]{1,80}):\s*"([^"\n]*)"\s*$/gm)];
  if (!text.startsWith('{') && pairs.length > 0)
    return new URLSearchParams(pairs.map(([, name = '', one = '']): [string, string] => [name, one])).toString();
  return text;
}

function textOf(value: Literal | undefined): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function statusOf(value: Literal | undefined): number | null {
  if (typeof value === 'number') return value >= 100 && value < 600 ? value : null;
  if (isMap(value)) return statusOf(value.status ?? value.statusCode ?? value['Status Code'] ?? value.code);
  const digits = /(?:^|status[^\d\n]{0,12})([1-5]\d\d)\b/i.exec(typeof value === 'string' ? value : '')?.[1];
  return digits === undefined ? null : Number(digits);
}
