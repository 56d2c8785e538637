/** Base64 and hex of something to redact go; cursors, which only their issuer understands, stay wherever they stand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactHeaders, redactText, redactUrl } from '../../../../src/main/redact/redact.ts';
import { redactBody } from '../../../../src/main/redact/redact-body.ts';

const rules = { keepGuests: false };
const body = (value: unknown): string => {
  const text = JSON.stringify(value);
  return redactBody(text, text.length, { rules }).text;
};

describe('a run of base64 or hex', () => {
  it.each([
    'zdenka.k@posta.example',
    '{"firstName":"Zdenka"}',
    '{"a":{"client_secret":"Brumaire7"}}',
    'password=Brumaire7&a=1',
    'call +420 605 111 222 now',
  ])('goes when it is that of %s', (text) => {
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const run = Buffer.from(text).toString(encoding);
      const twice = Buffer.from(`{"data":"${run}"}`).toString('base64');
      for (const one of [run, twice]) {
        expect(body({ state: one, cursor: one })).not.toContain(one);
        expect(body({ x: `got ${one} here` })).not.toContain(one);
        expect(redactUrl(`https://h.example/v1/x?cursor=${encodeURIComponent(one)}`, rules)).not.toContain(
          one.slice(0, -2),
        );
      }
    }
  });

  it('goes when it is that of a user with a password, unless it is a cursor', () => {
    const run = Buffer.from('user:Brumaire7').toString('base64');
    expect(redactText(`sent ${run}`)).toBe('sent [redacted]');
    const record = Buffer.from('Listing:65a0f3c2b1d4e5f60718293a').toString('base64');
    expect(body({ nodeId: record, endCursor: run })).toBe(JSON.stringify({ nodeId: record, endCursor: run }));
  });
});

const bytes = fc.uint8Array({ minLength: 16, maxLength: 60 }).map((list) => Buffer.from(list));
const alphanumeric = fc.stringMatching(/^[A-Za-z0-9]{24,90}$/);
const cursor = fc.oneof(
  bytes.map((data) => data.toString('base64')),
  bytes.map((data) => data.toString('base64url')),
  bytes.map((data) => data.toString('hex')),
  alphanumeric,
  fc.tuple(alphanumeric, alphanumeric).map((parts) => parts.join('.')),
);

const names = fc.constantFrom(
  ...['cursor', 'after', 'before', 'next', 'pageToken', 'next_page_token', 'nextCursor', 'endCursor', 'starting_after'],
  ...['continuationToken', 'syncToken', 'scrollId', 'page[cursor]', '$skiptoken', 'pagingToken', 'marker', 'requestId'],
  ...['traceId', 'correlation_id', 'etag', 'searchAfter', 'lastEvaluatedKey', 'uid', 'operationId', 'checksum'],
);
/** A run that is by chance a secret or a guest's value in a known form is redacted. */
const isFree = (run: string): boolean => redactText(`cursor=${run}`, rules) === `cursor=${run}`;

describe('a cursor or an identifier', () => {
  it('stays under its name: in JSON, in a query, in a Link header and in an error that restates the path', () => {
    fc.assert(
      fc.property(names, cursor, (name, run) => {
        fc.pre(isFree(run));
        const query = `/v1/listings?limit=5&${name}=${encodeURIComponent(run)}`;
        const value = {
          data: [],
          [name]: run,
          meta: { [name]: run },
          message: `Cannot GET ${query}`,
          links: { next: query },
        };
        expect(body(value)).toBe(JSON.stringify(value));
        expect(redactUrl(`https://h.example${query}`, rules)).toBe(`https://h.example${query}`);
        const link = `<https://h.example${query}>; rel="next"`;
        expect(redactHeaders([['Link', link]], rules)).toEqual([['Link', link]]);
      }),
      { numRuns: 300, examples: [['cursor', 'AJ+A+AD+AAAA+AAAAAAAWgAAAAAAAKcA0G0=']] },
    );
  });

  it('stays in the path of a record and in a header of its kind, but a credential in a path goes', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9]{20,40}$/);
    fc.assert(
      fc.property(id, fc.constantFrom('listings', 'quotes', 'guests', 'rate-plans'), (run, collection) => {
        fc.pre(isFree(run));
        const path = `/v1/${collection}/${run}/calendar`;
        for (const address of [path, `https://127.0.0.1:41873${path}`]) expect(redactUrl(address, rules)).toBe(address);
        expect(redactHeaders([['location', path]], rules)).toEqual([['location', path]]);
        expect(body({ path, message: `Cannot GET ${path}` })).toBe(
          JSON.stringify({ path, message: `Cannot GET ${path}` }),
        );
        for (const name of [
          'x-vercel-id',
          'x-ms-request-id',
          'sentry-trace',
          'x-amz-id-2',
          'content-md5',
          'x-next-cursor',
        ])
          expect(redactHeaders([[name, run]], rules)).toEqual([[name, run]]);
      }),
      { numRuns: 60 },
    );
    for (const segment of ['reset', 'invite', 'tokens', 'hooks', 'magic-link'])
      expect(redactUrl(`/v1/${segment}/aB3dE5fG7hJ9kL1mN3pQ5rS7`, rules)).toBe(`/v1/${segment}/[redacted]`);
  });

  it.each([
    'password: must be a string',
    'secret: is required',
    'Client authentication failed',
    'invalid token type: expected Bearer',
  ])('so does an error about a field: %s', (text) => {
    expect(redactText(text, rules)).toBe(text);
  });
});

describe('a run without a name', () => {
  it.each([
    ['aB3dE5fG7hJ9kL1mN3pQ5rS7', true],
    ['xQzRtYpLkJhGfDsAwErTyUiOp', true],
    ['4bf92f3577b34da6a3ce929d0e0e47364bf92f3577b34da6a3ce929d0e0e4736', true],
    ['4bf92f3577b34da6a3ce929d0e0e4736', false],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', false],
    ['01HV8ZK3M2N4P5Q6R7S8T9V0WX', false],
    ['unsupportedGrantTypeForThisClient2', false],
    ['LISTING_CALENDAR_BLOCKED_BY_OWNER_2027', false],
    ['booking-engine-integration-tests', false],
    ['12345678901234567890123456', false],
  ])('%s: goes: %s', (run, goes) => {
    expect(redactText(`sent ${run} here`, rules)).toBe(goes ? 'sent [redacted] here' : `sent ${run} here`);
  });

  it.each([
    'got ew&#111;JInBhc3Nwb3J0X25vIjo&#103;IkMxMDczNzc2NyIKfQ== back',
    'got 7B0A20202270617\\u003373706F72745F6E6F223A\\u003202243343039313539333\\u0032220A7D back',
    'got ewJInBhc3Nwb3J0X25vIjoIk%4dxMDczNzc2NyIKfQ back',
  ])('goes with the parts from which escapes cut it off: %s', (text) => {
    expect(redactText(text)).toBe('[redacted]');
  });

  it('goes without the sentence on the next line', () => {
    const next = '\nPlease send it again.';
    expect(redactText(`sent aB3dE5fG7hJ9kL1mN3pQ5rS7${next}`)).toBe(`sent [redacted]${next}`);
  });

  it('goes as a whole when it says something, although it looks like a path', () => {
    const run = Buffer.from('{"q":"ab?jk?","passportNo":"C22765206","firstName":"Ada"}').toString('base64');
    expect(run).toContain('/ams/');
    expect(redactText(`got ${run} back`)).toBe('got [redacted] back');
  });
});
