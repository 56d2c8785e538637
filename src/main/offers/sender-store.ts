/** Keeps the sender of offers: name, logo and closing. */
import { OfferSender } from '../../shared/model/offer.ts';
import type { Document } from '../platform/ports.ts';

const NOBODY: OfferSender = { name: '', closing: '', logo: null };

export class SenderStore {
  readonly #document: Document<OfferSender>;

  constructor(document: Document<OfferSender>) {
    this.#document = document;
  }

  get(): OfferSender {
    return OfferSender.safeParse(this.#document.read()).data ?? NOBODY;
  }

  /** Stores changes. Throws AppError `storageFailed`; the old values then stay. */
  async set(changes: Partial<OfferSender>): Promise<OfferSender> {
    const next = { ...this.get(), ...changes };
    await this.#document.write(next);
    return next;
  }
}
