/** Keeps the token of one credential: reuses it until it is due, renews it once, and never wastes an issuance. */
import { AppError } from '../../shared/errors.ts';
import type { IssuanceCause, TokenStatus } from '../../shared/model/token.ts';
import type { Log } from '../platform/ports.ts';
import { Secret } from '../vault/secret.ts';
import type { KeptToken } from '../vault/stored-token.ts';
import { readPastedToken } from './adopt.ts';
import { type Acquisition, CurrentToken, type CurrentTokenDeps, dueAt, issuedToken } from './current-token.ts';
import { IssuanceBlocker } from './issuance-blocker.ts';
import { automaticRequest, type IssuanceRequest } from './issuance-policy.ts';
import { countSpent, currentQuota, type IssuanceDeps, type IssuanceResult, issueToken } from './issue-token.ts';
import { hostsOfOtherApi } from './token-endpoint.ts';
import { statusOf } from './token-status.ts';

/** What a request carries: the whole Authorization header (spec.md, Authentication 2), and which token it is. */
export interface Bearer {
  readonly authorization: Secret;
  readonly generation: number;
}

export interface TokenManagerDeps extends IssuanceDeps, CurrentTokenDeps {
  readonly log: Log;
  /** Somebody uses the connection. */
  readonly isActive: () => boolean;
  /** Called when the status is another one than before. */
  readonly onChanged: () => void;
}

/** After a restart a token that was obtained because of a 401 this lately is taken for one that has not worked yet. */
const UNPROVEN_MS = 60 * 60_000;
/** A token's life begins when its request leaves; this near, it is that of the ledger's line. */
const SAME_ISSUANCE_MS = 60_000;

interface Issuing {
  readonly promise: Promise<KeptToken>;
  readonly since: number;
  readonly cause: IssuanceCause;
}

export class TokenManager {
  readonly credentialId: string;
  readonly #deps: TokenManagerDeps;
  readonly #blocker: IssuanceBlocker;
  readonly #current: CurrentToken;
  #identity: string;
  #loading: Promise<void> | null = null;
  #loaded = false;
  #issuing: Issuing | null = null;
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

