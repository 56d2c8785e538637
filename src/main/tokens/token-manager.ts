/** The token manager owns the token of one credential: it reuses the token until it is due and renews it once for all callers. */
import { AppError } from '../../shared/app-error.ts';
import type { IssuanceCause, TokenStatus } from '../../shared/model/token.ts';
import type { Log } from '../platform/ports.ts';
import type { StoredToken } from '../vault/stored-token.ts';
import { readPastedToken } from './adopt.ts';
import { currentQuota } from './current-quota.ts';
import {
  type Acquisition,
  type Bearer,
  bearerOf,
  CurrentToken,
  type CurrentTokenDeps,
  dueAt,
  issuedToken,
} from './current-token.ts';
import { IssuanceBlocker } from './issuance-blocker.ts';
import type { SharedToken } from './issuance-book.ts';
import { automaticRequest, type IssuanceRequest, isPlentiful, programObjection } from './issuance-policy.ts';
import { countSpent, type IssuanceDeps, type IssuanceResult, issueToken } from './issue-token.ts';
import { automaticCause, earliestAfter, issuanceCause, isUnproven, wasReplacedLately } from './renewal.ts';
import { hostsOfOtherApi } from './token-endpoint.ts';
import { statusOf } from './token-status.ts';

export interface TokenManagerDeps extends IssuanceDeps, CurrentTokenDeps {
  readonly log: Log;
  /** Whether a person uses the connection; only then are tokens renewed ahead of need. */
  readonly isActive: () => boolean;
  readonly onChanged: () => void;
}

/** The token request that is in flight; every caller waits for the same one. */
interface Issuing {
  readonly promise: Promise<StoredToken>;
  readonly since: number;
  readonly cause: IssuanceCause;
}

/** The reaction to a refused request: send it again with a newer token (`retry`), with the same token (`repeat`), or not at all (`final`). */
export type RefusedVerdict = 'retry' | 'repeat' | 'final';

export class TokenManager {
  readonly credentialId: string;
  readonly #deps: TokenManagerDeps;
  readonly #blocker: IssuanceBlocker;
  readonly #current: CurrentToken;
  #identity: string;
  #loading: Promise<void> | null = null;
  #loaded = false;
  #issuing: Issuing | null = null;
  /** The generation whose token is being discarded, and must not be stored again. */
  #discarding: number | null = null;
  #storing: Promise<void> = Promise.resolve();
  #lastGeneration: number;
  #tokenlessSince: number;
  #cancelTimer: () => void = () => {};
  #stopped = false;

  constructor(deps: TokenManagerDeps, credentialId: string) {
    this.#deps = deps;
    this.credentialId = credentialId;
    this.#identity = deps.vault.identityOf(credentialId);
    this.#lastGeneration = deps.vault.lastGenerationOf(credentialId);
    this.#tokenlessSince = deps.clock.now();
    this.#blocker = new IssuanceBlocker(deps, credentialId);
    this.#current = new CurrentToken(deps);
    this.#setTimer();
  }

  /** False while a stored token may exist that the key store has not decrypted yet. */
  get isRead(): boolean {
    return this.#loaded;
  }

