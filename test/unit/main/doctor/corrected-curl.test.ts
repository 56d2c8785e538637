/** The request as it should have been, read back by the reader of curl commands. */
import { describe, expect, it } from 'vitest';
import { knownServices } from '../../../../src/main/api/known-services.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';
import { SAMPLES, SECRET, TOKEN } from './read/samples.ts';

const correct = (text: string) => reportOf(readPasted(text), knownServices()).cases[0]?.corrected ?? null;
const HEAD = `curl https://open-api.guesty.com/v1/listings -H 'Authorization: Bearer ${TOKEN}'`;

describe('correctedCurl', () => {
  it.each([
    [
      'a missing prefix',
      `curl -i https://open-api.guesty.com/v1/listings -H 'Authorization: ${TOKEN}'\nHTTP/1.1 403 Forbidden`,
      'Authorization begins with “Bearer ”.',
    ],
    [
      'a doubled prefix',
      `${HEAD.replace('Bearer', 'Bearer Bearer')}\nHTTP/1.1 401 Unauthorized`,
      'The word Bearer stands once in Authorization.',
    ],
    ['no HTTPS', `${HEAD.replace('https', 'http')}\nHTTP/1.1 403 Forbidden`, 'The address begins with https.'],
  ])('says what differs: %s', (_what, text, change) => {
    const corrected = correct(text);
    expect(corrected?.changes).toContain(change);
    expect(corrected?.curl).toContain("curl 'https://open-api.guesty.com/v1/listings'");
    expect(corrected?.curl).toContain('--header "Authorization: Bearer $ACCESS_TOKEN"');
    expect(corrected?.powershell).toContain(`'Authorization' = "Bearer $env:ACCESS_TOKEN"`);
    expect(corrected?.cmd).toContain('--header "Authorization: Bearer %ACCESS_TOKEN%"');
  });

  it('writes a token request as a form with the scope of its API', () => {
    const body = `{"grant_type":"client_credentials","scope":"open_api","client_id":"abc","client_secret":"${SECRET}"}`;
    const corrected = correct(
      `curl -X POST http://open-api.guesty.com/oauth2/token -H 'Content-Type: application/json' -d '${body}'\nHTTP/1.1 400 Bad Request\n\n{"error":"invalid_request"}`,
    );
    expect(corrected?.changes).toEqual([
      'The address begins with https.',
      'The body is a form: Content-Type application/x-www-form-urlencoded.',
      'The scope is open-api.',
    ]);
    expect(corrected?.curl).toContain("--data-urlencode 'scope=open-api'");
    expect(corrected?.curl).toContain('--data-urlencode "client_secret=$CLIENT_SECRET"');
    expect(corrected?.curl).not.toContain(SECRET);
    expect(corrected?.powershell).toContain("-Uri 'https://open-api.guesty.com/oauth2/token'");
    expect(corrected?.powershell).toContain("'scope' = 'open-api'; 'client_id' = $env:CLIENT_ID;");
    expect(corrected?.cmd).toBe(
      [
        'rem Set CLIENT_ID and CLIENT_SECRET first: they are not part of this line.',
        [
          'curl --request POST --data-urlencode "client_id=%CLIENT_ID%" --data-urlencode "client_secret=%CLIENT_SECRET%"',
          '--data-urlencode "grant_type=client_credentials" --data-urlencode ^"scope=open-api^"',
          '--header "Accept: application/json" --header "Content-Type: application/x-www-form-urlencoded"',
          '^"https://open-api.guesty.com/oauth2/token^"',
        ].join(' '),
      ].join('\n'),
    );
  });

  it('takes the base path once, and the quote flow for the deprecated endpoint', () => {
    const doubled = `curl -i https://open-api.guesty.com/v1/v1/listings?limit=5 -H 'Authorization: Bearer ${TOKEN}'\nHTTP/1.1 404 Not Found\nContent-Type: application/json\n\n{"message":"Cannot GET /v1/v1/listings"}`;
    expect(correct(doubled)?.curl).toContain("'https://open-api.guesty.com/v1/listings?limit=5'");
    const old = `curl -i -X POST https://booking.guesty.com/api/reservations -H 'Authorization: Bearer ${TOKEN}' -H 'Content-Type: application/json' -d '{"listingId":"1"}'\nHTTP/1.1 410 Gone\n\n{"message":"Reservations V1 is deprecated"}`;
    expect(correct(old)?.curl).toContain('https://booking.guesty.com/api/reservations/quotes');
  });

  it('holds no secret, and is read back as a request with a Bearer token', () => {
    for (const { text } of SAMPLES) {
      const corrected = correct(text);
      if (corrected === null) continue;
      for (const text of [corrected.curl, corrected.powershell, corrected.cmd])
        expect(text).not.toContain(TOKEN.slice(-20));
      const [again] = readPasted(corrected.curl).failures;
      expect(again?.failure.url).toMatch(/^https:/);
      if (!corrected.curl.includes('client_secret'))
        expect(again?.failure.authorization).toEqual({ kind: 'bearer', scheme: 'Bearer' });
    }
  });

  it('is not written where no address is known', () => {
    expect(correct('HTTP/1.1 429 Too Many Requests\nRetry-After: 2\n')).toBeNull();
  });
});
