/** Keeps the token of one credential: reuses it until it is due, renews it once, and never wastes an issuance. */
import type { IssuanceCause, TokenStatus } from '../../shared/model/token.ts';
import type { Log } from '../platform/ports.ts';
import type { KeptToken } from '../vault/kept-token.ts';
import { Secret } from '../vault/secret.ts';
import { readPasted } from './adopt.ts';
import { automatic, type Wish } from './guard.ts';
import { type MintDeps, type Minted, mint, quotaNow } from './mint.ts';
import { Obstacles } from './obstacles.ts';
import { isSpent } from './quota.ts';
import { RefusalMemory } from './refusal-memory.ts';
import { hostsOfOther } from './target.ts';
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

/** Said of a token that replaced one which died. */
const DIED_EARLY = 'It replaced one that died early: two operations that had worked with that one were refused (403).';

interface Minting {
  readonly promise: Promise<KeptToken>;
  readonly since: number;
  readonly cause: IssuanceCause;
}

export class Keeper {
  readonly credentialId: string;
  readonly #deps: KeeperDeps;
  readonly #obstacles: Obstacles;
  readonly #memory = new RefusalMemory();
  #identity: string;
  #token: KeptToken | null = null;
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
  async bearer(cause?: Exclude<IssuanceCause, 'person'>): Promise<Bearer> {
    await this.load();
    const token = this.#usable();
    if (!token) return bearerOf(await this.#mint(automatic(cause ?? (this.#token ? 'expiry' : 'start'))));
    if (
      this.#now() >= dueAt(token, this.#marginMs()) &&
      !this.#minting &&
      !this.#obstacles.objection(automatic('expiry'))
    )
      this.#mint(automatic('expiry')).catch(() => {});
    return bearerOf(token);
  }

  /**
   * A request of `operation` with the token of `generation` was refused. `replay` when there is, or now comes, a newer token. A
   * 401 renews once. A 403 renews only a token that is past its life or seems dead, because a permission that is missing would be
   * missing for a new token too (spec.md, Errors; domain.md, "What hurts people").
   */
  refused(generation: number, status: 401 | 403, operation: string): Promise<'replay' | 'final'> {
    return status === 401 ? this.#unauthorized(generation) : this.#forbidden(generation, operation);
  }

  async #unauthorized(generation: number): Promise<'replay' | 'final'> {
    const current = this.#token;
    if (current && generation < current.generation) return 'replay';
    if (current && generation === current.generation) {
      if (this.#unproven === generation) return 'final';
      this.#refused = generation;
      this.#changed();
    }
    return this.#minted(automatic('unauthorized'));
  }

  async #forbidden(generation: number, operation: string): Promise<'replay' | 'final'> {
    const current = this.#token;
    if (!current || generation > current.generation) return 'final';
    if (generation < current.generation) return this.#memory.isRefused(operation) ? 'final' : 'replay';
    const now = this.#now();
    this.#memory.refused(operation, now);
    this.#changed();
    if (now >= current.expiresAt) return this.#minted(automatic('expiry'));
    if (this.#minting?.cause === 'diedEarly') return this.#minted(automatic('diedEarly'));
    if (!this.#memory.seemsDead(now)) return 'final';
    this.#memory.renewed(true);
    const before = this.#spent();
    const answer = await this.#minted(automatic('diedEarly'));
    if (answer === 'final') {
      this.#memory.renewed(this.#spent() > before);
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

  /** How many issuances of this quota are on record as spent. */
  #spent(): number {
    return quotaNow(this.#deps, this.credentialId).view.issuances.filter(isSpent).length;
  }

  /** A request of `operation` with the token of `generation` was accepted. */
  worked(generation: number, operation: string): void {
    if (this.#unproven === generation) this.#unproven = null;
    if (generation === this.#token?.generation && this.#memory.worked(operation)) this.#changed();
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
    const now = this.#now();
    const isPast = (at: number) => now >= at;
    const otherHosts = hostsOfOther(connection.addresses, credential.api);
    const adopted = readPasted({ text, issuedAt, api: credential.api, otherHosts, now, isPast });
    this.#lastGeneration += 1;
    this.#unproven = null;
    const token = { ...adopted, tokenType: 'Bearer', generation: this.#lastGeneration, origin: 'adopted' as const };
    await this.#keep(token, this.#identity, false);
    this.#changed();
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
      looksDead: this.#memory.looksDead,
      minting: this.#minting,
      trouble: this.#obstacles.trouble,
      lastError: this.#obstacles.lastError,
      lastGeneration: this.#lastGeneration,
      idleSince: this.#idleSince,
      refusals: this.#memory.refusals,
    });
  }

  /** To be called when the clock changed its rate, or was stopped by the machine's sleep. */
  rearm(): void {
    if (!this.#stopped) this.#arm();
  }

  stop(): void {
    this.#stopped = true;
    this.#disarm();
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
    this.#refused = null;
    this.#unproven = null;
    this.#memory.begin(this.#lastGeneration);
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
      this.#memory.begin(this.#lastGeneration);
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

  #usable(): KeptToken | null {
    const token = this.#token;
    return token && token.generation !== this.#refused && this.#now() < token.expiresAt ? token : null;
  }

  /** The one issuance that is under way, or a new one. Rejects with what stands in the way. */
  #mint(wish: Wish): Promise<KeptToken> {
    if (this.#minting) return this.#minting.promise;
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
    const token = this.#tokenOf(answer, sentAt, cause);
    this.#unproven = cause === 'unauthorized' ? token.generation : null;
    this.#obstacles.clear();
    await this.#keep(token, identity, cause === 'diedEarly');
    return token;
  }

  /** From now on this is the token. */
  async #keep(token: KeptToken, identity: string, early: boolean): Promise<void> {
    this.#token = token;
    this.#loaded = true;
    this.#refused = null;
    this.#memory.begin(token.generation, early);
    try {
      await this.#deps.vault.keepToken(this.credentialId, token, identity);
    } catch (error) {
      this.#deps.log.warn('a token could not be kept and is in memory only', {
        credentialId: this.credentialId,
        error: String(error),
      });
    }
  }

  /** Its life is counted from when it was asked for, so that it never seems to live longer than the server thinks. */
  #tokenOf({ token }: Issued, sentAt: number, cause: IssuanceCause): KeptToken {
    this.#lastGeneration += 1;
    const { accessToken, tokenType, scope, lifetimeMs } = token;
    const life = { issuedAt: sentAt, expiresAt: sentAt + lifetimeMs };
    const notes = cause === 'diedEarly' ? [...token.notes, DIED_EARLY] : token.notes;
    return { accessToken, tokenType, scope, ...life, generation: this.#lastGeneration, origin: 'issued', notes };
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
