/** Keeps the progress of exercises, and the state of the sandbox before an exercise changed it. */
import { z } from 'zod';
import { OperationId } from '../../shared/model/operation.ts';
import { FaultEffect, FaultTarget, type SandboxCommand, type SandboxState } from '../../shared/model/sandbox.ts';
import { ExerciseProgress } from '../../shared/model/training.ts';
import type { Document, Log } from '../platform/ports.ts';

/** The part of the sandbox's state that exercises change, as it was before. */
const SandboxBefore = z.object({
  denied: z.array(OperationId),
  activated: z.boolean(),
  searchVariants: z.array(z.enum(['v1-search', 'listings'])),
  faults: z.array(
    z.object({ target: FaultTarget, effect: FaultEffect, times: z.number().int().min(1).max(100_000).nullable() }),
  ),
});
export type SandboxBefore = z.infer<typeof SandboxBefore>;

const TrainingFile = z.object({
  version: z.literal(1),
  progress: z.record(z.string(), ExerciseProgress),
  before: SandboxBefore.nullable(),
});
export type TrainingFile = z.infer<typeof TrainingFile>;

const NOTHING: TrainingFile = { version: 1, progress: {}, before: null };

export class TrainingStore {
  readonly #document: Document<TrainingFile>;
  readonly #log: Log;
  #kept: TrainingFile;

  constructor(document: Document<TrainingFile>, log: Log) {
    this.#document = document;
    this.#log = log;
    this.#kept = TrainingFile.safeParse(document.read()).data ?? NOTHING;
  }

  get progress(): TrainingFile['progress'] {
    return this.#kept.progress;
  }

  /** The sandbox's state before the exercise that changed it, kept until the sandbox is restored; `null` without such an exercise. */
  get before(): SandboxBefore | null {
    return this.#kept.before;
  }

  /** Stores the sandbox's state before the exercise. Throws AppError `storageFailed`. */
  async keepBefore(before: SandboxBefore | null): Promise<void> {
    this.#kept = { ...this.#kept, before };
    await this.#document.write(this.#kept);
  }

  /** Stores the progress. A failed write is only logged; the progress then stays in memory. */
  async setProgress(progress: TrainingFile['progress']): Promise<void> {
    this.#kept = { ...this.#kept, progress };
    await this.#document
      .write(this.#kept)
      .catch((error: unknown) => this.#log.warn('how an exercise went could not be saved', { error: String(error) }));
  }
}

export const sandboxBefore = ({ denied, activated, searchVariants, faults }: SandboxState): SandboxBefore => ({
  ...{ denied, activated, searchVariants },
  faults: faults.map(({ target, effect, times }) => ({ target, effect, times })),
});

/** The state of the sandbox in which exercises begin: every operation is allowed and nothing fails. */
export const FAULTLESS: SandboxBefore = {
  denied: [],
  activated: true,
  searchVariants: ['v1-search', 'listings'],
  faults: [],
};

/** Lists the commands that change the sandbox from state `now` to state `wanted`. */
export function commandsTo(wanted: SandboxBefore, now: SandboxState): SandboxCommand[] {
  return [
    ...now.faults.map(({ id }): SandboxCommand => ({ kind: 'removeFault', id })),
    ...wanted.faults.map((fault): SandboxCommand => ({ kind: 'addFault', ...fault })),
    ...OperationId.options
      .filter((operation) => wanted.denied.includes(operation) !== now.denied.includes(operation))
      .map(
        (operation): SandboxCommand => ({
          ...{ kind: 'setPermission', operation },
          allowed: !wanted.denied.includes(operation),
        }),
      ),
    { kind: 'setActivated', activated: wanted.activated },
    { kind: 'setSearchVariants', variants: wanted.searchVariants },
  ];
}
