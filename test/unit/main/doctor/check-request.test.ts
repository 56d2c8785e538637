/** A request without its answer: what the service would refuse of it, how it would be right, and what no request tells. Texts in, findings out. */
import { describe, expect, it } from 'vitest';
import { knownServices } from '../../../../src/main/api/known-services.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';
import { checkOutcome } from '../../../../src/shared/doctor/request-check.ts';
import type { PastedCase } from '../../../../src/shared/model/pasted.ts';
import { jwtOf } from './jwt-of.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const OPEN = 'https://open-api.guesty.com';
const BOOKING = 'https://booking.guesty.com/api';
const SECOND = NOW / 1_000;
const tokenOf = (scope: string, leftSeconds: number): string =>
  jwtOf({ scp: [scope], iat: SECOND + leftSeconds - 86_400, exp: SECOND + leftSeconds });
const OPEN_TOKEN = tokenOf('open-api', 3_600);
const BOOKING_TOKEN = tokenOf('booking_engine:api', 3_600);
const withToken = (token: string): string => `-H 'Authorization: Bearer ${token}'`;
const JSON_TYPE = `-H 'Content-Type: application/json'`;

function checked(text: string, services = knownServices()): PastedCase & { lines: string[]; outcome: string } {
  const [one, ...more] = reportOf(readPasted(text), services, NOW).cases;
  if (!one?.check || more.length > 0) throw new Error('not one checked request');
  const lines = one.check.findings.map(({ level, text: what, right }) => `${level}: ${what} > ${right}`);
  return { ...one, lines, outcome: checkOutcome(one.check) };
}

describe('a request that would be accepted', () => {
  it.each([
    `curl '${OPEN}/v1/listings?limit=25&skip=50' ${withToken(OPEN_TOKEN)}`,
    `curl -G '${OPEN}/v1/listings' --data-urlencode 'available={"checkIn":"2026-12-01"}' ${withToken(OPEN_TOKEN)}`,
    `curl '${BOOKING}/v1/search?checkIn=2026-12-01&checkOut=2026-12-05&guests=2&location=Paris' ${withToken(BOOKING_TOKEN)}`,
    `curl '${BOOKING}/listings?checkIn=2026-12-01&checkOut=2026-12-05&minOccupancy=2&numberOfBedrooms=2' ${withToken(BOOKING_TOKEN)}`,
    `curl '${BOOKING}/listings/65a/calendar?from=2026-12-01&to=2026-12-31' ${withToken(BOOKING_TOKEN)}`,
    `curl ${BOOKING}/reservations/quotes ${withToken(BOOKING_TOKEN)} ${JSON_TYPE} -d '{"listingId":"65a","checkInDateLocalized":"2026-12-01","checkOutDateLocalized":"2026-12-05","guestsCount":2,"coupons":"A,B"}'`,
    `curl ${BOOKING}/reservations/quotes/q1/coupons ${withToken(BOOKING_TOKEN)} ${JSON_TYPE} -d '{"coupons":["A"]}'`,
    `curl ${OPEN}/oauth2/token -d grant_type=client_credentials -d scope=open-api -d client_id=abc -d client_secret=made-up-secret`,
    `curl -G ${BOOKING}/v1/search -d checkIn=2026-12-01 -d 'checkOut=2026-12-05' ${withToken(BOOKING_TOKEN)}`,
    `curl 'HTTPS://Open-API.guesty.com:443/v1/listings/?limit=5#top' ${withToken(OPEN_TOKEN)}`,
    `GET /v1/listings?limit=5 HTTP/1.1\nHost: open-api.guesty.com\nAuthorization: Bearer ${OPEN_TOKEN}\nAccept: application/json\n`,
  ])('has no finding, and says what it does not tell: %s', (text) => {
    const { lines, outcome, check } = checked(text);
    expect([lines, outcome]).toEqual([[], 'clear']);
    expect(check?.unknown.join(' ')).toMatch(/permission|client ID/);
  });

  it('does not tell the state of a quote', () => {
    const quote = `curl ${BOOKING}/reservations/quotes/q1 ${withToken(BOOKING_TOKEN)}`;
    expect(checked(quote).check?.unknown).toContain('The state of the quote: it may have expired.');
  });

  it('does not tell the expiry of a masked token, nor a header that is not shown', () => {
    expect(checked(`curl ${OPEN}/v1/listings -H 'Authorization: Bearer ***'`).check?.unknown[0]).toContain(
      'The token cannot be read',
    );
    expect(checked(`curl ${OPEN}/v1/listings -H @headers.txt`).check?.unknown[0]).toContain(
      'Authorization header is not shown',
    );
  });
});

