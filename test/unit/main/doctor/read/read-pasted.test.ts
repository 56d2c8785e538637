/** What customers send is read, and nothing secret of it stays. */
import { describe, expect, it } from 'vitest';
import { readPasted } from '../../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../../src/main/doctor/read/report.ts';
import { GUEST, SAMPLES, SECRET, TOKEN } from './samples.ts';

describe.each(SAMPLES)('$name', (sample) => {
  const { failures } = readPasted(sample.text);
  const failure = failures[0]?.failure;

  it('is read as one exchange', () => {
    expect(failures.map(({ failure: { method, url, status } }) => [method, url, status])).toHaveLength(1);
    if (sample.method !== undefined) expect(failure?.method).toBe(sample.method);
    if (sample.url !== undefined) expect(failure?.url).toBe(sample.url);
    if (sample.status !== undefined) expect(failure?.status).toBe(sample.status);
    if (sample.authorization !== undefined) expect(failure?.authorization.kind).toBe(sample.authorization);
    if (sample.networkCode !== undefined) expect(failure?.networkError?.code).toBe(sample.networkCode);
    if (sample.says !== undefined) expect(failure?.responseBody).toContain(sample.says);
    if (sample.requestText !== undefined) expect(failure?.requestBody?.text).toContain(sample.requestText);
    if (sample.sentAt !== undefined) expect(new Date(failure?.sentAt ?? 0).toISOString()).toBe(sample.sentAt);
    for (const [name, value] of Object.entries(sample.headers ?? {}))
      expect(failure?.requestHeaders.map(([one, text]) => [one.toLowerCase(), text])).toContainEqual([name, value]);
    for (const pair of Object.entries(sample.answered ?? {})) expect(failure?.responseHeaders).toContainEqual(pair);
  });

  it('keeps no credential and no guest', () => {
    const told = JSON.stringify(readPasted(sample.text));
    for (const planted of [TOKEN, ...TOKEN.split('.').slice(1), SECRET, GUEST]) expect(told).not.toContain(planted);
  });
});

describe('JSON in which another language escaped what stands outside of its texts', () => {
  const bodies = [
    String.raw`[\u007b\u0022ful\u006c\u004eame\u0022\u003a"PlantedName\u0078\u0022},nu\u006cl]`,
    String.raw`[\n\t"loft",\n\t{\n\t\t"card[cvc]": "PlantedName"\n\t}\n]`,
    '["%78%22,{"c%6fokie%22%3a"PlantedName%22%7d]',
    '[&#123;&quot;fullName&quot;:"PlantedName"&#125;]',
  ];

  it.each(bodies)('is not repaired, because names and values could not be told apart: %s', (body) => {
    const http = `GET /v1/listings HTTP/1.1\nHost: open-api.guesty.com\n\nHTTP/1.1 400 Bad Request\ncontent-type: text/plain\n\n${body}`;
    const entry = {
      request: { method: 'GET', url: 'https://open-api.guesty.com/v1/listings', headers: [] },
      response: { status: 400, headers: [], content: { text: body } },
    };
    for (const text of [
      http,
      JSON.stringify({ log: { entries: [entry] } }),
      `method=GET url=/v1/listings status=403 msg=${JSON.stringify(body)}`,
    ]) {
      const read = readPasted(text);
      expect(read.failures).toHaveLength(1);
      expect(JSON.stringify(read)).not.toContain('PlantedName');
    }
  });
});

describe('damaged JSON', () => {
  it('in which a value stands where a name should is not rewritten, because masking goes by names', () => {
    const value = 'Usbmbz2021!';
    const damaged = JSON.stringify([{ [`{\n\t"accessTokenValue": "${value}"\n}`]: 'Sunny flat' }], null, '\t');
    const told = [
      `method=GET url=/v1/listings status=403 msg=${JSON.stringify(damaged)}`,
      `HTTP/1.1 403 Forbidden\nContent-Type: text/plain\n\n${damaged.slice(0, -4)}`,
      `Response: 403 ${damaged.slice(0, -4)}`,
    ].map((text) => JSON.stringify(readPasted(text)));
    for (const one of told) expect(one).not.toContain(value);
  });
});

describe('a character that the client refused in a header', () => {
  it.each(['X-Trace', 'Authorization'])('is no failure of the network: %s', (name) => {
    const read = readPasted(`TypeError [ERR_INVALID_CHAR]: Invalid character in header content ["${name}"]`);
    const [found] = reportOf(read, []).cases;
    expect(found?.failure.networkError?.code).toBe('ERR_INVALID_CHAR');
    expect(found?.diagnosis.verdicts.map(({ cause }) => cause)).not.toContain('networkFailure');
  });
});
