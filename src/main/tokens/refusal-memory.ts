/** What each operation met with the token in force: which worked, which were refused (403), and whether the token seems to have died. */
import { QUOTA_WINDOW_MS, type RememberedRefusal } from '../../shared/model/token.ts';

/** Operations that worked with a token and are then refused with it, without a success in between, before the token is taken for dead. */
const MIN_DEAD_OPERATIONS = 2;

export class RefusalMemory {
  #generation = 0;
  readonly #worked = new Set<string>();
  readonly #refused = new Map<string, RememberedRefusal>();
  /** Operations that had worked and were refused since the last success of any: together they say that the token died. */
  readonly #evidence = new Set<string>();
  #replaced = false;
  /** The generation that was obtained because its predecessor seemed dead. */
  #replacement: number | null = null;
  /** When such a replacement was refused before it had worked: the predecessor was not dead, something else was the matter. */
  #misjudgedAt = Number.NEGATIVE_INFINITY;

  /** What is remembered of the token in force, oldest first. */
  get refusals(): RememberedRefusal[] {
    return [...this.#refused.values()];
  }

  /** Starts anew for another token. `early`: it was obtained because the one before seemed dead. */
  begin(generation: number, replacesDead = false): void {
    this.#generation = generation;
    this.#worked.clear();
    this.#refused.clear();
    this.#evidence.clear();
    this.#replaced = false;
    this.#replacement = replacesDead ? generation : null;
  }

  /** An operation was accepted; true when that took back what was remembered. A success also says that the token lives. */
  worked(operation: string): boolean {
    this.#worked.add(operation);
    this.#evidence.clear();
    return this.#refused.delete(operation);
  }

  /** An operation was refused with a 403. */
  refused(operation: string, now: number): void {
    const known = this.#refused.get(operation);
    const firstAt = known?.firstAt ?? now;
    const times = (known?.times ?? 0) + 1;
    this.#refused.set(operation, { operation, generation: this.#generation, firstAt, lastAt: now, times });
    if (this.#worked.has(operation)) this.#evidence.add(operation);
    if (this.#replacement === this.#generation && this.#worked.size === 0) this.#misjudgedAt = now;
  }

  /** True while the evidence says that the token is dead, renewed or not. */
  get looksDead(): boolean {
    return this.#evidence.size >= MIN_DEAD_OPERATIONS;
  }

  isRefused(operation: string): boolean {
    return this.#refused.has(operation);
  }

  /**
   * True when the token that worked is now refused on two operations that had worked with it, and was not replaced for that yet.
   * Not for a day after a replacement had met the same refusals.
   */
  shouldReplace(now: number): boolean {
    const misjudged = Math.abs(now - this.#misjudgedAt) < QUOTA_WINDOW_MS;
    return this.looksDead && !this.#replaced && !misjudged;
  }

  /** The one renewal that a dead token has was used, or, when nothing was spent on it, given back. */
  markReplaced(spent: boolean): void {
    this.#replaced = spent;
  }
}
