/** An independent OAuth server (oidc-provider) with one protected resource, over HTTPS on loopback. */
import { createServer } from 'node:https';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';
import { makeCertificate } from '../../src/main/platform/certificate.ts';

export interface OauthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

export interface OauthServer {
  readonly origin: string;
  /** PEM. */
  readonly certificate: string;
  /** Requests that reached the token endpoint. */
  tokenRequests(): number;
  close(): Promise<void>;
}

/** Serves `POST /oauth2/token`, and `GET /v1/listings` for tokens with the scope open-api. */
export async function serveOauth(clients: readonly OauthClient[]): Promise<OauthServer> {
  const { key, cert } = await makeCertificate({ now: Date.now() });
  const server = createServer({ key, cert });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const origin = `https://127.0.0.1:${address.port}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(origin, {
    adapter: MapAdapter,
    clients: clients.map(({ clientId, clientSecret, scope }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      scope,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: 'ES256' as const,
      token_endpoint_auth_method: 'client_secret_post' as const,
    })),
    scopes: ['open-api', 'booking_engine:api'],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    routes: { token: '/oauth2/token' },
    ttl: { ClientCredentials: 86_400 },
    cookies: { keys: ['cookies of a test'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'test' }] },
  });
  const oauth = provider.callback();
  let tokenRequests = 0;
  server.on('request', async (request, response) => {
    if (request.url === '/oauth2/token') tokenRequests += 1;
    if (!request.url?.startsWith('/v1/listings')) return oauth(request, response);
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const token = await provider.ClientCredentials.find(bearer);
    const status = token === undefined ? 401 : token.scope === 'open-api' ? 200 : 403;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? { results: [{ _id: 'one' }] } : { message: 'no' }));
  });
  return {
    origin,
    certificate: cert,
    tokenRequests: () => tokenRequests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Keeps tokens in memory. The default adapter does the same and prints a warning. */
class MapAdapter implements Adapter {
  readonly #kept = new Map<string, AdapterPayload>();

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#kept.set(id, payload);
  }
  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#kept.get(id);
  }
  async findByUserCode(): Promise<undefined> {}
  async findByUid(): Promise<undefined> {}
  async consume(): Promise<undefined> {}
  async destroy(id: string): Promise<undefined> {
    this.#kept.delete(id);
  }
  async revokeByGrantId(): Promise<undefined> {}
}
