/** Limits the work on one text: content nested in content is read again at each level, and each random or encoded run is looked into. */

/** Thrown where the work on a text exceeds its budget. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}

/** Small texts may be nested as deep as {@link WorkBudget} allows at all. */
const BASE = 250_000;
/** Real payloads take two to three times their length. */
const PER_CHARACTER = 5;

/** A unit of work is one character that one pass reads. */
export class WorkBudget {
  readonly limit: number;
  #spent = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  static for(text: string): WorkBudget {
    return new WorkBudget(BASE + PER_CHARACTER * text.length);
  }

  get spent(): number {
    return this.#spent;
  }

  /** Throws {@link BudgetExceeded} before the work is done. */
  spend(characters: number): void {
    if (!this.affords(characters)) throw new BudgetExceeded('the work on a text exceeds its budget');
  }

  /** Whether the work is within the budget; it is spent then. */
  affords(characters: number): boolean {
    if (this.#spent + characters > this.limit) return false;
    this.#spent += characters;
    return true;
  }
}
