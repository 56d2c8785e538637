/**
 * Records the answers of the sandbox’s faults as cases of the corpus (corpus/sandbox.json): `node test/doctor/record.ts`. Addresses become
 * those of the preset “Guesty”, and tokens and secrets become words.
 */
import { writeFileSync } from 'node:fs';
import type { CauseId } from '../../src/shared/model/diagnosis.ts';
import type { SandboxCommand } from '../../src/shared/model/sandbox.ts';
import { DAY, freeStay, makeRig, quoteBody } from '../unit/main/sandbox/rig.ts';
import type { FailureCase } from './case.ts';

const BASES = [
  ['/open-api', 'https://open-api.guesty.com'],
  ['/booking/oauth2', 'https://booking.guesty.com/oauth2'],
  ['/booking', 'https://booking.guesty.com/api'],
] as const;
const FORM = 'application/x-www-form-urlencoded';

const cases: FailureCase[] = [];
const rig = await makeRig();
const apply = (command: SandboxCommand) => rig.sandbox.apply(command);

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly authorization?: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly token?: FailureCase['token'];
  readonly console?: FailureCase['console'];
}

const withoutSecrets = (text: string): string =>
  text.replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'TOKEN').replace(/(client_secret=)[^&]+/, '$1SECRET');

/** Sends a request to the sandbox and keeps it with its answer. */
async function record(cause: CauseId, name: string, sent: Sent): Promise<Record<string, unknown>> {
  // The first five requests of a second pass the rate limit.
  if (cause !== 'rateLimit') await rig.machine.advance(1_000);
  const { method, path, authorization, body, type = body === undefined ? undefined : 'application/json' } = sent;
  const headers = {
    accept: 'application/json',
    ...(authorization === undefined ? {} : { authorization }),
    ...(type === undefined ? {} : { 'content-type': type }),
  };
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const reply = await rig.send(method, path, { headers, ...(text === undefined ? {} : { body: text }) });
  const [from, to] = BASES.find(([base]) => path.startsWith(base)) ?? ['', ''];
  cases.push({
    name: `sandbox: ${name}`,
    cause,
    request: {
      method,
      url: to + path.slice(from.length),
      headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, withoutSecrets(value)])),
      ...(text === undefined ? {} : { body: withoutSecrets(text) }),
    },
    response: {
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      body: JSON.parse(withoutSecrets(JSON.stringify(reply.body))),
    },
    ...(sent.token ? { token: sent.token } : {}),
    ...(sent.console ? { console: sent.console } : {}),
  });
  return reply.body;
}

const open = await rig.mint('openApi');
const website = await rig.mint('booking', 0);
const portal = await rig.mint('booking', 1);
const get = (path: string, authorization?: string): Sent => ({
  method: 'GET',
  path,
  ...(authorization === undefined ? {} : { authorization }),
});
const post = (path: string, body: unknown, token = website): Sent => ({
  method: 'POST',
  path,
  body,
  authorization: `Bearer ${token}`,
});
const credentials = rig.sandbox.credentials();
const form = (changes: Record<string, string> = {}, api: 'openApi' | 'booking' = 'openApi'): string =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    scope: api === 'openApi' ? 'open-api' : 'booking_engine:api',
    client_id: (api === 'openApi' ? credentials.openApi : credentials.applications[0])?.clientId ?? '',
    client_secret: (api === 'openApi' ? credentials.openApi : credentials.applications[0])?.clientSecret ?? '',
    ...changes,
  }).toString();
const token = (path: string, body: unknown, type = FORM): Sent => ({ method: 'POST', path, body, type });
const stay = freeStay();
const SEARCH = `/booking/v1/search?checkIn=${stay.checkIn}&checkOut=${stay.checkOut}&guests=2`;
const CALENDAR = `/booking/listings/${stay.listingId}/calendar?from=2026-12-01&to=2026-12-31`;
const QUOTES = '/booking/reservations/quotes';
const booked = { ratePlanId: 'unknown', guest: { firstName: 'A', lastName: 'B' } };
const planOf = (quote: Record<string, unknown>): string =>
  /"_id":"([^"]+)"[^{}]*"name"/.exec(JSON.stringify(quote.rates))?.[1] ?? 'unknown';

