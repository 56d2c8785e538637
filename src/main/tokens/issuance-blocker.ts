/** Decides what blocks the next token request of a credential, and until when: rejected credentials, a used-up quota, a backoff. */

import { type AppError, isAppError, toAppError } from '../../shared/app-error.ts';
import type { ErrorData } from '../../shared/errors.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { Log, Random } from '../platform/ports.ts';
import { currentQuota } from './current-quota.ts';
import { type IssuanceRequest, issuanceObjection } from './issuance-policy.ts';
import { type IssuanceDeps, SHORT_PAUSE_MS } from './issue-token.ts';
import type { NotIssued } from './token-client.ts';
import type { Block } from './token-state.ts';

export class IssuanceBlocker {
  readonly #deps: IssuanceDeps & { readonly log: Log };
  readonly #credentialId: string;
  #block: Block | null;
  #failures = 0;
  #lastError: ErrorData | null = null;

  constructor(deps: IssuanceDeps & { readonly log: Log }, credentialId: string) {
    this.#deps = deps;
    this.#credentialId = credentialId;
    this.#block = this.#recordedRejection();
  }

  get block(): Block | null {
    return this.#block;
  }

  get lastError(): ErrorData | null {
    return this.#lastError;
  }

  /** The error that prevents a token request now, or `null`. A backoff does not block a person's request. */
  objection(request: IssuanceRequest): AppError | null {
    const block = this.#block;
    if (block?.state === 'rejected') return toAppError(block.error);
    const { connection, credential, quota } = currentQuota(this.#deps, this.#credentialId);
    const refusedByPolicy = issuanceObjection(credential.label, quota, connection.issuanceReserve, request);
    if (refusedByPolicy) return refusedByPolicy;
    const isBlocked = block !== null && (block.retryAt === null || block.retryAt > this.#deps.clock.now());
    return isBlocked && request.cause !== 'person' ? toAppError(block.error) : null;
  }

  /** Records a failed token request. Returns the error to throw. */
  recordFailure(answer: NotIssued): AppError {
    this.#failures += 1;
    const at = this.#deps.clock.now();
    const { error } = answer;
    if (answer.why === 'credentials') this.#block = { state: 'rejected', error, at, retryAt: null, freeToRetry: false };
    else if (answer.why === 'redirect')
      this.#block = { state: 'unreachable', error, at, retryAt: null, freeToRetry: false };
    else if (answer.why === 'quota') {
      const retryAt = this.#nextSlotAt(answer, at);
      this.#block = { state: 'blocked', error, at, retryAt, freeToRetry: true };
    } else {
      const retryAt = Math.max(at + this.#waitMs(answer), answer.retryAt ?? 0);
      this.#block = { state: 'unreachable', error, at, retryAt, freeToRetry: answer.kind === 'refused' };
    }
    const thrown = toAppError(error);
    if (answer.cause !== undefined) thrown.cause = answer.cause;
    return thrown;
  }

  /** Remembers an AppError for the status; logs any other error. */
  recordError(error: unknown): void {
    if (isAppError(error)) this.#lastError = error.data;
    else
      this.#deps.log.error('a token could not be issued', { credentialId: this.#credentialId, error: String(error) });
  }

  /** Clears an earlier failure to read the stored token. Call after the token was read. */
  clearUnreadable(): void {
    if (this.#lastError?.code === 'secretUnreadable') this.#lastError = null;
  }

  /** Clears block and errors. Call when a token was issued or the quota was reset. */
  clear(): void {
    this.#block = null;
    this.#failures = 0;
    this.#lastError = null;
  }

  /** Corrects the block's instants by `byMs`, the error of the clock. */
  clockCorrected(byMs: number): void {
    const block = this.#block;
    if (!block) return;
    const retryAt = block.retryAt === null ? null : block.retryAt + byMs;
    this.#block = { ...block, at: block.at + byMs, retryAt };
  }

  /** Clears blocks and errors of the old credential. Call when the credential changed. */
  reset(): void {
    this.clear();
    this.#block = this.#recordedRejection();
  }

  /**
   * Returns when the next slot regenerates after a 429: by the server's headers, else by the ledger, else after a backoff. A wait that is too short
   * for a slot limits only the request rate. It lasts at least the backoff, because some endpoints state 0 until a slot regenerates.
   */
  #nextSlotAt(answer: NotIssued, at: number): number {
    const { retryAt } = answer;
    if (retryAt !== null && retryAt < at + SHORT_PAUSE_MS)
      return Math.max(retryAt, at + backoffMs({ kind: 'refused', why: 'endpoint' }, this.#failures, this.#deps.random));
    const { quota } = currentQuota(this.#deps, this.#credentialId);
    return retryAt ?? quota.nextSlotAt ?? at + this.#waitMs(answer);
  }

  #waitMs(answer: NotIssued): number {
    return backoffMs(answer, this.#failures, this.#deps.random);
  }

  /** Returns the rejection of these credentials from the ledger, so that a restart does not try them again. */
  #recordedRejection(): Block | null {
    const { credential, view } = currentQuota(this.#deps, this.#credentialId);
    const { rejected } = view;
    if (rejected?.identity !== this.#deps.vault.identityOf(this.#credentialId)) return null;
    const { status, serverCode, at } = rejected;
    const server = { status, serverCode, serverMessage: null, requestId: null, exchangeId: null };
    const error = { code: 'credentialsRejected' as const, label: credential.label, server };
    return { state: 'rejected', error, at, retryAt: null, freeToRetry: false };
  }
}

/**
 * The first and the longest wait after each kind of failure. `certain` is the share of a wait without jitter. An attempt that may have spent a slot
 * is repeated much later than a free one.
 */
const WAITS: Record<'free' | 'spent' | 'quota', { firstMs: number; longestMs: number; certain: number }> = {
  free: { firstMs: 5_000, longestMs: 15 * 60_000, certain: 0 },
  spent: { firstMs: 5 * 60_000, longestMs: 60 * 60_000, certain: 0.5 },
  quota: { firstMs: 15 * 60_000, longestMs: 60 * 60_000, certain: 0 },
};

/** Returns the wait in ms before the next token request: exponential, with jitter and a cap. `failures`: the failures in a row, from 1. */
export function backoffMs(failed: Pick<NotIssued, 'kind' | 'why'>, failures: number, random: Random): number {
  const { firstMs, longestMs, certain } =
    WAITS[failed.why === 'quota' ? 'quota' : failed.kind === 'lost' ? 'spent' : 'free'];
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(30, failures - 1));
  return Math.max(SECOND_MS, Math.round((certain + (1 - certain) * random.fraction()) * ceiling));
}
