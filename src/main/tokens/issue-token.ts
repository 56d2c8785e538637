/** Issues one token: claims a slot in the issuance book, sends the request, and settles its outcome. */
import type { ServerQuota } from '../../shared/model/token.ts';
import { isSpent } from '../../shared/token/issuance-slots.ts';
import type { Clock, Random } from '../platform/ports.ts';
import type { Vault } from '../vault/vault.ts';
import { currentQuota, type QuotaDeps, type TokenRulesOf } from './current-quota.ts';
import type { IssuanceBook, IssuanceClaim, SharedToken } from './issuance-book.ts';
import type { Ledger, Settlement } from './ledger.ts';
import type { NotIssued, TokenAnswer, TokenClient } from './token-client.ts';
import { tokenEndpointOf } from './token-endpoint.ts';

export type TokenVault = Pick<
  Vault,
  | 'connectionOf'
  | 'identityOf'
  | 'lastGenerationOf'
  | 'secretOf'
  | 'merges'
  | 'storeToken'
  | 'storedToken'
  | 'discardToken'
  | 'tokenStorage'
>;

export interface IssuanceDeps {
  readonly vault: TokenVault;
  readonly rulesOf: TokenRulesOf;
  readonly client: TokenClient;
  readonly ledger: Ledger;
  readonly book: IssuanceBook;
  readonly clock: Clock;
  readonly random: Random;
  /** The sum of all corrections of the clock so far, in ms. */
  readonly clockCorrectionMs: () => number;
}

/** The minimum wait after which a 429 can be about the quota. A shorter wait is about the request rate, because no slot regenerates that soon. */
export const SHORT_PAUSE_MS = 60_000;

/** The answer to a token request, and the identity of the credential for which it was sent. */
export interface IssuanceResult {
  readonly answer: TokenAnswer;
  readonly identity: string;
  readonly sentAt: number;
}

/** A colleague's token that is used instead of requesting one. */
export interface TakenToken {
  readonly taken: SharedToken;
  readonly identity: string;
}

/** Counts all issuances of a credential's quota in the ledger, however old, that used a slot or may have used one. */
export const countSpent = (deps: QuotaDeps, credentialId: string): number =>
  currentQuota(deps, credentialId).view.issuances.filter(isSpent).length;

/**
 * Sends one token request, and another one if the credential changed in the meantime; or returns a colleague's token. Before anything is sent, throws the
 * error of {@link IssuanceBook.claim}, `secretMissing`, `secretUnreadable`, `addressMissing`, `storageFailed` or `notFound`.
 */
export async function issueToken(
  deps: IssuanceDeps,
  credentialId: string,
  claim: IssuanceClaim,
): Promise<IssuanceResult | TakenToken> {
  for (;;) {
    const identity = deps.vault.identityOf(credentialId);
    const secret = await deps.vault.secretOf(credentialId);
    if (deps.vault.identityOf(credentialId) !== identity) continue;
    // Nothing is awaited from here to the claim's line in the ledger, so that two requests cannot take the same slot.
    const { connection, credential, rules } = currentQuota(deps, credentialId);
    const target = { ...tokenEndpointOf(connection, credential), rules };
    const claimed = await deps.book.claim(claim);
    if (claimed.kind === 'taken') return { taken: claimed.token, identity };
    const { id, at } = claimed;
    if (deps.vault.identityOf(credentialId) !== identity) {
      deps.book.settle(id, { outcome: 'refused', at: deps.clock.now(), server: null }, null);
      continue;
    }
    const correctionBeforeMs = deps.clockCorrectionMs();
    const context = {
      connectionId: connection.id,
      credentialId,
      api: credential.api,
      operation: 'token',
      chainId: deps.random.id(),
      attempt: 1,
      queuedAt: at,
      tokenGeneration: null,
    };
    const answer = await deps.client.requestToken({ target, secret, context });
    // The answer's Date header may have corrected the clock since the request left.
    const sentAt = at + deps.clockCorrectionMs() - correctionBeforeMs;
    deps.book.settle(id, settlementOf(deps.clock.now(), identity, answer), sharedToken(answer, sentAt));
    const isRejected = answer.kind !== 'issued' && answer.error.code === 'credentialsRejected';
    // A spare secret of a rejected one has another identity, so the request is sent again with it.
    if ((isRejected || answer.kind === 'issued') && deps.vault.merges.hasSpareSecret(credentialId))
      await deps.vault.merges.judgeSecret(credentialId, identity, !isRejected);
    if (deps.vault.identityOf(credentialId) === identity) return { answer, identity, sentAt };
  }
}

function settlementOf(at: number, identity: string, answer: TokenAnswer): Settlement {
  if (answer.kind === 'issued') {
    const lifetimeMs = answer.token.isLifetimeStated ? answer.token.lifetimeMs : null;
    return { outcome: 'confirmed', at, server: answer.server, lifetimeMs };
  }
  const server = answer.why === 'quota' ? exhaustedQuota(answer, at) : answer.server;
  const exhausted = answer.why === 'quota' && !isShortPause(answer, at);
  return { outcome: answer.kind, at, server, exhausted, rejected: rejection(answer, identity) };
}

function sharedToken(answer: TokenAnswer, sentAt: number): SharedToken | null {
  if (answer.kind !== 'issued') return null;
  const { accessToken, tokenType, scope, lifetimeMs, notes } = answer.token;
  return { accessToken, tokenType, scope, issuedAt: sentAt, expiresAt: sentAt + lifetimeMs, notes };
}

/** The quota after a 429. With a retry time, no slot is left until then, whatever the other headers say (service.md §3.9). */
function exhaustedQuota({ server, statedRetryAt = null }: NotIssued, now: number): ServerQuota | null {
  if (statedRetryAt === null) return server;
  return { limit: server?.limit ?? null, remaining: 0, resetAt: statedRetryAt, receivedAt: now };
}

/** Whether a 429 limits the request rate instead of the quota: it names no remaining count, and asks for a short wait. */
const isShortPause = ({ server, retryAt }: NotIssued, now: number): boolean =>
  typeof server?.remaining !== 'number' && retryAt !== null && retryAt < now + SHORT_PAUSE_MS;

function rejection({ error }: NotIssued, identity: string) {
  if (error.code !== 'credentialsRejected') return null;
  const { status, serverCode } = error.server;
  return { identity, status, serverCode };
}
