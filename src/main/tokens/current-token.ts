/** The token in force, and what is known of it: whether it is past its life, was refused, works, or seems dead. */
import type { IssuanceCause, RememberedRefusal } from '../../shared/model/token.ts';
import type { Clock } from '../platform/ports.ts';
import type { KeptToken } from '../vault/stored-token.ts';
import { automaticRequest, type IssuanceRequest } from './issuance-policy.ts';
import { RefusalMemory } from './refusal-memory.ts';
import type { IssuedToken } from './token-answer.ts';

export interface CurrentTokenDeps {
  readonly clock: Clock;
  /** Whether an instant is surely past: never by a clock that may have been wrong since the last start. */
  readonly isPast: (at: number) => boolean;
}

/** How a token came. */
export interface Acquisition {
  /** In this process, so that its age is known however wrong the clock is. */
  readonly inThisProcess: boolean;
  /** Because the one before was refused with a 401: when it is refused too, a third would fare no better. */
  readonly unproven?: boolean;
  /** Because the one before seemed dead. */
  readonly replacesDead?: boolean;
}

/** Said of a token that replaced one which died. */
const DIED_EARLY = 'It replaced one that died early: two operations that had worked with that one were refused (403).';

/** The token that an answer brought. Its life is counted from when it was asked for, so that it never seems to live longer than the server thinks. */
export function issuedToken(token: IssuedToken, sentAt: number, generation: number, cause: IssuanceCause): KeptToken {
  const { accessToken, tokenType, scope, lifetimeMs } = token;
  const life = { issuedAt: sentAt, expiresAt: sentAt + lifetimeMs };
  const notes = cause === 'diedEarly' ? [...token.notes, DIED_EARLY] : token.notes;
  return { accessToken, tokenType, scope, ...life, generation, origin: 'issued', notes };
}

/** When a token is due: `marginMs` before it expires, or in the last quarter of a life that is too short for that. */
export function dueAt(token: KeptToken, marginMs: number): number {
  return token.expiresAt - Math.min(marginMs, (token.expiresAt - token.issuedAt) / 4);
}

export class CurrentToken {
  readonly #deps: CurrentTokenDeps;
  readonly #refusals = new RefusalMemory();
  #token: KeptToken | null = null;
  #inThisProcess = false;
  #refused = false;
  #unproven = false;

  constructor(deps: CurrentTokenDeps) {
    this.#deps = deps;
  }

  get token(): KeptToken | null {
    return this.#token;
  }

  /** A 401 said that the service takes it no longer. */
  get refused(): boolean {
    return this.#refused;
  }

  /** Surely past its life. While that is in doubt it is used: a refusal costs nothing, an issuance does. */
  get expired(): boolean {
    return this.#token !== null && this.#isPast(this.#token.expiresAt);
  }

  get usable(): KeptToken | null {
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

  /** There is none any more. `generation`: of the last one there was. */
  clear(generation: number): void {
    this.#token = null;
    this.#refused = false;
    this.#unproven = false;
    this.#refusals.begin(generation);
  }

  set(token: KeptToken, { inThisProcess: here, unproven = false, replacesDead: early = false }: Acquisition): void {
    this.#token = token;
    this.#inThisProcess = here;
    this.#refused = false;
    this.#unproven = unproven;
    this.#refusals.begin(token.generation, early);
  }

  /**
   * The clock turned out to be wrong by `byMs`: the life of a token that was counted on it moves along. True when there is one.
   * `always`: the clock never was right before.
   */
  clockCorrected(byMs: number, always: boolean): boolean {
    const token = this.#token;
    if (token?.origin !== 'issued' || !(this.#inThisProcess || always)) return false;
    this.#token = { ...token, issuedAt: token.issuedAt + byMs, expiresAt: token.expiresAt + byMs };
    return true;
  }

  /** A request was accepted; true when that took back something that a person sees. */
  worked(generation: number, operation: string): boolean {
    if (generation !== this.#token?.generation) return false;
    this.#unproven = false;
    const dead = this.#refusals.looksDead;
    return this.#refusals.worked(operation) || dead;
  }

  /** What a 401 calls for: `replay` with the newer token there is, a wish for one, or nothing. */
  unauthorized(generation: number): 'replay' | 'final' | IssuanceRequest {
    const token = this.#token;
    if (token && generation < token.generation) return 'replay';
    if (token && generation === token.generation) {
      if (this.#unproven) return 'final';
      this.#refused = true;
    }
    const expired = token !== null && this.#deps.clock.now() >= token.expiresAt;
    return automaticRequest(expired ? 'expiry' : 'unauthorized');
  }

  /**
   * What a 403 calls for. A wish only for a token that is past its life or seems dead, because a permission that is missing would
   * be missing for a new token too (spec.md, Errors; domain.md, "What hurts people").
   */
  forbidden(generation: number, operation: string): 'replay' | 'final' | IssuanceRequest {
    const token = this.#token;
    if (!token || generation > token.generation) return 'final';
    if (generation < token.generation) return this.#refusals.isRefused(operation) ? 'final' : 'replay';
    const now = this.#deps.clock.now();
    this.#refusals.refused(operation, now);
    if (this.expired) return automaticRequest('expiry');
    return this.#refusals.shouldReplace(now) ? automaticRequest('diedEarly') : 'final';
  }

  /** See {@link RefusalMemory.markReplaced}. */
  markReplaced(spent: boolean): void {
    this.#refusals.markReplaced(spent);
  }

  #isPast(at: number): boolean {
    return this.#inThisProcess ? this.#deps.clock.now() >= at : this.#deps.isPast(at);
  }
}
