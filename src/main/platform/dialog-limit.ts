/** Limits the native dialogs that the page can cause: a script must not wear a person down with questions. */
import { MINUTE_MS } from '../../shared/time/units.ts';

/** The number of declined dialogs within a minute after which no dialog is shown. */
const MAX_DECLINED = 3;

export class DialogLimit {
  readonly #monotonic: () => number;
  #isOpen = false;
  #declinedAt: readonly number[] = [];

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Shows a dialog; `null` when the person declines it, another dialog is open, or three were declined within the last minute. */
  async show<Answer>(dialog: () => Promise<Answer | null>): Promise<Answer | null> {
    const now = this.#monotonic();
    this.#declinedAt = this.#declinedAt.filter((at) => now - at < MINUTE_MS);
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