await record('nothingWrong', 'listings', get('/open-api/v1/listings?limit=1&fields=title', `Bearer ${open}`));
await record('bearerMissing', 'listings without a header', get('/open-api/v1/listings'));
await record('bearerMissing', 'search, the token alone', get(SEARCH, website));
await record('headerMalformed', 'doubled prefix', get('/open-api/v1/listings', `Bearer Bearer ${open}`));
await record('headerMalformed', 'another scheme', get(SEARCH, `Token ${website}`));
await record('wrongApi', 'a token of the Open API at the search', get(SEARCH, `Bearer ${open}`));
await record('wrongBasePath', 'version twice', get('/open-api/v1/v1/listings', `Bearer ${open}`));
await record('wrongBasePath', 'no version', get('/open-api/listings', `Bearer ${open}`));
await record(
  'listingNotBookable',
  'a listing that is not there',
  get('/booking/listings/0000/calendar?from=2026-12-01&to=2026-12-05', `Bearer ${website}`),
);
await record('deprecatedEndpoint', 'reservations', post('/booking/reservations', { listingId: stay.listingId }));
await apply({ kind: 'setSearchVariants', variants: ['listings'] });
await record('wrongBasePath', 'the other search path', get(SEARCH, `Bearer ${website}`));
await apply({ kind: 'setSearchVariants', variants: ['listings', 'v1-search'] });

await record(
  'wrongContentType',
  'a token request as JSON',
  token('/open-api/oauth2/token', { grant_type: 'client_credentials' }, 'application/json'),
);
await record('credentialsWrong', 'another secret', token('/open-api/oauth2/token', form({ client_secret: 'SECRET' })));
await record(
  'credentialsWrong',
  'another client',
  token('/booking/oauth2/token', form({ client_id: 'nobody' }, 'booking')),
);
await record('scopeMisspelt', 'open_api', token('/open-api/oauth2/token', form({ scope: 'open_api' })));
await record(
  'wrongApi',
  'the scope of the other API',
  token('/booking/oauth2/token', form({ scope: 'open-api' }, 'booking')),
);
await record('wrongParameters', 'another grant', token('/open-api/oauth2/token', form({ grant_type: 'password' })));
for (let count = 0; count < 4; count += 1) await rig.requestToken('openApi');
await record('quotaUsedUp', 'the sixth token', token('/open-api/oauth2/token', form()));
for (let count = 0; count < 3; count += 1) await rig.requestToken('booking', 0);
await record('renewalLimit', 'the fourth renewal', token('/booking/oauth2/token', form({}, 'booking')));

await apply({ kind: 'setPermission', operation: 'search', allowed: false });
await record('noPermission', 'search is not allowed', get(SEARCH, `Bearer ${website}`));
await apply({ kind: 'setPermission', operation: 'search', allowed: true });

for (const [status, cause] of [
  [500, 'upstreamFault'],
  [502, 'upstreamFault'],
  [503, 'upstreamFault'],
  [429, 'rateLimit'],
] as const) {
  await apply({ kind: 'addFault', target: 'calendar', effect: { kind: 'answer', status }, times: 1 });
  await record(cause, `calendar, ${status}`, get(CALENDAR, `Bearer ${website}`));
}
for (let count = 0; count < 5; count += 1) await rig.send('GET', CALENDAR, { token: website });
await record('rateLimit', 'the sixth request of a second', get(CALENDAR, `Bearer ${website}`));

await record('wrongParameters', 'one date alone', get('/booking/v1/search?checkIn=2026-12-01', `Bearer ${website}`));
await record('wrongParameters', 'a quote without guests', post(QUOTES, { ...quoteBody(stay), guestsCount: 0 }));
const quote = await record('nothingWrong', 'a quote', post(QUOTES, quoteBody(stay)));
await record('couponDropped', 'a coupon that is not known', post(QUOTES, quoteBody(stay, { coupons: 'SPRING20' })));
const id = String(quote._id);
await record('bookingOption', 'instant booking by the partner portal', {
  ...post(`${QUOTES}/${id}/instant`, booked, portal),
  console: { operation: 'quoteInstant', bookingOption: 'requestToBook' },
});
await apply({ kind: 'setActivated', activated: false });
await record('activationSteps', 'a request to book', post(`${QUOTES}/${id}/inquiry`, booked));
await apply({ kind: 'setActivated', activated: true });
await record('wrongParameters', 'a rate plan of another quote', post(`${QUOTES}/${id}/inquiry`, booked));
await rig.send('POST', `${QUOTES}/${id}/inquiry`, { token: website, body: { ...booked, ratePlanId: planOf(quote) } });
await record('quoteUsed', 'the quote again', post(`${QUOTES}/${id}/instant`, { ...booked, ratePlanId: planOf(quote) }));
await record('calendarBlocked', 'the same nights again', post(QUOTES, quoteBody(stay)));
await record('quoteExpired', 'a quote that is not there', get(`${QUOTES}/0000`, `Bearer ${website}`));

await apply({ kind: 'revokeTokens', api: 'booking' });
await record('tokenUnknown', 'revoked', get(SEARCH, `Bearer ${website}`));
await rig.machine.advance(DAY + 60_000);
await record('tokenExpired', 'a day later', get('/open-api/v1/listings', `Bearer ${open}`));

writeFileSync(new URL('./corpus/sandbox.json', import.meta.url), `${JSON.stringify(cases, null, 2)}\n`);
