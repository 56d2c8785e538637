/** A request that is printed as a command line of any shell, or as HTTP, is read back as the same request. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawRequest } from '../../../../../src/main/doctor/read/raw-failure.ts';
import { readCurl } from '../../../../../src/main/doctor/read/read-curl.ts';
import { readHttp } from '../../../../../src/main/doctor/read/read-http.ts';
import { Source } from '../../../../../src/main/doctor/read/source.ts';
import { curlOf, inBash } from '../../../../../src/shared/request/curl.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: [string, string][];
  readonly body: string | null;
}

const text = (unit: fc.Arbitrary<string>, maxLength = 30) =>
  fc.string({ unit, maxLength }).map((value) => value.replaceAll('\0', ''));
const anyText = fc.oneof(
  text(fc.constantFrom(...(' \'"\\$`^%&|<>;{}()#!@~*?[]\n\t\r=+,:.-\u2018\u201cäß漢😀aZ0'.match(/./gsu) ?? []))),
  text(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
);
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const headerValue = anyText.map((value) => value.replace(/\p{Cc}/gu, '').trim()).filter((value) => value !== '');
const sent: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  url: fc
    .tuple(
      word,
      fc.array(word, { maxLength: 3 }),
      fc.array(fc.tuple(word, fc.constantFrom('1', 'a%20b', "it's", 'x;y', '$z', '%24')), { maxLength: 3 }),
    )
    .map(
      ([host, path, query]) =>
        `https://${host}.example/${path.join('/')}${query.map(([name, value], index) => `${index === 0 ? '?' : '&'}${name}=${value}`).join('')}`,
    ),
  headers: fc.uniqueArray(
    fc.tuple(
      word.map((name) => `x-${name}`),
      headerValue,
    ),
    { maxLength: 4, selector: ([name]) => name },
  ),
  body: fc.option(
    anyText.filter((body) => body !== ''),
    { nil: null },
  ),
});

const essence = (request: RawRequest | undefined) =>
  request && { ...request, headers: request.headers.filter(([name]) => name.startsWith('x-')) };
const expected = ({ method, url, headers, body }: Sent) => ({ method, url, headers, headersKnown: true, body });
const read = (reader: typeof readCurl, printed: string, from = 0) => {
  const source = new Source(printed.split('\n'));
  const line = source.lines.findIndex((one, index) => index >= from && reader(source, index) !== null && one !== '');
  return essence(reader(source, line)?.request);
};

const bash = ({ method, url, headers, body }: Sent, join: string) =>
  [
    `curl --request ${method} ${inBash(url)}`,
    ...headers.map(([name, value]) => `-H ${inBash(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${inBash(body)}`]),
  ].join(join);

/** Double quotation marks, as bash reads them. */
const inDouble = (value: string) => `"${value.replace(/["\\$`]/g, '\\$&')}"`;

/** As Chrome writes a command line for Windows: everything escaped for the prompt, quotation marks for the program. */
const inCmd = (value: string) =>
  `^"${value
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/gu, '^$&')
    .replace(/%(?=[a-zA-Z0-9_])/g, '%^')
    .replace(/\r?\n/g, '^\n\n')}^"`;

const RUNS = { numRuns: 120 };

describe('a request that is printed and read again', () => {
  it('is the same in bash, in single and in double quotation marks', () => {
    fc.assert(
      fc.property(sent, (one) => {
        expect(read(readCurl, bash(one, ' \\\n  '))).toEqual(expected(one));
        const doubled = [
          `curl -X ${one.method}`,
          inDouble(one.url),
          ...one.headers.map(([name, value]) => `-H ${inDouble(`${name}: ${value}`)}`),
        ];
        const printed = [...doubled, ...(one.body === null ? [] : [`--data-raw ${inDouble(one.body)}`])].join(' ');
        expect(read(readCurl, printed)).toEqual(expected(one));
      }),
      RUNS,
    );
  });

  it('is the same in the command prompt of Windows', () => {
    fc.assert(
      fc.property(sent, (one) => {
        // The program takes a backslash only before a quotation mark for an escape; Chrome doubles all of them.
        const safe = {
          ...one,
          headers: one.headers.map(([name, value]): [string, string] => [name, plain(value)]),
          body: one.body && (plain(one.body) || 'x'),
        };
        const words = [
          `curl --request ${safe.method} ${inCmd(safe.url)}`,
          ...safe.headers.map(([name, value]) => `-H ${inCmd(`${name}: ${value}`)}`),
        ];
        const printed = [...words, ...(safe.body === null ? [] : [`--data-raw ${inCmd(safe.body)}`])].join(' ^\n  ');
        expect(read(readCurl, printed)).toEqual(expected(safe));
      }),
      RUNS,
    );
  });

  it('is the same in HTTP, when its headers and body are of one line', () => {
    fc.assert(
      fc.property(sent, (one) => {
        const [, host = '', target = ''] = /^https:\/\/([^/]+)(.*)$/.exec(one.url) ?? [];
        const json = one.body === null ? null : JSON.stringify({ text: one.body });
        const head = [
          `${one.method} ${target} HTTP/1.1`,
          `Host: ${host}`,
          'Content-Type: application/json',
          ...one.headers.map(([name, value]) => `${name}: ${value}`),
        ];
        const printed = [...head, '', ...(json === null ? [] : [json])].join('\n');
        expect(read(readHttp, printed)).toEqual({ ...expected(one), body: json });
      }),
      {
        ...RUNS,
        // A line separator ends no line of HTTP.
        examples: [[{ method: 'GET', url: 'https://a.example/', headers: [['x-a', '!\u2028!']], body: null }]],
      },
    );
  });

  it('is the same in the command lines that the console writes itself', () => {
    fc.assert(
      fc.property(sent, (one) => {
        const exchange = {
          ...{ method: one.method, url: one.url, requestHeaders: one.headers },
          requestBody: one.body === null ? null : { text: one.body, bytes: one.body.length, cut: false },
        };
        const url = one.url.replaceAll('`', '%60');
        expect(read(readCurl, curlOf(exchange, 'bash'))).toEqual({ ...expected(one), url });
      }),
      RUNS,
    );
  });
});

const plain = (value: string) => value.replace(/[\r\t]/g, '').replace(/\\/g, '/');
