/** One issuance, step by step: recorded on the disk, sent, recorded again. */
import type { ServerQuota, TokenQuota } from '../../shared/model/token.ts';
import type { Clock, Random } from '../platform/ports.ts';
import { type IssuanceRequest, issuanceObjection } from './issuance-policy.ts';
import type { TokenVault } from './keeper-vault.ts';
import type { Ledger, LedgerView } from './ledger.ts';
import { isSpent, quotaOf, wouldRenew } from './quota.ts';
import type { NotIssued, TokenAnswer, TokenClient } from './token-client.ts';
import { ledgerKey, tokenEndpointOf } from './token-endpoint.ts';

export interface IssuanceDeps {
  readonly vault: TokenVault;
  readonly client: TokenClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: Random;
  /** By how much measurements moved the clock so far. */
  readonly clockCorrectionMs: () => number;
}

/** Slots of a day do not come back within this. */
const SHORT_PAUSE_MS = 60_000;

/** What a token request brought, for the credential as it still is. */
export interface IssuanceResult {
  readonly answer: TokenAnswer;
  readonly identity: string;
  readonly sentAt: number;
}

/** The ledger and the quota of a credential, now. Throws `notFound`. */
export function currentQuota(deps: Pick<IssuanceDeps, 'vault' | 'ledger' | 'clock'>, credentialId: string) {
  const { connection, credential } = deps.vault.connectionOf(credentialId);
  const view: LedgerView = deps.ledger.view(ledgerKey(connection, credential));
  const { issuances, reported: server } = view;
  const facts = { api: credential.api, reset: connection.quotaReset, issuances, server, now: deps.clock.now() };
  const quota: TokenQuota = quotaOf(facts);
  return { connection, credential, view, quota };
}

/** How many issuances of this quota are on record as spent. */
export const countSpent = (deps: Pick<IssuanceDeps, 'vault' | 'ledger' | 'clock'>, credentialId: string): number =>
  currentQuota(deps, credentialId).view.issuances.filter(isSpent).length;

/**
 * Sends one token request, or throws before anything is sent: what guard.ts objects, `secretMissing`, `secretUnreadable`,
 * `addressMissing`, `storageFailed`, `notFound`. When the credential changed meanwhile the answer is of no use any more, and the
 * request is made again for what it is now.
 */
export async function issueToken(
  deps: IssuanceDeps,
  credentialId: string,
  wish: IssuanceRequest,
): Promise<IssuanceResult> {
  for (;;) {
    const identity = deps.vault.identityOf(credentialId);
    const secret = await deps.vault.secretOf(credentialId);
    if (deps.vault.identityOf(credentialId) !== identity) continue;
    // From here to the ledger's line nothing waits, so that no two requests can take the same slot.
    const { connection, credential, view, quota } = currentQuota(deps, credentialId);
    const target = tokenEndpointOf(connection, credential);
    const objection = issuanceObjection(credential.label, quota, connection.issuanceReserve, wish);
    if (objection) throw objection;
    const [id, at, movedMs] = [deps.random.id(), deps.clock.now(), deps.clockCorrectionMs()];
    const renewal = wouldRenew(view.issuances, at);
    deps.ledger.begin(ledgerKey(connection, credential), { id, at, cause: wish.cause, renewal });
    const about = {
      connectionId: connection.id,
      credentialId,
      api: credential.api,
      operation: 'token',
      chainId: deps.random.id(),
      attempt: 1,
      queuedAt: at,
      tokenGeneration: null,
    };
    const answer = await deps.client.requestToken({ target, secret, about });
    recordAnswer(deps, id, identity, answer);
    if (deps.vault.identityOf(credentialId) === identity) {
      // The answer may have told that the clock was wrong when the request left.
      return { answer, identity, sentAt: at + deps.clockCorrectionMs() - movedMs };
    }
  }
}

function recordAnswer(deps: IssuanceDeps, id: string, identity: string, answer: TokenAnswer): void {
  const at = deps.clock.now();
  if (answer.kind === 'issued') {
    deps.ledger.settle(id, { outcome: 'confirmed', at, server: answer.server });
    return;
  }
  const server = answer.why === 'quota' ? exhaustedQuota(answer, at) : answer.server;
  const exhausted = answer.why === 'quota' && !isShortPause(answer, at);
  deps.ledger.settle(id, { outcome: answer.kind, at, server, exhausted, rejected: rejection(answer, identity) });
}

/** A 429 with a time says that nothing is left until then, whatever its other headers say (domain.md, "token quota exceeded"). */
function exhaustedQuota({ server, retryAt }: NotIssued, now: number): ServerQuota | null {
  return retryAt === null ? server : { limit: server?.limit ?? null, remaining: 0, resetAt: retryAt, receivedAt: now };
}

/** A 429 that tells of no count and asks for a short wait is about haste, not about the quota. */
const isShortPause = ({ server, retryAt }: NotIssued, now: number): boolean =>
  typeof server?.remaining !== 'number' && retryAt !== null && retryAt < now + SHORT_PAUSE_MS;

function rejection({ error }: NotIssued, identity: string) {
  if (error.code !== 'credentialsRejected') return null;
  const { status, serverCode } = error.server;
  return { identity, status, serverCode };
}
