/** Listens to each signal once, however many wait with it: a bulk task gives the same one to thousands, and a signal's own list is slow. */

export class AbortWatch {
  readonly #listeners = new WeakMap<AbortSignal, Set<() => void>>();

  /** Calls `leave` when the signal aborts; the returned function takes it back. */
  watch(signal: AbortSignal, leave: () => void): () => void {
    const known = this.#listeners.get(signal);
    const leaving = known ?? new Set();
    leaving.add(leave);
    if (!known) {
      this.#listeners.set(signal, leaving);
      const abort = () => {
        this.#listeners.delete(signal);
        for (const one of leaving) one();
      };
      signal.addEventListener('abort', abort, { once: true });
    }
    return () => leaving.delete(leave);
  }
}
