/** Tells of changes per connection, at most four times a second, the last one always. */
import type { Clock } from '../platform/ports.ts';

const INTERVAL_MS = 250;

export class Teller {
  readonly #clock: Clock;
  readonly #tell: (connectionId: string) => void;
  readonly #toldAt = new Map<string, number>();
  readonly #planned = new Map<string, () => void>();

  /** `clock`: the machine's. */
  constructor(clock: Clock, tell: (connectionId: string) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  changed(connectionId: string): void {
    if (this.#planned.has(connectionId)) return;
    const sinceMs = this.#clock.now() - (this.#toldAt.get(connectionId) ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back must not silence it.
    const waitMs = sinceMs < 0 ? 0 : Math.max(0, INTERVAL_MS - sinceMs);
    const disarm = this.#clock.after(waitMs, () => {
      this.#planned.delete(connectionId);
      this.#toldAt.set(connectionId, this.#clock.now());
      this.#tell(connectionId);
    });
    this.#planned.set(connectionId, disarm);
  }

  /** Tells no more of a connection that was removed. */
  forget(connectionId: string): void {
    this.#planned.get(connectionId)?.();
    this.#planned.delete(connectionId);
    this.#toldAt.delete(connectionId);
  }

  stop(): void {
    for (const disarm of this.#planned.values()) disarm();
    this.#planned.clear();
  }
}
