/** Training: exercises in which a person finds the cause of a failure in the sandbox, and their results. */

import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { CauseId, Diagnosis } from './diagnosis.ts';
import { EpochMs, Id } from './primitives.ts';

const Line = z.string().max(MAX_CHARACTERS.phrase);

/** A remedy: an action or advice of a support engineer. The answer choices of an exercise are remedies. */
export const RemedyId = z.enum([
  'addBearer',
  'cleanHeader',
  'newToken',
  'setClock',
  'rightApi',
  'rightHost',
  'rightPath',
  'quoteFlow',
  'useHttps',
  'sendForm',
  'rightCredentials',
  'rightScope',
  'waitForSlot',
  'slowDown',
  'tryLater',
  'lookFirst',
  'otherStay',
  'newQuote',
  'askOwner',
  'activate',
  'otherStep',
]);
export type RemedyId = z.infer<typeof RemedyId>;

/** The grade of an answer. `near`: the cause is right but the remedy is not, or the cause resembles the right one. */
export const Grade = z.enum(['right', 'near', 'wrong']);
export type Grade = z.infer<typeof Grade>;

/** A person's results in an exercise so far. `bestMs` is the shortest time of a right answer; null without one. */
export const ExerciseProgress = z.strictObject({
  tries: z.number().int().positive(),
  lastGrade: Grade,
  bestMs: z.number().nonnegative().nullable(),
});
export type ExerciseProgress = z.infer<typeof ExerciseProgress>;

/** An exercise in the menu, of level 1 to 3. Its failure is a customer's text or an exchange of the console. `title` does not reveal the cause. */
export const ExerciseSummary = z.strictObject({
  id: Id,
  title: Line,
  level: z.number().int().min(1).max(3),
  source: z.enum(['customer', 'console']),
  progress: ExerciseProgress.nullable(),
});
export type ExerciseSummary = z.infer<typeof ExerciseSummary>;

/** The running exercise. `startedAt` is on the machine's clock. `evidence` is the customer's text; null when the console recorded the failure. */
export const RunningExercise = z.strictObject({
  id: Id,
  title: Line,
  level: ExerciseSummary.shape.level,
  source: ExerciseSummary.shape.source,
  startedAt: EpochMs,
  hints: z.number().int().nonnegative(),
  message: z.string().max(MAX_CHARACTERS.text),
  evidence: z.string().max(MAX_CHARACTERS.pastedText).nullable(),
  causes: z.array(z.strictObject({ id: CauseId, title: Line })).max(MAX_ENTRIES.fields),
  remedies: z.array(z.strictObject({ id: RemedyId, text: Line })).max(MAX_ENTRIES.fields),
});
export type RunningExercise = z.infer<typeof RunningExercise>;

/** The cost of an exercise: token requests and other requests of the console to the sandbox, hints, and real time in ms. */
export const ExerciseCost = z.strictObject({
  tokens: z.number().int().nonnegative(),
  requests: z.number().int().nonnegative(),
  hints: z.number().int().nonnegative(),
  elapsedMs: z.number().nonnegative(),
});
export type ExerciseCost = z.infer<typeof ExerciseCost>;

/** The result of an answered exercise: the person's answer, the right answer, the Doctor's diagnosis, and the steps that an expert takes. */
export const ExerciseResult = z.strictObject({
  id: Id,
  title: Line,
  source: ExerciseSummary.shape.source,
  grade: Grade,
  answered: z.strictObject({ cause: Line, remedy: Line }),
  right: z.strictObject({ cause: Line, remedy: Line }),
  diagnosis: Diagnosis,
  evidence: RunningExercise.shape.evidence,
  cost: ExerciseCost,
  expert: z.array(Line).max(MAX_ENTRIES.few),
});
export type ExerciseResult = z.infer<typeof ExerciseResult>;

/** The state of training. `result` is the result of the last answer; null once another exercise starts or the person closes the result. */
export const TrainingState = z.strictObject({
  revision: z.number().int(),
  exercises: z.array(ExerciseSummary).max(MAX_ENTRIES.fields),
  running: RunningExercise.nullable(),
  result: ExerciseResult.nullable(),
});
export type TrainingState = z.infer<typeof TrainingState>;
