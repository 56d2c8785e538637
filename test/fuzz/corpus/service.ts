/** What every exchange with the two APIs has: addresses, headers of the client, of the service and of its gateways. */
import type { Dice } from '../random.ts';
import type { ExchangeDraft } from './draft.ts';

export const OPEN_API = 'https://open-api.guesty.com/v1';
export const BOOKING_API = 'https://booking.guesty.com/api';

/** Must-stay query parameters, and others whose value was planted by the caller. */
export type Query = Readonly<Record<string, string>>;

export const objectId = (dice: Dice): string => `6${dice.hex(23)}`;

export const day = (dice: Dice): string =>
  `${dice.int(2026, 2027)}-${String(dice.int(1, 12)).padStart(2, '0')}-${String(dice.int(1, 28)).padStart(2, '0')}`;

/** Days of one month in their order. */
export function daysInARow(dice: Dice, count: number): string[] {
  const month = day(dice).slice(0, 8);
  const first = dice.int(1, 28 - count);
  return dice.times(count, (index) => month + String(first + index).padStart(2, '0'));
}

export const instant = (dice: Dice): string =>
  `${day(dice)}T${String(dice.int(0, 23)).padStart(2, '0')}:${dice.int(10, 59)}:${dice.int(10, 59)}.${dice.digits(3)}Z`;

export const cursor = (dice: Dice): string =>
  dice.pick([
    () => Buffer.from(JSON.stringify({ skip: dice.int(20, 900), id: objectId(dice) })).toString('base64'),
    () => dice.base64url(dice.pick([32, 48, 88])),
    () => objectId(dice),
    () => `${objectId(dice)}_${dice.int(1_760_000_000, 1_799_999_999)}`,
  ])();

export const requestId = (dice: Dice): string =>
  dice.pick([
    () => dice.uuid(),
    () => dice.hex(32),
    () => `req_${dice.alphanumeric(16)}`,
    () => dice.alphanumeric(22),
  ])();

/** The address and the headers of a request with the connection's token. */
export function ask(draft: ExchangeDraft, method: string, address: string, kept: Query = {}, other: Query = {}): void {
  const { dice } = draft;
  const url = draft.in('url');
  draft.method = method;
  url.stay('path of an address', new URL(address).pathname);
  for (const [name, value] of Object.entries(kept)) url.stay(`query parameter ${name}`, value);
  const query = new URLSearchParams({ ...kept, ...other }).toString();
  draft.url = query ? `${address}?${query}` : address;
  const headers = draft.in('requestHeaders');
  headers.secret('own access token in Authorization', draft.own.accessToken);
  draft.requestHeaders.push(
    ['accept', headers.stay('accept', 'application/json')],
    [dice.pick(['authorization', 'Authorization']), `Bearer ${draft.own.accessToken}`],
  );
  if (dice.chance(0.3))
    draft.requestHeaders.push(['x-request-id', headers.stay('request id of a request', requestId(dice))]);
  if (dice.chance(0.1))
    draft.requestHeaders.push([
      'traceparent',
      headers.stay('trace id of a request', `00-${dice.hex(32)}-${dice.hex(16)}-01`),
    ]);
}

/** Headers of the service and of one gateway before it. */
export function serviceHeaders(draft: ExchangeDraft): void {
  const { dice } = draft;
  const { stay, secret } = draft.in('responseHeaders');
  const add = (name: string, category: string, value: string) =>
    draft.responseHeaders.push([name, stay(category, value)]);
  add(
    'date',
    'date header',
    `Sun, ${dice.int(10, 28)} Nov 2026 ${dice.int(10, 23)}:${dice.int(10, 59)}:${dice.int(10, 59)} GMT`,
  );
  if (dice.chance(0.7)) add('x-request-id', 'request id', requestId(dice));
  if (dice.chance(0.5)) add('etag', 'etag', `W/"${dice.hex(3)}-${dice.base64url(27)}"`);
  if (dice.chance(0.3))
    add(
      'cache-control',
      'cache-control',
      dice.pick(['no-store', 'private, max-age=0', 'no-cache, no-store, must-revalidate']),
    );
  quotaHeaders(draft);
  dice.weighted([
    [4, () => cloudflare(draft)],
    [3, () => awsGateway(draft)],
    [2, () => add('x-envoy-upstream-service-time', 'gateway headers', String(dice.int(10_000, 99_999)))],
    [2, () => add('server', 'gateway headers', 'nginx/1.25.3')],
    [
      1,
      () =>
        add(
          'server-timing',
          'gateway headers',
          `cdn-cache; desc=MISS, edge; dur=${dice.int(10, 99)}, origin; dur=${dice.int(100, 999)}`,
        ),
    ],
  ])();
  if (dice.chance(0.05)) {
    const name = dice.pick(['x-session-token', 'x-auth-token', 'x-csrf-token', 'x-refreshed-token']);
    draft.responseHeaders.push([name, secret('a token in a header of the answer', dice.alphanumeric(40))]);
  }
}

function quotaHeaders(draft: ExchangeDraft): void {
  const { dice } = draft;
  const { stay } = draft.in('responseHeaders');
  if (!dice.chance(0.6)) return;
  const unit = dice.pick(['second', 'minute', 'hour', 'day']);
  const limit = { second: '5', minute: '275', hour: '16500', day: '5' }[unit] ?? '5';
  draft.responseHeaders.push(
    [`X-ratelimit-limit-${unit}`, stay('quota headers', limit)],
    [`X-ratelimit-remaining-${unit}`, stay('quota headers', String(dice.int(0, Number(limit))))],
    ['ratelimit-reset', stay('quota headers', String(dice.int(1, 86_400)))],
  );
  if (dice.chance(0.1))
    draft.responseHeaders.push(['ratelimit-policy', stay('quota headers', '"burst";q=5;w=1, "minute";q=275;w=60')]);
}

function cloudflare(draft: ExchangeDraft): void {
  const { dice } = draft;
  const { stay, secret } = draft.in('responseHeaders');
  draft.responseHeaders.push(
    ['cf-ray', stay('trace ids of gateways', `${dice.hex(16)}-${dice.pick(['AMS', 'FRA', 'LHR', 'IAD'])}`)],
    ['server', stay('gateway headers', 'cloudflare')],
    [
      'set-cookie',
      `__cf_bm=${secret('cookie of a gateway', dice.base64url(43))}; path=/; domain=.guesty.com; HttpOnly; Secure`,
    ],
  );
}

function awsGateway(draft: ExchangeDraft): void {
  const { dice } = draft;
  const { stay, secret } = draft.in('responseHeaders');
  draft.responseHeaders.push(
    ['x-amzn-requestid', stay('trace ids of gateways', dice.uuid())],
    ['x-amz-apigw-id', stay('trace ids of gateways', `${dice.base64url(15)}=`)],
    ['x-amzn-trace-id', stay('trace ids of gateways', `Root=1-${dice.hex(8)}-${dice.hex(24)};Sampled=0`)],
    ['x-amz-cf-id', stay('trace ids of gateways', `${dice.base64url(54)}==`)],
    ['via', stay('gateway headers', `1.1 ${dice.hex(32)}.cloudfront.net (CloudFront)`)],
  );
  if (dice.chance(0.3))
    draft.responseHeaders.push([
      'set-cookie',
      `AWSALB=${secret('cookie of a gateway', dice.alphanumeric(90))}; Expires=Sun, 29 Nov 2026 10:00:00 GMT; Path=/`,
    ]);
}