describe('a request that would be refused', () => {
  it.each([
    [
      'an expired token',
      `${OPEN}/v1/listings ${withToken(tokenOf('open-api', -3_600))}`,
      'expired 1 h before it was read, on 2026-11-27 11:00:00 UTC',
    ],
    ['a token of the other API', `${OPEN}/v1/listings ${withToken(BOOKING_TOKEN)}`, 'has scope “booking_engine:api”'],
    [
      'a token that is not valid yet',
      `${OPEN}/v1/listings ${withToken(jwtOf({ nbf: SECOND + 3_600, exp: SECOND + 9_000 }))}`,
      'not valid until 2026-11-27 13:00:00 UTC',
    ],
    ['no header', `${OPEN}/v1/listings`, 'carried no Authorization header'],
    [
      'a text where a JSON object belongs',
      `${OPEN}/v1/listings?available=yes ${withToken(OPEN_TOKEN)}`,
      '“available” is not a JSON object',
    ],
    ['a bare token', `${OPEN}/v1/listings -H 'Authorization: ${OPEN_TOKEN}'`, 'did not start with “Bearer ”'],
    ['a doubled prefix', `${OPEN}/v1/listings -H 'Authorization: Bearer Bearer ${OPEN_TOKEN}'`, 'sent twice'],
    ['http', `http://open-api.guesty.com/v1/listings ${withToken(OPEN_TOKEN)}`, 'starts with http://'],
    [
      'a doubled version',
      `${OPEN}/v1/v1/listings ${withToken(OPEN_TOKEN)}`,
      `“/v1” twice: the base address already ends in it. > The address of “List listings” is ${OPEN}/v1/listings.`,
    ],
    ['no version', `${OPEN}/listings ${withToken(OPEN_TOKEN)}`, `is ${OPEN}/v1/listings.`],
    ['an operation of the other API', `${OPEN}/v1/search ${withToken(OPEN_TOKEN)}`, `is ${BOOKING}/v1/search.`],
    [
      'a host of another domain',
      `https://open-api.guesty.co/v1/listings ${withToken(OPEN_TOKEN)}`,
      `is ${OPEN}/v1/listings.`,
    ],
    ['the older API', `https://api.guesty.com/api/v2/listings -u key:made-up-secret`, 'older open API'],
    [
      'another method',
      `${BOOKING}/reservations/quotes ${withToken(BOOKING_TOKEN)}`,
      'does not take GET. > Send it with POST.',
    ],
    [
      'a JSON token request',
      `${OPEN}/oauth2/token ${JSON_TYPE} -d '{"grant_type":"client_credentials"}'`,
      'reads only forms',
    ],
    [
      'a form without a secret',
      `${OPEN}/oauth2/token -d grant_type=client_credentials -d scope=open-api -d client_id=abc`,
      'no client_secret',
    ],
    [
      'the scope of the other API',
      `${OPEN}/oauth2/token -d grant_type=client_credentials -d scope=booking_engine:api -d client_id=abc -d client_secret=made-up-secret`,
      'scope “booking_engine:api”',
    ],
    [
      'another token path',
      `${OPEN}/v1/oauth2/token -d grant_type=client_credentials -d scope=open-api -d client_id=abc -d client_secret=made-up-secret`,
      `Request the token at ${OPEN}/oauth2/token.`,
    ],
  ])('for %s', (_what, command, finding) => {
    const { lines, outcome } = checked(`curl ${command}`);
    expect(lines.join('\n')).toContain(finding);
    expect(outcome).toBe('refused');
  });

  it.each([
    ['check_in', 'checkIn'],
    ['CheckIn', 'checkIn'],
    ['chekcIn', 'checkIn'],
    ['arrival', 'checkIn'],
    ['checkInDateLocalized', 'checkIn'],
    ['departure_date', 'checkOut'],
    ['minOccupancy', 'guests'],
    ['persons', 'guests'],
    ['city', 'location'],
  ])('for the name %s in place of %s', (wrong, right) => {
    const { lines, corrected } = checked(`curl '${BOOKING}/v1/search?${wrong}=' ${withToken(BOOKING_TOKEN)}`);
    expect(lines).toEqual([
      `refused: “${wrong}” is no parameter of “Search available listings”. > Its name is “${right}”.`,
    ]);
    expect(corrected?.curl).toContain(`/v1/search?${right}=`);
  });

  it.each([
    ['2026-12-1', 'Write 2026-12-01.', 'checkIn=2026-12-01'],
    ['2026/12/01', 'Write 2026-12-01.', 'checkIn=2026-12-01'],
    ['2026-12-01T00:00:00Z', 'Write 2026-12-01.', 'checkIn=2026-12-01'],
    ['12/01/2026', 'Write the day as YYYY-MM-DD.', 'checkIn=YYYY-MM-DD'],
    ['2026-02-30', 'Write the day as YYYY-MM-DD.', 'checkIn=YYYY-MM-DD'],
  ])('for the day %s', (day, right, written) => {
    const { lines, corrected } = checked(`curl '${BOOKING}/v1/search?checkIn=${day}' ${withToken(BOOKING_TOKEN)}`);
    expect(lines).toEqual([`refused: “checkIn” is not a day written YYYY-MM-DD. > ${right}`]);
    expect(corrected?.curl).toContain(written);
  });

  it('names every field of a quote that is missing, misnamed or of another form, and the type of its body', () => {
    const { lines, corrected } = checked(
      `curl ${BOOKING}/reservations/quotes ${withToken(BOOKING_TOKEN)} -d '{"listingId":"65a","checkIn":"2026-12-05","checkOut":"2026-12-01","coupons":["A"]}'`,
    );
    expect(lines.map((line) => line.replace(/ >.*/, ''))).toEqual([
      'refused: The body is sent as “application/x-www-form-urlencoded”, and “Create a quote” takes JSON.',
      'refused: “checkIn” is no parameter of “Create a quote”.',
      'refused: “checkOut” is no parameter of “Create a quote”.',
      'refused: “coupons” is a text here, not a list.',
      'refused: “checkOut” is not after “checkIn”.',
      'refused: The field “guestsCount” is missing, and “Create a quote” requires it.',
    ]);
    const empty = `curl ${BOOKING}/reservations/quotes/q1/coupons ${withToken(BOOKING_TOKEN)} ${JSON_TYPE} -d '{"coupons":null}'`;
    expect(checked(empty).lines).toEqual([expect.stringContaining('The field “coupons” is missing')]);
    expect(corrected?.curl).toContain('"checkInDateLocalized":"2026-12-05"');
    expect(corrected?.changes).toContain('The parameter “checkIn” is named “checkInDateLocalized”.');
  });
});

