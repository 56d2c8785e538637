/** Limits the native dialogs that the page can cause: a script must not wear a person down with questions. */

/** After this many declined dialogs within {@link WITHIN_MS}, no further one is shown. */
const MAX_DECLINED = 3;
const WITHIN_MS = 60_000;

export class DialogLimit {
  readonly #monotonic: () => number;
  #isOpen = false;
  #declinedAt: readonly number[] = [];

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /**
   * Resolves with the answer of a dialog; `null` when the person declines it. While another dialog is open, or while three declined ones are less
   * than a minute old, resolves with `null` and shows no dialog.
   */
  async show<Answer>(dialog: () => Promise<Answer | null>): Promise<Answer | null> {
    const now = this.#monotonic();
    this.#declinedAt = this.#declinedAt.filter((at) => now - at < WITHIN_MS);
    if (this.#isOpen || this.#declinedAt.length >= MAX_DECLINED) return null;
    this.#isOpen = true;
    try {
      const answer = await dialog();
      if (answer === null) this.#declinedAt = [...this.#declinedAt, this.#monotonic()];
      return answer;
    } finally {
      this.#isOpen = false;
    }
  }
}
