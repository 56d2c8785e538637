/** The current token of a credential, with its state: expired, refused, working, or dead before its expiry. */
import type { IssuanceCause, RememberedRefusal } from '../../shared/model/token.ts';
import type { Clock } from '../platform/ports.ts';
import { Secret } from '../vault/secret.ts';
import type { StoredToken } from '../vault/stored-token.ts';
import { automaticRequest, type IssuanceRequest } from './issuance-policy.ts';
import type { IssuedToken } from './token-answer.ts';
import { TokenHistory } from './token-history.ts';

/** The complete Authorization header of a request (service.md §4.1), and the generation of its token. */
export interface Bearer {
  readonly authorization: Secret;
  readonly generation: number;
}

export interface CurrentTokenDeps {
  readonly clock: Clock;
  /** Whether an instant is certainly past. False while the clock may be wrong and has not been compared with the service's. */
  readonly isPast: (at: number) => boolean;
}

export interface Acquisition {
  /** Whether this process issued the token: its age is then known even if the clock is wrong. */
  readonly inThisProcess: boolean;
  /** Whether the previous token was refused with 401. If this token is refused too, a third would not help. */
  readonly unproven?: boolean;
  readonly replacesDead?: boolean;
}

const DIED_EARLY =
  'It replaced a token that died early: two operations that had worked with that token were refused (403).';

const REISSUED = 'The token endpoint issued the same token again, so it is renewed only when it expires.';
/** The number of operations that are stored as having worked with a token; a few are evidence enough. */
const MAX_WORKED = 50;
/** How long after the computed expiry an endpoint may still issue the same token, because `expires_in` has whole seconds. */
const REISSUE_SLACK_MS = 2_000;

/**
 * Makes the stored token from an answer. The lifetime counts from the request, because a later start could exceed the server's. If the server sent
 * the token `before` again, the earlier expiry applies.
 */
export function issuedToken(
  token: IssuedToken,
  sentAt: number,
  generation: number,
  cause: IssuanceCause,
  before: StoredToken | null,
): StoredToken {
  const { accessToken, tokenType, scope, lifetimeMs } = token;
  const issued = { accessToken, tokenType, scope, generation, origin: 'issued' } as const;
  const expiresAt = sentAt + lifetimeMs;
  if (before && sentAt < before.expiresAt && isSameText(before, token)) {
    const known = before.reissued ? before.expiresAt - REISSUE_SLACK_MS : before.expiresAt;
    const life = { issuedAt: before.issuedAt, expiresAt: Math.min(known, expiresAt) + REISSUE_SLACK_MS };
    return { ...issued, ...life, notes: [...token.notes, REISSUED], reissued: true, worked: before.worked };
  }
  const notes = cause === 'diedEarly' ? [...token.notes, DIED_EARLY] : token.notes;
  return { ...issued, issuedAt: sentAt, expiresAt, notes };
}

const isSameText = (one: { readonly accessToken: Secret }, other: { readonly accessToken: Secret }): boolean =>
  one.accessToken.reveal() === other.accessToken.reveal();

export const bearerOf = (token: StoredToken): Bearer => ({
  authorization: new Secret(`Bearer ${token.accessToken.reveal()}`),
  generation: token.generation,
});

/**
 * Returns when a token is due for renewal (epoch ms): `marginMs` before its expiry, but not before the last quarter of its lifetime. If the endpoint
 * answered a renewal with the same token again, the token is due only at its expiry.
 */
export function dueAt(token: StoredToken, marginMs: number): number {
  if (token.reissued) return token.expiresAt;
  return token.expiresAt - Math.min(marginMs, (token.expiresAt - token.issuedAt) / 4);
}

export class CurrentToken {
  readonly #deps: CurrentTokenDeps;
  readonly #history = new TokenHistory();
  #token: StoredToken | null = null;
  /** The generation in which the current token's text first appeared; an endpoint may issue the same text several times. */
  #firstGeneration = 0;
  #inThisProcess = false;
  #refused = false;
  #unproven = false;
  #outlives = false;

  constructor(deps: CurrentTokenDeps) {
    this.#deps = deps;
  }

  get token(): StoredToken | null {
    return this.#token;
  }

  /** True when the token must be replaced: it got a 401 after its expiry, or `markRefused` was called. A later success clears it. */
  get refused(): boolean {
    return this.#refused;
  }

  /** True when the token has certainly expired. While that is in doubt, the token is used: a 401 costs nothing, an issuance does. */
  get expired(): boolean {
    return this.#isPastExpiry && !this.#outlives;
  }

