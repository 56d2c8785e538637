/** Writes exchanges as customers send them: as a curl command with its output, as HTTP messages, as HAR. */
import { inBash } from '../../shared/request/curl.ts';
import type { PracticeExchange } from './practice-service.ts';

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  301: 'Moved Permanently',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

const reasonOf = (status: number): string => REASONS[status] ?? '';

/** Writes the answer as `curl -i` prints it. Without `isWhole`, writes what a customer in a hurry copies: status, content type and body. */
function answerLines({ status, answerHeaders, answer }: PracticeExchange, isWhole: boolean): string[] {
  if (status === null) return ['curl: (52) Empty reply from server'];
  const shown = answerHeaders.filter(([name]) => isWhole || name === 'content-type');
  return [`HTTP/1.1 ${status} ${reasonOf(status)}`, ...shown.map(([name, value]) => `${name}: ${value}`), '', answer];
}

export function asCurl(exchange: PracticeExchange, { isWhole = true } = {}): string {
  const { method, url, headers, body } = exchange;
  const words = [
    `$ curl -i ${method === 'GET' ? '' : `-X ${method} `}${inBash(url)}`,
    ...headers.map(([name, value]) => `-H ${inBash(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${inBash(body)}`]),
  ];
  return [words.join(' \\\n    '), ...answerLines(exchange, isWhole)].join('\n');
}

/** Writes an exchange as HTTP text, as a proxy shows it, which leaves out whether it was http or https. */
export function asHttp(exchange: PracticeExchange, { isWhole = true } = {}): string {
  const { method, url, headers, body } = exchange;
  const { host, pathname, search } = new URL(url);
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`];
  lines.push(...headers.map(([name, value]) => `${name}: ${value}`), '', ...(body === null ? [] : [body, '']));
  return [...lines, ...answerLines(exchange, isWhole)].join('\n');
}

/** Writes exchanges as a HAR. `senderMs`: how far the sender's clock is ahead. `hasBodies`: whether the HAR has response bodies. */
export function asHar(exchanges: readonly PracticeExchange[], { senderMs = 0, hasBodies = true } = {}): string {
  const lines = (headers: PracticeExchange['headers']) => headers.map(([name, value]) => ({ name, value }));
  const entries = exchanges.map(({ method, url, headers, body, at, status, answerHeaders, answer }) => ({
    startedDateTime: new Date(at + senderMs).toISOString(),
    time: 180,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: lines(headers),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: body?.length ?? 0,
      ...(body === null
        ? {}
        : {
            postData: {
              mimeType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
              text: body,
            },
          }),
    },
    response: {
      status: status ?? 0,
      statusText: status === null ? '' : reasonOf(status),
      httpVersion: 'HTTP/1.1',
      headers: lines(answerHeaders),
      cookies: [],
      redirectURL: '',
      headersSize: -1,
      bodySize: answer.length,
      content: { size: answer.length, mimeType: 'application/json', ...(hasBodies ? { text: answer } : {}) },
    },
    cache: {},
    timings: { send: 1, wait: 170, receive: 9 },
  }));
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'browser', version: '1' }, entries } }, null, 1);
}

export const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
