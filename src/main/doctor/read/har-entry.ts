/** Reads one entry of a HAR (HTTP Archive 1.2) as an exchange. */
import type { HeaderLines } from '../../../shared/model/traffic.ts';
import { NO_ANSWER, networkErrorIn } from '../facts/network-errors.ts';
import { headerOf, type NetworkError, type RawFailure, requestOf, responseOf } from './raw-failure.ts';
import { isMap, type Literal, type LiteralMap } from './read-literal.ts';

export function isHarEntry(value: Literal): value is LiteralMap {
  if (!isMap(value) || !isMap(value.request) || !('response' in value)) return false;
  const { url, headers } = value.request;
  return typeof url === 'string' && (Array.isArray(headers) || 'startedDateTime' in value);
}

/** Reads one entry of a HAR. Status 0 means that no answer came; browsers give the reason in `_error` or `statusText`. */
export function harExchange(entry: LiteralMap): Omit<RawFailure, 'where'> {
  const request = isMap(entry.request) ? entry.request : {};
  const response = isMap(entry.response) ? entry.response : {};
  const status = typeof response.status === 'number' ? response.status : 0;
  const headers = linesOf(request.headers);
  const sent = Date.parse(textOf(entry.startedDateTime) ?? '');
  return {
    request: requestOf({
      method: textOf(request.method),
      url: textOf(request.url),
      headers,
      headersKnown: isComplete(headers),
      body: bodyOf(request.postData),
    }),
    response:
      status === 0
        ? null
        : responseOf({
            status,
            headers: linesOf(response.headers),
            headersKnown: linesOf(response.headers).length > 0,
            body: contentOf(response.content),
          }),
    networkError: status === 0 ? failureOf(response, entry) : null,
    sentAt: Number.isFinite(sent) ? sent : null,
  };
}

const textOf = (value: Literal | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/**
 * Whether the headers are complete. Chrome leaves Authorization and cookies out of a HAR "without sensitive data", so a missing header proves
 * nothing there.
 */
const isComplete = (headers: HeaderLines): boolean =>
  headerOf(headers, 'authorization') !== null || (headers.length > 0 && headerOf(headers, 'sec-ch-ua') === null);

function linesOf(value: Literal | undefined): HeaderLines {
  if (!Array.isArray(value)) return [];
  return (value as readonly Literal[]).flatMap((line): HeaderLines => {
    const name = isMap(line) ? textOf(line.name) : null;
    return name === null || !isMap(line) || name.startsWith(':') ? [] : [[name, String(line.value ?? '')]];
  });
}

function bodyOf(value: Literal | undefined): string | null {
  if (!isMap(value)) return null;
  const text = textOf(value.text);
  if (text !== null || !Array.isArray(value.params)) return text;
  const params = (value.params as readonly Literal[]).filter(isMap);
  return new URLSearchParams(
    params.map(({ name, value: one }): [string, string] => [String(name), String(one ?? '')]),
  ).toString();
}

function contentOf(value: Literal | undefined): string | null {
  const text = isMap(value) ? textOf(value.text) : null;
  return text !== null && isMap(value) && value.encoding === 'base64'
    ? Buffer.from(text, 'base64').toString('utf8')
    : text;
}

function failureOf(response: LiteralMap, entry: LiteralMap): NetworkError {
  const said = [response._error, response.statusText, entry._error, response.comment].find(
    (one) => textOf(one) !== null,
  );
  const message = (textOf(said) ?? NO_ANSWER).slice(0, 300);
  return networkErrorIn(message) ?? { code: /^(?:net::)?(ERR_\w{1,40})/.exec(message)?.[1] ?? null, message };
}
