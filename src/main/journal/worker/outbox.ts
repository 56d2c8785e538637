/** Holds exchanges that the worker has not acknowledged. When the worker dies, they are sent to the next one. Its size is bounded. */
import type { RawExchange } from '../../http/raw-exchange.ts';

/** The approximate capacity of the outbox, in characters. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** The number of exchanges in a message, which the worker writes in one transaction. It is small, so that queries do not wait long. */
const BATCH = 100;

export class Outbox {
  /** The exchanges by their number, oldest first. */
  readonly #held = new Map<number, RawExchange>();
  #lastNumber = 0;
  #lastSent = 0;
  #characters = 0;
  #dropped = 0;

  /** The number of exchanges that found no room and were never sent. */
  get dropped(): number {
    return this.#dropped;
  }

  get count(): number {
    return this.#held.size;
  }

  /** Adds an exchange, or drops it when the outbox is full. Sent exchanges take room until they are acknowledged. */
  add(raw: RawExchange): void {
    if (this.#held.size > 0 && this.#characters + sizeOf(raw) > MAX_CHARACTERS) {
      this.#dropped += 1;
      return;
    }
    this.#lastNumber += 1;
    this.#held.set(this.#lastNumber, raw);
    this.#characters += sizeOf(raw);
  }

  /** Returns the unsent exchanges in batches and marks them as sent. `upTo` is the number of the batch's last exchange. */
  takeUnsent(): { raws: RawExchange[]; upTo: number }[] {
    const batches: { raws: RawExchange[]; upTo: number }[] = [];
    let batch: RawExchange[] = [];
    for (let number = this.#lastSent + 1; number <= this.#lastNumber; number += 1) {
      const raw = this.#held.get(number);
      if (raw) batch.push(raw);
      if (batch.length < BATCH && number < this.#lastNumber) continue;
      if (batch.length > 0) batches.push({ raws: batch, upTo: number });
      batch = [];
    }
    this.#lastSent = this.#lastNumber;
    return batches;
  }

  /** Removes the exchanges up to `number`, which the worker has handled. */
  acknowledge(number: number): void {
    for (const [held, raw] of this.#held) {
      if (held > number) break;
      this.#remove(held, raw);
    }
  }

  /** Marks all exchanges as unsent. */
  markUnsent(): void {
    const oldest = this.#held.keys().next().value;
    if (oldest !== undefined) this.#lastSent = Math.min(this.#lastSent, oldest - 1);
  }

  #remove(number: number, raw: RawExchange): void {
    this.#held.delete(number);
    this.#characters -= sizeOf(raw);
  }
}

const sizeOf = ({ url, requestBody, responseBody }: RawExchange): number =>
  1_000 + url.length + (requestBody?.text.length ?? 0) + (responseBody?.text.length ?? 0);
