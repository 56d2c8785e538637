/** The current token of a credential and what is known about it: expired, refused, working, or dead before its time. */
import { type IssuanceCause, QUOTA_WINDOW_MS, type RememberedRefusal } from '../../shared/model/token.ts';
import type { Clock } from '../platform/ports.ts';
import { Secret } from '../vault/secret.ts';
import type { StoredToken } from '../vault/stored-token.ts';
import { automaticRequest, type IssuanceRequest } from './issuance-policy.ts';
import type { IssuedToken } from './token-answer.ts';

/** The whole Authorization header of a request (spec.md, Authentication 2), and the generation of the token in it. */
export interface Bearer {
  readonly authorization: Secret;
  readonly generation: number;
}

export interface CurrentTokenDeps {
  readonly clock: Clock;
  /** Whether an instant is certainly past. False while the clock may be wrong and has not been compared with the service's. */
  readonly isPast: (at: number) => boolean;
}

/** How the current token was acquired. */
export interface Acquisition {
  /** True when this process issued the token: its age is then known however wrong the clock is. */
  readonly inThisProcess: boolean;
  /** The token before it was refused with 401. If this token is refused too, a third would not help. */
  readonly unproven?: boolean;
  /** The token before it died early. */
  readonly replacesDead?: boolean;
}

const DIED_EARLY =
  'It replaced a token that died early: two operations that had worked with that token were refused (403).';

/** The issued token of an answer. Its lifetime counts from the departure of the request, so that the token never seems to live longer than at the server. */
export function issuedToken(token: IssuedToken, sentAt: number, generation: number, cause: IssuanceCause): StoredToken {
  const { accessToken, tokenType, scope, lifetimeMs } = token;
  const life = { issuedAt: sentAt, expiresAt: sentAt + lifetimeMs };
  const notes = cause === 'diedEarly' ? [...token.notes, DIED_EARLY] : token.notes;
  return { accessToken, tokenType, scope, ...life, generation, origin: 'issued', notes };
}

export const bearerOf = (token: StoredToken): Bearer => ({
  authorization: new Secret(`Bearer ${token.accessToken.reveal()}`),
  generation: token.generation,
});

/** When a token is due for renewal: `marginMs` before it expires, but not before the last quarter of its lifetime. */
export function dueAt(token: StoredToken, marginMs: number): number {
  return token.expiresAt - Math.min(marginMs, (token.expiresAt - token.issuedAt) / 4);
}

export class CurrentToken {
  readonly #deps: CurrentTokenDeps;
  readonly #refusals = new RefusalMemory();
  #token: StoredToken | null = null;
  #inThisProcess = false;
  #refused = false;
  #unproven = false;

  constructor(deps: CurrentTokenDeps) {
    this.#deps = deps;
  }

  get token(): StoredToken | null {
    return this.#token;
  }

  /** True after a 401: the service no longer accepts the token. */
  get refused(): boolean {
    return this.#refused;
  }

  /** True when the token has certainly expired. While that is in doubt the token is used: a 401 costs nothing, an issuance does. */
  get expired(): boolean {
    return this.#token !== null && this.#isPast(this.#token.expiresAt);
  }

  /** The token, unless it was refused or has expired. */
  get usable(): StoredToken | null {
    return this.#refused || this.expired ? null : this.#token;
  }

  get looksDead(): boolean {
    return this.#refusals.looksDead;
  }

  get refusals(): RememberedRefusal[] {
    return this.#refusals.refusals;
  }

  isDue(marginMs: number): boolean {
    return this.usable !== null && this.#isPast(dueAt(this.usable, marginMs));
  }

  /** Removes the token. `generation` is that of the last token. */
  clear(generation: number): void {
    this.#token = null;
    this.#refused = false;
    this.#unproven = false;
    this.#refusals.begin(generation);
  }

  set(token: StoredToken, { inThisProcess, unproven = false, replacesDead = false }: Acquisition): void {
    this.#token = token;
    this.#inThisProcess = inThisProcess;
    this.#refused = false;
    this.#unproven = unproven;
    this.#refusals.begin(token.generation, replacesDead);
  }