describe('a request about which the documents say too little', () => {
  it.each([
    [
      'an unknown parameter',
      `'${BOOKING}/v1/search?sortBy=price' ${withToken(BOOKING_TOKEN)}`,
      '“sortBy” is not documented',
    ],
    [
      'a host of the sender',
      `https://gateway.example.org/v1/listings ${withToken(OPEN_TOKEN)}`,
      'not one that this app knows',
    ],
    [
      'a host that some pages name',
      `https://booking-api.guesty.com/v1/search ${withToken(BOOKING_TOKEN)}`,
      'Some pages name the host',
    ],
    [
      'the base path without its prefix',
      `https://booking.guesty.com/listings ${withToken(BOOKING_TOKEN)}`,
      'is not that of “Search available listings”',
    ],
    [
      'what is being withdrawn',
      `-X POST ${BOOKING}/reservations ${withToken(BOOKING_TOKEN)} ${JSON_TYPE} -d '{}'`,
      'being deprecated',
    ],
    [
      'a stay that is past',
      `'${BOOKING}/v1/search?checkIn=2026-11-01&checkOut=2026-11-05' ${withToken(BOOKING_TOKEN)}`,
      'which is past',
    ],
    [
      'a name in place of an id',
      `${BOOKING}/reservations/quotes/:quoteId ${withToken(BOOKING_TOKEN)}`,
      'where an id belongs',
    ],
    [
      'a body that is cut',
      `${BOOKING}/reservations/quotes/q1/coupons ${withToken(BOOKING_TOKEN)} ${JSON_TYPE} -d '[1,'`,
      'cannot be read as a JSON object',
    ],
  ])('is doubtful: %s', (_what, command, finding) => {
    const { lines, outcome } = checked(`curl ${command}`);
    expect(lines.join('\n')).toContain(finding);
    expect(outcome).toBe('doubtful');
  });
});

