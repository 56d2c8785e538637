/** Issues and checks access tokens, which are signed JWTs. A token is accepted until it expires or the sandbox panel revokes it. */

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Api } from '../../../shared/model/primitives.ts';
import { TOKEN_LIFETIME_MS } from '../../../shared/model/token.ts';
import { QUOTA_WINDOW_MS } from '../../../shared/token/issuance-slots.ts';
import { MAX_SMALL_ENTRIES } from '../../platform/bounded-map.ts';
import type { Random } from '../../platform/ports.ts';
import type { IssuedToken, SandboxMemory } from '../memory.ts';
import type { SandboxClient } from './clients.ts';
import { type QuotaUse, quotaOf } from './token-quota.ts';

const Claims = z.object({ jti: z.string(), api: Api, client: z.string(), exp: z.number() });
type Claims = z.infer<typeof Claims>;

export type TokenCheck =
  | { readonly kind: 'good'; readonly clientId: string }
  | { readonly kind: 'malformed' | 'unknown' | 'expired' | 'otherApi' };

export type IssueResult =
  | { readonly issued: true; readonly token: string; readonly record: IssuedToken; readonly quota: QuotaUse }
  | { readonly issued: false; readonly quota: QuotaUse };

export class TokenIssuer {
  readonly #memory: SandboxMemory;
  readonly #random: Random;
  readonly #now: () => number;
  readonly #key: KeyObject;
  /** The claims by token, cached because verifying a signature takes a sixth of a request's time. */
  readonly #verified = new Map<string, Claims>();

  constructor(memory: SandboxMemory, random: Random, now: () => number) {
    this.#memory = memory;
    this.#random = random;
    this.#now = now;
    this.#key = createSecretKey(createHmac('sha256', memory.seed).update('key that signs tokens').digest());
  }

  issue(client: SandboxClient): IssueResult {
    const now = this.#now();
    const before = this.quota(client);
    if (!before.mayIssue) return { issued: false, quota: before };
    const issuedAtSeconds = Math.floor(now / 1_000);
    const record: IssuedToken = {
      jti: `${this.#random.id()}-${Math.floor(now).toString(36)}`,
      clientId: client.clientId,
      api: client.api,
      at: now,
      expiresAt: issuedAtSeconds * 1_000 + TOKEN_LIFETIME_MS,
      renewal: client.api === 'booking' && before.renewal,
      counted: true,
      fate: 'live',
    };
    this.#memory.issued = [...this.#memory.issued.filter((token) => !this.#isObsolete(token, now)), record];
    const claims = { api: client.api, client: client.clientId, jti: record.jti };
    const times = { iat: issuedAtSeconds, exp: Math.floor(record.expiresAt / 1_000) };
    const token = signToken({ ...claims, ...times }, this.#key);
    return { issued: true, token, record, quota: this.quota(client) };
  }

  quota(client: SandboxClient): QuotaUse {
    return quotaOf(client.api, client.clientId, this.#memory.issued, this.#now());
  }

  check(token: string, api: Api): TokenCheck {
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return { kind: 'malformed' };
    const claims = this.#claims(token);
    if (!claims) return { kind: 'unknown' };
    if (claims.api !== api) return { kind: 'otherApi' };
    if (claims.exp * 1_000 <= this.#now()) return { kind: 'expired' };
    const record = this.#memory.issued.find(({ jti }) => jti === claims.jti);
    if (!record || record.fate === 'forgotten') return { kind: 'unknown' };
    return record.fate === 'expired' ? { kind: 'expired' } : { kind: 'good', clientId: claims.client };
  }

  /** Invalidates all tokens of an API, as expired or as unknown. */
  invalidate(api: Api, fate: 'expired' | 'forgotten'): void {
    this.#memory.issued = this.#memory.issued.map((token) =>
      token.api === api && token.fate === 'live' ? { ...token, fate } : token,
    );
  }

  /** Frees all slots of an API. Tokens stay valid. */
  resetQuota(api: Api): void {
    this.#memory.issued = this.#memory.issued.map((token) =>
      token.api === api ? { ...token, counted: false } : token,
    );
  }

  liveTokens(client: SandboxClient): number {
    const now = this.#now();
    return this.#memory.issued.filter(
      (token) => token.clientId === client.clientId && token.fate === 'live' && token.expiresAt > now,
    ).length;
  }

  /** Issuances of the last 24 h that count towards the quota. */
  issuedInWindow(client: SandboxClient): number {
    const start = this.#now() - QUOTA_WINDOW_MS;
    return this.#memory.issued.filter(
      (token) => token.clientId === client.clientId && token.counted && token.at > start,
    ).length;
  }

  #claims(token: string): Claims | null {
    const known = this.#verified.get(token);
    if (known) return known;
    const claims = Claims.safeParse(readSignedToken(token, this.#key));
    if (!claims.success) return null;
    if (this.#verified.size >= MAX_SMALL_ENTRIES) this.#verified.clear();
    this.#verified.set(token, claims.data);
    return claims.data;
  }

  #isObsolete(token: IssuedToken, now: number): boolean {
    return token.at <= now - QUOTA_WINDOW_MS && token.expiresAt <= now;
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const HEADER = encoded({ alg: 'HS256', typ: 'JWT' });

const signatureOf = (content: string, key: KeyObject): string =>
  createHmac('sha256', key).update(content).digest('base64url');

/** Signs a JSON Web Token with HS256 (RFC 7515, 7519), by Node's HMAC, because the first use of Web Crypto takes 12 ms. */
export function signToken(claims: object, key: KeyObject): string {
  const content = `${HEADER}.${encoded(claims)}`;
  return `${content}.${signatureOf(content, key)}`;
}

/** Returns the claims of a token that was signed with this key; null for any other text. */
export function readSignedToken(token: string, key: KeyObject): unknown {
  const [header, claims = '', signature = '', ...rest] = token.split('.');
  if (header !== HEADER || rest.length > 0) return null;
  const expected = Buffer.from(signatureOf(`${header}.${claims}`, key));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
