/** What no reader of a single form finds is gathered from the lines around; what the text names twice stays unknown. */
import { describe, expect, it } from 'vitest';
import { readPasted } from '../../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../../src/main/doctor/read/report.ts';
import { TOKEN } from './samples.ts';

const URL = 'https://booking.guesty.com/api/listings';
const QUOTES = 'https://booking.guesty.com/api/reservations/quotes';
const firstOf = (text: string) => readPasted(text).failures[0]?.failure;

describe('a text that no single form describes', () => {
  it.each<[name: string, text: string, expected: object]>([
    [
      'a body within a text, escaped',
      `irb> uri = URI("${URL}")\n=> #<Net::HTTPForbidden 403 Forbidden>\nirb> res.body\n=> "{\\"message\\":\\"no\\"}"`,
      { url: URL, status: 403, responseBody: '{"message":"no"}' },
    ],
    [
      'a body in a field of a log record',
      `{"url":"${URL}","method":"GET","error":{"detail":"400 {\\"error_code\\":\\"MIN_NIGHT_MISMATCH\\",\\"message\\":\\"x\\"}"}}`,
      { url: URL, responseBody: '{"error_code":"MIN_NIGHT_MISMATCH","message":"x"}' },
    ],
    [
      'statuses of a loop',
      `while true; do curl -s -o /dev/null -w '%{http_code}\\n' ${URL}; done\n200\n503\n503`,
      { url: URL, status: 503 },
    ],
  ])('is read: %s', (_name, text, expected) => {
    expect(firstOf(text)).toMatchObject(expected);
  });

  it.each([
    ['a table', `Authorization ${TOKEN}`, 'bareToken'],
    ['a list of headers', `[{"name":"Authorization","value":"Bearer Bearer ${TOKEN}"}]`, 'doubledPrefix'],
    ['words about the header', 'Authorization header is set correctly', 'unknown'],
  ])('has the form of its Authorization header from %s, and never its token', (_name, line, kind) => {
    const read = readPasted(`We call ${URL} with\n${line}\nand get 403 Forbidden`);
    expect(read.failures[0]?.failure.authorization.kind).toBe(kind);
    expect(JSON.stringify(read)).not.toContain(TOKEN);
  });

  it('takes a request line with its host for a part of the headers', () => {
    expect(firstOf('POST /api/listings\nHost: booking.guesty.com\n\n400')?.authorization.kind).toBe('unknown');
  });

  it('keeps open what it names twice, and what is a number only', () => {
    expect(firstOf(`curl ${URL}\nwe have 403 listings and 502 guests`)?.status).toBeNull();
    expect(firstOf(`curl ${URL}\n{"message":"one"}\nlater\n{"message":"two"}`)?.status).toBeNull();
    expect(readPasted(`${URL} and ${QUOTES}\nresult: 403`).failures.map(({ failure }) => failure.url)).not.toContain(
      URL,
    );
  });
});

describe('a text without anything technical', () => {
  it('gets a text that asks the customer for it; an empty one and a failure get none', () => {
    const askOf = (text: string) => reportOf(readPasted(text), []).ask;
    expect(askOf('Nothing works since this morning!')).toContain('the method and the whole address of the request');
    expect(askOf(`GET ${URL} 403`)).toBeNull();
  });
});

describe('a success among other exchanges', () => {
  it('without a status is none of the failures', () => {
    const { succeeded, failures } = readPasted(
      `curl ${URL}\n{"results":[]}\ncurl ${QUOTES}/1\n{"error":{"code":"NOT_FOUND","message":"x"}}`,
    );
    expect([succeeded, failures.map(({ failure }) => failure.url)]).toEqual([1, [`${QUOTES}/1`]]);
  });

  it('of a HAR is judged when it sent a coupon', () => {
    const har = (body: string) =>
      JSON.stringify({
        log: {
          entries: [
            {
              request: { method: 'POST', url: QUOTES, headers: [], postData: { text: body } },
              response: { status: 200, headers: [], content: { text: '{"_id":"1","coupons":[],"rates":{}}' } },
            },
          ],
        },
      });
    const causeOf = (body: string) => reportOf(readPasted(har(body)), []).cases[0]?.diagnosis.verdicts[0]?.cause;
    expect([causeOf('{"coupons":"XMAS"}'), causeOf('{"coupons":""}')]).toEqual(['couponDropped', undefined]);
  });
});
