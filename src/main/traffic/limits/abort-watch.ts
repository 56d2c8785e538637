/** Listens to each signal once, however many wait with it: a bulk task gives the same one to thousands, and a signal's own list is slow. */

export class AbortWatch {
  readonly #leaving = new WeakMap<AbortSignal, Set<() => void>>();

  /** Calls `leave` when the signal aborts; the returned function takes it back. */
  watch(signal: AbortSignal, leave: () => void): () => void {
    const known = this.#leaving.get(signal);
    const leaving = known ?? new Set();
    leaving.add(leave);
    if (!known) {
      this.#leaving.set(signal, leaving);
      const abort = () => {
        this.#leaving.delete(signal);
        for (const one of leaving) one();
      };
      signal.addEventListener('abort', abort, { once: true });
    }
    return () => leaving.delete(leave);
  }
}