  get #isPastExpiry(): boolean {
    return this.#token !== null && this.#isPast(this.#token.expiresAt);
  }

  /** Whether the service accepted the token after its expiry by our clock. */
  get outlives(): boolean {
    return this.#outlives;
  }

  /** Returns the token if only our clock says that it has expired; else `null`. It is tried when no other token can be issued. */
  get untried(): StoredToken | null {
    return this.#refused || !this.expired ? null : this.#token;
  }

  /** The token, unless it was refused or has expired. */
  get usable(): StoredToken | null {
    return this.#refused || this.expired ? null : this.#token;
  }

  get hasWorked(): boolean {
    return this.#history.hasWorked;
  }

  get isRefusedInARow(): boolean {
    return this.#history.isRefusedInARow;
  }

  get looksDead(): boolean {
    return this.#history.looksDead;
  }

  get unauthorizedSince(): number | null {
    return this.#history.unauthorizedSince;
  }

  get refusals(): RememberedRefusal[] {
    return this.#history.refusals;
  }

  isDue(marginMs: number): boolean {
    return this.usable !== null && this.#isPast(dueAt(this.usable, marginMs));
  }

  /** Removes the token. `generation` is the generation of the last token. */
  clear(generation: number): void {
    this.#token = null;
    this.#refused = false;
    this.#unproven = false;
    this.#outlives = false;
    this.#history.begin(generation);
  }

  set(token: StoredToken, { inThisProcess, unproven = false, replacesDead = false }: Acquisition): void {
    // A token that a person adopts starts anew, even if it is the same.
    const isSame = token.origin === 'issued' && this.#token !== null && isSameText(this.#token, token);
    this.#token = token;
    this.#inThisProcess = inThisProcess;
    this.#refused = false;
    this.#unproven = unproven;
    this.#outlives = false;
    if (isSame) return;
    this.#firstGeneration = token.generation;
    this.#history.begin(token.generation, replacesDead);
    // These successes do not count as recent, because the clock of an earlier run may have been wrong.
    for (const operation of token.worked ?? []) this.#history.worked(operation, Number.NEGATIVE_INFINITY);
  }

  /**
   * Corrects the token's instants by `byMs`, the error of the clock. Without `always`, only those of a token that this process issued are
   * corrected, because the clock may have been right in earlier runs. Returns true when the token changed.
   */
  clockCorrected(byMs: number, always: boolean): boolean {
    const token = this.#token;
    if (token?.origin !== 'issued' || !(this.#inThisProcess || always)) return false;
    this.#token = { ...token, issuedAt: token.issuedAt + byMs, expiresAt: token.expiresAt + byMs };
    return true;
  }

  /** Records that an operation worked with the token. Returns true the first time, when the token should be stored. */
  recordWorked(generation: number, operation: string): boolean {
    const token = this.#ofGeneration(generation);
    const worked = token?.worked ?? [];
    if (!token || worked.includes(operation) || worked.length >= MAX_WORKED) return false;
    this.#token = { ...token, worked: [...worked, operation] };
    return true;
  }

  /** Records an accepted request. Returns true when that changes the status. */
  worked(generation: number, operation: string, resource = ''): boolean {
    if (!this.#isCurrent(generation)) return false;
    const outlives = this.#isPastExpiry;
    const changed = this.#history.looksDead || this.#refused || outlives !== this.#outlives;
    this.#unproven = false;
    this.#refused = false;
    this.#outlives = outlives;
    return this.#history.worked(operation, this.#deps.clock.now(), resource) || changed;
  }

  /**
   * Decides what follows a 401: `retry` with a newer token, `repeat` with the same token, `final`, or a request for a new token. An expired token is
   * replaced. Any other token is tried once more if `mayRepeat`; then {@link TokenHistory.isSuspect} decides.
   */
  unauthorized(
    generation: number,
    operation: string,
    mayRepeat: boolean,
    resource = '',
  ): 'retry' | 'repeat' | 'final' | IssuanceRequest {
    const token = this.#token;
    if (token && !this.#isCurrent(generation)) return generation < token.generation ? 'retry' : 'final';
    const now = this.#deps.clock.now();
    if (token && now < token.expiresAt - (token.reissued ? REISSUE_SLACK_MS : 0)) {
      if (mayRepeat && !this.#history.isUnauthorized(operation, resource)) return 'repeat';
      this.#history.unauthorized(operation, now, resource);
      const isSuspect = !this.#unproven && !token.reissued && this.#history.isSuspect(operation, now, resource);
      return isSuspect ? automaticRequest('unauthorized') : 'final';
    }
    this.#refused = token !== null;
    return automaticRequest(token ? 'expiry' : 'unauthorized');
  }

  /** Records that a request got a 401 with this token and with the previous one: neither token is the cause. */
  refusedAgain(generation: number): void {
    if (this.#isCurrent(generation)) this.#history.misjudgedRefusal(this.#deps.clock.now());
  }

  /** Marks the token as no longer accepted, so that the next request needs a new one. */
  markRefused(): void {
    this.#refused = this.#token !== null;
  }

  /**
   * Decides what follows a 403. Only a token that has expired or died early is replaced, because other 403s are about permissions (service.md §8.4,
   * §8.5).
   */
  forbidden(generation: number, operation: string): 'retry' | 'final' | IssuanceRequest {
    const token = this.#token;
    if (!token || generation > token.generation) return 'final';
    if (!this.#isCurrent(generation)) return this.#history.isForbidden(operation) ? 'final' : 'retry';
    const now = this.#deps.clock.now();
    this.#history.forbidden(operation, now);
    if (this.#isPastExpiry) return automaticRequest('expiry');
    return !token.reissued && this.#history.shouldReplace(operation, now) ? automaticRequest('diedEarly') : 'final';
  }

  markReplaced(replaced: boolean): void {
    this.#history.markReplaced(replaced);
  }

  #ofGeneration(generation: number): StoredToken | null {
    return this.#isCurrent(generation) ? this.#token : null;
  }

  #isCurrent(generation: number): boolean {
    return this.#token !== null && generation >= this.#firstGeneration && generation <= this.#token.generation;
  }

  #isPast(at: number): boolean {
    return this.#inThisProcess ? this.#deps.clock.now() >= at : this.#deps.isPast(at);
  }
}