  /** Reads the token that was kept. Throws `secretUnreadable` when it cannot be decrypted now; the next call tries again. */
  load(): Promise<void> {
    this.#followIdentity();
    if (this.#loaded) return Promise.resolve();
    this.#loading ??= this.#readKept().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /**
   * The token for one request. A due token is given while its renewal starts; without one a thousand calls wait for the same
   * issuance. `cause` is recorded if this call has to obtain one.
   */
  async bearer(cause?: Exclude<IssuanceCause, 'person'>): Promise<Bearer> {
    await this.load();
    const token = this.#current.usable;
    if (!token) return bearerOf(await this.#issue(automaticRequest(cause ?? this.#cause())));
    if (this.#current.isDue(this.#marginMs())) this.#issueInBackground(automaticRequest('expiry'));
    return bearerOf(token);
  }

  /**
   * A request of `operation` with the token of `generation` was refused. `replay` when there is, or now comes, a newer token. See
   * {@link CurrentToken.unauthorized} and {@link CurrentToken.forbidden}.
   */
  async refused(generation: number, status: 401 | 403, operation: string): Promise<'replay' | 'final'> {
    const verdict =
      status === 401 ? this.#current.unauthorized(generation) : this.#current.forbidden(generation, operation);
    if (verdict === 'replay') return verdict;
    this.#changed();
    if (verdict !== 'final')
      return verdict.cause === 'diedEarly' ? this.#replaceDeadToken(verdict) : this.#tryIssue(verdict);
    // One that comes after others had said that the token is dead waits with them for its successor.
    return status === 403 && this.#issuing?.cause === 'diedEarly'
      ? this.#tryIssue(automaticRequest('diedEarly'))
      : 'final';
  }

  /** At most one renewal, unless it came to nothing at no cost. */
  async #replaceDeadToken(wish: IssuanceRequest): Promise<'replay' | 'final'> {
    this.#current.markReplaced(true);
    const before = countSpent(this.#deps, this.credentialId);
    const answer = await this.#tryIssue(wish);
    if (answer === 'final') {
      this.#current.markReplaced(countSpent(this.#deps, this.credentialId) > before);
      this.#changed();
    }
    return answer;
  }

  async #tryIssue(wish: IssuanceRequest): Promise<'replay' | 'final'> {
    try {
      await this.#issue(wish);
      return 'replay';
    } catch {
      return 'final';
    }
  }

  /** A request of `operation` with the token of `generation` was accepted. */
  worked(generation: number, operation: string): void {
    if (this.#current.worked(generation, operation)) this.#changed();
  }

  /**
   * Obtains a new token because a person wants it, without waiting for a backoff. Throws what stands in the way: `lastSlot` while
   * using the last slot is not confirmed.
   */
  async renew(confirmLastSlot: boolean): Promise<void> {
    await this.load().catch(() => {});
    await this.#issue({ cause: 'person', confirmLastSlot });
  }

  /**
   * Takes over an access token that a person pasted; nothing is sent and nothing spent. Throws `tokenNotAdoptable`.
   */
  async adopt(text: string, issuedAt: number | null): Promise<void> {
    await this.load().catch(() => {});
    const { connection, credential } = this.#deps.vault.connectionOf(this.credentialId);
    const { isPast } = this.#deps;
    const otherHosts = hostsOfOtherApi(connection.addresses, credential.api);
    const adopted = readPastedToken({ text, issuedAt, api: credential.api, otherHosts, now: this.#now(), isPast });
    this.#lastGeneration += 1;
    const token = { ...adopted, tokenType: 'Bearer', generation: this.#lastGeneration, origin: 'adopted' as const };
    await this.#keep(token, this.#identity, { inThisProcess: false });
    this.#changed();
  }

  /** Drops the token. Throws `storageFailed`, and keeps it then. */
  async discard(): Promise<void> {
    await this.load().catch(() => {});
    const before = this.#current.token;
    await this.#deps.vault.dropToken(this.credentialId);
    // One that came meanwhile was kept after the drop, and stays.
    if (this.#current.token === before) this.#startEmpty();
    this.#changed();
  }

  /** To be called when the vault changed. Throws `notFound`. */
  vaultChanged(): void {
    this.#followIdentity();
    this.#changed();
  }

  /** To be called when the ledger was told to forget: nothing stands in the way any more. */
  quotaReset(): void {
    this.#blocker.clear();
    this.#changed();
  }

  /** Throws `notFound`. */
  status(): TokenStatus {
    return statusOf(this.#deps, this.credentialId, {
      current: this.#current,
      issuing: this.#issuing,
      block: this.#blocker.block,
      lastError: this.#blocker.lastError,
      lastGeneration: this.#lastGeneration,
      tokenlessSince: this.#tokenlessSince,
    });
  }

  /** To be called when the clock changed its rate or was put right, or was stopped by the machine's sleep. */
  resetTimer(): void {
    if (this.#stopped) return;
    this.#setTimer();
    this.renewIfDue();
  }

  /** Renews what is due, and tries again what failed at no cost: to be called when somebody begins to use the console. */
  renewIfDue(): void {
    if (this.#stopped || !this.#loaded || !this.#deps.isActive()) return;
    const cause = this.#wanted();
    if (cause) this.#issueInBackground(automaticRequest(cause));
  }

  /** The clock turned out to be wrong by `byMs`; `always`: it never was right before. */
  clockCorrected(byMs: number, always: boolean): void {
    this.#blocker.clockCorrected(byMs);
    if (!this.#current.clockCorrected(byMs, always)) return;
    const { token } = this.#current;
    if (token) void this.#store(token, this.#identity);
  }

  /** Obtains no token any more; one that is on its way is still kept. */
  stop(): void {
    this.#stopped = true;
    this.#cancelTimer();
  }

  /** Resolves when no token is on its way: the last one has been kept, or has failed. */
  async settled(): Promise<void> {
    await this.#issuing?.promise.catch(() => {});
  }

  /** Another identity of the credential starts from nothing. */
  #followIdentity(): void {
    const identity = this.#deps.vault.identityOf(this.credentialId);
    if (identity === this.#identity) return;
    this.#identity = identity;
    this.#startEmpty();
    this.#blocker.reset();
  }

  /** From nothing: no token, and nothing known about one. */
  #startEmpty(): void {
    this.#current.clear(this.#lastGeneration);
    this.#loaded = true;
    this.#tokenlessSince = this.#now();
  }

  async #readKept(): Promise<void> {
    const identity = this.#identity;
    try {
      const token = await this.#deps.vault.keptToken(this.credentialId);
      if (this.#loaded || this.#identity !== identity) return;
      this.#loaded = true;
      this.#lastGeneration = Math.max(this.#lastGeneration, token?.generation ?? 0);
      const last = currentQuota(this.#deps, this.credentialId).view.issuances.findLast(
        (it) => it.outcome === 'confirmed',
      );
      // After a crash the kept token may be an older one than the last that was issued.
      const isLast = !!token && !!last && Math.abs(token.issuedAt - last.at) < SAME_ISSUANCE_MS;
      const unproven = isLast && last.cause === 'unauthorized' && this.#now() - token.issuedAt < UNPROVEN_MS;
      if (token) this.#current.set(token, { inThisProcess: false, unproven });
      this.#blocker.clearUnreadable();
      this.#changed();
    } catch (error) {
      this.#blocker.recordError(error);
      throw error;
    }
  }

  /** Why a token is needed now. A refused one stays the reason until another has come, so that that one has to prove itself. */
  #cause(): 'start' | 'unauthorized' | 'expiry' {
    const { token, refused, expired: past } = this.#current;
    if (!token) return 'start';
    return refused && !past ? 'unauthorized' : 'expiry';
  }

  /** What the console would renew the token for by itself, if anything. What may have spent a slot is left to the next request. */
  #wanted(): 'expiry' | 'unauthorized' | 'start' | null {
    const { block: trouble } = this.#blocker;
    if (trouble && !trouble.freeToRetry) return null;
    if (this.#current.usable) return this.#current.isDue(this.#marginMs()) ? 'expiry' : null;
    return trouble?.state === 'unreachable' ? this.#cause() : null;
  }

  /** In the background, when nothing stands in the way. */
  #issueInBackground(wish: IssuanceRequest): void {
    if (!this.#issuing && !this.#blocker.objection(wish)) this.#issue(wish).catch(() => {});
  }

  /** The one issuance that is under way, or a new one. Rejects with what stands in the way. */
  #issue(wish: IssuanceRequest): Promise<KeptToken> {
    if (this.#issuing) return this.#issuing.promise;
    if (this.#stopped) return Promise.reject(new AppError('cancelled', {}));
    const objection = this.#blocker.objection(wish);
    if (objection) return Promise.reject(objection);
    const promise = this.#requestToken(wish)
      .catch((error: unknown) => {
        this.#blocker.recordError(error);
        throw error;
      })
      .finally(() => {
        this.#issuing = null;
        this.#changed();
      });
    this.#issuing = { promise, since: this.#now(), cause: wish.cause };
    this.#changed();
    return promise;
  }

  async #requestToken(wish: IssuanceRequest): Promise<KeptToken> {
    for (;;) {
      const minted = await issueToken(this.#deps, this.credentialId, wish);
      this.#followIdentity();
      if (minted.identity === this.#identity) return this.#acceptAnswer(minted, wish.cause);
    }
  }

  async #acceptAnswer({ answer, identity, sentAt }: IssuanceResult, cause: IssuanceCause): Promise<KeptToken> {
    if (answer.kind !== 'issued') throw this.#blocker.recordFailure(answer);
    this.#lastGeneration += 1;
    const token = issuedToken(answer.token, sentAt, this.#lastGeneration, cause);
    this.#blocker.clear();
    await this.#keep(token, identity, {
      inThisProcess: true,
      unproven: cause === 'unauthorized',
      replacesDead: cause === 'diedEarly',
    });
    return token;
  }

  /** From now on this is the token. */
  async #keep(token: KeptToken, identity: string, arrival: Acquisition): Promise<void> {
    this.#current.set(token, arrival);
    this.#loaded = true;
    await this.#store(token, identity);
  }

  /** A disk that does not take it is logged: it is in memory then. */
  async #store(token: KeptToken, identity: string): Promise<void> {
    try {
      await this.#deps.vault.keepToken(this.credentialId, token, identity);
    } catch (error) {
      this.#deps.log.warn('a token could not be kept and is in memory only', {
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

  /** Rings at the next instant at which the status becomes another one by itself. */
  #setTimer(): void {
    this.#cancelTimer();
    const now = this.#now();
    const { token } = this.#current;
    const instants = [
      token && dueAt(token, this.#marginMs()),
      token?.expiresAt,
      this.#blocker.block?.retryAt,
      currentQuota(this.#deps, this.credentialId).quota.nextSlotAt,
    ].filter((at): at is number => typeof at === 'number' && at > now);
    if (instants.length > 0)
      this.#cancelTimer = this.#deps.clock.after(Math.min(...instants) - now, () => this.#onTimer());
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

const bearerOf = (token: KeptToken): Bearer => ({
  authorization: new Secret(`Bearer ${token.accessToken.reveal()}`),
  generation: token.generation,
});
