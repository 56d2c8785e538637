/** Guests together with the offers that were sent to them: deleted and restored at once, and counted where their key is lost. */

/** A guest to whom offers were sent. */
export interface Recipient {
  readonly quoteIds: readonly string[];
  /** Whether an offer with one of the quotes was for this guest; `email` is empty where it was not kept. */
  readonly isOf: (quoteId: string, sentTo: { readonly name: string; readonly email: string }) => boolean;
}

interface Losable {
  countLost(): Promise<number>;
  deleteLost(): Promise<void>;
}
interface Guests extends Losable {
  /** Throws AppError `notFound`. */
  recipient(connectionId: string, id: string): Promise<Recipient>;
  remove(connectionId: string, ids: readonly string[]): Promise<void>;
  restore(connectionId: string, ids: readonly string[]): Promise<void>;
}
interface Offers extends Losable {
  countSentTo(connectionId: string, recipient: Recipient): Promise<number>;
  removeSentTo(connectionId: string, guestId: string, recipient: Recipient): Promise<void>;
  restoreSentTo(connectionId: string, guestId: string): Promise<void>;
}

export class GuestsAndOffers {
  readonly #guests: Guests;
  readonly #offers: Offers;

  constructor(guests: Guests, offers: Offers) {
    this.#guests = guests;
    this.#offers = offers;
  }

  /** How many offers that were sent to a guest are kept. Throws AppError `notFound`. */
  async countSent(connectionId: string, id: string): Promise<number> {
    return this.#offers.countSentTo(connectionId, await this.#guests.recipient(connectionId, id));
  }

  /** Deletes guests, and what was sent to them: all of it, or nothing. Throws AppError `notFound` and `storageFailed`. */
  async remove(connectionId: string, ids: readonly string[], withOffers: boolean): Promise<void> {
    const removed: string[] = [];
    try {
      for (const id of withOffers ? ids : []) {
        await this.#offers.removeSentTo(connectionId, id, await this.#guests.recipient(connectionId, id));
        removed.push(id);
      }
      await this.#guests.remove(connectionId, ids);
    } catch (error) {
      // The guests are still there, so what was sent to them comes back.
      for (const id of removed) await this.#offers.restoreSentTo(connectionId, id).catch(() => {});
      throw error;
    }
  }

  /** Undoes {@link remove}. Throws AppError `notFound`. */
  async restore(connectionId: string, ids: readonly string[]): Promise<void> {
    await this.#guests.restore(connectionId, ids);
    for (const id of ids) await this.#offers.restoreSentTo(connectionId, id);
  }

  /** Records that cannot be read, because their key is lost. */
  async lost(): Promise<{ guests: number; offers: number }> {
    return { guests: await this.#guests.countLost(), offers: await this.#offers.countLost() };
  }

  async deleteLost(): Promise<void> {
    await this.#guests.deleteLost();
    await this.#offers.deleteLost();
  }
}
