/** Exchanges that the host has not acknowledged yet: held, within bounds, to be sent again to the next host should this one die. */
import type { RawExchange } from '../../http/raw-exchange.ts';

/** About how much text may be held, characters. */
const MAX_TEXT = 64 * 1024 * 1024;
/** What goes to the host in one message and is written at once: few, so that it is soon on the disk and questions need not wait long. */
const BATCH = 100;

export class Outbox {
  /** By number, oldest first. */
  readonly #held = new Map<number, RawExchange>();
  #count = 0;
  #sent = 0;
  #text = 0;
  #dropped = 0;

  /** Exchanges that found no room and never went to a host. */
  get dropped(): number {
    return this.#dropped;
  }

  get count(): number {
    return this.#held.size;
  }

  /** Takes one in, unless there is no room: what is with the host already takes room until it is acknowledged. */
  add(raw: RawExchange): void {
    if (this.#held.size > 0 && this.#text + sizeOf(raw) > MAX_TEXT) {
      this.#dropped += 1;
      return;
    }
    this.#count += 1;
    this.#held.set(this.#count, raw);
    this.#text += sizeOf(raw);
  }

  /** What was not sent yet, in batches; from now on it counts as sent. `upTo` numbers the last of a batch. */
  takeUnsent(): { raws: RawExchange[]; upTo: number }[] {
    const batches: { raws: RawExchange[]; upTo: number }[] = [];
    let batch: RawExchange[] = [];
    for (let number = this.#sent + 1; number <= this.#count; number += 1) {
      const raw = this.#held.get(number);
      if (raw) batch.push(raw);
      if (batch.length < BATCH && number < this.#count) continue;
      if (batch.length > 0) batches.push({ raws: batch, upTo: number });
      batch = [];
    }
    this.#sent = this.#count;
    return batches;
  }

  /** Everything up to `number` is with the host. */
  acknowledge(number: number): void {
    for (const [held, raw] of this.#held) {
      if (held > number) break;
      this.#remove(held, raw);
    }
  }

  /** What is held counts as not sent. */
  markUnsent(): void {
    const oldest = this.#held.keys().next().value;
    if (oldest !== undefined) this.#sent = Math.min(this.#sent, oldest - 1);
  }

  #remove(number: number, raw: RawExchange): void {
    this.#held.delete(number);
    this.#text -= sizeOf(raw);
  }
}

const sizeOf = ({ url, requestBody, responseBody }: RawExchange): number =>
  1_000 + url.length + (requestBody?.text.length ?? 0) + (responseBody?.text.length ?? 0);
