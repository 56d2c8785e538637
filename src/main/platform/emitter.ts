/** The one publisher of this project: a set of listeners, called in order; one that throws does not stop the others. */
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
