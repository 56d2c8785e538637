import { describe, expect, it } from 'vitest';
import { classify } from '../../../../src/main/http/classify.ts';
import { serverSaid } from '../../../../src/main/http/error-envelope.ts';

const said = (body: unknown, headers: Record<string, string> = {}, status = 400) =>
  serverSaid({
    status,
    headers: new Headers(headers),
    text: typeof body === 'string' ? body : JSON.stringify(body),
    exchangeId: 'x1',
  });

describe('serverSaid', () => {
  it('reads the flat Booking Engine envelope with its request id', () => {
    const body = {
      error_code: 'WRONG_REQUEST_PARAMETERS',
      message: 'Bad dates',
      data: { errors: ['checkIn is past'], requestId: 'r-7' },
    };
    expect(said(body)).toEqual({
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
    expect(said(body, {}, 403)).toMatchObject({
      serverCode: 'LISTING_CALENDAR_BLOCKED',
      serverMessage: 'Not free · night 2',
      requestId: 'r-8',
    });
  });

  it('reads the Open API 403, whose body holds a message only', () => {
    expect(said({ message: "You don't have permission to access" }, { 'x-request-id': 'h-1' }, 403)).toMatchObject({
      serverCode: null,
      serverMessage: "You don't have permission to access",
      requestId: 'h-1',
    });
  });

  it('reads RFC 6749 §5.2', () => {
    expect(said({ error: 'invalid_client', error_description: 'Unknown client' }, {}, 401)).toMatchObject({
      serverCode: 'invalid_client',
      serverMessage: 'Unknown client',
    });
    expect(said({ error: 'invalid_scope' })).toMatchObject({
      serverCode: 'invalid_scope',
      serverMessage: 'invalid_scope',
    });
  });

  it('reads plain text, HTML pages and nothing at all', () => {
    expect(said('upstream  timed\nout', { 'request-id': 'h-2' }, 504)).toMatchObject({
      serverMessage: 'upstream timed out',
      requestId: 'h-2',
    });
    expect(said('<html><head><title>502 Bad Gateway</title></head><body>…</body></html>', {}, 502).serverMessage).toBe(
      '502 Bad Gateway',
    );
    expect(said('', {}, 500)).toMatchObject({ serverCode: null, serverMessage: null, requestId: null });
    expect(said('null', {}, 500).serverMessage).toBeNull();
  });

  it('reads other common shapes', () => {
    expect(said({ title: 'Conflict', detail: 'Already there' }).serverMessage).toBe('Already there');
    expect(said({ errors: [{ code: 'E1', message: 'No' }] })).toMatchObject({ serverCode: 'E1', serverMessage: 'No' });
    expect(said({ code: 17, message: 'Seventeen', requestId: 'b-1' })).toMatchObject({
      serverCode: '17',
      requestId: 'b-1',
    });
  });
});

describe('classify', () => {
  const of = (status: number, headers: Record<string, string> = {}, text = '{}') =>
    classify({ status, headers: new Headers(headers), text, exchangeId: null }, 1_000);

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

  it('reads when a 429 may be tried again', () => {
    expect(of(429, { 'retry-after': '3' })?.data).toMatchObject({ retryAt: 4_000 });
    expect(of(429, { 'ratelimit-reset': '2' })?.data).toMatchObject({ retryAt: 3_000 });
    expect(of(429)?.data).toMatchObject({ retryAt: null });
    const dates = { date: 'Sat, 21 Nov 2026 09:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 09:00:05 GMT' };
    expect(of(429, dates)?.data).toMatchObject({ retryAt: 6_000 });
  });
});
