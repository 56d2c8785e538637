import { describe, expect, it } from 'vitest';
import { Answer } from '../../../../src/main/http/answer.ts';

const answerOf = (text: string, headers: Record<string, string>, status: number) =>
  new Answer({ status, headers: new Headers(headers), text, exchangeId: 'x1', receivedAt: 1_000 });

const reported = (body: unknown, headers: Record<string, string> = {}, status = 400) =>
  answerOf(typeof body === 'string' ? body : JSON.stringify(body), headers, status).reportedError;

describe('the error of an answer', () => {
  it('reads the flat Booking Engine envelope with its request id', () => {
    const body = {
      error_code: 'WRONG_REQUEST_PARAMETERS',
      message: 'Bad dates',
      data: { errors: ['checkIn is past'], requestId: 'r-7' },
    };
    expect(reported(body)).toEqual({
      status: 400,
      serverCode: 'WRONG_REQUEST_PARAMETERS',
      serverMessage: 'Bad dates · checkIn is past',
      requestId: 'r-7',
      exchangeId: 'x1',
    });
  });

  it('reads the nested Booking Engine envelope', () => {
    const body = {
      error: {
        code: 'LISTING_CALENDAR_BLOCKED',
        message: 'Not free',
        data: { requestId: 'r-8', moreDetails: 'night 2' },
      },
    };
    expect(reported(body, {}, 403)).toMatchObject({
      serverCode: 'LISTING_CALENDAR_BLOCKED',
      serverMessage: 'Not free · night 2',
      requestId: 'r-8',
    });
  });

  it('reads the Open API 403, whose body holds a message only', () => {
    expect(reported({ message: "You don't have permission to access" }, { 'x-request-id': 'h-1' }, 403)).toMatchObject({
      serverCode: null,
      serverMessage: "You don't have permission to access",
      requestId: 'h-1',
    });
  });

  it('reads RFC 6749 §5.2', () => {
    expect(reported({ error: 'invalid_client', error_description: 'Unknown client' }, {}, 401)).toMatchObject({
      serverCode: 'invalid_client',
      serverMessage: 'Unknown client',
    });
    expect(reported({ error: 'invalid_scope' })).toMatchObject({
      serverCode: 'invalid_scope',
      serverMessage: 'invalid_scope',
    });
  });

  it('reads plain text, HTML pages and empty bodies', () => {
    expect(reported('upstream  timed\nout', { 'request-id': 'h-2' }, 504)).toMatchObject({
      serverMessage: 'upstream timed out',
      requestId: 'h-2',
    });
    expect(
      reported('<html><head><title>502 Bad Gateway</title></head><body>…</body></html>', {}, 502).serverMessage,
    ).toBe('502 Bad Gateway');
    expect(reported('', {}, 500)).toMatchObject({ serverCode: null, serverMessage: null, requestId: null });
    expect(reported('null', {}, 500).serverMessage).toBeNull();
  });

  it('reads other common shapes', () => {
    expect(reported({ title: 'Conflict', detail: 'Already there' }).serverMessage).toBe('Already there');
    expect(reported({ errors: [{ code: 'E1', message: 'No' }] })).toMatchObject({
      serverCode: 'E1',
      serverMessage: 'No',
    });
    expect(reported({ code: 17, message: 'Seventeen', requestId: 'b-1' })).toMatchObject({
      serverCode: '17',
      requestId: 'b-1',
    });
  });
});

