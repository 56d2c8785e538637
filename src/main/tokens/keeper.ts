/** Keeps the token of one credential: reuses it until it is due, renews it once, and never wastes an issuance. */
import { AppError } from '../../shared/errors.ts';
import type { IssuanceCause, TokenStatus } from '../../shared/model/token.ts';
import type { Log } from '../platform/ports.ts';
import { Secret } from '../vault/secret.ts';
import type { KeptToken } from '../vault/stored-token.ts';
import { readPasted } from './adopt.ts';
import { automatic, type Wish } from './guard.ts';
import { type Arrival, dueAt, InForce, type InForceDeps, issuedToken } from './in-force.ts';
import { type MintDeps, type Minted, mint, quotaNow, spentSoFar } from './mint.ts';
import { Obstacles } from './obstacles.ts';
import { hostsOfOther } from './target.ts';
import { statusOf } from './token-status.ts';

/** What a request carries: the whole Authorization header (spec.md, Authentication 2), and which token it is. */
export interface Bearer {
  readonly authorization: Secret;
  readonly generation: number;
}

export interface KeeperDeps extends MintDeps, InForceDeps {
  readonly log: Log;
  /** Somebody uses the connection. */
  readonly isActive: () => boolean;
  /** Called when the status is another one than before. */
  readonly changed: () => void;
}

/** After a restart a token that was obtained because of a 401 this lately is taken for one that has not worked yet. */
const UNPROVEN_MS = 60 * 60_000;
/** A token's life begins when its request leaves; this near, it is that of the ledger's line. */
const SAME_ISSUANCE_MS = 60_000;

interface Minting {
  readonly promise: Promise<KeptToken>;
  readonly since: number;
  readonly cause: IssuanceCause;
}

export class Keeper {
  readonly credentialId: string;
  readonly #deps: KeeperDeps;
  readonly #obstacles: Obstacles;
  readonly #inForce: InForce;
  #identity: string;
  #loading: Promise<void> | null = null;
  #loaded = false;
  #minting: Minting | null = null;
  #lastGeneration: number;
  #idleSince: number;
  #disarm: () => void = () => {};
  #stopped = false;

  constructor(deps: KeeperDeps, credentialId: string) {
    this.#deps = deps;
    this.credentialId = credentialId;
    this.#identity = deps.vault.identityOf(credentialId);
    this.#lastGeneration = deps.vault.lastGenerationOf(credentialId);
    this.#idleSince = deps.clock.now();
    this.#obstacles = new Obstacles(deps, credentialId);
    this.#inForce = new InForce(deps);
    this.#arm();
  }

