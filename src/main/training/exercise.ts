/** Defines an exercise: a cause, its remedy, and the story that produces the failure. A seed varies names, times and details. */
import type { CauseId } from '../../shared/model/diagnosis.ts';
import type { OperationId } from '../../shared/model/operation.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { SandboxCommand } from '../../shared/model/sandbox.ts';
import type { RemedyId } from '../../shared/model/training.ts';
import type { SeededRandom } from '../sandbox/world/seeded-random.ts';
import type { PracticeService } from './practice-service.ts';

interface ExerciseTraits {
  readonly id: string;
  /** The title on the screen, which must not give the cause away. */
  readonly title: string;
  readonly level: 1 | 2 | 3;
  readonly cause: CauseId;
  readonly remedy: RemedyId;
  /** Similar causes, which are graded as nearly right. */
  readonly near: readonly CauseId[];
  readonly expert: readonly string[];
}

/** An exercise about a customer's failure. `raise` makes a practice service fail and returns the complaint and the evidence. */
export interface CustomerExercise extends ExerciseTraits {
  readonly source: 'customer';
  readonly raise: (scene: CustomerScene) => Promise<{ readonly complaint: string; readonly evidence: string }>;
}

export interface CustomerScene {
  readonly draw: SeededRandom;
  readonly service: PracticeService;
}

/** An exercise about the console's own requests to its sandbox. `faults` are set first; then `raise` sends the requests that fail. */
export interface ConsoleExercise extends ExerciseTraits {
  readonly source: 'console';
  readonly faults: readonly SandboxCommand[];
  readonly raise: (scene: ConsoleScene) => Promise<{ readonly complaint: string }>;
}

export interface ConsoleScene {
  readonly draw: SeededRandom;
  /** The day number of today on the sandbox's clock. */
  readonly today: number;
  /** Calls an operation with an application of the sandbox; `application` is an index. Throws AppError when the service refuses. */
  call(
    operation: OperationId,
    values: Readonly<Record<string, unknown>>,
    application?: number,
  ): Promise<{ readonly body: Json; readonly records: Json[] | null }>;
}

export type Exercise = CustomerExercise | ConsoleExercise;
