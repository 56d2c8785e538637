/** Guests together with the offers that were sent to them: deleted at once, and counted where their key is lost. */
import type { Deletions } from '../store/deletions.ts';

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
}
interface Offers extends Losable {
  /** The ids of the offers that were sent to a guest. */
  sentTo(connectionId: string, recipient: Recipient): Promise<string[]>;
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

  /** How many offers that were sent to a guest are kept. Throws AppError `notFound`. */
  async countSent(connectionId: string, id: string): Promise<number> {
    return (await this.#sentTo(connectionId, id)).length;
  }

  /** Deletes guests, and what was sent to them, and returns the id of the pending deletion. Throws AppError `notFound` and `storageFailed`. */
  async remove(connectionId: string, ids: readonly string[], withOffers: boolean): Promise<string> {
    const offers: string[] = [];
    for (const id of withOffers ? ids : []) offers.push(...(await this.#sentTo(connectionId, id)));
    return this.#deletions.begin(
      { kind: 'guests', connectionId, ids },
      ...(offers.length === 0 ? [] : [{ kind: 'offers' as const, connectionId, ids: offers }]),
    );
  }

  async #sentTo(connectionId: string, id: string): Promise<string[]> {
    return this.#offers.sentTo(connectionId, await this.#guests.recipient(connectionId, id));
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
