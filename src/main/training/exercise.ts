/** What an exercise is: a cause with its remedy, and the story that raises it. Seeds change names, times and what is visible. */
import type { CauseId } from '../../shared/model/diagnosis.ts';
import type { OperationId } from '../../shared/model/operation.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { SandboxCommand } from '../../shared/model/sandbox.ts';
import type { RemedyId } from '../../shared/model/training.ts';
import type { SeededRandom } from '../sandbox/world/seeded-random.ts';
import type { PracticeService } from './practice-service.ts';

interface ExerciseTraits {
  readonly id: string;
  /** Names no cause. */
  readonly title: string;
  readonly level: 1 | 2 | 3;
  readonly cause: CauseId;
  readonly remedy: RemedyId;
  /** Causes that resemble it: naming one is nearly right. */
  readonly near: readonly CauseId[];
  /** What an expert would have done, step by step. */
  readonly expert: readonly string[];
}

/** A customer's failure: `raise` lets a practice service fail, and returns what the customer writes and attaches. */
export interface CustomerExercise extends ExerciseTraits {
  readonly source: 'customer';
  readonly raise: (scene: CustomerScene) => Promise<{ readonly complaint: string; readonly evidence: string }>;
}

export interface CustomerScene {
  readonly draw: SeededRandom;
  readonly service: PracticeService;
}

/** A failure of the console's own requests to its sandbox: the faults are set, then `raise` sends the requests that fail. */
export interface ConsoleExercise extends ExerciseTraits {
  readonly source: 'console';
  readonly faults: readonly SandboxCommand[];
  readonly raise: (scene: ConsoleScene) => Promise<{ readonly complaint: string }>;
}

export interface ConsoleScene {
  readonly draw: SeededRandom;
  /** Today on the sandbox's clock, as a day number. */
  readonly today: number;
  /** Calls an operation with an application of the sandbox, counted from 0. Throws the AppError of a refusal. */
  call(
    operation: OperationId,
    values: Readonly<Record<string, unknown>>,
    application?: number,
  ): Promise<{ readonly body: Json; readonly records: Json[] | null }>;
}

export type Exercise = CustomerExercise | ConsoleExercise;
