/** Reproducible randomness of the fuzzer and its corpus: the same seed gives the same values. */

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const ALPHANUMERIC = LOWER + LOWER.toUpperCase() + DIGITS;

export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next number in [0, 1), by mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(0, from.length - 1)] as T;
  }

  /** Picks with weights. */
  weighted<T>(from: readonly (readonly [number, T])[]): T {
    let left = this.fraction() * from.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of from) {
      left -= weight;
      if (left < 0) return value;
    }
    return (from.at(-1) as readonly [number, T])[1];
  }

  shuffled<T>(from: readonly T[]): T[] {
    const copy = [...from];
    for (let last = copy.length - 1; last > 0; last -= 1) {
      const other = this.int(0, last);
      [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
    }
    return copy;
  }

  /** `count` different entries, or all when there are fewer. */
  some<T>(from: readonly T[], count: number): T[] {
    return this.shuffled(from).slice(0, count);
  }

  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  text(length: number, alphabet: string): string {
    let text = '';
    for (let at = 0; at < length; at += 1) text += alphabet[this.int(0, alphabet.length - 1)];
    return text;
  }

  digits(length: number): string {
    return this.text(length, DIGITS);
  }

  hex(length: number): string {
    return this.text(length, '0123456789abcdef');
  }

  letters(length: number): string {
    return this.text(length, LOWER);
  }

  alphanumeric(length: number): string {
    return this.text(length, ALPHANUMERIC);
  }

  base64url(length: number): string {
    return this.text(length, `${ALPHANUMERIC}-_`);
  }

  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${this.pick(['8', '9', 'a', 'b'])}${this.hex(3)}-${this.hex(12)}`;
  }
}
