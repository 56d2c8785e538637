/** Puts exchanges, which come in the order in which they ended, into the order in which they were wanted, without holding many. */
import type { Exchange, ExchangeSummary } from '../../../shared/model/traffic.ts';

/** So many are held at most; beyond that the oldest goes, although an older one may still come. */
const MAX_HELD = 2_000;

export type ExpectedExchange = Pick<ExchangeSummary, 'id' | 'queuedAt' | 'seq'>;

export class ReorderBuffer {
  readonly #due: readonly string[];
  readonly #held = new Map<string, Exchange>();
  /** Those for which nothing waits any more: they will not come, or are late. */
  readonly #passedOver = new Set<string>();
  #next = 0;

  /** `wanted`: the exchanges that will come, in any order. */
  constructor(wanted: readonly ExpectedExchange[]) {
    this.#due = wanted
      .toSorted((one, other) => one.queuedAt - other.queuedAt || one.seq - other.seq)
      .map(({ id }) => id);
  }

  /** Takes some; gives those whose turn it is now. `gone` names those that will not come. */
  take(arrived: readonly Exchange[], gone: readonly string[] = []): Exchange[] {
    const out: Exchange[] = [];
    for (const id of gone) this.#passedOver.add(id);
    for (const exchange of arrived) {
      if (this.#passedOver.has(exchange.id)) out.push(exchange);
      else this.#held.set(exchange.id, exchange);
    }
    for (; this.#next < this.#due.length; this.#next += 1) {
      const id = this.#due[this.#next] ?? '';
      const exchange = this.#held.get(id);
      if (exchange) {
        this.#held.delete(id);
        out.push(exchange);
      } else if (!this.#passedOver.has(id)) {
        if (this.#held.size <= MAX_HELD) break;
        this.#passedOver.add(id);
      }
    }
    return out;
  }
}
