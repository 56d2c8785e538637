/** A set of listeners, called in order; a listener that throws does not stop the others. */
import type { Subscribable } from './ports.ts';

export class Emitter<Payload> implements Subscribable<Payload> {
  readonly #listeners = new Set<(payload: Payload) => void>();

  subscribe(listener: (payload: Payload) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(payload: Payload): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(payload);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
