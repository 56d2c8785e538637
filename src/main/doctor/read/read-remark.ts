/** Reads remarks about an exchange in sentences and errors: tracebacks, "Request URL: …" of a browser, "we get a 403 when …". */
import { headerName } from './header-names.ts';
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

const LABEL =
  /^\s{0,8}(?:[-*•]\s{1,3})?\**(request url|request method|status code|remote address|referrer policy|url|endpoint|method|http method|status|http status|response code|headers?|request headers?|request body|response headers?|response body|response|answer|body|payload|error|error message|message)\**\s{0,3}:\**\s{0,3}(.{0,4000})$/i;
const HEADER = /^\s{0,8}(?:[-*•]\s{1,3})?["']?([A-Za-z][\w-]{1,60})["']?\s{0,2}:\s{1,3}["']?(.{0,8000}?)["']?,?\s*$/;
/** Matches labels of mails, which are not headers of HTTP. */
const NO_HEADER =
  /^(?:from|to|cc|bcc|sent|subject|reply-to|hi|hello|dear|note|ps|on|http|https|regards|phone|tel|mobile|email|e-mail|web|when|what|where|why|how|expected|actual|steps?|result)$/i;
/** Matches the headings of a browser's developer tools. */
const SIDE = /^\s{0,8}(?:▼\s)?(request|response|form|body)(?: (?:headers|payload|body|data))?(?: \(\d+\))?\s*$/i;
const MAX_LABELLED = 200;

/** Reads "Label: value" lines, in the form that developer tools of browsers copy, and in lists that people write. */
export function readLabelled(source: Source, from: number): Piece | null {
  const { lines } = source;
  if (!LABEL.test(lines[from] ?? '')) return null;
  const found = {
    method: null as string | null,
    url: null as string | null,
    status: null as number | null,
    body: null as string | null,
  };
  const sent: [string, string][] = [];
  const received: [string, string][] = [];
  let requestBody: string | null = null;
  let side: 'sent' | 'received' = 'sent';
  let at = from;
  let labels = 0;
  for (; at < lines.length && at - from < MAX_LABELLED; at += 1) {
    const line = lines[at] ?? '';
    const [, label = '', value = ''] = LABEL.exec(line) ?? [];
    const [, heading] = label === '' ? (SIDE.exec(line) ?? []) : [];
    if (heading !== undefined) {
      side = heading.toLowerCase() === 'response' ? 'received' : 'sent';
      const body = /headers/i.test(line) ? null : (bodyAt(source, at, '') ?? formAt(lines, at + 1));
      if (body === null) continue;
      if (side === 'received') found.body ??= body.text;
      else requestBody ??= body.text;
      at = body.end - 1;
      continue;
    }
    if (label === '') {
      const [, name = '', text = ''] = HEADER.exec(line) ?? [];
      if (name === '' || NO_HEADER.test(name)) {
        if (line.trim() === '' && labels < 20) continue;
        break;
      }
      (side === 'sent' ? sent : received).push([headerName(name), text]);
      continue;
    }
    if (label.length > 0) labels += 1;
    const kind = label.toLowerCase();
    if (/url|endpoint/.test(kind)) {
      const [, method, url] = /^(?:([A-Z]{3,7})\s{1,3})?["'<]?(\S{1,4000}?)["'>]?\s*$/.exec(value) ?? [];
      found.url ??= url === undefined || !/[/.]/.test(url) ? null : url.replace(/^(https?):\s?\/\//, '$1://');
      found.method ??= method ?? null;
    } else if (/method/.test(kind)) found.method ??= /^[A-Za-z]{3,7}$/.exec(value.trim())?.[0].toUpperCase() ?? null;
    else if (/status|response code/.test(kind)) found.status ??= statusInWords(`status ${value}`);
    else if (/^(?:request )?headers?$/.test(kind)) {
      side = 'sent';
      const [, name = '', text = ''] = HEADER.exec(value) ?? [];
      if (name !== '') sent.push([headerName(name), text]);
    } else if (/^response headers?$/.test(kind)) side = 'received';
    else {
      const isAnswer = /response|answer|error|message/.test(kind) || (kind === 'body' && found.status !== null);
      if (isAnswer) found.status ??= statusInWords(value);
      const body = bodyAt(source, at, value);
      if (body && isAnswer) found.body ??= body.text;
      else if (body) requestBody ??= body.text;
      if (isAnswer) side = 'received';
      if (body) at = body.end - 1;
    }
  }
  const hasRequest = found.url !== null || sent.length > 0;
  const hasResponse = found.status !== null || found.body !== null;
  if (!hasRequest && !hasResponse) return null;
  return {
    from,
    end: Math.max(at, from + 1),
    isRemark: !hasRequest,
    ...(hasRequest
      ? {
          request: requestOf({
            method: found.method,
            url: found.url,
            headers: sent,
            headersKnown: sent.length > 1,
            body: requestBody,
          }),
        }
      : {}),
    ...(hasResponse
      ? {
          response: responseOf({
            status: found.status,
            headers: received,
            headersKnown: received.length > 0,
            body: found.body,
          }),
        }
      : {}),
  };
}

/** The form below its heading. */
function formAt(lines: readonly string[], at: number): { text: string; end: number } | null {
  const line = (lines[at] ?? '').trim();
  return /^[\w.%-]{1,60}=[^\s=&]{0,2000}(?:&[\w.%-]{1,60}=[^\s=&]{0,2000}){0,20}$/.test(line)
    ? { text: line, end: at + 1 }
    : null;
}

/** The value of a label: an object that begins on its line or the next one, else the rest of the line. */
function bodyAt(source: Source, at: number, value: string): { text: string; end: number } | null {
  const isBelow = value.trim() === '' && /^\s*[[{]/.test(source.lines[at + 1] ?? '');
  const line = isBelow ? at + 1 : at;
  const start = (source.lines[line] ?? '').search(/[[{]\s*(?:["'\u201c{}\]]|$)/);
  if (start === -1) return value.trim() === '' ? null : { text: value.trim(), end: at + 1 };
  const from = source.startOf(line) + start;
  const literal = readLiteral(source.text, from, source.paragraphEnd(from));
  if (!literal) return null;
  const text = literal.value === null ? source.text.slice(from, literal.end) : JSON.stringify(literal.value);
  return { text, end: source.lineAt(literal.end - 1) + 1 };
}
