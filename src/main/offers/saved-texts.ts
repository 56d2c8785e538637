/** Keeps the texts that a person saved for opening lines, closing lines and next steps. */
import { z } from 'zod';
import { MAX_SAVED_TEXTS, SavedText } from '../../shared/model/offer.ts';
import type { Document } from '../platform/ports.ts';

export class SavedTexts {
  readonly #document: Document<SavedText[]>;

  constructor(document: Document<SavedText[]>) {
    this.#document = document;
  }

  list(): SavedText[] {
    return z.array(SavedText).safeParse(this.#document.read()).data ?? [];
  }

  /** Stores a text in place of one with the same name, language and kind. The oldest is dropped when there are too many. */
  async save(text: SavedText): Promise<SavedText[]> {
    const next = [text, ...this.list().filter((other) => !isSame(other, text))].slice(0, MAX_SAVED_TEXTS);
    await this.#document.write(next);
    return next;
  }

  async remove(text: Omit<SavedText, 'text'>): Promise<SavedText[]> {
    const next = this.list().filter((other) => !isSame(other, text));
    await this.#document.write(next);
    return next;
  }
}

const isSame = (one: Omit<SavedText, 'text'>, other: Omit<SavedText, 'text'>): boolean =>
  one.name === other.name && one.language === other.language && one.kind === other.kind;
