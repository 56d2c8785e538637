/** The history of one token text: the operations that worked with it, the operations that were refused, and whether the token looks dead. */
import type { RememberedRefusal } from '../../shared/model/token.ts';
import { QUOTA_WINDOW_MS } from '../../shared/token/issuance-slots.ts';

/** The time after a success during which the first 401 of a resource with which the token never worked is not blamed on the token. */
const JUST_WORKED_MS = 5 * 60_000;
/** How many requests (operation and resource) are remembered; a dropped one is treated as one that never worked. */
const MAX_RESOURCES = 1_000;

/** `since`: when the request first got a 401. `successesBefore`: the number of successes of all requests until then. */
interface Unauthorized {
  readonly operation: string;
  readonly since: number;
  readonly successesBefore: number;
}

export class TokenHistory {
  #generation = 0;
  /** The time of the last success of each operation. */
  readonly #workedAt = new Map<string, number>();
  /** The operations whose last answer was a 403. */
  readonly #forbidden = new Map<string, RememberedRefusal>();
  /** The pairs of operation and resource that worked, the latest last. */
  readonly #workedFor = new Set<string>();
  /** The requests whose last answer was a 401, by operation and resource. */
  readonly #unauthorized = new Map<string, Unauthorized>();
  #successes = 0;
  /** The number of requests that were refused with 401 since the last success of any request. */
  #refusedInARow = 0;
  /** The operations that had worked and were refused since the last success of any operation. */
  readonly #evidence = new Set<string>();
  #replaced = false;
  /** The generation that replaced a token that looked dead. */
  #replacement: number | null = null;
  /** The time at which a replacement was refused before it had worked, which shows that the replaced token was not dead. */
  #misjudgedAt = Number.NEGATIVE_INFINITY;
  /** The instant at which the replacement of a token that was refused with 401 got a 401, too. */
  #misjudgedRefusalAt = Number.NEGATIVE_INFINITY;

  /** The remembered 403s of the current token, oldest first. */
  get refusals(): RememberedRefusal[] {
    return [...this.#forbidden.values()];
  }

  get hasWorked(): boolean {
    return this.#workedAt.size > 0;
  }

  /**
   * Whether the token looks dead: several operations that had worked with it are refused. It stays so when the token was already replaced for that.
   */
  get looksDead(): boolean {
    return this.#evidence.size >= 2;
  }

  /** Clears the history for a new token. `replacesDead`: the previous token looked dead. */
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

  forbidden(operation: string, now: number): void {
    const known = this.#forbidden.get(operation);
    const firstAt = known?.firstAt ?? now;
    const times = (known?.times ?? 0) + 1;
    this.#forbidden.set(operation, { operation, generation: this.#generation, firstAt, lastAt: now, times });
    if (this.#workedAt.has(operation)) this.#evidence.add(operation);
    if (this.#replacement === this.#generation && !this.hasWorked) this.#misjudgedAt = now;
  }

  unauthorized(operation: string, now: number, resource = ''): void {
    const request = requestOf(operation, resource);
    const first = { operation, since: now, successesBefore: this.#successes };
    this.#unauthorized.set(request, this.#unauthorized.get(request) ?? first);
    dropFirst(this.#unauthorized);
    this.#refusedInARow += 1;
    if (this.#workedAt.has(operation)) this.#evidence.add(operation);
  }

  isForbidden(operation: string): boolean {
    return this.#forbidden.has(operation);
  }

  isUnauthorized(operation: string, resource = ''): boolean {
    return this.#unauthorized.has(requestOf(operation, resource));
  }

  /** The instant of the first 401 of an operation that had worked with the token, since the last success of any; `null` without one. */
  get unauthorizedSince(): number | null {
    const since = [...this.#unauthorized.values()].flatMap(({ operation, since: at, successesBefore }) =>
      this.#workedAt.has(operation) && successesBefore === this.#successes ? [at] : [],
    );
    return since.length === 0 ? null : Math.min(...since);
  }

  /**
   * Whether the token may be the cause of a 401 of an operation on a resource. It is no cause when another request has worked since this one was
   * first refused, when other operations work and this one never did, or when it has just worked and is not refused several times in a row. For a day
   * after a wrong accusation, it is a cause only if it has worked for this operation on this resource.
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

  /** Whether several requests in a row were refused with 401, without a success in between. */
  get isRefusedInARow(): boolean {
    return this.#refusedInARow >= 2;
  }

  /** Records that a token and the token before it were both refused with 401. */
  misjudgedRefusal(now: number): void {
    this.#misjudgedRefusalAt = now;
  }

  /**
   * True when the token looks dead, `operation` is part of the evidence, and the token has not been replaced for this reason yet. False for a day
   * after a replacement met the same refusals.
   */
  shouldReplace(operation: string, now: number): boolean {
    const misjudged = Math.abs(now - this.#misjudgedAt) < QUOTA_WINDOW_MS;
    return this.looksDead && this.#evidence.has(operation) && !this.#replaced && !misjudged;
  }

  /** Marks the single replacement of a dead token as used, or as available again when it spent no slot. */
  markReplaced(replaced: boolean): void {
    this.#replaced = replaced;
  }

  /** Whether an operation is refused: with 403, or with 401 since the last success of any operation. */
  readonly #isRefused = (operation: string): boolean =>
    this.#forbidden.has(operation) ||
    [...this.#unauthorized.values()].some((it) => it.operation === operation && it.successesBefore === this.#successes);
}

const requestOf = (operation: string, resource: string): string => `${operation} ${resource}`;

function dropFirst(remembered: Map<string, unknown> | Set<string>): void {
  const [first] = remembered.keys();
  if (first !== undefined && remembered.size > MAX_RESOURCES) remembered.delete(first);
}