describe('the texts of a reported error', () => {
  const secret = 'zq-own.s3cret+value/1';
  const of = (body: unknown, headers: Record<string, string> = {}) =>
    new Answer({
      status: 400,
      headers: new Headers(headers),
      text: typeof body === 'string' ? body : JSON.stringify(body),
      exchangeId: 'x1',
      receivedAt: 1_000,
      secrets: [secret],
    });

  it.each([
    'req-43a274ca-d3e2-4bf9-bac9-3e36cc311cc8',
    '8f3Kq0ZyT1uVw7xA9bCdE2',
    'Root=1-67891233-abcdef012345678912345678',
  ])('shows the request id %s, which looks random and is no secret', (requestId) => {
    expect(reported({ error: { code: 'FORBIDDEN', data: { requestId } } }).requestId).toBe(requestId);
    expect(reported({}, { 'x-request-id': requestId }).requestId).toBe(requestId);
  });

  it.each<[string, unknown, Record<string, string>]>([
    ['a bearer token in the message', { message: 'no: Bearer abcdef0123456789' }, {}],
    ['a signed token in the code', { code: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhYmNkZWYifQ.abcdef' }, {}],
    ['a named secret in the details', { message: 'no', data: { moreDetails: 'client_secret=abcdef0123' } }, {}],
    ['a bearer token in a plain text', 'refused: Bearer abcdef0123456789', {}],
    ['a bearer token in a title', '<title>Bearer abcdef0123456789</title>', { 'content-type': 'text/html' }],
    ['a bearer token as the request id', {}, { 'x-request-id': 'Bearer abcdef0123456789' }],
    ['a bearer token as the request id of the body', { requestId: 'Bearer abcdef0123456789' }, {}],
    ['a signed token as an OAuth description', { error: 'x', error_description: 'eyJhbGci.eyJzdWIiabcdef.ab' }, {}],
  ])('contain no %s', (_, body, headers) => {
    const { reportedError, errorEnvelope } = of(body, headers);
    expect(JSON.stringify([reportedError, errorEnvelope])).not.toMatch(/abcdef|eyJ/);
    expect(JSON.stringify([reportedError, errorEnvelope])).toContain('[redacted]');
  });

  it('contain none of the answer’s secrets, however the body escapes them', () => {
    const escaped = JSON.stringify({ message: `no ${secret}`, requestId: secret, error: 'x' }).replaceAll(
      'q',
      '\\u0071',
    );
    const { reportedError, requestId } = of(escaped, { 'cf-ray': secret });
    expect(reportedError).toMatchObject({ serverMessage: 'no [redacted]', requestId: '[redacted]' });
    expect(requestId).toBe('[redacted]');
    expect(of({ error: 'ok' }, { 'cf-ray': `a ${secret} b` }).requestId).toBe('a [redacted] b');
  });

  it('contain no part of a secret where they are cut', () => {
    const long = `${secret} `.repeat(400);
    for (let before = 0; before < 40; before += 1) {
      const message = 'x'.repeat(before) + long;
      for (const body of [{ message }, { error: 'x', error_description: message }, message])
        expect(of(body).reportedError.serverMessage ?? '').not.toContain('zq');
    }
  });

  it('are short, also where RFC 6749 names a code', () => {
    const { errorEnvelope } = of(
      { error: 'a'.repeat(100_000), message: 'b'.repeat(100_000) },
      { 'cf-ray': 'c'.repeat(9_000) },
    );
    for (const text of Object.values(errorEnvelope)) expect((text ?? '').length).toBeLessThanOrEqual(500);
  });
});

describe('the AppError of a status', () => {
  const of = (status: number, headers: Record<string, string> = {}) => answerOf('{}', headers, status).failure;

  it.each([
    [200, null],
    [204, null],
    [302, 'refused'],
    [400, 'refused'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'refused'],
    [422, 'refused'],
    [429, 'rateLimited'],
    [500, 'serverFailed'],
    [503, 'serverFailed'],
  ] as const)('%i is %s', (status, code) => {
    expect(of(status)?.code ?? null).toBe(code);
  });

  it('reads when a request may be retried after a 429', () => {
    expect(of(429, { 'retry-after': '3' })?.data).toMatchObject({ retryAt: 4_000 });
    expect(of(429, { 'ratelimit-reset': '2' })?.data).toMatchObject({ retryAt: 3_000 });
    expect(of(429)?.data).toMatchObject({ retryAt: null });
    const dates = { date: 'Sat, 21 Nov 2026 09:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 09:00:05 GMT' };
    expect(of(429, dates)?.data).toMatchObject({ retryAt: 6_000 });
  });
});
