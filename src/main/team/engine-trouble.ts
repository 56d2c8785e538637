/** Counts the errors of an engine. Reports each kind of problem once, and makes calls rarer, because repeating them does not help. */
import { EngineError } from './engine.ts';
import type { RecordProblem } from './team-key.ts';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

export class EngineTrouble {
  #told: RecordProblem | null = null;
  #failures = 0;
  readonly #onProblem: (problem: RecordProblem | null) => void;

  /** `onProblem` is called with each new problem, and with `null` once calls succeed again. */
  constructor(onProblem: (problem: RecordProblem | null) => void) {
    this.#onProblem = onProblem;
  }

  /** Whether a call failed with an error that the engine replied, and none has succeeded since. */
  get isThere(): boolean {
    return this.#failures > 0;
  }

  /** Counts a failed call. Returns the time in ms to wait before the next one: `silentMs` when the engine did not reply. */
  failed(error: unknown, silentMs: number): number {
    if (!(error instanceof EngineError)) return silentMs;
    if (this.#told !== error.problem) this.#onProblem(error.problem);
    this.#told = error.problem;
    this.#failures += 1;
    return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures - 1));
  }

  succeeded(): void {
    if (this.#told !== null) this.#onProblem(null);
    this.#told = null;
    this.#failures = 0;
  }
}
