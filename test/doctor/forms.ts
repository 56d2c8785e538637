/** One exchange in the forms in which programs print it and people send it. */

export interface Shown {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  readonly status: number;
  readonly reason: string;
  readonly answerHeaders: readonly (readonly [string, string])[];
  readonly answer: string;
}

type Form = (shown: Shown) => string;
const ISO = '2026-11-22T10:00:01.123Z';

const lines = (...parts: readonly (string | readonly string[] | null)[]): string =>
  parts
    .flat()
    .filter((part) => part !== null)
    .join('\n');
const named = (headers: Shown['headers'], prefix = '') => headers.map(([name, value]) => `${prefix}${name}: ${value}`);
const target = ({ url }: Shown) => url.replace(/^https?:\/\/[^/]+/, '') || '/';
const host = ({ url }: Shown) => url.replace(/^https?:\/\/([^/]+).*$/, '$1');
const withHost = (shown: Shown): Shown['headers'] => [['Host', host(shown)], ...shown.headers];
const object = (headers: Shown['headers']) => Object.fromEntries(headers);
const isJson = (text: string) => /^\s*[[{]/.test(text);
const parsed = (text: string): unknown => (isJson(text) ? JSON.parse(text) : text);
const record = (one: Shown) => ({
  method: one.method,
  url: one.url,
  requestHeaders: object(one.headers),
  ...(one.body === null ? {} : { requestBody: one.body }),
  status: one.status,
  responseHeaders: object(one.answerHeaders),
  responseBody: one.answer,
});

/** The message on the wire. */
const wire: Form = (one) =>
  lines(
    `${one.method} ${target(one)} HTTP/1.1`,
    named(withHost(one)),
    '',
    one.body === null ? [] : [one.body, ''],
    `HTTP/1.1 ${one.status} ${one.reason}`,
    named(one.answerHeaders),
    '',
    one.answer,
  );
const curl = (one: Shown, ...flags: readonly string[]) =>
  [
    `$ curl ${[...flags, `-X ${one.method}`].join(' ')} '${one.url}'`,
    ...one.headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(one.body === null ? [] : [`--data-raw '${one.body}'`]),
  ].join(' \\\n  ');
const curlI: Form = (one) =>
  lines(
    curl(one, '-i'),
    `HTTP/2 ${one.status}`,
    named(one.answerHeaders).map((line) => line.toLowerCase().replace(/^([^:]+).*/, '$1') + line.replace(/^[^:]+/, '')),
    '',
    one.answer,
  );
export const FORMS: Readonly<Record<string, Form>> = {
  'the wire': wire,
  'curl -i': curlI,
  'curl -v': (one) =>
    lines(
      curl(one, '-v'),
      '*   Trying 192.0.2.7:443...',
      `* Connected to ${host(one)} (192.0.2.7) port 443`,
      [`${one.method} ${target(one)} HTTP/2`, ...named(withHost(one)), ''].map((line) => `> ${line}`),
      [`HTTP/2 ${one.status}`, ...named(one.answerHeaders), ''].map((line) => `< ${line}`),
      one.answer,
      '* Connection #0 to host left intact',
    ),
  HTTPie: wire,
  'Go dump': (one) =>
    lines(
      '2026/11/22 10:00:01 request:',
      wireRequest(one).replaceAll('\r', ''),
      '2026/11/22 10:00:01 response:',
      wireAnswer(one).replaceAll('\r', ''),
    ),
  'Guzzle exception': (one) =>
    lines(
      curl(one),
      `PHP Fatal error:  Uncaught GuzzleHttp\\Exception\\ClientException: Client error: \`${one.method} ${one.url}\` resulted in a \`${one.status} ${one.reason}\` response:`,
      one.answer,
      ' in /var/www/vendor/guzzlehttp/guzzle/src/Exception/RequestException.php:113',
    ),
  'axios error': (one) =>
    JSON.stringify({
      message: `Request failed with status code ${one.status}`,
      name: 'AxiosError',
      config: {
        url: one.url,
        method: one.method.toLowerCase(),
        headers: object(one.headers),
        ...(one.body === null ? {} : { data: one.body }),
      },
      response: {
        status: one.status,
        statusText: one.reason,
        headers: object(one.answerHeaders),
        data: parsed(one.answer),
      },
    }),
  pino: (one) =>
    JSON.stringify({
      ...{ level: 50, time: 1795341601123, pid: 7, hostname: 'web-1', msg: 'request failed' },
      req: {
        method: one.method,
        url: one.url,
        headers: object(one.headers),
        ...(one.body === null ? {} : { body: one.body }),
      },
      res: { statusCode: one.status, headers: object(one.answerHeaders), body: one.answer },
    }),
  bunyan: (one) => JSON.stringify({ name: 'sync', level: 50, msg: 'bad answer', time: ISO, v: 0, ...record(one) }),
  winston: (one) => JSON.stringify({ level: 'error', message: 'API call failed', meta: record(one), timestamp: ISO }),
  structlog: (one) => JSON.stringify({ event: 'guesty.call_failed', logger: 'api', ...record(one), timestamp: ISO }),
  CloudWatch: (one) =>
    lines(
      'START RequestId: 7c1 Version: $LATEST',
      `${ISO}\t7c1\tERROR\t${JSON.stringify(record(one))}`,
      'END RequestId: 7c1',
    ),
  'Insomnia timeline': (one) =>
    lines(
      `* Preparing request to ${one.url}`,
      [`${one.method} ${target(one)} HTTP/2`, ...named(withHost(one)), ''].map((line) => `> ${line}`),
      one.body === null ? [] : `| ${one.body}`,
      '* We are completely uploaded and fine',
      [`HTTP/2 ${one.status}`, ...named(one.answerHeaders), ''].map((line) => `< ${line}`),
      `| ${one.answer}`,
    ),
  n8n: (one) =>
    lines(
      'Problem in node ‘HTTP Request‘',
      'The service answered with an error',
      JSON.stringify(
        {
          httpCode: String(one.status),
          description: one.answer,
          context: {
            request: {
              method: one.method,
              uri: one.url,
              headers: object(one.headers),
              ...(one.body === null ? {} : { body: one.body }),
            },
          },
        },
        null,
        2,
      ),
    ),
  'Sentry event': (one) =>
    JSON.stringify(
      {
        event_id: 'f1',
        platform: 'node',
        exception: { values: [{ type: 'ApiError', value: `${one.status} ${one.reason}` }] },
        contexts: { response: { status_code: one.status, headers: object(one.answerHeaders), data: one.answer } },
        request: {
          method: one.method,
          url: one.url,
          headers: object(one.headers),
          ...(one.body === null ? {} : { data: one.body }),
        },
      },
      null,
      1,
    ),
  'quoted in Slack': (one) =>
    curlI(one)
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  'a forwarded mail': (one) =>
    `Hi,\n\n${wire(one)
      .split('\n')
      .map((line) => `> > ${line}`)
      .join('\n')}\n\nBest,\nTom`,
  'ANSI colours': (one) =>
    wire(one)
      .split('\n')
      .map((line) => line.replace(/^([\w-]+):/, '\u001b[36m$1\u001b[0m:'))
      .join('\n'),
  'Windows line ends': (one) => curlI(one).replaceAll('\n', '\r\n'),
  'smart quotes': (one) =>
    lines(
      `${one.method} ${one.url}`,
      named(one.headers),
      '',
      one.body?.replace(/"([^"]*)"/g, '“$1”') ?? [],
      '',
      `HTTP/1.1 ${one.status} ${one.reason}`,
      named(one.answerHeaders),
      '',
      one.answer.replace(/"([^"]*)"/g, '“$1”'),
    ),
  'non-breaking spaces': (one) => wire(one).replaceAll(': ', ':\u00a0'),
};

function wireRequest(one: Shown): string {
  return [`${one.method} ${target(one)} HTTP/1.1`, ...named(withHost(one)), '', one.body ?? ''].join('\r\n');
}

function wireAnswer(one: Shown): string {
  return [`HTTP/1.1 ${one.status} ${one.reason}`, ...named(one.answerHeaders), '', one.answer].join('\r\n');
}

/** Forms that leave out the headers of the answer. */
export const HIDE_ANSWER_HEADERS: ReadonlySet<string> = new Set(['Guzzle exception', 'n8n', 'Sentry event']);
