/** Deletes guests together with the offers sent to them, and counts and deletes all records of guests and offers whose data key is lost. */
import type { Deletions } from '../store/deletions.ts';

export interface Recipient {
  readonly quoteIds: readonly string[];
  /** Whether an offer with this quote was sent to this guest. `email` is empty when it was not stored. */
  readonly isOf: (quoteId: string, sentTo: { readonly name: string; readonly email: string }) => boolean;
}

interface MadeForGuests {
  list(
    connectionId: string,
    link: string,
  ): Promise<
    readonly { readonly id: string; readonly value: { readonly guestName: string; readonly guestEmail: string } }[]
  >;
}

/** Lists the ids of the stored records for a guest. If several guests have a quote, the mail address or the name in the record decides. */
export async function idsFor(
  records: MadeForGuests,
  connectionId: string,
  { quoteIds, isOf }: Recipient,
): Promise<string[]> {
  const found = new Set<string>();
  for (const quoteId of quoteIds)
    for (const { id, value } of await records.list(connectionId, quoteId))
      if (isOf(quoteId, { name: value.guestName, email: value.guestEmail })) found.add(id);
  return [...found];
}

interface Losable {
  countLost(): Promise<number>;
  deleteLost(): Promise<void>;
}
interface Guests extends Losable {
  /** Returns a guest as the recipient of offers. Throws AppError `notFound`. */
  recipient(connectionId: string, id: string): Promise<Recipient>;
}
interface Offers extends Losable {
  sentTo(connectionId: string, recipient: Recipient): Promise<string[]>;
  /** The ids of the drafts of offers for a guest. */
  draftsFor(connectionId: string, recipient: Recipient): Promise<string[]>;
}

export class GuestsAndOffers {
  readonly #guests: Guests;
  readonly #offers: Offers;
  readonly #deletions: Pick<Deletions, 'begin'>;

  constructor(guests: Guests, offers: Offers, deletions: Pick<Deletions, 'begin'>) {
    this.#guests = guests;
    this.#offers = offers;
    this.#deletions = deletions;
  }

  /** The number of stored offers that were sent to a guest. Throws AppError `notFound`. */
  async countSent(connectionId: string, id: string): Promise<number> {
    return (await this.#offers.sentTo(connectionId, await this.#guests.recipient(connectionId, id))).length;
  }

  /**
   * Hides guests, the drafts of offers for them, and, if `withOffers` is set, the offers sent to them. Returns the id of the pending deletion. Throws
   * AppError `notFound` and `storageFailed`.
   */
  async remove(connectionId: string, ids: readonly string[], withOffers: boolean): Promise<string> {
    const offers: string[] = [];
    for (const id of ids) {
      const recipient = await this.#guests.recipient(connectionId, id);
      // A draft is no business letter, so it goes with its guest.
      offers.push(...(await this.#offers.draftsFor(connectionId, recipient)));
      if (withOffers) offers.push(...(await this.#offers.sentTo(connectionId, recipient)));
    }
    return this.#deletions.begin(
      { kind: 'guests', connectionId, ids },
      ...(offers.length === 0 ? [] : [{ kind: 'offers' as const, connectionId, ids: offers }]),
    );
  }

  /** Counts the records that cannot be read because their key is lost. */
  async countLost(): Promise<number> {
    return (await this.#guests.countLost()) + (await this.#offers.countLost());
  }

  async deleteLost(): Promise<void> {
    await this.#guests.deleteLost();
    await this.#offers.deleteLost();
  }
}
