/** One listener per AbortSignal for any number of requests: a bulk task shares one signal among thousands, and EventTarget removes listeners in linear time. */

export class AbortWatch {
  readonly #listeners = new WeakMap<AbortSignal, Set<() => void>>();

  /** Calls `listener` when the signal aborts; the returned function removes it. */
  watch(signal: AbortSignal, listener: () => void): () => void {
    const known = this.#listeners.get(signal);
    const listeners = known ?? new Set();
    listeners.add(listener);
    if (!known) {
      this.#listeners.set(signal, listeners);
      const onAbort = () => {
        this.#listeners.delete(signal);
        for (const one of listeners) one();
      };
      signal.addEventListener('abort', onAbort, { once: true });
    }
    return () => listeners.delete(listener);
  }
}
