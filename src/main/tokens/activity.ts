/** Whether somebody uses the console: tokens are renewed ahead of need only for somebody. */
import { Emitter } from '../platform/emitter.ts';
import type { Subscribable } from '../platform/ports.ts';

/** Who used a connection this lately still uses it. */
const ACTIVE_MS = 30 * 60_000;

export class Activity {
  readonly #now: () => number;
  readonly #usedAt = new Map<string, number>();
  readonly #becameActive = new Emitter<string>();

  /** `now`: milliseconds that only grow. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** A connection that was idle is used. */
  get becameActive(): Subscribable<string> {
    return this.#becameActive;
  }

  /** A person does something with this connection. */
  recordUse(connectionId: string): void {
    const idle = !this.isActive(connectionId);
    this.#usedAt.set(connectionId, this.#now());
    if (idle) this.#becameActive.emit(connectionId);
  }

  /** On the clock of this object; `null` when not since the start, or since the machine slept. */
  lastUsedAt(connectionId: string): number | null {
    return this.#usedAt.get(connectionId) ?? null;
  }

  isActive(connectionId: string): boolean {
    const at = this.lastUsedAt(connectionId);
    return at !== null && this.#now() - at < ACTIVE_MS;
  }

  /** The machine slept: whoever was there may have left. */
  machineSlept(): void {
    this.#usedAt.clear();
  }
}
