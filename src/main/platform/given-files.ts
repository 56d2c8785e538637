/** Support bundles that the system handed over, by id: the window opens one by its id and never names a path. */
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import type { Random } from './ports.ts';

export class GivenFiles {
  readonly #random: Pick<Random, 'id'>;
  readonly #paths = new Map<string, string>();

  constructor(random: Pick<Random, 'id'>) {
    this.#random = random;
  }

  add(path: string): string {
    const id = this.#random.id();
    this.#paths.set(id, path);
    const [oldest] = this.#paths.keys();
    if (this.#paths.size > MAX_ENTRIES.few && oldest !== undefined) this.#paths.delete(oldest);
    return id;
  }

  /** Returns the path of a file; `null` for an id that is unknown or too old. */
  path(id: string): string | null {
    return this.#paths.get(id) ?? null;
  }
}
