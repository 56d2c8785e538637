/** What the use of one token text has shown: which operations it worked for, which were refused, and whether it looks dead. */
import { QUOTA_WINDOW_MS, type RememberedRefusal } from '../../shared/model/token.ts';

/** A token looks dead when this many operations that had worked with it are refused, without a success in between. */
const MIN_DEAD_OPERATIONS = 2;
/** A success this recent shows that the token is alive, so a 401 of another operation is not about the token. */
const JUST_WORKED_MS = 5 * 60_000;

export class TokenHistory {
  #generation = 0;
  /** The last success of each operation. */
  readonly #workedAt = new Map<string, number>();
  /** Operations whose last answer was a 403. */
  readonly #forbidden = new Map<string, RememberedRefusal>();
  /** Operations whose last answer was a 401, with the instant of the first since they worked. */
  readonly #unauthorizedSince = new Map<string, number>();
  /** Operations that had worked and were refused since the last success of any operation. */
  readonly #evidence = new Set<string>();
  #replaced = false;
  /** The generation that replaced a token that looked dead. */
  #replacement: number | null = null;
  /** When a replacement was refused before it had worked: the replaced token had not been dead. */
  #misjudgedAt = Number.NEGATIVE_INFINITY;

  /** The remembered 403s of the current token, oldest first. */
  get refusals(): RememberedRefusal[] {
    return [...this.#forbidden.values()];
  }

  /** The last success of each operation. */
  get successes(): ReadonlyMap<string, number> {
    return this.#workedAt;
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
    this.#unauthorizedSince.clear();
    this.#evidence.clear();
    this.#replaced = false;
    this.#replacement = replacesDead ? generation : null;
  }

  /** Records an accepted operation, which proves the token alive. Returns true when this ends a remembered 403. */
  worked(operation: string, now: number): boolean {
    this.#workedAt.set(operation, now);
    this.#unauthorizedSince.delete(operation);
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

  /** Records an operation that was refused with 401. */
  unauthorized(operation: string, now: number): void {
    if (!this.#unauthorizedSince.has(operation)) this.#unauthorizedSince.set(operation, now);
    if (this.#workedAt.has(operation)) this.#evidence.add(operation);
  }

  /** Whether the last answer to an operation was a 403. */
  isForbidden(operation: string): boolean {
    return this.#forbidden.has(operation);
  }

  /** Whether the last answer to an operation was a 401. */
  isUnauthorized(operation: string): boolean {
    return this.#unauthorizedSince.has(operation);
  }

  /** Since when operations that had worked with the token are answered with 401, and no other has worked; null otherwise. */
  get unauthorizedSince(): number | null {
    const lastWorkedAt = Math.max(...this.#workedAt.values());
    const since = [...this.#unauthorizedSince].flatMap(([operation, at]) =>
      this.#workedAt.has(operation) && at > lastWorkedAt ? [at] : [],
    );
    return since.length === 0 ? null : Math.min(...since);
  }

  /**
   * Whether the recorded 401 of an operation speaks against the token. It speaks against the operation while another one works with this
   * token: one that worked lately, or after the first of these 401s, or at any time if the refused operation never has.
   */
  isSuspect(operation: string, now: number): boolean {
    const since = this.#unauthorizedSince.get(operation) ?? now;
    const working = [...this.#workedAt].filter(([other]) => other !== operation && !this.#isRefused(other));
    if (working.some(([, at]) => at >= since || now - at < JUST_WORKED_MS)) return false;
    return working.length === 0 || this.#workedAt.has(operation) || this.looksDead;
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

  #isRefused(operation: string): boolean {
    return this.#forbidden.has(operation) || this.#unauthorizedSince.has(operation);
  }
}
