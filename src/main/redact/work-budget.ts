/** Limits the work on one text: nested content is read again at each level, and each random or encoded run is examined. */

/** Thrown when the work on a text exceeds its budget. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}

/** The units that a text of any length may take, so that a short text may be nested deeply. */
const BASE = 250_000;
/** The units that each character adds; real payloads take two to three for each. */
const PER_CHARACTER = 5;

/** Counts work. One unit is one character that one pass reads. */
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

  /** Spends the work. Throws {@link BudgetExceeded} when the budget does not allow it. */
  spend(characters: number): void {
    if (!this.affords(characters)) throw new BudgetExceeded('the work on a text exceeds its budget');
  }

  /** Spends the work if it is within the budget; returns whether it is. */
  affords(characters: number): boolean {
    if (this.#spent + characters > this.limit) return false;
    this.#spent += characters;
    return true;
  }
}
