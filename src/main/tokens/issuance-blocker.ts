/** What stands in the way of a credential's next token request, and for how long. */
import { type AppError, type ErrorData, isAppError, toAppError } from '../../shared/errors.ts';
import type { Log } from '../platform/ports.ts';
import { backoffMs } from './backoff.ts';
import { type IssuanceRequest, issuanceObjection } from './issuance-policy.ts';
import { currentQuota, type IssuanceDeps } from './issue-token.ts';
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

  /** Why no token request may be made now; a person need not wait for a backoff. */
  objection(wish: IssuanceRequest): AppError | null {
    const trouble = this.#block;
    if (trouble?.state === 'rejected') return toAppError(trouble.error);
    const { connection, credential, quota } = currentQuota(this.#deps, this.#credentialId);
    const guarded = issuanceObjection(credential.label, quota, connection.issuanceReserve, wish);
    if (guarded) return guarded;
    const waits = trouble !== null && (trouble.retryAt === null || trouble.retryAt > this.#deps.clock.now());
    return waits && wish.cause !== 'person' ? toAppError(trouble.error) : null;
  }

  /** A token request brought no token: what that means for the next one, and the error to throw. */
  recordFailure(answer: NotIssued): AppError {
    this.#failures += 1;
    const at = this.#deps.clock.now();
    const { error } = answer;
    if (answer.why === 'credentials') this.#block = { state: 'rejected', error, at, retryAt: null, freeToRetry: false };
    else if (answer.why === 'quota') {
      const retryAt = this.#slotAt(answer, at);
      this.#block = { state: 'blocked', error, at, retryAt, freeToRetry: true };
    } else {
      const retryAt = Math.max(at + this.#waitMs(answer), answer.retryAt ?? 0);
      this.#block = { state: 'unreachable', error, at, retryAt, freeToRetry: answer.kind === 'refused' };
    }
    const thrown = toAppError(error);
    if (answer.cause !== undefined) thrown.cause = answer.cause;
    return thrown;
  }

  /** Something failed: kept for the person to see. */
  recordError(error: unknown): void {
    if (isAppError(error)) this.#lastError = error.data;
    else
      this.#deps.log.error('a token could not be obtained', { credentialId: this.#credentialId, error: String(error) });
  }

  /** The kept token could be read. */
  clearUnreadable(): void {
    if (this.#lastError?.code === 'secretUnreadable') this.#lastError = null;
  }

  /** A token came, or the service forgot what stood in the way. */
  clear(): void {
    this.#block = null;
    this.#failures = 0;
    this.#lastError = null;
  }

  /** The clock turned out to be wrong by `byMs`: what was noted on it moves along. */
  clockCorrected(byMs: number): void {
    const trouble = this.#block;
    if (!trouble) return;
    const retryAt = trouble.retryAt === null ? null : trouble.retryAt + byMs;
    this.#block = { ...trouble, at: trouble.at + byMs, retryAt };
  }

  /** The credential is another one now: what was known about the old one counts no more. */
  reset(): void {
    this.clear();
    this.#block = this.#recordedRejection();
  }

  /** When the next slot comes after a 429: as the server said, else by the ledger, else after a while. */
  #slotAt(answer: NotIssued, at: number): number {
    const { quota } = currentQuota(this.#deps, this.#credentialId);
    return answer.retryAt ?? quota.nextSlotAt ?? at + this.#waitMs(answer);
  }

  #waitMs(answer: NotIssued): number {
    return backoffMs(answer, this.#failures, this.#deps.random);
  }

  /** Credentials that were rejected before a restart are not tried again after it. */
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
