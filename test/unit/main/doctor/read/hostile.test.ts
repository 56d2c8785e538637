/** Input that is large, damaged or made to be slow: it is refused or read in time linear in its size. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PastedReader, type ReadPasted, readPasted } from '../../../../../src/main/doctor/read/read-pasted.ts';
import { anyCharacter } from '../../../../support/any-character.ts';
import { cpuMsOf } from '../../../../support/cpu-time.ts';
import { SAMPLES, TOKEN } from './samples.ts';

const entry = (index: number, status: number, url = `https://open-api.guesty.com/v1/listings?skip=${index}`) => ({
  startedDateTime: '2026-11-22T10:00:00.000Z',
  request: { method: 'GET', url, headers: [{ name: 'Authorization', value: `Bearer ${TOKEN}` }] },
  response: { status, statusText: '', headers: [], content: { text: `{"message":"\\"}] ${index}"}` } },
});
const har = (entries: readonly unknown[]) =>
  JSON.stringify({ log: { version: '1.2', pages: [{ entries: [1, 2] }], entries } });
const inChunks = (text: string | Uint8Array, size: number): ReadPasted => {
  const bytes = Buffer.from(text);
  const reader = new PastedReader([]);
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  return reader.finish();
};
const wheres = ({ failures }: ReadPasted) => failures.map(({ where }) => where);

describe('a HAR', () => {
  const entries = Array.from({ length: 1_300 }, (_, index) =>
    entry(index, index % 300 === 7 ? 403 : index === 1_299 ? 0 : 200),
  );
  const page = entry(0, 404, 'https://www.example.org/favicon.ico');
  const bare = { ...page, request: { ...page.request, headers: [] } };

  it('of 1,300 entries is searched for the failing ones, those of an API first', () => {
    const read = readPasted(har([bare, ...entries]));
    expect(read).toMatchObject({ kind: 'har', exchanges: 1_301, succeeded: 1_294, skipped: 0, unread: [] });
    const failing = ['9', '309', '609', '909', '1,209', '1,301', '1'];
    expect(wheres(read)).toEqual(failing.map((number) => `entry ${number}`));
    expect(read.failures[5]?.failure).toMatchObject({ status: null, networkError: { message: 'No answer came.' } });
    expect(JSON.stringify(read)).not.toContain(TOKEN);
  });

  it('is read the same in chunks of any size, pretty-printed or not', () => {
    const few = [entry(1, 200), bare, entry(2, 500)];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(undefined, 2), (size, indent) => {
        const text = JSON.stringify(JSON.parse(har(few)), null, indent);
        expect(inChunks(text, size)).toEqual(readPasted(har(few)));
      }),
      { numRuns: 15 },
    );
  });

  it('that is cut off or damaged is read as far as it goes, and that is said', () => {
    const whole = har([entry(1, 403), entry(2, 403)]);
    const cut = readPasted(whole.slice(0, -40));
    expect(cut.failures).toHaveLength(2);
    expect(readPasted(whole.slice(0, whole.lastIndexOf('response'))).failures).toHaveLength(1);
    expect(cut.unread.map(({ what }) => what)).toEqual(['The HAR ends in the middle: it is cut off.']);
    const damaged = readPasted(whole.replace('"status":403', '"status":4-3'));
    expect([damaged.failures.length, damaged.unread[0]?.what]).toEqual([1, '1 entry is damaged.']);
    const deep = readPasted(`{"log":{"entries":[${JSON.stringify(entry(1, 403))},{"a":${'['.repeat(100_000)}`);
    expect([deep.failures.length, deep.unread[0]?.what]).toEqual([1, 'It is nested too deep; the rest is not read.']);
  });

  it('shows 100 failures and counts the others; a large entry is not read', () => {
    const large = { ...entry(0, 403), comment: 'x'.repeat(9 * 1_024 * 1_024) };
    const read = inChunks(har([large, ...Array.from({ length: 150 }, (_, index) => entry(index, 403))]), 1_000_000);
    expect(read).toMatchObject({
      exchanges: 151,
      skipped: 50,
      unread: [{ what: '1 entry is larger than 8 MB, and not read.' }],
    });
    expect(read.failures).toHaveLength(100);
  });
});

describe('the bytes of a file', () => {
  const [, sample] = SAMPLES;
  const text = sample?.text ?? '';
  it('may be UTF-16 of either order, with or without its mark', () => {
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [
      little,
      big,
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    ])
      expect(inChunks(bytes, 333)).toEqual(readPasted(text));
  });

  it('that are no text are counted, and refused when a program must unpack them first', () => {
    const damaged = readPasted(Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xc0, 0x80])]));
    expect([damaged.failures.length, damaged.unread[0]?.what]).toEqual([
      1,
      '3 characters are damaged: the text is not UTF-8.',
    ]);
    for (const [bytes, word] of [
      [[0x1f, 0x8b, 8], 'gzip'],
      [[0x50, 0x4b, 3, 4], 'zip'],
      [[0x25, 0x50, 0x44, 0x46], 'PDF'],
      [[0x89, 0x50, 0x4e, 0x47], 'picture'],
    ] as const)
      expect(readPasted(Uint8Array.from(bytes))).toMatchObject({
        kind: 'refused',
        failures: [],
        unread: [{ what: expect.stringContaining(word) }],
      });
  });

  it('never make it throw', () => {
    const any = fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.string({ unit: anyCharacter, maxLength: 400 }));
    const mixed = fc
      .tuple(fc.constantFrom(...SAMPLES), fc.nat(), fc.string({ maxLength: 3 }))
      .map(([{ text: known }, at, noise]) => {
        const position = at % known.length;
        return known.slice(0, position) + noise + known.slice(position + (at % 7));
      });
    fc.assert(
      fc.property(fc.oneof(any, mixed), (input) => {
        const read = readPasted(input);
        expect(JSON.stringify(read)).not.toContain(TOKEN);
      }),
      {
        numRuns: 40,
        examples: [
          [`GET /v1/listings HTTP/1.1\nHost: open-api.guestAuthorizatlon : Bearer ${TOKEN}`],
          [
            `curl h"ttps://booking-api.guesty.com/v1/search -H 'Authorization: Bearer ${TOKEN}'\ncurl: (6) Could not resolve`,
          ],
        ],
      },
    );
  });
});

/** Beginnings and repetitions that make a backtracking pattern or a reader that starts again on every line quadratic. */
const BOMBS: readonly (readonly [name: string, head: string, unit: string])[] = [
  ['opening braces', '', '{'],
  ['opening lists', '', '[{"a":'],
  ['unclosed quotation marks', '', 'curl "\n'],
  ['unclosed ANSI quotation marks', '', "curl $'\\x\n"],
  ['commands without an address', '', 'curl -H x\n'],
  ['commands', '', 'curl https://a.example\n'],
  ['carets', 'curl ^"', '^'],
  ['request lines', '', 'GET /a HTTP/1.1\n'],
  ['status lines', '', 'HTTP/1.1 403\n'],
  ['headers', 'GET /a HTTP/1.1\n', 'a: b\n'],
  ['remarks of curl', '', '* a\n'],
  ['remarks of curl with capitals', '', '* Ab\n'],
  ['quotes', '', '> > > a\n'],
  ['quotes on one line', '', '> '],
  ['spaces', '', ' '],
  ['spaces between words', 'GET', ' '],
  ['digits', 'status ', '4'],
  ['equals signs', '', 'a='],
  ['key=value pairs', '', 'status=a '],
  ['a quoted value', 'method="', '\\"'],
  ['errors', '', 'Error: x {\n'],
  ['stacks', 'Error: x\n', '    at y\n'],
  ['errors with stacks', '', 'Error: x\n    at y\n'],
  ['labels', '', 'Response: {\n'],
  ['labels of bodies', '', 'Response:\n{"a":\n'],
  ['calls', '', 'fetch("https://a.example", {\n'],
  ['parentheses', 'fetch(', '('],
  ['objects', '', '{"a":1,\n'],
  ['log records', '', '{"method":"GET","url":"/a","status":403}\n'],
  ['words', '', 'a '],
  ['letters', '', 'a'],
  ['addresses', 'for url: ', 'https://a.example/'],
  ['hosts', 'could not resolve host ', 'a.'],
  ['names of errors', '', 'Error.'],
  ['requests without a status', '', 'GET https://a.example?limit=100&a '],
  ['an answer with spaces', '=> 403', ' a'],
  ['timers of HAProxy', '', ' 0/0/0/0/0 403 "GET /a'],
  ['schemes', '', 'https : / / a '],
  ['terminal colours', '', '\u001b['],
  ['Postman’s headings', '', 'GET https://a.example 403\n'],
  ['section headings', 'GET https://a.example\n', 'Request Headers\n'],
  ['bodies within texts', '', '{\\"a\\":\\"'],
  ['bodies on further lines', `curl https://a.example/api/listings\n`, 'x {"a":[\n'],
  ['names of the header', '', 'authorization '],
  ['schemes of the header', 'authorization: ', 'bearer '],
  ['addresses of an API', '', 'GET https://a.example/api/v1 '],
  ['addresses that go on', '', 'https://a.example/api\nab/c\n'],
  ['reasons', '', '400 Bad Reques '],
  ['quoted sayings', '', 'message "403 - A'],
  ['scopes', 'GET https://a.example/api 403\n', 'scope=open-api '],
  ['labels of answers', '', 'antwort: '],
  ['sign-in pages', '', 'free wifi '],
  ['headers of Python', '', "GET https://a.example headers={'a': '"],
  ['labels of other languages', '', 'Encabezados: a=b ; '],
  ['elements', '<div>GET https://a.example ', '<p a="&quot;'],
  ['styles', '<div>GET https://a.example ', '<style>a'],
  ['lines of a terminal', '', `${'a'.repeat(80)}\n`],
  ['sentences', '', 'the clock was wrong. '],
  ['clauses', '', 'token, '],
  ['denials', '', 'not the token '],
  ['fields of a token request', 'https://a.example/oauth2/token\n', 'scope = a\n'],
  ['code', 'https://a.example/api 403\n', "Authorization: ' . $a"],
  ['records within records', '', '{"log":"{\\"log\\":\\"'],
  ['entries', '{"log":{"entries":[', '{"request":{"url":"https://a.example","headers":[]},"response":{"status":403}},'],
];

describe('text that is made to be slow', () => {
  const SHORT = 4_000;
  const TIMES = 4;
  /** What the collector or a busy machine adds. */
  const MARGIN_MS = 40;

  it.each(BOMBS)('of %s is read in bounded work', (_name, head, unit) => {
    const cpuMs = (length: number) =>
      cpuMsOf(() => void readPasted(head + unit.repeat(Math.ceil(length / unit.length))));
    const short = cpuMs(SHORT);
    // A text of four times the length takes a quadratic reader sixteen times as long.
    expect(cpuMs(SHORT * TIMES)).toBeLessThan(2 * TIMES * short + MARGIN_MS);
  });
});
