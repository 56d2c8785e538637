/** The two token endpoints (service.md §3.1, §3.2): client credentials, form-encoded, against a quota. */
import type { Context } from 'hono';
import type { Api } from '../../../shared/model/primitives.ts';
import { SCOPES, TOKEN_LIFETIME_MS } from '../../../shared/model/token.ts';
import { apiError, type ErrorAnswer, openApiError, tokenError } from '../http/error-answer.ts';
import type { SandboxEnv } from '../http/middleware.ts';
import type { Service } from '../service.ts';
import { authenticate, type SandboxClient } from './clients.ts';
import { type QuotaUse, secondsUntil } from './token-quota.ts';

/** Makes the handler of POST /oauth2/token for one API. */
export function tokenEndpoint(service: Service, api: Api): (context: Context<SandboxEnv>) => Promise<Response> {
  return async (context) => {
    const client = await authenticatedClient(service, api, context);
    const outcome = service.tokens.issue(client);
    const now = service.clock.now();
    if (!outcome.issued) throw quotaExceeded(api, outcome.quota, now);
    await service.save();
    service.publishSoon();
    const body = {
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_MS / 1_000,
      access_token: outcome.token,
      ...(api === 'openApi' ? { scope: SCOPES.openApi } : {}),
    };
    return context.json(body, 200, {
      'cache-control': 'no-store',
      ...(api === 'openApi' ? quotaHeaders(outcome.quota, now) : {}),
    });
  };
}

/** Validates the token request and returns its client. Throws the endpoint's error. */
async function authenticatedClient(service: Service, api: Api, context: Context<SandboxEnv>): Promise<SandboxClient> {
  const type = (context.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw tokenError(415, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded');
  }
  const form = new URLSearchParams(await context.req.text());
  for (const name of ['grant_type', 'scope', 'client_id', 'client_secret']) {
    if (form.getAll(name).length > 1) throw tokenError(400, 'invalid_request', `${name} is given more than once`);
    if (!form.get(name)) throw tokenError(400, 'invalid_request', `${name} is missing`);
  }
  if (form.get('grant_type') !== 'client_credentials') {
    throw tokenError(400, 'unsupported_grant_type', 'grant_type must be client_credentials');
  }
  if (form.get('scope') !== SCOPES[api]) throw tokenError(400, 'invalid_scope', `scope must be ${SCOPES[api]}`);
  const client = authenticate(service.memory.seed, api, form.get('client_id') ?? '', form.get('client_secret') ?? '');
  if (!client) throw tokenError(401, 'invalid_client', 'The client ID or the client secret is wrong');
  return client;
}

/** The five headers of service.md §3.7. */
function quotaHeaders(quota: QuotaUse, now: number): Record<string, string> {
  return {
    'ratelimit-limit': String(quota.limit),
    'ratelimit-remaining': String(quota.remaining),
    'ratelimit-reset': String(quota.nextSlotAt === null ? 0 : secondsUntil(quota.nextSlotAt, now)),
    'x-ratelimit-limit-day': String(quota.limit),
    'x-ratelimit-remaining-day': String(quota.remaining),
  };
}

function quotaExceeded(api: Api, quota: QuotaUse, now: number): ErrorAnswer {
  const retryAfter = String(secondsUntil(quota.nextSlotAt ?? now, now));
  return api === 'openApi'
    ? openApiError(429, 'No more than 5 access tokens in 24 hours', {
        'retry-after': retryAfter,
        ...quotaHeaders(quota, now),
      })
    : apiError('booking', 429, 'No more than 3 token renewals in 24 hours', { 'retry-after': retryAfter });
}
