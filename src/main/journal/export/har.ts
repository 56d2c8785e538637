/** Converts exchanges to HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), in the form that Chrome DevTools and Playwright can read. */
import type { Entry, Header, PostData, QueryString, Response } from 'har-format';
import type { Exchange, HeaderLines, RecordedBody } from '../../../shared/model/traffic.ts';

/** Returns the texts that a HAR has before and after its entries. The caller writes the entries between them, separated by commas. */
export function harFrame(version: string): { readonly head: string; readonly tail: string } {
  const creator = { name: 'Latchkey', version, comment: COMMENT };
  return { head: `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`, tail: ']}}\n' };
}

const COMMENT =
  'Secrets are redacted, and so are guests’ data unless the person chose to keep them. Times are on the clock of the service.';

/**
 * Makes the HAR entry of an exchange. `blocked`: the time between queueing and sending. As in Chrome, an exchange without an answer has status 0.
 * Fields of this console begin with an underscore.
 */
export function harEntry(exchange: Exchange): Entry {
  const { queuedAt, grantedAt, sentAt, firstByteMs, durationMs } = exchange;
  const blocked = Math.max(0, sentAt - queuedAt);
  const duration = Math.max(0, durationMs ?? 0);
  const wait = Math.min(duration, Math.max(0, firstByteMs ?? duration));
  const receive = duration - wait;
  const [_limiter, _token] = [Math.max(0, grantedAt - queuedAt), Math.max(0, sentAt - grantedAt)];
  return {
    startedDateTime: new Date(queuedAt).toISOString(),
    time: blocked + wait + receive,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { blocked, dns: -1, connect: -1, ssl: -1, send: 0, wait, receive, _limiter, _token },
    _id: exchange.id,
    _operation: exchange.operation,
    _api: exchange.api,
    _chain: exchange.chainId,
    _attempt: exchange.attempt,
    _lane: exchange.lane,
    _task: exchange.taskId,
    _tokenGeneration: exchange.tokenGeneration,
    _requestId: exchange.requestId,
  } as Entry;
}

function requestOf({ method, url, requestHeaders, requestBody, requestBytes }: Exchange): Entry['request'] {
  return {
    method,
    url: legalUrl(url),
    httpVersion: UNKNOWN_VERSION,
    cookies: [],
    headers: headersOf(requestHeaders),
    queryString: queryOf(url),
    headersSize: -1,
    bodySize: requestBody?.bytes ?? requestBytes ?? 0,
    ...(requestBody ? { postData: postDataOf(requestBody, requestHeaders) } : {}),
  };
}

function postDataOf(body: RecordedBody, headers: HeaderLines): PostData {
  const mimeType = headerIn(headers, 'content-type') ?? '';
  return { mimeType, text: body.text, ...cutComment(body) } as PostData;
}

function responseOf(exchange: Exchange): Response {
  const { status, error, responseHeaders, responseBody, responseBytes } = exchange;
  if (status === null) {
    const content = { size: 0, mimeType: 'x-unknown' };
    return { ...responseHead(0, error ?? 'noAnswer', []), content, _error: error ?? 'noAnswer' } as Response;
  }
  const headers = responseHeaders ?? [];
  const size = responseBody?.bytes ?? responseBytes ?? 0;
  return {
    ...responseHead(status, '', headers),
    // The recorded size is that of the decoded body: it is the size on the wire only without an encoding.
    bodySize: headerIn(headers, 'content-encoding') === undefined ? size : -1,
    content: {
      size,
      mimeType: headerIn(headers, 'content-type') ?? 'x-unknown',
      ...(responseBody ? { text: responseBody.text, ...cutComment(responseBody) } : {}),
    },
    ...(error === null ? {} : { _error: error }),
  } as Response;
}

const responseHead = (status: number, statusText: string, headers: HeaderLines): Omit<Response, 'content'> => ({
  status,
  statusText,
  httpVersion: UNKNOWN_VERSION,
  cookies: [],
  headers: headersOf(headers),
  redirectURL: headerIn(headers, 'location') ?? '',
  headersSize: -1,
  bodySize: -1,
});

/** The value for the HTTP version, which the journal does not record. */
const UNKNOWN_VERSION = 'unknown';

const headersOf = (lines: HeaderLines): Header[] => lines.map(([name, value]) => ({ name, value }));

function headerIn(lines: HeaderLines, wanted: string): string | undefined {
  return lines.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Encodes characters that RFC 3986 does not allow: placeholders of redaction have brackets and spaces. */
function legalUrl(url: string): string {
  const [host = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url) ?? [];
  const rest = url.slice(host.length).toWellFormed();
  return host + rest.replace(/[^\x21-\x7e]+|["<>\\^`{|}[\]]/g, (text) => encodeURIComponent(text));
}

function queryOf(url: string): QueryString[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

function cutComment({ text, bytes, cut }: RecordedBody): { comment?: string } {
  if (!cut) return {};
  return { comment: `Cut: ${Buffer.byteLength(text)} of ${bytes} bytes are recorded.` };
}
