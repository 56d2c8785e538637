/** Tells an engine's errors from its silence: each kind is told once, and the calls become rarer, because repeating them mends nothing. */
import { EngineError } from './engine.ts';
import type { RecordProblem } from './team-key.ts';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

export class EngineTrouble {
  #told: RecordProblem | null = null;
  #failures = 0;
  readonly #onProblem: (problem: RecordProblem | null) => void;

  /** `onProblem`: called with `null` once a told problem has passed. */
  constructor(onProblem: (problem: RecordProblem | null) => void) {
    this.#onProblem = onProblem;
  }

  /** Whether the last call failed by an error. */
  get isThere(): boolean {
    return this.#failures > 0;
  }

  /** Notes a failed call; returns the time to wait before the next one, which is `silentMs` when the engine was silent. */
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
