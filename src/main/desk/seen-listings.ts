/** Listings that searches returned, so that a quote can show a name and a picture instead of an id. Bounded, in memory. */
import type { Json } from '../../shared/model/primitives.ts';

const MAX_SEEN = 2_000;

export class SeenListings {
  readonly #records = new Map<string, Json>();

  remember(connectionId: string, listingId: string, record: Json): void {
    const key = `${connectionId}\n${listingId}`;
    this.#records.delete(key);
    this.#records.set(key, record);
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= MAX_SEEN) break;
      this.#records.delete(oldest);
    }
  }

  record(connectionId: string, listingId: string): Json | undefined {
    return this.#records.get(`${connectionId}\n${listingId}`);
  }
}
