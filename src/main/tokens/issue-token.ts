/** Issues one token: records the request on disk, sends it, and records its outcome in the ledger. */
import type { Connection } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { ServerQuota, TokenQuota } from '../../shared/model/token.ts';
import type { TokenRuleSet } from '../../shared/model/token-rules.ts';
import { isSpent } from '../../shared/token/issuance-slots.ts';
import type { Clock, Random } from '../platform/ports.ts';
import type { Vault } from '../vault/vault.ts';
import { type IssuanceRequest, issuanceObjection } from './issuance-policy.ts';
import type { Ledger, LedgerView } from './ledger.ts';
import { quotaOf, rulesInForce, wouldRenew } from './quota.ts';
import type { NotIssued, TokenAnswer, TokenClient } from './token-client.ts';
import { ledgerKey, tokenEndpointOf } from './token-endpoint.ts';

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

/** Returns the token rules of one API of a connection: chosen by the person, or else the preset's. */
export type TokenRulesOf = (connection: Connection, api: Api) => Pick<TokenRuleSet, 'rules' | 'assumed'>;

export interface IssuanceDeps {
  readonly vault: TokenVault;
  readonly rulesOf: TokenRulesOf;
  readonly client: TokenClient;
  readonly ledger: Ledger;
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

export type QuotaDeps = Pick<IssuanceDeps, 'vault' | 'rulesOf' | 'ledger' | 'clock'>;

/** Returns the present quota of a credential, with its token rules and ledger entries. Throws `notFound`. */
export function currentQuota(deps: QuotaDeps, credentialId: string) {
  const { connection, credential } = deps.vault.connectionOf(credentialId);
  const view: LedgerView = deps.ledger.view(ledgerKey(connection, credential));
  const { issuances, reported: server, countReports, lifetimeMs } = view;
  const chosen = deps.rulesOf(connection, credential.api);
  const rules = rulesInForce(chosen.rules, chosen.assumed, lifetimeMs);
  const quota: TokenQuota = quotaOf({
    ...{ rules, reset: connection.quotaReset, issuances, server, countReports },
    now: deps.clock.now(),
  });
  return { connection, credential, view, rules, quota };
}

/** Counts the spent issuances of a credential's quota in the ledger. */
export const countSpent = (deps: QuotaDeps, credentialId: string): number =>
  currentQuota(deps, credentialId).view.issuances.filter(isSpent).length;

/**
 * Sends one token request, and another one if the credential changed in the meantime. Before anything is sent, throws the error of {@link
 * issuanceObjection}, `secretMissing`, `secretUnreadable`, `addressMissing`, `storageFailed` or `notFound`.
 */
export async function issueToken(
  deps: IssuanceDeps,
  credentialId: string,
  request: IssuanceRequest,
): Promise<IssuanceResult> {
  for (;;) {
    const identity = deps.vault.identityOf(credentialId);
    const secret = await deps.vault.secretOf(credentialId);
    if (deps.vault.identityOf(credentialId) !== identity) continue;
    // Nothing is awaited from here to the ledger's line, so that two requests cannot take the same slot.
    const { connection, credential, view, rules, quota } = currentQuota(deps, credentialId);
    const target = { ...tokenEndpointOf(connection, credential), rules };
    const objection = issuanceObjection(credential.label, quota, connection.issuanceReserve, request);
    if (objection) throw objection;
    const [id, at, correctionBeforeMs] = [deps.random.id(), deps.clock.now(), deps.clockCorrectionMs()];
    const renewal = wouldRenew(view.issuances, at);
    deps.ledger.begin(ledgerKey(connection, credential), { id, at, cause: request.cause, renewal });
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
    recordAnswer(deps, id, identity, answer);
    const isRejected = answer.kind !== 'issued' && answer.error.code === 'credentialsRejected';
    // A spare secret of a rejected one has another identity, so the request is sent again with it.
    if ((isRejected || answer.kind === 'issued') && deps.vault.merges.hasSpareSecret(credentialId))
      await deps.vault.merges.judgeSecret(credentialId, identity, !isRejected);
    if (deps.vault.identityOf(credentialId) === identity) {
      // The answer's Date header may have corrected the clock since the request left.
      return { answer, identity, sentAt: at + deps.clockCorrectionMs() - correctionBeforeMs };
    }
  }
}

function recordAnswer(deps: IssuanceDeps, id: string, identity: string, answer: TokenAnswer): void {
  const at = deps.clock.now();
  if (answer.kind === 'issued') {
    const lifetimeMs = answer.token.isLifetimeStated ? answer.token.lifetimeMs : null;
    deps.ledger.settle(id, { outcome: 'confirmed', at, server: answer.server, lifetimeMs });
    return;
  }
  const server = answer.why === 'quota' ? exhaustedQuota(answer, at) : answer.server;
  const exhausted = answer.why === 'quota' && !isShortPause(answer, at);
  deps.ledger.settle(id, { outcome: answer.kind, at, server, exhausted, rejected: rejection(answer, identity) });
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