  /**
   * Corrects the token's instants by `byMs`, by which the clock was wrong. Without `always`, only those of a token that this process issued,
   * because the clock may have been right in earlier runs. Returns true when the token changed.
   */
  clockCorrected(byMs: number, always: boolean): boolean {
    const token = this.#token;
    if (token?.origin !== 'issued' || !(this.#inThisProcess || always)) return false;
    this.#token = { ...token, issuedAt: token.issuedAt + byMs, expiresAt: token.expiresAt + byMs };
    return true;
  }

  /** Reports an accepted request. Returns true when it changes the status. */
  worked(generation: number, operation: string): boolean {
    if (generation !== this.#token?.generation) return false;
    this.#unproven = false;
    const dead = this.#refusals.looksDead;
    return this.#refusals.worked(operation) || dead;
  }

  /** The reaction to a 401: `retry` with a newer token, a request for a new one, or `final`. */
  unauthorized(generation: number): 'retry' | 'final' | IssuanceRequest {
    const token = this.#token;
    if (token && generation < token.generation) return 'retry';
    if (token && generation === token.generation) {
      if (this.#unproven) return 'final';
      this.#refused = true;
    }
    const expired = token !== null && this.#deps.clock.now() >= token.expiresAt;
    return automaticRequest(expired ? 'expiry' : 'unauthorized');
  }

  /**
   * The reaction to a 403. A new token is requested only when this one has expired or died early: a missing permission would be
   * missing for a new token too (spec.md, Errors; domain.md, "What hurts people").
   */
  forbidden(generation: number, operation: string): 'retry' | 'final' | IssuanceRequest {
    const token = this.#token;
    if (!token || generation > token.generation) return 'final';
    if (generation < token.generation) return this.#refusals.isRefused(operation) ? 'final' : 'retry';
    const now = this.#deps.clock.now();
    this.#refusals.refused(operation, now);
    if (this.expired) return automaticRequest('expiry');
    return this.#refusals.shouldReplace(now) ? automaticRequest('diedEarly') : 'final';
  }

  /** See {@link RefusalMemory.markReplaced}. */
  markReplaced(replaced: boolean): void {
    this.#refusals.markReplaced(replaced);
  }

  #isPast(at: number): boolean {
    return this.#inThisProcess ? this.#deps.clock.now() >= at : this.#deps.isPast(at);
  }
}

/** A token looks dead when this many operations that had worked with it are refused, without a success in between. */
const MIN_DEAD_OPERATIONS = 2;

/** Remembers which operations the current token worked for and which were refused with 403, and whether the token looks dead. */
class RefusalMemory {
  #generation = 0;
  readonly #worked = new Set<string>();
  readonly #refused = new Map<string, RememberedRefusal>();
  /** Operations that had worked and were refused since the last success of any operation. */
  readonly #evidence = new Set<string>();
  #replaced = false;
  /** The generation that replaced a token that looked dead. */
  #replacement: number | null = null;
  /** When a replacement was refused before it had worked: the replaced token had not been dead. */
  #misjudgedAt = Number.NEGATIVE_INFINITY;

  /** The remembered refusals of the current token, oldest first. */
  get refusals(): RememberedRefusal[] {
    return [...this.#refused.values()];
  }

  /** Clears the memory for a new token. `replacesDead`: the token before it looked dead. */
  begin(generation: number, replacesDead = false): void {
    this.#generation = generation;
    this.#worked.clear();
    this.#refused.clear();
    this.#evidence.clear();
    this.#replaced = false;
    this.#replacement = replacesDead ? generation : null;
  }

  /** Records an accepted operation, which proves the token alive. Returns true when this ends a remembered refusal. */
  worked(operation: string): boolean {
    this.#worked.add(operation);
    this.#evidence.clear();
    return this.#refused.delete(operation);
  }

  /** Records an operation that was refused with 403. */
  refused(operation: string, now: number): void {
    const known = this.#refused.get(operation);
    const firstAt = known?.firstAt ?? now;
    const times = (known?.times ?? 0) + 1;
    this.#refused.set(operation, { operation, generation: this.#generation, firstAt, lastAt: now, times });
    if (this.#worked.has(operation)) this.#evidence.add(operation);
    if (this.#replacement === this.#generation && this.#worked.size === 0) this.#misjudgedAt = now;
  }

  /** True while the evidence says that the token is dead, whether or not it was replaced. */
  get looksDead(): boolean {
    return this.#evidence.size >= MIN_DEAD_OPERATIONS;
  }

  isRefused(operation: string): boolean {
    return this.#refused.has(operation);
  }

  /**
   * True when the token looks dead and has not been replaced for that reason yet. False for a day after a replacement met the same
   * refusals.
   */
  shouldReplace(now: number): boolean {
    const misjudged = Math.abs(now - this.#misjudgedAt) < QUOTA_WINDOW_MS;
    return this.looksDead && !this.#replaced && !misjudged;
  }

  /** Marks the one replacement of a dead token as used, or as available again when it spent no slot. */
  markReplaced(replaced: boolean): void {
    this.#replaced = replaced;
  }
}
