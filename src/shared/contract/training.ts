/** Training on the sandbox: exercises, and the person's results. */
import { z } from 'zod';
import { CauseId } from '../model/diagnosis.ts';
import { Id } from '../model/primitives.ts';
import { RemedyId, TrainingState } from '../model/training.ts';
import { event, mutation, Nothing, query } from './define.ts';

export const training = {
  state: query(Nothing, TrainingState),
  /** Starts an exercise: makes the sandbox fail as it describes. Throws `invalidInput` for a connection that is not the sandbox. */
  start: mutation(z.strictObject({ connectionId: Id, id: Id }), TrainingState),
  /** Counts a hint, because the person has looked at the Doctor's verdict. */
  takeHint: mutation(Nothing, TrainingState),
  answer: mutation(z.strictObject({ cause: CauseId, remedy: RemedyId }), TrainingState),
  /** Ends the running exercise without an answer, or closes a result. The sandbox then returns to the state before the exercise. */
  leave: mutation(Nothing, TrainingState),
  deleteProgress: mutation(Nothing, TrainingState),
  onState: event(TrainingState),
};
