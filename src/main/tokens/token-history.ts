/** What the use of one token text has shown: which operations it worked for, which were refused, and whether it looks dead. */
import type { RememberedRefusal } from '../../shared/model/token.ts';
import { QUOTA_WINDOW_MS } from '../../shared/token/issuance-slots.ts';

/** A token looks dead when this many operations that had worked with it are refused, without a success in between. */
const MIN_DEAD_OPERATIONS = 2;
/** After a success this recent, the first 401 of a resource with which the token never worked is not about the token. */
const JUST_WORKED_MS = 5 * 60_000;
/** So many requests refused with 401, one after the other, are about the token. */
const MIN_REFUSED_REQUESTS = 2;
/** More resources are not remembered; a forgotten one is judged as one with which the token never worked. */
const MAX_RESOURCES = 1_000;

/** A request that is answered with 401: its operation, since when, and how many successes of any request came before. */
interface Unauthorized {
  readonly operation: string;
  readonly since: number;
  readonly successesBefore: number;
}

export class TokenHistory {
  #generation = 0;
  /** The last success of each operation. */
  readonly #workedAt = new Map<string, number>();
  /** Operations whose last answer was a 403. */
  readonly #forbidden = new Map<string, RememberedRefusal>();
  /** Operations with the resources for which they worked, the latest last. */
  readonly #workedFor = new Set<string>();
  /** By operation and resource, those whose last answer was a 401. */
  readonly #unauthorized = new Map<string, Unauthorized>();
  #successes = 0;
  /** How many requests were refused with 401 since the last success of any. */
  #refusedInARow = 0;
  /** Operations that had worked and were refused since the last success of any operation. */
  readonly #evidence = new Set<string>();
  #replaced = false;
  /** The generation that replaced a token that looked dead. */
  #replacement: number | null = null;
  /** When a replacement was refused before it had worked: the replaced token had not been dead. */
  #misjudgedAt = Number.NEGATIVE_INFINITY;
  /** The same of a token that replaced one refused with 401. */
  #misjudgedRefusalAt = Number.NEGATIVE_INFINITY;

