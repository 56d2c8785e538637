/** One issuance, step by step: recorded on the disk, sent, recorded again. */
import type { ServerQuota, TokenQuota } from '../../shared/model/token.ts';
import type { Clock, Random } from '../platform/ports.ts';
import { guard, type Wish } from './guard.ts';
import type { KeeperVault } from './keeper-vault.ts';
import type { Ledger, LedgerView } from './ledger.ts';
import { isSpent, quotaOf, wouldRenew } from './quota.ts';
import { ledgerKey, tokenTarget } from './target.ts';
import type { NotIssued, TokenAnswer, TokenClient } from './token-client.ts';

export interface MintDeps {
  readonly vault: KeeperVault;
  readonly client: TokenClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: Random;
  /** By how much measurements moved the clock so far. */
  readonly movedMs: () => number;
}

/** Slots of a day do not come back within this. */
const SHORT_PAUSE_MS = 60_000;

/** What a token request brought, for the credential as it still is. */
export interface Minted {
  readonly answer: TokenAnswer;
  readonly identity: string;
  readonly sentAt: number;
}

/** The ledger and the quota of a credential, now. Throws `notFound`. */
export function quotaNow(deps: Pick<MintDeps, 'vault' | 'ledger' | 'clock'>, credentialId: string) {
  const { connection, credential } = deps.vault.connectionOf(credentialId);
  const view: LedgerView = deps.ledger.view(ledgerKey(connection, credential));
  const { issuances, server } = view;
  const facts = { api: credential.api, reset: connection.quotaReset, issuances, server, now: deps.clock.now() };
  const quota: TokenQuota = quotaOf(facts);
  return { connection, credential, view, quota };
}

/** How many issuances of this quota are on record as spent. */
export const spentSoFar = (deps: Pick<MintDeps, 'vault' | 'ledger' | 'clock'>, credentialId: string): number =>
  quotaNow(deps, credentialId).view.issuances.filter(isSpent).length;

/**
 * Sends one token request, or throws before anything is sent: what guard.ts objects, `secretMissing`, `secretUnreadable`,
 * `addressMissing`, `storageFailed`, `notFound`. When the credential changed meanwhile the answer is of no use any more, and the
 * request is made again for what it is now.
 */
export async function mint(deps: MintDeps, credentialId: string, wish: Wish): Promise<Minted> {
  for (;;) {
    const identity = deps.vault.identityOf(credentialId);
    const secret = await deps.vault.secretOf(credentialId);
    if (deps.vault.identityOf(credentialId) !== identity) continue;
    // From here to the ledger's line nothing waits, so that no two requests can take the same slot.
    const { connection, credential, view, quota } = quotaNow(deps, credentialId);
    const target = tokenTarget(connection, credential);
    const objection = guard(credential.label, quota, connection.issuanceReserve, wish);
    if (objection) throw objection;
    const [id, at, movedMs] = [deps.random.id(), deps.clock.now(), deps.movedMs()];
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
    settle(deps, id, identity, answer);
    if (deps.vault.identityOf(credentialId) === identity) {
      // The answer may have told that the clock was wrong when the request left.
      return { answer, identity, sentAt: at + deps.movedMs() - movedMs };
    }
  }
}

function settle(deps: MintDeps, id: string, identity: string, answer: TokenAnswer): void {
  const at = deps.clock.now();
  if (answer.kind === 'issued') {
    deps.ledger.settle(id, { outcome: 'confirmed', at, server: answer.server });
    return;
  }
  const server = answer.why === 'quota' ? noneLeft(answer, at) : answer.server;
  const exhausted = answer.why === 'quota' && !isPause(answer, at);
  deps.ledger.settle(id, { outcome: answer.kind, at, server, exhausted, rejected: rejection(answer, identity) });
}

/** A 429 with a time says that nothing is left until then, whatever its other headers say (domain.md, "token quota exceeded"). */
function noneLeft({ server, retryAt }: NotIssued, now: number): ServerQuota | null {
  return retryAt === null ? server : { limit: server?.limit ?? null, remaining: 0, resetAt: retryAt, receivedAt: now };
}

/** A 429 that tells of no count and asks for a short wait is about haste, not about the quota. */
const isPause = ({ server, retryAt }: NotIssued, now: number): boolean =>
  typeof server?.remaining !== 'number' && retryAt !== null && retryAt < now + SHORT_PAUSE_MS;

function rejection({ error }: NotIssued, identity: string) {
  if (error.code !== 'credentialsRejected') return null;
  const { status, serverCode } = error.server;
  return { identity, status, serverCode };
}
