/** The claims of a token in a text, as a person reads them: values, what is wrong with each, and never the token. */
import { describe, expect, it } from 'vitest';
import { knownServices } from '../../../../src/main/api/known-services.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';
import { PastedReport } from '../../../../src/shared/model/pasted.ts';
import type { TokenPanel } from '../../../../src/shared/model/token-panel.ts';
import { jwtOf } from './jwt-of.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const SECOND = NOW / 1_000;
const CLAIMS = {
  iss: 'https://login.example.com/oauth2/default',
  aud: 'https://open-api.guesty.com',
  sub: 'maria@example.org',
  cid: '0oa1b2c3d4',
  scp: ['open-api'],
  iat: SECOND - 90_000,
  exp: SECOND - 3_600,
};
const reportFor = (text: string, secrets: readonly string[] = []) =>
  PastedReport.parse(reportOf(readPasted(text, secrets), knownServices(), NOW));
const rowsOf = (panel: TokenPanel | null | undefined): Record<string, string> =>
  Object.fromEntries(
    (panel?.claims ?? []).map(({ name, value, problem }) => [name, problem ? `${value} ! ${problem}` : value]),
  );
const rowsIn = (text: string) => rowsOf(reportFor(text).cases[0]?.token);

const request = (url: string, claims: object) => `curl '${url}' -H 'Authorization: Bearer ${jwtOf(claims)}'`;
const OPEN = 'https://open-api.guesty.com/v1/listings';
const BOOKING = 'https://booking.guesty.com/api/listings';

describe('the token of a request', () => {
  it('is shown with absolute times, and times relative to the answer of the text', () => {
    const answer = 'HTTP/1.1 401 Unauthorized\nDate: Fri, 27 Nov 2026 11:30:00 GMT\n\n{"message":"Unauthorized"}';
    expect(rowsIn(`${request(OPEN, CLAIMS)}\n${answer}`)).toEqual({
      For: 'Open API',
      Issuer: 'login.example.com',
      Audience: 'open-api.guesty.com',
      Scopes: 'open-api',
      'Client ID': '0oa1b2c3d4',
      Issued: '2026-11-26 11:00:00 UTC, 24 h 30 min before the answer',
      Expires: '2026-11-27 11:00:00 UTC, 30 min before the answer ! The token had expired.',
    });
  });

  it('is judged by the time at which it is read where the text shows none', () => {
    const panel = reportFor(request(OPEN, CLAIMS)).cases[0]?.token;
    expect([panel?.by, panel?.at]).toEqual(['reading', NOW]);
    expect(rowsOf(panel).Expires).toContain('1 h before it was read');
  });

  it.each([
    ['the other API', BOOKING, CLAIMS, 'For', 'The request went to the Booking Engine API.'],
    [
      'another audience',
      BOOKING,
      CLAIMS,
      'Audience',
      'This is the Open API, and the request went to the Booking Engine API.',
    ],
    ['another scope', BOOKING, CLAIMS, 'Scopes', 'needs the scope “booking_engine:api”'],
    ['an issue in the future', OPEN, { iat: SECOND + 900, exp: SECOND + 9_000 }, 'Issued', 'the two clocks differ'],
    ['a beginning in the future', OPEN, { nbf: SECOND + 900, exp: SECOND + 9_000 }, 'Not before', 'not valid yet'],
    ['an expiry before its issue', OPEN, { iat: SECOND, exp: SECOND - 9 }, 'Expires', 'not after the issue'],
    ['an expiry at this moment', OPEN, { exp: SECOND + 60 }, 'Expires', 'depends on the clocks'],
    ['no expiry after 24 hours', OPEN, { iat: SECOND - 90_000 }, 'Expires', 'lives 24 hours'],
  ])('has a sentence on %s', (_what, url, claims, name, problem) => {
    expect(rowsIn(request(url, claims))[name]?.split(' ! ')[1]).toContain(problem);
  });

  it('that is right has no problem, and names what it does not say', () => {
    const rows = rowsIn(request(OPEN, { scp: ['open-api'], iat: SECOND - 60, exp: SECOND + 86_340 }));
    expect(Object.values(rows).join()).not.toContain('!');
    expect([rows.Issuer, rows.Audience, rows['Client ID']]).toEqual(['not said', 'not said', 'not said']);
  });
});

describe('what leaves the reading', () => {
  it('has neither the token nor its signature, its subject, or a client ID that is a secret or a mail address', () => {
    const token = jwtOf(CLAIMS);
    const json = JSON.stringify(reportFor(`Our token: ${token}\n${request(OPEN, CLAIMS)}`));
    expect(json).toContain('0oa1b2c3d4');
    for (const part of [token, ...token.split('.'), 'maria', '/oauth2/default']) expect(json).not.toContain(part);
    const secret = 'planted-secret-0123456789';
    for (const cid of [secret, 'maria@example.org'])
      expect(JSON.stringify(reportFor(request(OPEN, { ...CLAIMS, cid }), [secret]))).not.toContain(cid);
    expect(JSON.stringify(reportFor(`id: ${jwtOf({ ...CLAIMS, cid: secret })}`, [secret]))).not.toContain(secret);
  });

  it('has a token outside of every request once, with its line', () => {
    const text = `Hello,\nwe get {"access_token":"${jwtOf(CLAIMS)}","expires_in":86400}\nand again ${jwtOf(CLAIMS)}`;
    const { tokens } = reportFor(text);
    expect(tokens.map(({ where }) => where)).toEqual(['line 2']);
    expect(rowsOf(tokens[0]?.panel).For).toBe('Open API');
    expect(reportFor(request(OPEN, CLAIMS)).tokens).toEqual([]);
  });
});
