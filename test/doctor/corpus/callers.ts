/** Cases of who calls and which API is called: pages in a browser, and programs of the older open API. */
import { BOOKING, casesOf, forbidden, get, json, listings, OPEN, openApi, search, tokenRequest } from './base.ts';

const lost = (message: string, code: string | null = null) => ({ networkError: { code, message } });
const OLD = 'https://api.guesty.com/api/v2';
const basic = { ...get(`${OLD}/listings?limit=5`, 'Basic TOKEN') };

export const cases = [
  ...casesOf('browserRefused', [
    [
      'fetch in a page',
      'networkFailure',
      { request: listings(), ...lost('blocked by CORS policy: no header on the resource') },
    ],
    ['Firefox', 'networkFailure', { request: search(), ...lost('Cross-Origin Request Blocked') }],
    [
      'an ad blocker',
      'networkFailure',
      { request: search(), ...lost('net::ERR_BLOCKED_BY_CLIENT', 'ERR_BLOCKED_BY_CLIENT') },
    ],
    [
      'a policy of the page',
      'intermediary',
      {
        request: listings(),
        ...lost('Refused to connect to the address: it violates the following Content Security Policy directive'),
      },
    ],
    [
      'a page over https',
      'notHttps',
      { request: get('http://shop.example/api'), ...lost('Mixed Content: the page was loaded over HTTPS') },
    ],
    ['the token endpoint', 'credentialsWrong', { request: tokenRequest('booking'), ...lost('blocked by CORS policy') }],
  ]),
  ...casesOf('networkFailure', [
    [
      'offline in a browser',
      'browserRefused',
      { request: listings(), ...lost('net::ERR_INTERNET_DISCONNECTED', 'ERR_INTERNET_DISCONNECTED') },
    ],
    ['fetch that says nothing', 'browserRefused', { request: search(), ...lost('TypeError: Failed to fetch') }],
    [
      'reset in a browser',
      'browserRefused',
      { request: search(), ...lost('net::ERR_CONNECTION_RESET', 'ERR_CONNECTION_RESET') },
    ],
  ]),
  ...casesOf('tlsFailure', [
    [
      'an authority that the browser does not know',
      'browserRefused',
      { request: listings(), ...lost('net::ERR_CERT_AUTHORITY_INVALID', 'ERR_CERT_AUTHORITY_INVALID') },
    ],
  ]),
  ...casesOf('intermediary', [
    [
      'a proxy that refuses',
      'browserRefused',
      { request: listings(), ...lost('net::ERR_TUNNEL_CONNECTION_FAILED', 'ERR_TUNNEL_CONNECTION_FAILED') },
    ],
  ]),
  ...casesOf('oldApi', [
    [
      'listings with a key',
      'headerMalformed',
      { request: basic, response: json(401, { error: { message: 'Unauthorized', code: 401 } }) },
    ],
    [
      'listings with a token',
      'tokenExpired',
      { request: get(`${OLD}/listings`), response: openApi(401, 'Unauthorized') },
    ],
    [
      'the token address',
      'wrongBasePath',
      {
        request: tokenRequest('openApi', {}, { url: 'https://api.guesty.com/oauth2/token' }),
        response: openApi(404, 'Not Found'),
      },
    ],
    [
      'the search that was withdrawn',
      'wrongBasePath',
      { request: get(`${OLD}/search`, 'Basic TOKEN'), response: openApi(404, 'Not Found') },
    ],
    ['without a header', 'bearerMissing', { request: get(`${OLD}/listings`, null), response: forbidden }],
  ]),
  ...casesOf('wrongEnvironment', [
    [
      'a test host of the same company',
      'oldApi',
      { request: get('https://open-api.sandbox.guesty.com/v1/listings'), response: openApi(401, 'Unauthorized') },
    ],
  ]),
  ...casesOf('headerMalformed', [
    ['Basic at the new host', 'oldApi', { request: listings('Basic TOKEN'), response: openApi(401, 'Unauthorized') }],
    [
      'Basic at the Booking Engine',
      'oldApi',
      { request: search('Basic TOKEN'), response: json(401, { message: 'Unauthorized' }) },
    ],
  ]),
  ...casesOf('wrongBasePath', [
    [
      'the new host with /api',
      'oldApi',
      { request: get(`${OPEN}/api/v1/listings`), response: openApi(404, 'Not Found') },
    ],
    [
      'doubled prefix',
      'oldApi',
      { request: get(`${BOOKING}/api/listings`), response: json(404, { message: 'Cannot GET /api/api/listings' }) },
    ],
  ]),
];
