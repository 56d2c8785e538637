/** Reads an access token that a person pasted: its form, its lifetime, and why it cannot be adopted. */
import { decodeJwt, type JWTPayload } from 'jose';
import { AppError } from '../../shared/app-error.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { SCOPES } from '../../shared/model/token.ts';
import { Secret } from '../vault/secret.ts';
import { durationInWords, MAX_LIFETIME_MS } from './token-answer.ts';

export interface PastedToken {
  readonly text: string;
  /** The issue time that the person entered; used when the token itself does not state one. */
  readonly issuedAt: number | null;
  readonly api: Api;
  /** The hosts of the other API that are not hosts of this API. */
  readonly otherHosts: readonly string[];
  readonly now: number;
  /** The lifetime of a token that does not state it (the connection's token rules). */
  readonly lifetimeMs: number;
  /** Whether an instant is certainly past; false while the clock may be wrong. */
  readonly isPast: (at: number) => boolean;
}

export interface AdoptedToken {
  readonly accessToken: Secret;
  readonly scope: string | null;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly notes: readonly string[];
}

/** How far in the future a typed or claimed instant may lie, because clocks differ. */
const TOLERANCE_MS = 5 * 60_000;

const lifetimeUnknown = (lifetime: string) =>
  `The token was pasted, and its issue time is unknown: ${lifetime} from then are assumed, and it may expire earlier.`;
const lifetimeEntered = (lifetime: string) =>
  `The token was pasted; ${lifetime} from the issue time that you entered are assumed.`;
const LIFETIME_STATED = 'The token was pasted; its lifetime is the one that it states.';

/** Reads a token that a person pasted. Throws `tokenNotAdoptable`; its problem never quotes the pasted text. */
export function readPastedToken(pasted: PastedToken): AdoptedToken {
  const text = clean(pasted.text);
  checkText(text);
  const claims = claimsOf(text);
  if (claims) checkAudience(claims, pasted);
  const life = lifetimeOf(claims, pasted);
  return { accessToken: new Secret(text), scope: claims ? scopeText(claims) : null, ...life };
}

/** Removes text that people copy together with a token: white space, quotes, the header's name and its scheme. */
function clean(pasted: string): string {
  let text = pasted;
  for (;;) {
    const next = text
      .replace(/^[\s\u200b-\u200d\ufeff]+|[\s\u200b-\u200d\ufeff,;]+$/g, '')
      .replace(/^(["'`])(.*)\1$/s, '$2')
      .replace(/^“(.*)”$/s, '$1')
      .replace(/^authorization\s*:/i, '')
      .replace(/^bearer(\s+|$)/i, '');
    if (next === text) return text;
    text = next;
  }
}

function checkText(text: string): void {
  if (text === '') reject('nothing was pasted');
  if (/^[{[]/.test(text)) reject('this is JSON; paste the value of its access_token alone');
  if (/\s/.test(text)) reject('it has white space inside, so it is not one token');
  // An Authorization header allows no other characters (RFC 6750, section 2.1).
  if (!/^[\x21-\x7e]+$/.test(text)) reject('it has characters that no header can carry');
}

/** The claims of a JWT, unverified: only the service can verify them. `null` for a token of another form. */
function claimsOf(text: string): JWTPayload | null {
  try {
    return decodeJwt(text);
  } catch {
    return null;
  }
}

/** Rejects a token whose own claims name the other API (service.md §2.1). */
function checkAudience(claims: JWTPayload, { api, otherHosts }: PastedToken): void {
  const [own, other] = api === 'openApi' ? [SCOPES.openApi, SCOPES.booking] : [SCOPES.booking, SCOPES.openApi];
  const name = api === 'openApi' ? 'Booking Engine' : 'Open API';
  const scopes = [...claimWords(claims.scope), ...claimWords(claims.scp)];
  const audiences = claimWords(claims.aud);
  if (scopes.includes(own) || audiences.includes(own)) return;
  if (scopes.includes(other)) reject(`its scope is that of the ${name}, whose tokens are not accepted here`);
  const isOfOtherApi = (audience: string) => audience === other || otherHosts.includes(hostOf(audience) ?? '');
  if (audiences.length > 0 && audiences.every(isOfOtherApi))
    reject(`it was issued for the ${name}, whose tokens are not accepted here`);
}

function lifetimeOf(claims: JWTPayload | null, { issuedAt, now, isPast, lifetimeMs }: PastedToken) {
  const lifetime = durationInWords(lifetimeMs);
  if (issuedAt !== null && issuedAt > now + TOLERANCE_MS) reject('the issue time that you entered is in the future');
  const [exp, iat, nbf] = [claims?.exp, claims?.iat, claims?.nbf].map(instantOf);
  if (nbf && nbf > now + TOLERANCE_MS) reject('it is not valid yet');
  if (exp) {
    if (isPast(exp)) reject('it has expired');
    if (exp > now + MAX_LIFETIME_MS) reject('its lifetime of more than a year is not credible');
    const issued = iat && iat < exp ? iat : Math.min(issuedAt ?? now, exp - lifetimeMs);
    return { issuedAt: Math.min(issued, now), expiresAt: exp, notes: [LIFETIME_STATED] };
  }
  const issued = iat ?? issuedAt;
  if (!issued) return { issuedAt: now, expiresAt: now + lifetimeMs, notes: [lifetimeUnknown(lifetime)] };
  if (isPast(issued + lifetimeMs)) reject(`it was issued more than ${lifetime} ago, so it has expired`);
  return {
    issuedAt: Math.min(issued, now),
    expiresAt: issued + lifetimeMs,
    notes: [iat ? LIFETIME_STATED : lifetimeEntered(lifetime)],
  };
}

/** Converts a NumericDate to epoch milliseconds; `null` for anything else. */
const instantOf = (seconds: unknown): number | null =>
  typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds * 1_000) : null;

const claimWords = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).flatMap((it) => (typeof it === 'string' ? it.split(/\s+/) : []));

const scopeText = (claims: JWTPayload): string | null =>
  [...claimWords(claims.scope), ...claimWords(claims.scp)].join(' ') || null;

const hostOf = (text: string): string | null => (URL.canParse(text) ? new URL(text).host : null);

function reject(problem: string): never {
  throw new AppError('tokenNotAdoptable', { problem });
}
