/** The results of each operation with the current token: accepted, refused with 403; and whether the token looks dead. */
import { QUOTA_WINDOW_MS, type RememberedRefusal } from '../../shared/model/token.ts';

/** A token looks dead when this many operations that had worked with it are refused, without a success in between. */
const MIN_DEAD_OPERATIONS = 2;

export class RefusalMemory {
  #generation = 0;
  readonly #worked = new Set<string>();
  readonly #refused = new Map<string, RememberedRefusal>();
  /** Operations that had worked and were refused since the last success of any operation. */
  readonly #evidence = new Set<string>();
  #replaced = false;
  /** The generation that replaced a token that looked dead. */
  #replacement: number | null = null;
  /** When such a replacement was refused before it had worked: its predecessor was not dead. */
  #misjudgedAt = Number.NEGATIVE_INFINITY;

  /** The remembered refusals of the current token, oldest first. */
  get refusals(): RememberedRefusal[] {
    return [...this.#refused.values()];
  }

  /** Starts empty for a new token. `replacesDead`: its predecessor looked dead. */
  begin(generation: number, replacesDead = false): void {
    this.#generation = generation;
    this.#worked.clear();
    this.#refused.clear();
    this.#evidence.clear();
    this.#replaced = false;
    this.#replacement = replacesDead ? generation : null;
  }

  /** Records an accepted operation, which proves the token alive. Returns true when a remembered refusal ends by it. */
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
