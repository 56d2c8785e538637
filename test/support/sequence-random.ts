/** Deterministic randomness for tests: the same seed gives the same fractions; ids count up. */
import type { Random } from '../../src/main/platform/ports.ts';

export class SequenceRandom implements Random {
  #state: number;
  #count = 0;
  readonly #prefix: string;

  constructor(seed = 1, prefix = 'id') {
    this.#state = seed >>> 0;
    this.#prefix = prefix;
  }

  /** The next number in [0, 1), by mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  id(): string {
    this.#count += 1;
    return `${this.#prefix}-${this.#count}`;
  }
}
