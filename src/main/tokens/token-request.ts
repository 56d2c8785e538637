/** Builds the token request, exactly as in service.md §3.1 and §3.2. */
import type { Api } from '../../shared/model/primitives.ts';
import { SCOPES } from '../../shared/model/token.ts';
import type { Secret } from '../vault/secret.ts';
import type { TokenEndpoint } from './token-endpoint.ts';

const HEADERS: Record<Api, [string, string][]> = {
  openApi: [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ],
  booking: [
    ['accept', 'application/json'],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['cache-control', 'no-cache'],
  ],
};

/** A POST with a form: grant_type, scope, client_id, client_secret. A redirect is not followed, because it would carry the secret elsewhere. */
export function tokenRequest(target: TokenEndpoint, secret: Secret, signal?: AbortSignal): Request {
  const form = new URLSearchParams([
    ['grant_type', 'client_credentials'],
    ['scope', SCOPES[target.api]],
    ['client_id', target.clientId],
    ['client_secret', secret.reveal()],
  ]);
  return new Request(target.tokenUrl, {
    method: 'POST',
    headers: HEADERS[target.api],
    body: form.toString(),
    redirect: 'manual',
    credentials: 'omit',
    ...(signal ? { signal } : {}),
  });
}
