/** What stands in the way of a credential's next token request, and for how long. */
import { type AppError, type ErrorData, isAppError, toAppError } from '../../shared/errors.ts';
import type { Log } from '../platform/ports.ts';
import { backoffMs } from './backoff.ts';
import { guard, type Wish } from './guard.ts';
import { type MintDeps, quotaNow } from './mint.ts';
import type { NotIssued } from './token-client.ts';
import type { Trouble } from './token-state.ts';

export class Obstacles {
  readonly #deps: MintDeps & { readonly log: Log };
  readonly #credentialId: string;
  #trouble: Trouble | null;
  #failures = 0;
  #lastError: ErrorData | null = null;

  constructor(deps: MintDeps & { readonly log: Log }, credentialId: string) {
    this.#deps = deps;
    this.#credentialId = credentialId;
    this.#trouble = this.#recordedRejection();
  }

  get trouble(): Trouble | null {
    return this.#trouble;
  }

  get lastError(): ErrorData | null {
    return this.#lastError;
  }

  /** Why no token request may be made now; a person need not wait for a backoff. */
  objection(wish: Wish): AppError | null {
    const trouble = this.#trouble;
    if (trouble?.state === 'rejected') return toAppError(trouble.error);
    const { connection, credential, quota } = quotaNow(this.#deps, this.#credentialId);
    const guarded = guard(credential.label, quota, connection.issuanceReserve, wish);
    if (guarded) return guarded;
    const waits = trouble !== null && (trouble.retryAt === null || trouble.retryAt > this.#deps.clock.now());
    return waits && wish.cause !== 'person' ? toAppError(trouble.error) : null;
  }

  /** A token request brought no token: what that means for the next one, and the error to throw. */
  failed(answer: NotIssued): AppError {
    this.#failures += 1;
    const at = this.#deps.clock.now();
    const { error } = answer;
    if (answer.why === 'credentials') this.#trouble = { state: 'rejected', error, at, retryAt: null, free: false };
    else if (answer.why === 'quota') {
      const retryAt = this.#slotAt(answer, at);
      this.#trouble = { state: 'blocked', error, at, retryAt, free: true };
    } else {
      const retryAt = Math.max(at + this.#waitMs(answer), answer.retryAt ?? 0);
      this.#trouble = { state: 'unreachable', error, at, retryAt, free: answer.kind === 'refused' };
    }
    const thrown = toAppError(error);
    if (answer.cause !== undefined) thrown.cause = answer.cause;
    return thrown;
  }

  /** Something failed: kept for the person to see. */
  note(error: unknown): void {
    if (isAppError(error)) this.#lastError = error.data;
    else
      this.#deps.log.error('a token could not be obtained', { credentialId: this.#credentialId, error: String(error) });
  }

  /** The kept token could be read. */
  readable(): void {
    if (this.#lastError?.code === 'secretUnreadable') this.#lastError = null;
  }

  /** A token came, or the service forgot what stood in the way. */
  clear(): void {
    this.#trouble = null;
    this.#failures = 0;
    this.#lastError = null;
  }

  /** The clock turned out to be wrong by `byMs`: what was noted on it moves along. */
  clockMoved(byMs: number): void {
    const trouble = this.#trouble;
    if (!trouble) return;
    const retryAt = trouble.retryAt === null ? null : trouble.retryAt + byMs;
    this.#trouble = { ...trouble, at: trouble.at + byMs, retryAt };
  }

  /** The credential is another one now: what was known about the old one counts no more. */
  startOver(): void {
    this.clear();
    this.#trouble = this.#recordedRejection();
  }

  /** When the next slot comes after a 429: as the server said, else by the ledger, else after a while. */
  #slotAt(answer: NotIssued, at: number): number {
    const { quota } = quotaNow(this.#deps, this.#credentialId);
    return answer.retryAt ?? quota.nextSlotAt ?? at + this.#waitMs(answer);
  }

  #waitMs(answer: NotIssued): number {
    return backoffMs(answer, this.#failures, this.#deps.random);
  }

  /** Credentials that were rejected before a restart are not tried again after it. */
  #recordedRejection(): Trouble | null {
    const { credential, view } = quotaNow(this.#deps, this.#credentialId);
    const { rejected } = view;
    if (rejected?.identity !== this.#deps.vault.identityOf(this.#credentialId)) return null;
    const { status, serverCode, at } = rejected;
    const server = { status, serverCode, serverMessage: null, requestId: null, exchangeId: null };
    const error = { code: 'credentialsRejected' as const, label: credential.label, server };
    return { state: 'rejected', error, at, retryAt: null, free: false };
  }
}