  /** The remembered 403s of the current token, oldest first. */
  get refusals(): RememberedRefusal[] {
    return [...this.#forbidden.values()];
  }

  /** Whether any operation has worked with the token. */
  get hasWorked(): boolean {
    return this.#workedAt.size > 0;
  }

  /** True while the evidence says that the token is dead, whether or not it was replaced. */
  get looksDead(): boolean {
    return this.#evidence.size >= MIN_DEAD_OPERATIONS;
  }

  /** Clears the history for a new token. `replacesDead`: the token before it looked dead. */
  begin(generation: number, replacesDead = false): void {
    this.#generation = generation;
    this.#workedAt.clear();
    this.#forbidden.clear();
    this.#workedFor.clear();
    this.#unauthorized.clear();
    this.#refusedInARow = 0;
    this.#evidence.clear();
    this.#replaced = false;
    this.#replacement = replacesDead ? generation : null;
  }

  /** Records an accepted operation, which proves the token alive. Returns true when this ends a remembered 403. */
  worked(operation: string, now: number, resource = ''): boolean {
    const request = requestOf(operation, resource);
    this.#workedAt.set(operation, now);
    this.#workedFor.delete(request);
    this.#workedFor.add(request);
    dropFirst(this.#workedFor);
    this.#unauthorized.delete(request);
    this.#successes += 1;
    this.#refusedInARow = 0;
    this.#evidence.clear();
    return this.#forbidden.delete(operation);
  }

  /** Records an operation that was refused with 403. */
  forbidden(operation: string, now: number): void {
    const known = this.#forbidden.get(operation);
    const firstAt = known?.firstAt ?? now;
    const times = (known?.times ?? 0) + 1;
    this.#forbidden.set(operation, { operation, generation: this.#generation, firstAt, lastAt: now, times });
    if (this.#workedAt.has(operation)) this.#evidence.add(operation);
    if (this.#replacement === this.#generation && !this.hasWorked) this.#misjudgedAt = now;
  }

  /** Records a request that was refused with 401. */
  unauthorized(operation: string, now: number, resource = ''): void {
    const request = requestOf(operation, resource);
    const first = { operation, since: now, successesBefore: this.#successes };
    this.#unauthorized.set(request, this.#unauthorized.get(request) ?? first);
    dropFirst(this.#unauthorized);
    this.#refusedInARow += 1;
    if (this.#workedAt.has(operation)) this.#evidence.add(operation);
  }

  /** Whether the last answer to an operation was a 403. */
  isForbidden(operation: string): boolean {
    return this.#forbidden.has(operation);
  }

  /** Whether the last answer to a request was a 401. */
  isUnauthorized(operation: string, resource = ''): boolean {
    return this.#unauthorized.has(requestOf(operation, resource));
  }

  /** Since when operations that had worked with the token are answered with 401, and none has worked; null otherwise. */
  get unauthorizedSince(): number | null {
    const since = [...this.#unauthorized.values()].flatMap(({ operation, since: at, successesBefore }) =>
      this.#workedAt.has(operation) && successesBefore === this.#successes ? [at] : [],
    );
    return since.length === 0 ? null : Math.min(...since);
  }

  /**
   * Whether the recorded 401 of a request speaks against the token. It speaks against the request when the token has worked since the first of
   * these 401s; against an operation that never worked while another one works; and against a resource with which the token never worked
   * when it worked lately and no other request was refused since. Only a request that worked before speaks against the token for a day after
   * such a suspicion was wrong.
   */
  isSuspect(operation: string, now: number, resource = ''): boolean {
    const request = requestOf(operation, resource);
    if ((this.#unauthorized.get(request)?.successesBefore ?? this.#successes) < this.#successes) return false;
    if (this.#workedFor.has(request)) return true;
    if (Math.abs(now - this.#misjudgedRefusalAt) < QUOTA_WINDOW_MS) return false;
    if (!this.#workedAt.has(operation)) return this.looksDead || [...this.#workedAt.keys()].every(this.#isRefused);
    const hasJustWorked = now - Math.max(...this.#workedAt.values()) < JUST_WORKED_MS;
    return !hasJustWorked || this.isRefusedInARow;
  }

  /** Whether several requests were refused with 401 since the last success of any. */
  get isRefusedInARow(): boolean {
    return this.#refusedInARow >= MIN_REFUSED_REQUESTS;
  }

  /** Records that a token was refused with 401 like the one that it replaced. */
  misjudgedRefusal(now: number): void {
    this.#misjudgedRefusalAt = now;
  }

  /**
   * True when the token looks dead, not least by this operation, and has not been replaced for that reason yet. False for a day after a
   * replacement met the same refusals.
   */
  shouldReplace(operation: string, now: number): boolean {
    const misjudged = Math.abs(now - this.#misjudgedAt) < QUOTA_WINDOW_MS;
    return this.looksDead && this.#evidence.has(operation) && !this.#replaced && !misjudged;
  }

  /** Marks the one replacement of a dead token as used, or as available again when it spent no slot. */
  markReplaced(replaced: boolean): void {
    this.#replaced = replaced;
  }

  /** Whether an operation is refused: with 403, or with 401 since the last success of any. */
  readonly #isRefused = (operation: string): boolean =>
    this.#forbidden.has(operation) ||
    [...this.#unauthorized.values()].some((it) => it.operation === operation && it.successesBefore === this.#successes);
}

const requestOf = (operation: string, resource: string): string => `${operation} ${resource}`;

/** Keeps the last `MAX_RESOURCES`. */
function dropFirst(remembered: Map<string, unknown> | Set<string>): void {
  const [first] = remembered.keys();
  if (first !== undefined && remembered.size > MAX_RESOURCES) remembered.delete(first);
}
