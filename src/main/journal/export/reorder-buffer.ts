/** Sorts exchanges, which arrive in the order of their end, by the time of queueing, with bounded memory. */
import type { Exchange, ExchangeSummary } from '../../../shared/model/traffic.ts';

/** The number of held exchanges above which the oldest is released, although an older one may still arrive. */
const MAX_HELD = 2_000;

export type ExpectedExchange = Pick<ExchangeSummary, 'id' | 'queuedAt' | 'seq'>;

export class ReorderBuffer {
  readonly #order: readonly string[];
  readonly #held = new Map<string, Exchange>();
  /** The exchanges that are no longer awaited, because they were deleted or came too late. */
  readonly #skipped = new Set<string>();
  #next = 0;

  /** Makes the buffer. `wanted`: the exchanges that will arrive, in any order. */
  constructor(wanted: readonly ExpectedExchange[]) {
    this.#order = wanted
      .toSorted((one, other) => one.queuedAt - other.queuedAt || one.seq - other.seq)
      .map(({ id }) => id);
  }

  /** Takes exchanges and returns those that are next in order. `gone`: the ids of exchanges that will not arrive. */
  take(arrived: readonly Exchange[], gone: readonly string[] = []): Exchange[] {
    const out: Exchange[] = [];
    for (const id of gone) this.#skipped.add(id);
    for (const exchange of arrived) {
      if (this.#skipped.has(exchange.id)) out.push(exchange);
      else this.#held.set(exchange.id, exchange);
    }
    for (; this.#next < this.#order.length; this.#next += 1) {
      const id = this.#order[this.#next] ?? '';
      const exchange = this.#held.get(id);
      if (exchange) {
        this.#held.delete(id);
        out.push(exchange);
      } else if (!this.#skipped.has(id)) {
        if (this.#held.size <= MAX_HELD) break;
        this.#skipped.add(id);
      }
    }
    return out;
  }
}
