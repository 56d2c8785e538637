/** Reads HTTP messages in the form of the wire, and in the output of curl -v, Insomnia and Python's http.client. */
import type { HeaderLines } from '../../../shared/model/traffic.ts';
import { networkErrorIn } from '../facts/network-errors.ts';
import {
  headerOf,
  methodOf,
  type Piece,
  type RawRequest,
  type RawResponse,
  requestOf,
  responseOf,
} from './raw-failure.ts';
import type { Source } from './source.ts';

const METHOD = '[A-Z]{3,7}';
/** Matches a request line with the HTTP version, with an absolute address, or with a path before a Host header. */
const REQUEST_LINE = new RegExp(String.raw`^\s{0,8}(${METHOD})\s{1,4}(\S{1,8000})(?:\s{1,4}(HTTP\/[\d.]{1,3}))?\s*$`);
const STATUS_LINE = /^\s{0,8}HTTP\/\d(?:\.\d)?\s{1,4}(\d{3})(?:\s[^{]{0,80})?\s*$/;
const HEADER = /^\s{0,8}([A-Za-z][\w!#$%&'*+.^|~-]{0,79})\s{0,2}:(?!\/\/)(?:\s([^\n]*)|)$/;
/** Matches a name that OCR misread: a header that is only misspelt is not missing. */
const MISREAD = /^auth[o0]r[il1|][sz]at[il1|][o0]n$/i;
const MAX_HEADERS = 300;
const MAX_BODY_LINES = 20_000;
/** Matches the end of a body in a mail: a signature, the next mail, or closing words. */
const AFTER_BODY = /^(?:--\s?$|_{5,}|-{5,}|on .{4,200} wrote:|.{0,60}\b(?:response|answer|reply):\s?$)/i;
const CLOSING = (
  'best regards|kind regards|warm regards|regards|many thanks|thanks|greetings|cheers|sent from|from: |' +
  '* connection|* closing|* received|* excess'
).split('|');
const isAfterBody = (line: string): boolean =>
  AFTER_BODY.test(line) || CLOSING.some((words) => line.slice(0, 20).toLowerCase().startsWith(words));

export function readHttp({ lines }: Source, from: number): Piece | null {
  return readVerbose(lines, from) ?? readRequest(lines, from) ?? readResponse(lines, from);
}

function statusIn(line: string): number | null {
  const status = Number(STATUS_LINE.exec(line)?.[1]);
  return status >= 100 && status <= 599 ? status : null;
}

function isRequestLine(lines: readonly string[], at: number): RegExpExecArray | null {
  const match = REQUEST_LINE.exec(lines[at] ?? '');
  if (!match || methodOf(match[1]) === null) return null;
  const [, , target = '', version] = match;
  if (version !== undefined || /^https?:\/\//i.test(target)) return match;
  return target.startsWith('/') && /^\s{0,8}host\s?:/i.test(lines[at + 1] ?? '') ? match : null;
}

const startsMessage = (lines: readonly string[], at: number): boolean =>
  isRequestLine(lines, at) !== null || statusIn(lines[at] ?? '') !== null;

function readRequest(lines: readonly string[], from: number): Piece | null {
  const match = isRequestLine(lines, from);
  if (!match) return null;
  const [, method = '', target = '', version] = match;
  const head = headersFrom(lines, from + 1);
  // A status or an error directly below is what a console or a program says, not a header of the request.
  const below = head.headers[0]?.[0] ?? 'status';
  if (version === undefined && /^(?:status|error|warning)$|^[\w.]{1,80}(?:Error|Exception)$/i.test(below)) return null;
  const body = bodyFrom(lines, head.end, /json|form|xml|text/i.test(headerOf(head.headers, 'content-type') ?? ''));
  return {
    from,
    end: body.end,
    request: requestOf({
      method,
      url: addressOf(target, head.headers),
      headers: head.headers,
      headersKnown: head.headers.some(
        ([name]) => !(version === undefined ? /^(?:content-|host$)/i : /^content-/i).test(name),
      ),
      body: body.text,
    }),
  };
}

/** The address of a request line. Only a proxy receives the whole address; otherwise the Host header completes the path. */
function addressOf(target: string, headers: HeaderLines): string {
  if (/^https?:\/\//i.test(target)) return target;
  // What stands behind the host on its line may be a credential.
  const [host] = /^[\w.-]{1,255}(?::\d{1,5})?/.exec(headerOf(headers, 'host')?.trim() ?? '') ?? [];
  const path = target.startsWith('/') ? target : `/${target}`;
  return host ? `https://${host}${path}` : path;
}

function readResponse(lines: readonly string[], from: number): Piece | null {
  const status = statusIn(lines[from] ?? '');
  if (status === null) return null;
  const head = headersFrom(lines, from + 1);
  const body = bodyFrom(lines, head.end, true);
  const response = responseOf({
    status,
    headers: head.headers,
    headersKnown: head.headers.length > 0,
    body: body.text,
  });
  // The answers of a proxy to CONNECT, and those that come before the last one, are no answers of the service.
  const isEarlier = (status < 200 || /connection established/i.test(lines[from] ?? '')) && body.text === null;
  return isEarlier ? { from, end: head.end } : { from, end: body.end, response };
}

function headersFrom(lines: readonly string[], from: number): { headers: HeaderLines; end: number } {
  const headers: [string, string][] = [];
  let at = from;
  for (; at < lines.length && headers.length < MAX_HEADERS; at += 1) {
    const line = lines[at] ?? '';
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    const last = headers.at(-1);
    if (name !== undefined) headers.push([MISREAD.test(name) ? 'Authorization' : name, value.trim()]);
    else if (last && indentOf(line) > indentOf(lines[from] ?? '') && !/^\s*[{[<]/.test(line))
      last[1] = `${last[1]}\n${line.trim()}`;
    else break;
  }
  return { headers, end: at };
}

const indentOf = (line: string): number => line.search(/\S/);

/** The body after an empty line, up to the next message or the end of a mail. `expected`: whether a body should follow. */
function bodyFrom(lines: readonly string[], from: number, expected: boolean): { text: string | null; end: number } {
  let at = from;
  while (at < lines.length && at - from < 4 && (lines[at] ?? '').trim() === '') at += 1;
  const first = (lines[at] ?? '').trim();
  const isDirect = /^[{[<]/.test(first);
  if (first === '' || startsMessage(lines, at) || (!isDirect && (!expected || at === from)))
    return { text: null, end: from };
  const body: string[] = [];
  for (; at < lines.length && body.length < MAX_BODY_LINES; at += 1) {
    const line = lines[at] ?? '';
    if (startsMessage(lines, at) || isAfterBody(line.trim()) || /^(?:\S+[$#>]\s*)?curl[: ]/.test(line)) break;
    if (line.trim() === '' && (!isDirect || /[}\]>]\s*$/.test(body.at(-1) ?? ''))) break;
    body.push(line);
  }
  return { text: body.length === 0 ? null : body.join('\n').trim(), end: at };
}

const VERBOSE = /^([*<>|{}])(?: ([^\n]*))?$/;

/** Reads a block of `curl -v` or of Insomnia's timeline: `>` marks sent lines, `<` and `|` received lines, `*` remarks. */
function readVerbose(lines: readonly string[], from: number): Piece | null {
  const first = lines[from] ?? '';
  const isStart = /^> [A-Z]{3,10} \S+ HTTP\//.test(first) || /^< HTTP\//.test(first) || /^\* [A-Z]/.test(first);
  if (!isStart) return null;
  let request: RawRequest | null = null;
  let response: RawResponse | null = null;
  const remarks: string[] = [];
  const rest: string[] = [];
  let at = from;
  for (; at < lines.length && at - from < MAX_BODY_LINES; at += 1) {
    const line = lines[at] ?? '';
    const [, mark, text = ''] = VERBOSE.exec(line) ?? [];
    const isHeadSent: boolean = mark === '>' && /^[A-Z]{3,10} \S+ HTTP\//.test(text);
    if (isHeadSent && (response !== null || request !== null)) {
      // A redirect, or a request behind the CONNECT of a proxy, belongs to the same command.
      if (response !== null && Math.floor((response.status ?? 0) / 100) !== 3) break;
      response = null;
    }
    if (isHeadSent || (mark === '<' && /^HTTP\//.test(text))) {
      // Insomnia shows what was sent before the answer, with the mark of what was received.
      if (mark === '<' && response === null && request !== null && request.body === null && rest.length > 0)
        request = withBody(request, rest.splice(0));
      const block = prefixed(lines, at, mark ?? '');
      const message = isHeadSent ? readRequest(block.lines, 0) : readResponse(block.lines, 0);
      request = message?.request ?? request;
      response = message?.response ?? response;
      at += block.lines.length - 1;
    } else if (mark === '*') remarks.push(text);
    else if (mark === '|' && !/^\s*$/.test(text)) rest.push(text);
    else if (mark === undefined && !isProgress(line)) {
      if (rest.length === 0 && line.trim() === '') continue;
      if (!isContinued(lines, at, rest)) break;
      rest.push(line);
    }
  }
  const text = rest.join('\n').trim();
  if (text !== '') {
    if (response !== null && response.body === null) response = { ...response, body: text };
    else if (response === null && request !== null && request.body === null) request = { ...request, body: text };
  }
  const networkError = response === null ? networkErrorIn(remarks.join('\n')) : null;
  return {
    from,
    end: Math.max(at, from + 1),
    ...(request?.method === 'CONNECT' || request === null ? {} : { request }),
    ...(response ? { response } : {}),
    ...(networkError ? { networkError } : {}),
  };
}

const withBody = (request: RawRequest, lines: readonly string[]): RawRequest => ({
  ...request,
  body: lines.join('\n').trim(),
});

/** Whether a line belongs to the progress meter of curl. */
const isProgress = (line: string): boolean =>
  /^\s*(?:% Total|Dload|\d+\s+\d+[\d\s:.kKMG-]*(?:--:--|\d:\d\d))/.test(line.trimStart());

/** Whether a line without a mark belongs to the body between marked lines. */
function isContinued(lines: readonly string[], at: number, before: readonly string[]): boolean {
  const line = (lines[at] ?? '').trim();
  if (before.length === 0) return /^[{[<"]/.test(line) || /^[\w.~%-]+=/.test(line);
  if (line === '' || isAfterBody(line) || startsMessage(lines, at)) return false;
  return /^[{[<]/.test(before[0] ?? '') && !/^[}\]]/.test(before.at(-1) ?? '');
}

function prefixed(lines: readonly string[], from: number, mark: string): { lines: string[] } {
  const block: string[] = [];
  for (let at = from; at < lines.length && block.length < MAX_HEADERS; at += 1) {
    const line = lines[at] ?? '';
    if (line !== mark && !line.startsWith(`${mark} `)) break;
    block.push(line.slice(2));
    if (line.trim() === mark) break;
  }
  return { lines: block };
}
