/** Keeps the notes for guests on each property, one for each language. They are sealed, because they may contain door codes. */
import { z } from 'zod';
import type { OfferLanguage } from '../../shared/model/offer.ts';
import type { Clock, Random } from '../platform/ports.ts';
import { Turns } from '../platform/turns.ts';
import type { SealedRecords } from '../vault/sealed-records.ts';

export const StoredNote = z.object({ text: z.string() });

export interface PropertyNotesDeps {
  readonly records: SealedRecords<z.infer<typeof StoredNote>>;
  readonly clockOf: (connectionId: string) => Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
}

export interface NoteRef {
  readonly connectionId: string;
  readonly listingId: string;
  readonly language: OfferLanguage;
}

export class PropertyNotes {
  readonly #deps: PropertyNotesDeps;
  readonly #turns = new Turns();

  constructor(deps: PropertyNotesDeps) {
    this.#deps = deps;
  }

  /** The note; empty when there is none. */
  async find({ connectionId, listingId, language }: NoteRef): Promise<string> {
    // A note that a person has just typed may still be on its way to the disk.
    await this.#turns.ended();
    const [found] = await this.#deps.records.list(connectionId, `${language} ${listingId}`);
    return found?.value.text ?? '';
  }

  removeAll(connectionId: string): Promise<void> {
    return this.#deps.records.removeAll(connectionId);
  }

  countLost(): Promise<number> {
    return this.#deps.records.countLost();
  }

  deleteLost(): Promise<void> {
    return this.#deps.records.deleteLost();
  }

  /** Stores the note; an empty text deletes it. */
  set({ connectionId, listingId, language }: NoteRef, text: string): Promise<void> {
    return this.#turns.run(async () => {
      const { records, clockOf, random } = this.#deps;
      const link = `${language} ${listingId}`;
      const [known] = await records.list(connectionId, link);
      if (text.trim() === '') return records.remove(known ? [known.id] : []);
      const [id, at] = [known?.id ?? random.id(), clockOf(connectionId).now()];
      return records.put({ id, connectionId, at, links: [link], value: { text } });
    });
  }
}
