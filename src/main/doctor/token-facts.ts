/** What is on record about the token a request carried: when it was issued, how long it lives, what it was issued for. */
import { TOKEN_LIFETIME_MS, type TokenStatus } from '../../shared/model/token.ts';
import type { Exchange } from '../../shared/model/traffic.ts';

export interface TokenFacts {
  readonly generation: number | null;
  /** Age when the request was sent, ms; `null` when its issue is not on record. */
  readonly ageMs: number | null;
  /** Left of its life when the request was sent, ms, negative once it had expired; `null` when not known. */
  readonly leftMs: number | null;
  /** What the token answer said it is for; `null` when it said nothing or is not on record. */
  readonly scope: string | null;
  /** What the token request asked for; `null` when it is not on record. */
  readonly scopeAsked: string | null;
  /** A newer token has taken its place since. */
  readonly replaced: boolean;
}

/**
 * Facts about the token of `exchange`. The keeper knows the token of today; an older one is known from the token request on
 * record before the refusal. `null` when neither is there.
 */
export function tokenOf(
  exchange: Exchange,
  status: TokenStatus | null,
  tokenExchange: Exchange | null,
): TokenFacts | null {
  const current = status !== null && status.generation === exchange.tokenGeneration && status.issuedAt !== null;
  const answer = tokenExchange ? fieldsOf(tokenExchange.responseBody?.text ?? '') : {};
  const issuedAt = current ? status.issuedAt : tokenExchange ? answeredAt(tokenExchange) : null;
  const lifetimeMs = typeof answer.expires_in === 'number' ? answer.expires_in * 1_000 : TOKEN_LIFETIME_MS;
  const expiresAt =
    current && status.expiresAt !== null ? status.expiresAt : issuedAt === null ? null : issuedAt + lifetimeMs;
  if (exchange.tokenGeneration === null && issuedAt === null) return null;
  return {
    generation: exchange.tokenGeneration,
    ageMs: issuedAt === null ? null : exchange.sentAt - issuedAt,
    leftMs: expiresAt === null ? null : expiresAt - exchange.sentAt,
    scope: (current ? status.scope : null) ?? (typeof answer.scope === 'string' ? answer.scope : null),
    scopeAsked: tokenExchange ? formField(tokenExchange.requestBody?.text ?? '', 'scope') : null,
    replaced: status !== null && exchange.tokenGeneration !== null && status.generation > exchange.tokenGeneration,
  };
}

const answeredAt = (exchange: Exchange): number => exchange.sentAt + (exchange.durationMs ?? 0);

function fieldsOf(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const formField = (body: string, name: string): string | null => new URLSearchParams(body).get(name);