  /** Reads the stored token. Throws `secretUnreadable` when it cannot be decrypted now; the next call tries again. */
  load(): Promise<void> {
    this.#followIdentity();
    if (this.#loaded) return Promise.resolve();
    this.#loading ??= this.#readStored().finally(() => {
      this.#loading = null;
      this.#changed();
    });
    return this.#loading;
  }

  /**
   * Returns the token for one request. A due token is returned at once and renewed in the background. Without a usable token, all callers wait for
   * one issuance, whose `cause` the ledger records. If no token can be issued, a token that has expired only by our clock is tried. Throws `notFound`
   * when the credential was removed.
   */
  async bearer(cause?: Exclude<IssuanceCause, 'person'>): Promise<Bearer> {
    await this.load();
    const token = this.#current.usable;
    if (!token) {
      const request = automaticRequest(cause ?? issuanceCause(this.#current));
      const { untried } = this.#current;
      const isBlocked = !this.#issuing && this.#blocker.objection(request) !== null;
      if (untried && isBlocked) return bearerOf(untried);
      const issued = await this.#issue(request);
      this.#followIdentity();
      return bearerOf(issued);
    }
    if (this.#current.isDue(this.#marginMs())) this.#issueInBackground(automaticRequest('expiry'));
    return bearerOf(token);
  }

  /**
   * Makes sure that a program has a usable token. Returns whether this call caused an issuance. Throws `tokenWithheld` when a program may cause none now (see
   * {@link programObjection}), and the error that prevents an issuance.
   */
  async provideToProgram(): Promise<boolean> {
    await this.load();
    if (this.#current.usable) return false;
    if (this.#issuing) {
      await this.#issuing.promise;
      return false;
    }
    const { credential, connection, quota, view } = currentQuota(this.#deps, this.credentialId);
    const isRefused = this.#current.refused && !this.#current.expired;
    const { issuances } = view;
    const asked = { isRefused, quota, reserve: connection.issuanceReserve, issuances, now: this.#now() };
    const objection = programObjection(credential.label, asked);
    if (objection) throw objection;
    await this.#issue(automaticRequest('program'));
    return true;
  }

  /** The token for one request, without waiting; `null` when it is refused, expired or not read yet. */
  get usable(): Bearer | null {
    this.#followIdentity();
    const token = this.#current.usable;
    return token && bearerOf(token);
  }

  /**
   * Reports that a request with the token of `generation` was refused. Returns `retry` when a newer token exists or was issued now, and `repeat` when
   * the request should be sent once more with the same token, which requires `mayRepeat`. See {@link CurrentToken.unauthorized} and {@link
   * CurrentToken.forbidden}.
   */
  async refused(
    generation: number,
    status: 401 | 403,
    operation: string,
    mayRepeat = false,
    resource = '',
  ): Promise<RefusedVerdict> {
    const verdict =
      status === 401
        ? this.#current.unauthorized(generation, operation, mayRepeat, resource)
        : this.#current.forbidden(generation, operation);
    if (verdict === 'retry' || verdict === 'repeat') return verdict;
    this.#changed();
    if (verdict !== 'final') {
      if (verdict.cause === 'diedEarly') return this.#replaceDeadToken(verdict);
      return verdict.cause === 'unauthorized' ? this.#replaceSuspect(verdict) : this.#tryIssue(verdict);
    }
    // Earlier refusals already started the replacement of a dead token: this request waits for it too.
    return status === 403 && this.#issuing?.cause === 'diedEarly'
      ? this.#tryIssue(automaticRequest('diedEarly'))
      : 'final';
  }

  refusedAgain(generation: number): void {
    this.#current.refusedAgain(generation);
  }

  /**
   * Replaces a token that was refused with 401 before its expiry. Once a day one refused request suffices; after that, two in a row are
   * needed. A token that never worked is replaced only while more than half of the quota is left, or the quota is unknown. A token that has worked
   * stays in use while it cannot be replaced, because trying it costs nothing.
   */
  async #replaceSuspect(request: IssuanceRequest): Promise<'retry' | 'final'> {
    if (!this.#issuing && this.#current.token && !this.#current.refused) {
      const isBlocked = this.#blocker.objection(request) !== null;
      const { quota, view } = currentQuota(this.#deps, this.credentialId);
      const { hasWorked, isRefusedInARow } = this.#current;
      const isDoubtful = !isRefusedInARow && wasReplacedLately(view.issuances, this.#now());
      if (isBlocked ? hasWorked : isDoubtful || (!hasWorked && !isPlentiful(quota))) return 'final';
      this.#current.markRefused();
      this.#changed();
    }
    return this.#tryIssue(request);
  }

  /** Replaces a token that died early, at most once; an attempt that spent no slot does not count. */
  async #replaceDeadToken(request: IssuanceRequest): Promise<'retry' | 'final'> {
    this.#current.markReplaced(true);
    const before = countSpent(this.#deps, this.credentialId);
    const answer = await this.#tryIssue(request);
    if (answer === 'final') {
      this.#current.markReplaced(countSpent(this.#deps, this.credentialId) > before);
      this.#changed();
    }
    return answer;
  }

  async #tryIssue(request: IssuanceRequest): Promise<'retry' | 'final'> {
    try {
      await this.#issue(request);
      return 'retry';
    } catch {
      return 'final';
    }
  }

  /** Reports that a request of `operation` for `resource` with the token of `generation` was accepted. */
  worked(generation: number, operation: string, resource = ''): void {
    if (this.#current.worked(generation, operation, resource)) this.#changed();
    if (this.#current.recordWorked(generation, operation)) this.#storeAgain();
  }

  /** Issues a token for a person, despite a backoff. Throws the error that prevents it, and `lastSlot` until the last slot's use is confirmed. */
  async renew(confirmLastSlot: boolean): Promise<void> {
    await this.load().catch(() => {});
    await this.#issue({ cause: 'person', confirmLastSlot });
  }

  /** Adopts an access token that a person pasted. Nothing is sent and no slot is spent. Throws `tokenNotAdoptable`. */
  async adopt(text: string, issuedAt: number | null): Promise<void> {
    await this.load().catch(() => {});
    const { connection, credential } = this.#deps.vault.connectionOf(this.credentialId);
    const { isPast } = this.#deps;
    const otherHosts = hostsOfOtherApi(connection.addresses, credential.api);
    const { lifetimeMs } = currentQuota(this.#deps, this.credentialId).rules;
    const now = this.#now();
    const adopted = readPastedToken({ text, issuedAt, api: credential.api, otherHosts, now, isPast, lifetimeMs });
    this.#lastGeneration += 1;
    const token = { ...adopted, tokenType: 'Bearer', generation: this.#lastGeneration, origin: 'adopted' as const };
    await this.#setToken(token, this.#identity, { inThisProcess: false });
    this.#changed();
  }

  /** Deletes the token from this computer. Throws `storageFailed`; the token then stays. */
  async discard(): Promise<void> {
    await this.load().catch(() => {});
    const generation = this.#current.token?.generation ?? null;
    this.#discarding = generation;
    try {
      await this.#deps.vault.discardToken(this.credentialId);
    } finally {
      this.#discarding = null;
    }
    // A token that was issued during the deletion was stored after it, and stays.
    if ((this.#current.token?.generation ?? null) === generation) this.#startEmpty();
    this.#changed();
  }

  /** Reads the credential again after the vault changed. Throws `notFound`. */
  vaultChanged(): void {
    this.#followIdentity();
    this.#changed();
  }

  /** Removes the block of the next token request. Call after the quota was reset in the ledger. */
  quotaReset(): void {
    this.#blocker.clear();
    this.#changed();
  }

  /** The status of the token. Throws `notFound`. */
  status(): TokenStatus {
    return statusOf(this.#deps, this.credentialId, {
      current: this.#current,
      issuing: this.#issuing,
      block: this.#blocker.block,
      lastError: this.#blocker.lastError,
      lastGeneration: this.#lastGeneration,
      tokenlessSince: this.#tokenlessSince,
      isReading: this.#loading !== null,
    });
  }

  /** Sets the timer again. Call after the clock changed its rate, was corrected, or the machine slept. */
  resetTimer(): void {
    if (this.#stopped) return;
    this.#setTimer();
    this.renewIfDue();
  }

  /** Renews a due token, and repeats a failed attempt that spent no slot. Works only while a person uses the connection. */
  renewIfDue(): void {
    if (this.#stopped || !this.#loaded || !this.#deps.isActive()) return;
    const cause = automaticCause(this.#current, this.#blocker.block, this.#marginMs());
    if (cause) this.#issueInBackground(automaticRequest(cause));
  }

  /** Corrects the token's instants by `byMs`, the error of the clock; `always`: the clock was also wrong in earlier runs. */
  clockCorrected(byMs: number, always: boolean): void {
    this.#blocker.clockCorrected(byMs);
    if (!this.#current.clockCorrected(byMs, always)) return;
    this.#storeAgain();
  }

  #storeAgain(): void {
    const { token } = this.#current;
    if (token && token.generation !== this.#discarding) this.#storing = this.#store(token, this.#identity);
  }

  /** Stops further token requests; the token of a request in flight is still stored. */
  stop(): void {
    this.#stopped = true;
    this.#cancelTimer();
  }

  /** Resolves when no token request is in flight and the token is stored. */
  async settled(): Promise<void> {
    await this.#issuing?.promise.catch(() => {});
    await this.#storing;
  }

  /** Begins without a token when the client credentials or the token endpoint changed. */
  #followIdentity(): void {
    const identity = this.#deps.vault.identityOf(this.credentialId);
    if (identity === this.#identity) return;
    this.#identity = identity;
    this.#startEmpty();
    this.#blocker.reset();
  }

  #startEmpty(): void {
    this.#current.clear(this.#lastGeneration);
    this.#loaded = true;
    this.#tokenlessSince = this.#now();
  }

  async #readStored(): Promise<void> {
    const identity = this.#identity;
    try {
      const token = await this.#deps.vault.storedToken(this.credentialId);
      if (this.#loaded || this.#identity !== identity) return;
      this.#loaded = true;
      this.#lastGeneration = Math.max(this.#lastGeneration, token?.generation ?? 0);
      const { issuances } = currentQuota(this.#deps, this.credentialId).view;
      const unproven = token !== null && isUnproven(token, issuances, this.#now());
      if (token) this.#current.set(token, { inThisProcess: false, unproven });
      if (token?.origin === 'issued') this.#deps.book.hold(token);
      this.#blocker.clearUnreadable();
    } catch (error) {
      this.#blocker.recordError(error);
      throw error;
    }
  }

  /** Issues a token in the background unless a block prevents it. */
  #issueInBackground(request: IssuanceRequest): void {
    if (!this.#issuing && !this.#blocker.objection(request)) this.#issue(request).catch(() => {});
  }

  /** Joins the token request in flight, or starts one. Rejects with the error that prevents it. */
  #issue(request: IssuanceRequest): Promise<StoredToken> {
    if (this.#issuing) return this.#issuing.promise;
    if (this.#stopped) return Promise.reject(new AppError('cancelled', {}));
    const objection = this.#blocker.objection(request);
    if (objection) return Promise.reject(objection);
    const promise = this.#requestToken(request)
      .catch((error: unknown) => {
        this.#blocker.recordError(error);
        throw error;
      })
      .finally(() => {
        this.#issuing = null;
        this.#changed();
      });
    this.#issuing = { promise, since: this.#now(), cause: request.cause };
    this.#changed();
    return promise;
  }

  async #requestToken(request: IssuanceRequest): Promise<StoredToken> {
    for (;;) {
      const { token: replaces, refused: isRefused } = this.#current;
      const claim = { request, replaces, isRefused };
      const result = await issueToken(this.#deps, this.credentialId, claim);
      this.#followIdentity();
      if (result.identity !== this.#identity) continue;
      return 'taken' in result ? this.#take(result.taken, request.cause) : this.#acceptAnswer(result, request.cause);
    }
  }

  async #acceptAnswer({ answer, identity, sentAt }: IssuanceResult, cause: IssuanceCause): Promise<StoredToken> {
    if (answer.kind !== 'issued') throw this.#blocker.recordFailure(answer);
    this.#lastGeneration += 1;
    const token = issuedToken(answer.token, sentAt, this.#lastGeneration, cause, this.#current.token);
    this.#blocker.clear();
    await this.#setToken(token, identity, {
      inThisProcess: true,
      unproven: cause === 'unauthorized',
      replacesDead: cause === 'diedEarly',
    });
    return token;
  }

  /** Uses a token that a colleague's desktop requested. It costs no slot. */
  async #take(taken: SharedToken, cause: IssuanceCause): Promise<StoredToken> {
    this.#lastGeneration += 1;
    const token = { ...taken, generation: this.#lastGeneration, origin: 'issued' as const };
    this.#blocker.clear();
    await this.#setToken(token, this.#identity, { inThisProcess: false, unproven: cause === 'unauthorized' });
    return token;
  }

  async #setToken(token: StoredToken, identity: string, acquisition: Acquisition): Promise<void> {
    this.#current.set(token, acquisition);
    this.#loaded = true;
    await this.#store(token, identity);
  }

  /** Writes the token to the vault. A failure is only logged, because the token stays usable in memory. */
  async #store(token: StoredToken, identity: string): Promise<void> {
    try {
      await this.#deps.vault.storeToken(this.credentialId, token, identity);
    } catch (error) {
      this.#deps.log.warn('a token could not be stored and is in memory only', {
        credentialId: this.credentialId,
        error: String(error),
      });
    }
  }

  #changed(): void {
    if (this.#stopped) return;
    this.#setTimer();
    this.#deps.onChanged();
  }

  /** Sets the timer to the next instant at which the status changes by itself. */
  #setTimer(): void {
    this.#cancelTimer();
    const now = this.#now();
    const { token } = this.#current;
    const at = earliestAfter(now, [
      token && dueAt(token, this.#marginMs()),
      token?.expiresAt,
      this.#blocker.block?.retryAt,
      currentQuota(this.#deps, this.credentialId).quota.nextSlotAt,
    ]);
    if (at !== null) this.#cancelTimer = this.#deps.clock.after(at - now, () => this.#onTimer());
  }

  #onTimer(): void {
    this.renewIfDue();
    this.#changed();
  }

  #now(): number {
    return this.#deps.clock.now();
  }

  #marginMs(): number {
    return this.#deps.vault.connectionOf(this.credentialId).connection.renewalMarginMinutes * 60_000;
  }
}
