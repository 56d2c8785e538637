import type { Har } from 'har-format';
import { describe, expect, it } from 'vitest';
import { harEntry, harFrame } from '../../../../../src/main/journal/export/har.ts';
import type { Exchange } from '../../../../../src/shared/model/traffic.ts';
import { harErrors } from '../../../../support/har-schema.ts';
import { exchangeOf } from './exchange-of.ts';

function harOf(...exchanges: Exchange[]): Har {
  const { head, tail } = harFrame('1.2.3');
  return JSON.parse(head + exchanges.map((exchange) => JSON.stringify(harEntry(exchange))).join(',') + tail);
}
const entryOf = (changes: Partial<Exchange> = {}) => harEntry(exchangeOf(1, changes));

const closing = exchangeOf(2, {
  method: 'POST',
  url: 'https://booking.example/api/reservations/quotes/q1/inquiry?email=[mail address]&a=1&a=2',
  operation: 'quoteRequest',
  requestBytes: 90_000,
  requestHeaders: [['Content-Type', 'application/json']],
  requestBody: { text: '{"guest":{"firstName":"[guest name]"', bytes: 90_000, cut: true },
  status: 201,
});
const unanswered = exchangeOf(3, {
  status: null,
  error: 'unreachable',
  firstByteMs: null,
  durationMs: null,
  responseHeaders: null,
  responseBody: null,
  responseBytes: null,
  failure: { code: 'unreachable', host: 'open.example', reason: 'refused', exchangeId: 'e3' },
});
const redirected = exchangeOf(4, {
  status: 302,
  firstByteMs: 500,
  responseHeaders: [
    ['Location', 'https://elsewhere.example/'],
    ['content-encoding', 'gzip'],
  ],
  responseBody: null,
  responseBytes: 70,
});

describe('HAR', () => {
  it('fits the schema of HAR 1.2, with and without bodies and answers', () => {
    expect(harErrors(harOf())).toEqual([]);
    expect(harErrors(harOf(exchangeOf(1), closing, unanswered, redirected))).toEqual([]);
  });

  it('has the fields that Chrome DevTools requires on import', () => {
    const { log } = harOf(exchangeOf(1), closing, unanswered, redirected);
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Latchkey', version: '1.2.3' } });
    for (const { startedDateTime, time, request, response, timings } of log.entries) {
      expect(Number.isNaN(Date.parse(startedDateTime))).toBe(false);
      const numbers = [
        time,
        request.headersSize,
        request.bodySize,
        response.status,
        response.headersSize,
        response.bodySize,
        response.content.size,
        timings.send,
        timings.wait,
        timings.receive,
        timings.blocked,
      ];
      for (const number of numbers) expect(number).toEqual(expect.any(Number));
      expect(response.content.mimeType).toEqual(expect.any(String));
      // HAR 1.2: `time` is the sum of the known timings.
      const known = [timings.blocked, timings.dns, timings.connect, timings.send, timings.wait, timings.receive];
      expect(
        known.filter((ms) => ms !== undefined && ms >= 0).reduce((sum: number, ms) => sum + (ms ?? 0), 0),
      ).toBeCloseTo(time, 6);
    }
  });

  it('has the timings: queue and token, first byte, rest', () => {
    const { startedDateTime, time, timings } = entryOf();
    expect(startedDateTime).toBe(new Date(1_790_000_001_000).toISOString());
    expect(time).toBe(150);
    expect(timings).toMatchObject({
      blocked: 50,
      _limiter: 40,
      _token: 10,
      dns: -1,
      connect: -1,
      ssl: -1,
      send: 0,
      wait: 80.5,
      receive: 19.5,
    });
  });

  it('has fields of this console under names with an underscore', () => {
    expect(entryOf({ attempt: 2, lane: 'bulk', taskId: 't1' })).toMatchObject({
      _id: 'e1',
      _operation: 'listings',
      _api: 'openApi',
      _chain: 'c1',
      _attempt: 2,
      _lane: 'bulk',
      _task: 't1',
      _tokenGeneration: 3,
      _requestId: 'r-1',
    });
  });

  it('marks a cut body, and gives its true size', () => {
    const { request, response } = harEntry(closing);
    expect(request).toMatchObject({
      bodySize: 90_000,
      postData: {
        mimeType: 'application/json',
        text: '{"guest":{"firstName":"[guest name]"',
        comment: 'Cut: 36 of 90000 bytes are recorded.',
      },
      queryString: [
        { name: 'email', value: '[mail address]' },
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ],
    });
    expect(response.content).toMatchObject({
      size: 15,
      mimeType: 'application/json; charset=utf-8',
      text: '{"results":[1]}'.replace('1', '2'),
    });
  });

  it('has status 0 and the reason for an exchange without an answer', () => {
    expect(harEntry(unanswered).response).toMatchObject({
      status: 0,
      statusText: 'unreachable',
      _error: 'unreachable',
      content: { size: 0, mimeType: 'x-unknown' },
      headers: [],
    });
  });

  it('has the redirect address, and no size for an encoded body', () => {
    expect(harEntry(redirected).response).toMatchObject({ redirectURL: 'https://elsewhere.example/', bodySize: -1 });
  });
});
