/** Facts from the journal and the token manager about the token of a request: its age, lifetime and scope. */

import { TOKEN_LIFETIME_MS, type TokenStatus } from '../../shared/model/token.ts';
import type { Exchange } from '../../shared/model/traffic.ts';
import { DAY_MS } from '../../shared/time/units.ts';
import { jsonOf, recordOf } from './facts/record-of.ts';
import { isUnder } from './rules/expected-base.ts';

export interface TokenFacts {
  readonly generation: number | null;
  /** The token's age in ms when the request was sent; `null` when its issuance is not in the journal. */
  readonly ageMs: number | null;
  /** The token's remaining life in ms when the request was sent, negative after expiry; `null` when unknown. */
  readonly leftMs: number | null;
  /** The scope in the token answer; `null` when it names none or is not in the journal. */
  readonly scope: string | null;
  /** The scope in the token request; `null` when it is not in the journal. */
  readonly requestedScope: string | null;
  /** Whether a newer token has replaced this one. */
  readonly replaced: boolean;
  /** Whether the token came from the connection's present token address; `null` when unknown. */
  readonly fromSameAddress: boolean | null;
}

/** The longest credible lifetime; a longer one is a mistake in the answer, and the token manager assumes another. */
const MAX_LIFETIME_MS = 366 * DAY_MS;

/**
 * Returns the facts about the token of an exchange; null when nothing is known. They come from the token manager for the current token, and from
 * `tokenExchange`, the token request before the refusal, for an older one. `tokenAddress`: the connection's present token address.
 */
export function tokenOf(
  exchange: Exchange,
  status: TokenStatus | null,
  tokenExchange: Exchange | null,
  tokenAddress: string | null,
): TokenFacts | null {
  const current = status !== null && status.generation === exchange.tokenGeneration && status.issuedAt !== null;
  const answer = recordOf(jsonOf(tokenExchange?.responseBody?.text ?? null)) ?? {};
  const issuedAt = current ? status.issuedAt : tokenExchange ? answeredAt(tokenExchange) : null;
  const statedMs = Number(answer.expires_in) * 1_000;
  const lifetimeMs = statedMs > 0 && statedMs <= MAX_LIFETIME_MS ? statedMs : TOKEN_LIFETIME_MS;
  const expiresAt =
    current && status.expiresAt !== null ? status.expiresAt : issuedAt === null ? null : issuedAt + lifetimeMs;
  if (exchange.tokenGeneration === null && issuedAt === null) return null;
  return {
    generation: exchange.tokenGeneration,
    ageMs: issuedAt === null ? null : exchange.sentAt - issuedAt,
    leftMs: expiresAt === null ? null : expiresAt - exchange.sentAt,
    scope: (current ? status.scope : null) ?? (typeof answer.scope === 'string' ? answer.scope : null),
    requestedScope: tokenExchange ? formField(tokenExchange.requestBody?.text ?? '', 'scope') : null,
    replaced: status !== null && exchange.tokenGeneration !== null && status.generation > exchange.tokenGeneration,
    fromSameAddress: tokenExchange && tokenAddress !== null ? isUnder(tokenExchange.url, tokenAddress) : null,
  };
}

const answeredAt = (exchange: Exchange): number => exchange.sentAt + (exchange.durationMs ?? 0);

const formField = (body: string, name: string): string | null => new URLSearchParams(body).get(name);
