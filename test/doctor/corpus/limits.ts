/** Quotas, rate limits, applications, and faults on the way. */
import {
  BOOKING,
  booking,
  calendar,
  casesOf,
  get,
  html,
  json,
  listings,
  oauth,
  openApi,
  page,
  plain,
  post,
  quote,
  search,
  step,
  TOKEN_ADDRESS,
  tokenRequest,
} from './base.ts';

const QUOTA = {
  'ratelimit-limit': '5',
  'ratelimit-remaining': '0',
  'ratelimit-reset': '51840',
  'x-ratelimit-limit-day': '5',
  'x-ratelimit-remaining-day': '0',
};
const newInstance = (headers = {}) => ({
  ...post('https://app.guesty.com/api/booking-engine/instances', { name: 'Sixth', bookingOption: 'both' }),
  ...headers,
});
const no = (code: string | null, message: string) => ({ code, message });

export const cases = [
  ...casesOf('quotaUsedUp', [
    [
      'all headers',
      'rateLimit',
      { request: tokenRequest('openApi'), response: openApi(429, 'No more than 5 access tokens in 24 hours', QUOTA) },
    ],
    [
      'headers only',
      'rateLimit',
      { request: tokenRequest('openApi'), response: openApi(429, 'Too Many Requests', QUOTA) },
    ],
    [
      'words only',
      'renewalLimit',
      {
        request: { method: 'POST', url: TOKEN_ADDRESS.openApi },
        response: { status: 429, body: 'You have reached the limit of 5 access tokens per 24 hours' },
      },
    ],
    [
      'a long Retry-After',
      'rateLimit',
      { request: tokenRequest('openApi'), response: openApi(429, 'Too Many Requests', { 'retry-after': '41212' }) },
    ],
    [
      '403 with the words',
      'noPermission',
      { request: tokenRequest('openApi'), response: openApi(403, 'Token quota exceeded') },
    ],
    [
      'by the ledger',
      'rateLimit',
      {
        request: tokenRequest('openApi'),
        response: openApi(429, 'Too Many Requests'),
        console: { operation: 'token', ledger: { unit: 'issuances', limit: 5, remaining: 0 } },
      },
    ],
    [
      '400 with the words',
      'credentialsWrong',
      {
        request: tokenRequest('openApi'),
        response: oauth(400, 'access_denied', 'Maximum number of tokens issued for this client in the last 24 hours'),
      },
    ],
    [
      'the day’s header',
      'upstreamFault',
      { request: tokenRequest('openApi'), response: openApi(429, 'Quota', { 'x-ratelimit-remaining-day': '0' }) },
    ],
    [
      '429 with an empty body',
      'credentialsWrong',
      {
        request: tokenRequest('openApi'),
        response: { status: 429, headers: { 'ratelimit-remaining': '0', 'retry-after': '80000' }, body: '' },
      },
    ],
  ]),
  ...casesOf('renewalLimit', [
    [
      'words',
      'quotaUsedUp',
      {
        request: tokenRequest('booking'),
        response: booking(429, 'TOO_MANY_REQUESTS', 'No more than 3 token renewals in 24 hours', null, {
          'retry-after': '70000',
        }),
      },
    ],
    [
      '429 and a long wait',
      'rateLimit',
      {
        request: tokenRequest('booking'),
        response: booking(429, 'TOO_MANY_REQUESTS', 'Too many requests', null, { 'retry-after': '70000' }),
      },
    ],
    [
      'by the ledger',
      'quotaUsedUp',
      {
        request: tokenRequest('booking'),
        response: booking(429, 'TOO_MANY_REQUESTS', 'Too many requests'),
        console: { operation: 'token', ledger: { unit: 'renewals', limit: 3, remaining: 0 } },
      },
    ],
    [
      '403 with the words',
      'noPermission',
      {
        request: tokenRequest('booking'),
        response: booking(403, 'FORBIDDEN', 'Token renewal limit reached for this application'),
      },
    ],
    [
      'words, no headers',
      'sixthApplication',
      {
        request: { method: 'POST', url: TOKEN_ADDRESS.booking },
        response: { status: 429, body: { message: 'Token can be renewed at most 3 times within 24 hours' } },
      },
    ],
    [
      '400 with the words',
      'wrongParameters',
      { request: tokenRequest('booking'), response: oauth(400, 'access_denied', 'Maximum renewals exceeded') },
    ],
    [
      'headers',
      'quotaUsedUp',
      {
        request: tokenRequest('booking'),
        response: booking(429, 'TOO_MANY_REQUESTS', 'Limit', null, {
          'ratelimit-remaining': '0',
          'ratelimit-reset': '60000',
        }),
      },
    ],
  ]),
  ...casesOf('rateLimit', [
    [
      'search',
      'quotaUsedUp',
      {
        request: search(),
        response: booking(429, 'TOO_MANY_REQUESTS', 'Too many requests, please slow down', null, {
          'retry-after': '1',
          'x-ratelimit-remaining-second': '0',
        }),
      },
    ],
    [
      'calendar, minute',
      'renewalLimit',
      {
        request: calendar(),
        response: booking(429, 'TOO_MANY_REQUESTS', 'Too many requests', null, {
          'retry-after': '34',
          'x-ratelimit-remaining-minute': '0',
        }),
      },
    ],
    [
      'Open API',
      'quotaUsedUp',
      { request: listings(), response: openApi(429, 'Too Many Requests', { 'retry-after': '2' }) },
    ],
    [
      'status alone',
      'noPermission',
      { request: { method: 'GET', url: `${BOOKING}/listings` }, response: { status: 429 } },
    ],
    ['plain text', 'intermediary', { request: listings(), response: plain(429, 'Rate limit exceeded') }],
    [
      'token endpoint, a second',
      'quotaUsedUp',
      {
        request: tokenRequest('openApi'),
        response: openApi(429, 'Too many requests', { 'retry-after': '1', 'ratelimit-remaining': '4' }),
      },
    ],
    [
      'token endpoint of the Booking Engine, slots left',
      'renewalLimit',
      {
        request: tokenRequest('booking'),
        response: booking(429, 'TOO_MANY_REQUESTS', 'Rate limit exceeded', null, {
          'retry-after': '2',
          'ratelimit-remaining': '3',
        }),
      },
    ],
    ['quotes', 'upstreamFault', { request: quote(), response: booking(429, 'TOO_MANY_REQUESTS', 'Slow down') }],
    [
      'hour',
      'quotaUsedUp',
      {
        request: search(),
        response: booking(429, 'TOO_MANY_REQUESTS', 'Too many requests', null, {
          'retry-after': '1900',
          'x-ratelimit-remaining-hour': '0',
        }),
      },
    ],
  ]),
  ...casesOf('sixthApplication', [
    [
      'words, 400',
      'wrongParameters',
      { request: newInstance(), response: json(400, { message: 'Maximum of 5 applications per account reached' }) },
    ],
    [
      'words, 403',
      'noPermission',
      { request: newInstance(), response: json(403, { message: 'You already have 5 Booking Engine API instances' }) },
    ],
    [
      'words, 409',
      'wrongParameters',
      { request: newInstance(), response: json(409, { error: { code: 'INSTANCE_LIMIT', message: 'Limit reached' } }) },
    ],
    [
      'the account has five',
      'noPermission',
      { request: newInstance(), response: json(403, { message: 'Forbidden' }), console: { applications: 5 } },
    ],
    [
      '422',
      'wrongParameters',
      { request: newInstance(), response: json(422, { message: 'Only five applications are allowed' }) },
    ],
    [
      'at the token endpoint',
      'credentialsWrong',
      {
        request: tokenRequest('booking'),
        response: oauth(403, 'unauthorized_client', 'This account has reached the limit of 5 applications'),
      },
    ],
    [
      'words without an address',
      'renewalLimit',
      {
        response: { status: 403, body: { message: 'Application limit exceeded: at most 5 applications per account' } },
      },
    ],
  ]),
  ...casesOf('intermediary', [
    [
      'Zscaler',
      'noPermission',
      {
        request: listings(),
        response: html(403, page('Access Denied', 'This request was blocked by Zscaler'), { server: 'Zscaler/6.2' }),
      },
    ],
    [
      'Squid',
      'upstreamFault',
      {
        request: search(),
        response: html(503, page('ERROR: The requested URL could not be retrieved', 'Generated by proxy (squid/5.7)'), {
          'x-squid-error': 'ERR_DNS_FAIL 0',
          via: '1.1 proxy (squid/5.7)',
        }),
      },
    ],
    ['407', 'tokenExpired', { request: listings(), response: html(407, page('Proxy Authentication Required', '')) }],
    [
      'captive portal, 200',
      'nothingWrong',
      {
        request: listings(),
        response: html(200, page('Hotel WiFi Login', 'Please accept the terms to use the internet')),
      },
    ],
    [
      'captive portal, 302',
      'notHttps',
      {
        request: search(),
        response: { status: 302, headers: { location: 'https://portal.hotel.example/login' }, body: '' },
      },
    ],
    ['511', 'upstreamFault', { request: listings(), response: html(511, page('Network Authentication Required', '')) }],
    [
      'Cloudflare challenge',
      'noPermission',
      {
        request: search(),
        response: html(403, page('Just a moment...', 'Enable JavaScript'), {
          server: 'cloudflare',
          'cf-mitigated': 'challenge',
        }),
      },
    ],
    [
      'Cloudflare 1020',
      'noPermission',
      { request: search(), response: plain(403, 'error code: 1020', { server: 'cloudflare' }) },
    ],
    [
      'FortiGuard',
      'listingNotBookable',
      {
        request: calendar(),
        response: html(403, page('Web Page Blocked', 'FortiGuard Intrusion Prevention - Access Blocked')),
      },
    ],
    [
      'a page of nginx, 403',
      'noPermission',
      {
        request: listings(),
        response: html(403, page('403 Forbidden', '<hr><center>nginx</center>'), { server: 'nginx' }),
      },
    ],
    [
      'a page of nginx, 413',
      'wrongParameters',
      {
        request: quote(),
        response: html(413, page('413 Request Entity Too Large', '<hr><center>nginx</center>'), { server: 'nginx' }),
      },
    ],
    [
      'CONNECT refused',
      'networkFailure',
      { request: listings(), networkError: no('curl:56', 'CONNECT tunnel failed, response 403') },
    ],
    [
      'tunnel failed',
      'tlsFailure',
      { request: search(), networkError: no('ERR_TUNNEL_CONNECTION_FAILED', 'net::ERR_TUNNEL_CONNECTION_FAILED') },
    ],
    [
      'Python’s proxy error',
      'networkFailure',
      {
        request: search(),
        networkError: no(
          null,
          "ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 407 Proxy Authentication Required'))",
        ),
      },
    ],
    [
      'token request, block page',
      'credentialsWrong',
      {
        request: tokenRequest('openApi'),
        response: html(403, page('Blocked by policy', 'Contact your administrator')),
      },
    ],
    [
      'Akamai',
      'bearerMissing',
      {
        request: listings(),
        response: html(
          403,
          page('Access Denied', "You don't have permission to access this server. Reference&#32;&#35;18.5f"),
          { server: 'AkamaiGHost' },
        ),
      },
    ],
  ]),
  ...casesOf('upstreamFault', [
    ['500', 'wrongParameters', { request: quote(), response: booking(500, 'INTERNAL_ERROR', 'Internal server error') }],
    ['500 of the Open API', 'noPermission', { request: listings(), response: openApi(500, 'Internal Server Error') }],
    [
      '502 of nginx',
      'intermediary',
      {
        request: search(),
        response: html(502, page('502 Bad Gateway', '<hr><center>nginx</center>'), { server: 'nginx' }),
      },
    ],
    [
      '503',
      'rateLimit',
      {
        request: calendar(),
        response: booking(503, 'INTERNAL_ERROR', 'Service unavailable', null, { 'retry-after': '30' }),
      },
    ],
    [
      '504',
      'networkFailure',
      { request: search(), response: html(504, page('504 Gateway Time-out', ''), { server: 'awselb/2.0' }) },
    ],
    [
      'Cloudflare 522',
      'intermediary',
      {
        request: listings(),
        response: html(522, page('open-api.guesty.com | 522: Connection timed out', 'cf-error-details'), {
          server: 'cloudflare',
        }),
      },
    ],
    [
      'Cloudflare 520',
      'intermediary',
      { request: listings(), response: plain(520, 'error code: 520', { server: 'cloudflare' }) },
    ],
    [
      '500 at the token endpoint',
      'credentialsWrong',
      { request: tokenRequest('booking'), response: oauth(500, 'server_error') },
    ],
    [
      '503 plain',
      'networkFailure',
      { request: search(), response: plain(503, 'upstream connect error or disconnect/reset before headers') },
    ],
    [
      '500 of a booking',
      'quoteUsed',
      { request: step('instant'), response: booking(500, 'INTERNAL_ERROR', 'Unexpected error') },
    ],
  ]),
  ...casesOf('networkFailure', [
    [
      'no such name',
      'wrongEnvironment',
      { request: listings(), networkError: no('ENOTFOUND', 'getaddrinfo ENOTFOUND open-api.guesty.com') },
    ],
    [
      'no such name, and a plausible one',
      'wrongEnvironment',
      {
        request: get('https://booking-api.guesty.com/v1/search'),
        networkError: no('ENOTFOUND', 'getaddrinfo ENOTFOUND booking-api.guesty.com'),
      },
    ],
    [
      'curl 6',
      'wrongEnvironment',
      { request: search(), networkError: no('curl:6', 'Could not resolve host: booking.guesty.com') },
    ],
    [
      'refused',
      'notHttps',
      { request: search(), networkError: no('ECONNREFUSED', 'connect ECONNREFUSED 203.0.113.9:443') },
    ],
    [
      'timeout',
      'upstreamFault',
      { request: calendar(), networkError: no('ETIMEDOUT', 'connect ETIMEDOUT 203.0.113.9:443') },
    ],
    [
      'axios timeout',
      'upstreamFault',
      { request: quote(), networkError: no('ECONNABORTED', 'timeout of 10000ms exceeded') },
    ],
    ['reset', 'tlsFailure', { request: search(), networkError: no('ECONNRESET', 'socket hang up') }],
    [
      'Python',
      'intermediary',
      {
        request: listings(),
        networkError: no(
          null,
          "HTTPSConnectionPool(host='open-api.guesty.com', port=443): Max retries exceeded (Caused by NewConnectionError('Failed to establish a new connection: [Errno 111] Connection refused'))",
        ),
      },
    ],
    [
      'offline',
      'intermediary',
      { request: search(), networkError: no('ERR_INTERNET_DISCONNECTED', 'net::ERR_INTERNET_DISCONNECTED') },
    ],
    [
      'Python, DNS',
      'wrongEnvironment',
      { request: listings(), networkError: no(null, '[Errno -2] Name or service not known') },
    ],
    [
      'fetch failed',
      'tlsFailure',
      { request: tokenRequest('openApi'), networkError: no(null, 'TypeError: Failed to fetch') },
    ],
    [
      'curl 28',
      'rateLimit',
      {
        request: search(),
        networkError: no('curl:28', 'Operation timed out after 30001 milliseconds with 0 bytes received'),
      },
    ],
  ]),
  ...casesOf('tlsFailure', [
    [
      'self-signed',
      'networkFailure',
      { request: listings(), networkError: no('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate') },
    ],
    [
      'issuer',
      'intermediary',
      {
        request: search(),
        networkError: no('UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable to get local issuer certificate'),
      },
    ],
    [
      'chain of a company',
      'intermediary',
      {
        request: search(),
        networkError: no('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'),
      },
    ],
    [
      'curl 60',
      'networkFailure',
      {
        request: listings(),
        networkError: no('curl:60', 'SSL certificate problem: unable to get local issuer certificate'),
      },
    ],
    [
      'other name',
      'wrongEnvironment',
      {
        request: get('https://open-api.guesty.com/v1/listings'),
        networkError: no('ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"),
      },
    ],
    ['expired', 'clockWrong', { request: listings(), networkError: no('CERT_HAS_EXPIRED', 'certificate has expired') }],
    [
      'expired, clocks agree',
      'clockWrong',
      {
        request: search(),
        networkError: no('CERT_HAS_EXPIRED', 'certificate has expired'),
        console: { operation: 'search', skewMs: 400 },
      },
    ],
    [
      'wrong version',
      'notHttps',
      { request: search(), networkError: no('EPROTO', 'write EPROTO: ssl3_get_record:wrong version number') },
    ],
    [
      'Python',
      'networkFailure',
      {
        request: listings(),
        networkError: no(
          null,
          "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate'))",
        ),
      },
    ],
    [
      'Chromium',
      'intermediary',
      { request: search(), networkError: no('ERR_CERT_AUTHORITY_INVALID', 'net::ERR_CERT_AUTHORITY_INVALID') },
    ],
  ]),
];