describe('what is known of the operations', () => {
  it('comes from their data: a parameter that a preset adds is accepted, and its name is corrected', () => {
    const services = knownServices().map((service) => ({
      ...service,
      operations: service.operations.map((operation) =>
        operation.id === 'search'
          ? { ...operation, query: [...operation.query, { name: 'petsCount', value: null, format: 'count' as const }] }
          : operation,
      ),
    }));
    const search = (query: string) => `curl '${BOOKING}/v1/search?${query}' ${withToken(BOOKING_TOKEN)}`;
    expect(checked(search('petsCount=1')).lines.join()).toContain('“petsCount” is not documented');
    expect(checked(search('petsCount=1'), services).lines).toEqual([]);
    expect(checked(search('pets_count=x'), services).lines.join('\n')).toMatch(
      /Its name is “petsCount”[\s\S]*whole number/,
    );
  });

  it('is compared with the addresses of a connection where the host is its own', () => {
    const addresses = {
      baseUrl: 'https://api.own.example/open',
      authUrl: 'https://api.own.example/login',
      bookingBaseUrl: 'https://stays.own.example/v2',
      bookingAuthUrl: 'https://stays.own.example',
    };
    const services = [{ name: 'Own', kind: 'connection' as const, addresses }, ...knownServices()];
    const lines = (address: string) => checked(`curl ${address} ${withToken(BOOKING_TOKEN)}`, services as never).lines;
    expect(lines('https://stays.own.example/v2/v1/search')).toEqual([]);
    expect(lines('https://stays.own.example/v2/search')).toEqual([
      expect.stringContaining('is https://stays.own.example/v2/v1/search.'),
    ]);
  });

  it('says of a host on the sender’s machine only that it is not known where it leads', () => {
    const { lines, check } = checked(`curl http://localhost:3000/v1/listings ${withToken(OPEN_TOKEN)}`);
    expect(lines).toEqual([]);
    expect(check?.unknown[0]).toBe('The host is the sender’s own machine: it is not shown where that leads.');
  });

  it('never quotes a value: neither a token nor a text of the query', () => {
    const { check } = checked(
      `curl '${BOOKING}/v1/search?checkIn=secret-of-somebody&${OPEN_TOKEN}=1' ${withToken(OPEN_TOKEN)}`,
    );
    expect(JSON.stringify(check)).not.toMatch(/secret-of-somebody|eyJ/);
  });
});

it('is not made of a request whose answer the text shows', () => {
  const text = `curl ${OPEN}/v1/listings ${withToken(OPEN_TOKEN)}\nHTTP/1.1 403 Forbidden\n\n{"message":"no"}`;
  expect(reportOf(readPasted(text), knownServices(), NOW).cases.map(({ check }) => check)).toEqual([null]);
});