  /** Reads the token that was kept. Throws `secretUnreadable` when it cannot be decrypted now; the next call tries again. */
  load(): Promise<void> {
    this.#follow();
    if (this.#loaded) return Promise.resolve();
    this.#loading ??= this.#read().finally(() => {
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
    const token = this.#inForce.usable;
    if (!token) return bearerOf(await this.#mint(automatic(cause ?? this.#cause())));
    if (this.#inForce.isDue(this.#marginMs())) this.#mintIfFree(automatic('expiry'));
    return bearerOf(token);
  }

  /**
   * A request of `operation` with the token of `generation` was refused. `replay` when there is, or now comes, a newer token. See
   * {@link InForce.unauthorized} and {@link InForce.forbidden}.
   */
  async refused(generation: number, status: 401 | 403, operation: string): Promise<'replay' | 'final'> {
    const verdict =
      status === 401 ? this.#inForce.unauthorized(generation) : this.#inForce.forbidden(generation, operation);
    if (verdict === 'replay') return verdict;
    this.#changed();
    if (verdict !== 'final') return verdict.cause === 'diedEarly' ? this.#replaceDead(verdict) : this.#minted(verdict);
    // One that comes after others had said that the token is dead waits with them for its successor.
    return status === 403 && this.#minting?.cause === 'diedEarly' ? this.#minted(automatic('diedEarly')) : 'final';
  }

  /** At most one renewal, unless it came to nothing at no cost. */
  async #replaceDead(wish: Wish): Promise<'replay' | 'final'> {
    this.#inForce.renewed(true);
    const before = spentSoFar(this.#deps, this.credentialId);
    const answer = await this.#minted(wish);
    if (answer === 'final') {
      this.#inForce.renewed(spentSoFar(this.#deps, this.credentialId) > before);
      this.#changed();
    }
    return answer;
  }

  async #minted(wish: Wish): Promise<'replay' | 'final'> {
    try {
      await this.#mint(wish);
      return 'replay';
    } catch {
      return 'final';
    }
  }

  /** A request of `operation` with the token of `generation` was accepted. */
  worked(generation: number, operation: string): void {
    if (this.#inForce.worked(generation, operation)) this.#changed();
  }

  /**
   * Obtains a new token because a person wants it, without waiting for a backoff. Throws what stands in the way: `lastSlot` while
   * using the last slot is not confirmed.
   */
  async renew(confirmLastSlot: boolean): Promise<void> {
    await this.load().catch(() => {});
    await this.#mint({ cause: 'person', confirmLastSlot });
  }

  /**
   * Takes over an access token that a person pasted; nothing is sent and nothing spent. Throws `tokenNotAdoptable`.
   */
  async adopt(text: string, issuedAt: number | null): Promise<void> {
    await this.load().catch(() => {});
    const { connection, credential } = this.#deps.vault.connectionOf(this.credentialId);
    const { isPast } = this.#deps;
    const otherHosts = hostsOfOther(connection.addresses, credential.api);
    const adopted = readPasted({ text, issuedAt, api: credential.api, otherHosts, now: this.#now(), isPast });
    this.#lastGeneration += 1;
    const token = { ...adopted, tokenType: 'Bearer', generation: this.#lastGeneration, origin: 'adopted' as const };
    await this.#keep(token, this.#identity, { here: false });
    this.#changed();
  }

  /** Drops the token. Throws `storageFailed`, and keeps it then. */
  async forget(): Promise<void> {
    await this.load().catch(() => {});
    const before = this.#inForce.token;
    await this.#deps.vault.dropToken(this.credentialId);
    // One that came meanwhile was kept after the drop, and stays.
    if (this.#inForce.token === before) this.#begin();
    this.#changed();
  }

  /** To be called when the vault changed. Throws `notFound`. */
  vaultChanged(): void {
    this.#follow();
    this.#changed();
  }

  /** To be called when the ledger was told to forget: nothing stands in the way any more. */
  forgiven(): void {
    this.#obstacles.clear();
    this.#changed();
  }

  /** Throws `notFound`. */
  status(): TokenStatus {
    return statusOf(this.#deps, this.credentialId, {
      inForce: this.#inForce,
      minting: this.#minting,
      trouble: this.#obstacles.trouble,
      lastError: this.#obstacles.lastError,
      lastGeneration: this.#lastGeneration,
      idleSince: this.#idleSince,
    });
  }

  /** To be called when the clock changed its rate or was put right, or was stopped by the machine's sleep. */
  rearm(): void {
    if (this.#stopped) return;
    this.#arm();
    this.tend();
  }

  /** Renews what is due, and tries again what failed at no cost: to be called when somebody begins to use the console. */
  tend(): void {
    if (this.#stopped || !this.#loaded || !this.#deps.isActive()) return;
    const cause = this.#wanted();
    if (cause) this.#mintIfFree(automatic(cause));
  }

  /** The clock turned out to be wrong by `byMs`; `always`: it never was right before. */
  clockMoved(byMs: number, always: boolean): void {
    this.#obstacles.clockMoved(byMs);
    if (!this.#inForce.clockMoved(byMs, always)) return;
    const { token } = this.#inForce;
    if (token) void this.#store(token, this.#identity);
  }

  /** Obtains no token any more; one that is on its way is still kept. */
  stop(): void {
    this.#stopped = true;
    this.#disarm();
  }

  /** Resolves when no token is on its way: the last one has been kept, or has failed. */
  async settled(): Promise<void> {
    await this.#minting?.promise.catch(() => {});
  }

  /** Another identity of the credential starts from nothing. */
  #follow(): void {
    const identity = this.#deps.vault.identityOf(this.credentialId);
    if (identity === this.#identity) return;
    this.#identity = identity;
    this.#begin();
    this.#obstacles.startOver();
  }

  /** From nothing: no token, and nothing known about one. */
  #begin(): void {
    this.#inForce.clear(this.#lastGeneration);
    this.#loaded = true;
    this.#idleSince = this.#now();
  }

  async #read(): Promise<void> {
    const identity = this.#identity;
    try {
      const token = await this.#deps.vault.keptToken(this.credentialId);
      if (this.#loaded || this.#identity !== identity) return;
      this.#loaded = true;
      this.#lastGeneration = Math.max(this.#lastGeneration, token?.generation ?? 0);
      const last = quotaNow(this.#deps, this.credentialId).view.issuances.findLast((it) => it.outcome === 'confirmed');
      // After a crash the kept token may be an older one than the last that was issued.
      const isLast = !!token && !!last && Math.abs(token.issuedAt - last.at) < SAME_ISSUANCE_MS;
      const unproven = isLast && last.cause === 'unauthorized' && this.#now() - token.issuedAt < UNPROVEN_MS;
      if (token) this.#inForce.put(token, { here: false, unproven });
      this.#obstacles.readable();
      this.#changed();
    } catch (error) {
      this.#obstacles.note(error);
      throw error;
    }
  }

  /** Why a token is needed now. A refused one stays the reason until another has come, so that that one has to prove itself. */
  #cause(): 'start' | 'unauthorized' | 'expiry' {
    const { token, refused, past } = this.#inForce;
    if (!token) return 'start';
    return refused && !past ? 'unauthorized' : 'expiry';
  }

  /** What the console would renew the token for by itself, if anything. What may have spent a slot is left to the next request. */
  #wanted(): 'expiry' | 'unauthorized' | 'start' | null {
    const { trouble } = this.#obstacles;
    if (trouble && !trouble.free) return null;
    if (this.#inForce.usable) return this.#inForce.isDue(this.#marginMs()) ? 'expiry' : null;
    return trouble?.state === 'unreachable' ? this.#cause() : null;
  }

  /** In the background, when nothing stands in the way. */
  #mintIfFree(wish: Wish): void {
    if (!this.#minting && !this.#obstacles.objection(wish)) this.#mint(wish).catch(() => {});
  }

  /** The one issuance that is under way, or a new one. Rejects with what stands in the way. */
  #mint(wish: Wish): Promise<KeptToken> {
    if (this.#minting) return this.#minting.promise;
    if (this.#stopped) return Promise.reject(new AppError('cancelled', {}));
    const objection = this.#obstacles.objection(wish);
    if (objection) return Promise.reject(objection);
    const promise = this.#obtain(wish)
      .catch((error: unknown) => {
        this.#obstacles.note(error);
        throw error;
      })
      .finally(() => {
        this.#minting = null;
        this.#changed();
      });
    this.#minting = { promise, since: this.#now(), cause: wish.cause };
    this.#changed();
    return promise;
  }

  async #obtain(wish: Wish): Promise<KeptToken> {
    for (;;) {
      const minted = await mint(this.#deps, this.credentialId, wish);
      this.#follow();
      if (minted.identity === this.#identity) return this.#take(minted, wish.cause);
    }
  }

  async #take({ answer, identity, sentAt }: Minted, cause: IssuanceCause): Promise<KeptToken> {
    if (answer.kind !== 'issued') throw this.#obstacles.failed(answer);
    this.#lastGeneration += 1;
    const token = issuedToken(answer.token, sentAt, this.#lastGeneration, cause);
    this.#obstacles.clear();
    await this.#keep(token, identity, { here: true, unproven: cause === 'unauthorized', early: cause === 'diedEarly' });
    return token;
  }

  /** From now on this is the token. */
  async #keep(token: KeptToken, identity: string, arrival: Arrival): Promise<void> {
    this.#inForce.put(token, arrival);
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
    this.#arm();
    this.#deps.changed();
  }

  /** Rings at the next instant at which the status becomes another one by itself. */
  #arm(): void {
    this.#disarm();
    const now = this.#now();
    const { token } = this.#inForce;
    const instants = [
      token && dueAt(token, this.#marginMs()),
      token?.expiresAt,
      this.#obstacles.trouble?.retryAt,
      quotaNow(this.#deps, this.credentialId).quota.nextSlotAt,
    ].filter((at): at is number => typeof at === 'number' && at > now);
    if (instants.length > 0) this.#disarm = this.#deps.clock.after(Math.min(...instants) - now, () => this.#ring());
  }

  #ring(): void {
    this.tend();
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
