/** The listings and their calendars, with the sandbox's reservations. */
import { dayNumber } from '../../../shared/model/primitives.ts';
import type { SandboxMemory, StoredReservation } from '../memory.ts';
import { type Night, type NightStatus, nightOf, seededStatus } from './calendar.ts';
import { listingIndex, listingNumber } from './listing-id.ts';
import { type Outline, Outlines } from './outline.ts';

/** A stay as the day numbers of arrival and departure. */
export interface Stay {
  readonly from: number;
  readonly to: number;
}

export type StayProblem = 'blocked' | 'minNights';

export class World {
  readonly #memory: SandboxMemory;
  readonly #now: () => number;
  readonly #outlines = new Outlines();
  #reserved: Map<number, StoredReservation[]> = new Map();
  #indexed: readonly StoredReservation[] | null = null;

  constructor(memory: SandboxMemory, now: () => number) {
    this.#memory = memory;
    this.#now = now;
  }

  get count(): number {
    return this.#memory.settings.listings;
  }

  at(index: number): Outline {
    return this.#outlines.at(index);
  }

  find(id: string): Outline | null {
    const index = listingIndex(id);
    return index !== null && index >= 0 && index < this.count ? this.at(index) : null;
  }

  /** The active and listed listing with this identifier, or null. */
  findBookable(id: string): Outline | null {
    const outline = this.find(id);
    return outline?.active && outline.listed ? outline : null;
  }

  /** The identifier of a listing in a record: a text, or a number. */
  idOf({ id, index }: Outline): unknown {
    return this.#memory.settings.listingIds === 'numbers' ? listingNumber(index) : id;
  }

  /** The nights from `from` (inclusive) to `to` (exclusive). */
  nights(listing: Outline, { from, to }: Stay): Night[] {
    return Array.from({ length: Math.max(0, to - from) }, (_, at) =>
      nightOf(listing, from + at, this.#status(listing, from + at)),
    );
  }

  problem(listing: Outline, { from, to }: Stay): StayProblem | null {
    for (let day = from; day < to; day += 1) {
      if (this.#status(listing, day) !== 'available') return 'blocked';
    }
    const arrival = nightOf(listing, from, 'available');
    if (arrival.cta || nightOf(listing, to, 'available').ctd) return 'blocked';
    return to - from < arrival.minNights ? 'minNights' : null;
  }

  #status(listing: Outline, day: number): NightStatus {
    for (const reservation of this.#reservationsOf(listing.index)) {
      if (reservation.holdUntil !== null && reservation.holdUntil <= this.#now()) continue;
      if (day < dayNumber(reservation.checkIn) || day >= dayNumber(reservation.checkOut)) continue;
      return reservation.status === 'reserved' ? 'reserved' : 'booked';
    }
    return seededStatus(listing, day);
  }

  #reservationsOf(index: number): readonly StoredReservation[] {
    if (this.#indexed !== this.#memory.reservations) {
      this.#indexed = this.#memory.reservations;
      this.#reserved = Map.groupBy(this.#memory.reservations, ({ listing }) => listing);
    }
    return this.#reserved.get(index) ?? [];
  }
}
