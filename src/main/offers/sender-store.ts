/** The sender of the offers: name, logo and closing, in one document. */
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

  /** Saves the changes. Throws AppError `storageFailed`; then the old values stay. */
  async set(changes: Partial<OfferSender>): Promise<OfferSender> {
    const next = { ...this.get(), ...changes };
    await this.#document.write(next);
    return next;
  }
}
