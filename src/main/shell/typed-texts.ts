/** Keeps the texts that a person types in each window, in memory only, so that they survive a crash of the window. */
import { MAX_CHARACTERS, MAX_ENTRIES } from '../../shared/model/bounds.ts';
import type { TypedBefore } from '../../shared/model/typed-text.ts';
import { setNewest } from '../platform/bounded-map.ts';

interface Kept {
  /** The texts by key, the last changed one at the end. */
  readonly texts: Map<string, string>;
  /** The reason why the page ended; null while it did not, or after its texts were taken. */
  ended: TypedBefore['why'] | null;
}

export class TypedTexts {
  /** The texts by the id of the web contents, which stays the same after a crash of the window. */
  readonly #kept = new Map<number, Kept>();

  /** Keeps a text, or deletes it with null. Forgets the oldest texts of a window that has too many or too long ones. */
  keep(contentsId: number, key: string, value: string | null): void {
    const { texts } = this.#of(contentsId);
    if (value === null) texts.delete(key);
    else setNewest(texts, key, value, MAX_ENTRIES.page);
    let length = texts.values().reduce((sum, text) => sum + text.length, 0);
    for (const [oldest, text] of texts) {
      if (length <= MAX_CHARACTERS.copiedText) return;
      texts.delete(oldest);
      length -= text.length;
    }
  }

  /** Records that the window's page ended: its process crashed, or the app was locked. */
  ended(contentsId: number, why: TypedBefore['why']): void {
    this.#of(contentsId).ended = why;
  }

  /** Returns the texts once after each end of the window's page; null otherwise. */
  take(contentsId: number): TypedBefore | null {
    const kept = this.#of(contentsId);
    if (kept.ended === null) return null;
    const why = kept.ended;
    kept.ended = null;
    return { why, texts: [...kept.texts].map(([key, value]) => ({ key, value })) };
  }

  forget(contentsId: number): void {
    this.#kept.delete(contentsId);
  }

  #of(contentsId: number): Kept {
    const kept = this.#kept.get(contentsId) ?? { texts: new Map(), ended: null };
    this.#kept.set(contentsId, kept);
    return kept;
  }
}
