/** Reads remarks about an exchange in sentences and errors: tracebacks, "Request URL: …" of a browser, "we get a 403 when …". */
import { networkErrorIn } from './network-errors.ts';
import { type Piece, requestOf, responseOf } from './raw-failure.ts';
import { readLiteral } from './read-literal.ts';
import { requestWithStatus } from './read-log-line.ts';
import { exchangesIn } from './read-object.ts';
import type { Source } from './source.ts';
import { statusInWords } from './status-words.ts';

const METHOD = '(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)';
const ERROR = /(?:^|[\s:(])([\w.]{0,80}(?:Error|Exception|Warning)|Invoke-(?:RestMethod|WebRequest)|curl|fetch)\s?:\s/;
const MAX_LINE = 4_000;
const MAX_STACK = 120;

/** Reads an error, with the object that `util.inspect` prints after its stack. */
export function readError(source: Source, from: number): Piece | null {
  const line = (source.lines[from] ?? '').slice(0, MAX_LINE);
  if (!ERROR.test(line)) return null;
  const remark = requestWithStatus(line) ?? remarkIn(line);
  const at = inspectedAfter(source.lines, from);
  if (at !== null) {
    const start = source.startOf(at) + (source.lines[at] ?? '').lastIndexOf('{');
    const literal = readLiteral(source.text, start, source.paragraphEnd(start));
    const [found] = literal ? exchangesIn(literal.value) : [];
    if (literal && found) {
      const response = found.response ?? remark?.response ?? null;
      const networkError = response ? null : (found.networkError ?? remark?.networkError ?? null);
      const request = found.request ?? remark?.request ?? null;
      return {
        from,
        end: source.lineAt(literal.end - 1) + 1,
        exchanges: [{ ...found, request, response, networkError }],
      };
    }
  }
  return remark && { from, end: from + 1, isRemark: true, ...remark };
}

/** The line that ends with the opening bracket of the object after a stack; null when the stack ends without one. */
function inspectedAfter(lines: readonly string[], from: number): number | null {
  for (let at = from; at < lines.length && at - from < MAX_STACK; at += 1) {
    const line = lines[at] ?? '';
    if (/\{\s*$/.test(line)) return at;
    if (at > from && !/^\s+(?:at |\.{3} \d+ lines)|^\s*$|^\s+\[cause\]/.test(line)) return null;
  }
  return null;
}

export function readRemark({ lines }: Source, from: number): Piece | null {
  const line = (lines[from] ?? '').slice(0, MAX_LINE);
  const remark = remarkIn(line);
  return remark && { from, end: from + 1, isRemark: true, ...remark };
}

type Remark = Pick<Piece, 'request' | 'response' | 'networkError'>;

/**
 * Matches errors of Python: "403 Client Error: Forbidden for url: https://…" of requests, "HTTPSConnectionPool(host='…', port=443): … with url:
 * /…" of urllib3.
 */
const FOR_URL = /\bfor url:? (https?:\/\/\S{1,4000})/i;
const POOL =
  /(HTTPS?)ConnectionPool\(host='([\w.-]{1,200})', port=(\d{1,5})\)(?:[\s\S]{0,80}?with url: (\/\S{0,4000}))?/;
const NAMED_URL =
  /\b(?:request[\s_-]?url|url|endpoint|address|path|calling|call|called|hitting|hit|request to|requesting)\b["']?\s{0,3}[:=]?\s{1,3}["'<]?(?:(GET|POST|PUT|PATCH|DELETE)\s{1,3})?(https?:\s?\/\/[^\s"'<>)]{1,4000})/i;
const METHOD_URL = new RegExp(
  String.raw`\b${METHOD}\s{1,3}(?:to\s{1,3}|request\s{1,3}to\s{1,3}|on\s{1,3})?["'<\x60]?(https?:\s?\/\/[^\s"'<>)\x60]{1,4000}|\/[\w-][^\s"'<>)\x60,]{2,400})`,
);
/** Matches a call in Ruby: `Net::HTTP.get_response(URI("https://…"))`. */
const RUBY_URL = /\bNet::HTTP\.(get|post)\w{0,12}\(\s?(?:URI(?:\.parse)?\(\s?)?["'](https?:\/\/[^\s"']{1,4000})/;
/** Matches an error of Go: `Get "https://…": dial tcp: …`. */
const GO_URL = /\b(Get|Post|Put|Patch|Delete|Head) "(https?:\/\/[^\s"]{1,4000})":/;
const HOSTNAME =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|could not resolve host:?|connect to|host:?)\s{1,3}'?([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6})\b/i;

function remarkIn(line: string): Remark | null {
  if (line.trim() === '') return null;
  const status = statusInWords(line);
  const networkError = status === null ? networkErrorIn(line) : null;
  const request = addressIn(line, networkError !== null);
  if (status === null && !networkError && !request) return null;
  return {
    ...(request ? { request: requestOf(request) } : {}),
    ...(status === null ? {} : { response: responseOf({ status }) }),
    ...(networkError ? { networkError } : {}),
  };
}

function addressIn(line: string, hasError: boolean): { method: string | null; url: string } | null {
  if (!hasError && !line.includes('/')) return null;
  const [, forUrl] = FOR_URL.exec(line) ?? [];
  if (forUrl !== undefined) return { method: null, url: forUrl };
  const [, scheme, host, port, path = ''] = POOL.exec(line) ?? [];
  if (host !== undefined) {
    const isUsual = (scheme === 'HTTPS' && port === '443') || (scheme === 'HTTP' && port === '80');
    return { method: null, url: `${scheme?.toLowerCase()}://${host}${isUsual ? '' : `:${port}`}${path}` };
  }
  const [, go, goUrl] = GO_URL.exec(line) ?? [];
  if (goUrl !== undefined) return { method: go?.toUpperCase() ?? null, url: goUrl };
  const [, ruby, rubyUrl] = RUBY_URL.exec(line) ?? [];
  if (rubyUrl !== undefined) return { method: ruby?.toUpperCase() ?? null, url: rubyUrl };
  const [, method, target] = METHOD_URL.exec(line) ?? [];
  if (target !== undefined) return { method: method ?? null, url: withoutEnd(target) };
  const [, verb, named] = NAMED_URL.exec(line) ?? [];
  if (named !== undefined) return { method: verb?.toUpperCase() ?? null, url: withoutEnd(named) };
  const name = hasError ? HOSTNAME.exec(line)?.[1] : undefined;
  return name === undefined ? null : { method: null, url: `https://${name}/` };
}

/** Removes the punctuation that ends a sentence from the end of an address. */
const withoutEnd = (url: string): string => url.replace(/\s/g, '').replace(/[.,;:!?\]}]+$/, '');
