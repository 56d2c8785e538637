/** Keeps the token of one credential: reuses it until it is due, renews it once, and never wastes an issuance. */
import { AppError } from '../../shared/errors.ts';
import type { IssuanceCause, TokenStatus } from '../../shared/model/token.ts';
import type { Log } from '../platform/ports.ts';
import type { KeptToken } from '../vault/kept-token.ts';
import { Secret } from '../vault/secret.ts';
import { type MintDeps, type Minted, mint, quotaNow } from './mint.ts';
import { Obstacles } from './obstacles.ts';
import type { Issued } from './token-client.ts';
import { dueAt, statusOf } from './token-status.ts';

/** What a request carries: the whole Authorization header (spec.md, Authentication 2), and which token it is. */
export interface Bearer {
  readonly authorization: Secret;
  readonly generation: number;
}

export interface KeeperDeps extends MintDeps {
  readonly log: Log;
  /** Called when the status is another one than before. */
  readonly changed: () => void;
}

/** After a restart a token that was obtained because of a 401 this lately is taken for one that has not worked yet. */
const UNPROVEN_MS = 60 * 60_000;

interface Minting {
  readonly promise: Promise<KeptToken>;
  readonly since: number;
  readonly cause: IssuanceCause;
}

export class Keeper {
  readonly credentialId: string;
  readonly #deps: KeeperDeps;
  readonly #obstacles: Obstacles;
  #identity: string;
  #token: KeptToken | null = null;
  /** What the last token answer left open, in sentences. */
  #notes: readonly string[] = [];
  #loading: Promise<void> | null = null;
  #loaded = false;
  #minting: Minting | null = null;
  #lastGeneration: number;
  /** The generation that a 401 refused. */
  #refused: number | null = null;
  /** A generation that was obtained because of a 401 and has not worked yet: when it is refused too, a third would fare no better. */
  #unproven: number | null = null;
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
  async bearer(cause?: IssuanceCause): Promise<Bearer> {
    await this.load();
    const token = this.#usable();
    if (!token) return bearerOf(await this.#mint(cause ?? this.#cause()));
    if (this.#now() >= dueAt(token, this.#marginMs()) && !this.#minting && !this.#obstacles.objection('expiry'))
      this.#mint('expiry').catch(() => {});
    return bearerOf(token);
  }

  /**
   * A request with the token of `generation` was refused. 401: `replay` when there is, or now comes, a newer token. 403: always
   * `final`, because a permission that is missing would be missing for a new token too (domain.md, "What hurts people").
   */
  async refused(generation: number, status: 401 | 403): Promise<'replay' | 'final'> {
    if (status === 403) return 'final';
    const current = this.#token;
    if (current && generation < current.generation) return 'replay';
    if (current && generation === current.generation) {
      if (this.#unproven === generation) return 'final';
      this.#refused = generation;
      this.#changed();
    }
    try {
      await this.#mint('unauthorized');
      return 'replay';
    } catch {
      return 'final';
    }
  }

  /** A request with the token of `generation` was accepted. */
  worked(generation: number): void {
    if (this.#unproven === generation) this.#unproven = null;
  }

  /** Obtains a new token because a person wants it, without waiting for a backoff. Throws what stands in the way. */
  async renew(): Promise<void> {
    await this.load().catch(() => {});
    await this.#mint('person');
  }

  /** Drops the token. Throws `storageFailed`, and keeps it then. */
  async forget(): Promise<void> {
    await this.load().catch(() => {});
    const before = this.#token;
    await this.#deps.vault.dropToken(this.credentialId);
    // One that came meanwhile was kept after the drop, and stays.
    if (this.#token === before) this.#begin();
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
      token: this.#token,
      refused: this.#refused,
      notes: this.#notes,
      minting: this.#minting,
      trouble: this.#obstacles.trouble,
      lastError: this.#obstacles.lastError,
      lastGeneration: this.#lastGeneration,
      idleSince: this.#idleSince,
    });
  }

  /** To be called when the clock changed its rate, or was stopped by the machine's sleep. */
  rearm(): void {
    if (!this.#stopped) this.#arm();
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
    this.#token = null;
    this.#loaded = true;
    this.#notes = [];
    this.#refused = null;
    this.#unproven = null;
    this.#idleSince = this.#now();
  }

  async #read(): Promise<void> {
    const identity = this.#identity;
    try {
      const token = await this.#deps.vault.keptToken(this.credentialId);
      if (this.#loaded || this.#identity !== identity) return;
      this.#loaded = true;
      this.#token = token;
      this.#lastGeneration = Math.max(this.#lastGeneration, token?.generation ?? 0);
      const last = quotaNow(this.#deps, this.credentialId).view.issuances.findLast((it) => it.outcome === 'confirmed');
      if (token && last?.cause === 'unauthorized' && this.#now() - token.issuedAt < UNPROVEN_MS)
        this.#unproven = token.generation;
      this.#obstacles.readable();
      this.#changed();
    } catch (error) {
      this.#obstacles.note(error);
      throw error;
    }
  }

  /** Why a token is needed now. A refused one stays the reason until another has come, so that that one has to prove itself. */
  #cause(): IssuanceCause {
    if (!this.#token) return 'start';
    return this.#token.generation === this.#refused ? 'unauthorized' : 'expiry';
  }

  #usable(): KeptToken | null {
    const token = this.#token;
    return token && token.generation !== this.#refused && this.#now() < token.expiresAt ? token : null;
  }

  /** The one issuance that is under way, or a new one. Rejects with what stands in the way. */
  #mint(cause: IssuanceCause): Promise<KeptToken> {
    if (this.#minting) return this.#minting.promise;
    if (this.#stopped) return Promise.reject(new AppError('cancelled', {}));
    const objection = this.#obstacles.objection(cause);
    if (objection) return Promise.reject(objection);
    const promise = this.#obtain(cause)
      .catch((error: unknown) => {
        this.#obstacles.note(error);
        throw error;
      })
      .finally(() => {
        this.#minting = null;
        this.#changed();
      });
    this.#minting = { promise, since: this.#now(), cause };
    this.#changed();
    return promise;
  }

  async #obtain(cause: IssuanceCause): Promise<KeptToken> {
    for (;;) {
      const minted = await mint(this.#deps, this.credentialId, cause);
      this.#follow();
      if (minted.identity === this.#identity) return this.#take(minted, cause);
    }
  }

  async #take({ answer, identity, sentAt }: Minted, cause: IssuanceCause): Promise<KeptToken> {
    if (answer.kind !== 'issued') throw this.#obstacles.failed(answer);
    const token = this.#tokenOf(answer, sentAt);
    this.#token = token;
    this.#loaded = true;
    this.#notes = answer.token.notes;
    this.#refused = null;
    this.#unproven = cause === 'unauthorized' ? token.generation : null;
    this.#obstacles.clear();
    try {
      await this.#deps.vault.keepToken(this.credentialId, token, identity);
    } catch (error) {
      this.#deps.log.warn('a token could not be kept and is in memory only', {
        credentialId: this.credentialId,
        error: String(error),
      });
    }
    return token;
  }

  /** Its life is counted from when it was asked for, so that it never seems to live longer than the server thinks. */
  #tokenOf({ token }: Issued, sentAt: number): KeptToken {
    this.#lastGeneration += 1;
    const { accessToken, tokenType, scope, lifetimeMs } = token;
    const generation = this.#lastGeneration;
    return { accessToken, tokenType, scope, issuedAt: sentAt, expiresAt: sentAt + lifetimeMs, generation };
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
    const token = this.#token;
    const instants = [
      token && dueAt(token, this.#marginMs()),
      token?.expiresAt,
      this.#obstacles.trouble?.retryAt,
      quotaNow(this.#deps, this.credentialId).quota.nextSlotAt,
    ].filter((at): at is number => typeof at === 'number' && at > now);
    if (instants.length > 0) this.#disarm = this.#deps.clock.after(Math.min(...instants) - now, () => this.#changed());
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
