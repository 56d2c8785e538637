/** The token in force, and what is known of it: whether it is past its life, was refused, works, or seems dead. */
import type { IssuanceCause, RememberedRefusal } from '../../shared/model/token.ts';
import type { Clock } from '../platform/ports.ts';
import type { KeptToken } from '../vault/stored-token.ts';
import { automatic, type Wish } from './guard.ts';
import { RefusalMemory } from './refusal-memory.ts';
import type { IssuedToken } from './token-answer.ts';

export interface InForceDeps {
  readonly clock: Clock;
  /** Whether an instant is surely past: never by a clock that may have been wrong since the last start. */
  readonly isPast: (at: number) => boolean;
}

/** How a token came. */
export interface Arrival {
  /** In this process, so that its age is known however wrong the clock is. */
  readonly here: boolean;
  /** Because the one before was refused with a 401: when it is refused too, a third would fare no better. */
  readonly unproven?: boolean;
  /** Because the one before seemed dead. */
  readonly early?: boolean;
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

export class InForce {
  readonly #deps: InForceDeps;
  readonly #memory = new RefusalMemory();
  #token: KeptToken | null = null;
  #here = false;
  #refused = false;
  #unproven = false;

  constructor(deps: InForceDeps) {
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
  get past(): boolean {
    return this.#token !== null && this.#isPast(this.#token.expiresAt);
  }

  get usable(): KeptToken | null {
    return this.#refused || this.past ? null : this.#token;
  }

  get looksDead(): boolean {
    return this.#memory.looksDead;
  }

  get refusals(): RememberedRefusal[] {
    return this.#memory.refusals;
  }

  isDue(marginMs: number): boolean {
    return this.usable !== null && this.#isPast(dueAt(this.usable, marginMs));
  }

  /** There is none any more. `generation`: of the last one there was. */
  clear(generation: number): void {
    this.#token = null;
    this.#refused = false;
    this.#unproven = false;
    this.#memory.begin(generation);
  }

  put(token: KeptToken, { here, unproven = false, early = false }: Arrival): void {
    this.#token = token;
    this.#here = here;
    this.#refused = false;
    this.#unproven = unproven;
    this.#memory.begin(token.generation, early);
  }

  /**
   * The clock turned out to be wrong by `byMs`: the life of a token that was counted on it moves along. True when there is one.
   * `always`: the clock never was right before.
   */
  clockMoved(byMs: number, always: boolean): boolean {
    const token = this.#token;
    if (token?.origin !== 'issued' || !(this.#here || always)) return false;
    this.#token = { ...token, issuedAt: token.issuedAt + byMs, expiresAt: token.expiresAt + byMs };
    return true;
  }

  /** A request was accepted; true when that took back something that a person sees. */
  worked(generation: number, operation: string): boolean {
    if (generation !== this.#token?.generation) return false;
    this.#unproven = false;
    const dead = this.#memory.looksDead;
    return this.#memory.worked(operation) || dead;
  }

  /** What a 401 calls for: `replay` with the newer token there is, a wish for one, or nothing. */
  unauthorized(generation: number): 'replay' | 'final' | Wish {
    const token = this.#token;
    if (token && generation < token.generation) return 'replay';
    if (token && generation === token.generation) {
      if (this.#unproven) return 'final';
      this.#refused = true;
    }
    const expired = token !== null && this.#deps.clock.now() >= token.expiresAt;
    return automatic(expired ? 'expiry' : 'unauthorized');
  }

  /**
   * What a 403 calls for. A wish only for a token that is past its life or seems dead, because a permission that is missing would
   * be missing for a new token too (spec.md, Errors; domain.md, "What hurts people").
   */
  forbidden(generation: number, operation: string): 'replay' | 'final' | Wish {
    const token = this.#token;
    if (!token || generation > token.generation) return 'final';
    if (generation < token.generation) return this.#memory.isRefused(operation) ? 'final' : 'replay';
    const now = this.#deps.clock.now();
    this.#memory.refused(operation, now);
    if (this.past) return automatic('expiry');
    return this.#memory.seemsDead(now) ? automatic('diedEarly') : 'final';
  }

  /** See {@link RefusalMemory.renewed}. */
  renewed(spent: boolean): void {
    this.#memory.renewed(spent);
  }

  #isPast(at: number): boolean {
    return this.#here ? this.#deps.clock.now() >= at : this.#deps.isPast(at);
  }
}
