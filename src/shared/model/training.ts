/** Training: exercises in which a person finds the cause of a failure of the sandbox, and their results. */
import { z } from 'zod';
import { CauseId, Diagnosis } from './diagnosis.ts';
import { EpochMs, Id } from './primitives.ts';

/** The bounds of an exercise's texts and choices. */
const MAX = { line: 300, message: 4_000, evidence: 400_000, exercises: 100, choices: 60, steps: 12 } as const;

const Line = z.string().max(MAX.line);

/** An action or advice of a support engineer; an exercise's choices contain its text. */
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

/** The grade of an answer. `near`: the cause is right and the remedy is not, or the cause resembles the right one. */
export const Grade = z.enum(['right', 'near', 'wrong']);
export type Grade = z.infer<typeof Grade>;

/** The results of an exercise so far. `bestMs`: the shortest time of a right answer; null without one. */
export const ExerciseProgress = z.strictObject({
  tries: z.number().int().positive(),
  lastGrade: Grade,
  bestMs: z.number().nonnegative().nullable(),
});
export type ExerciseProgress = z.infer<typeof ExerciseProgress>;

/** An entry of the menu. `level`: 1 to 3. `source`: a customer sends the failure as a text, or the console records it. The title names no cause. */
export const ExerciseSummary = z.strictObject({
  id: Id,
  title: Line,
  level: z.number().int().min(1).max(3),
  source: z.enum(['customer', 'console']),
  progress: ExerciseProgress.nullable(),
});
export type ExerciseSummary = z.infer<typeof ExerciseSummary>;

/**
 * The exercise that a person works on. `startedAt`: machine time. `evidence`: the customer's attachment; null when the console recorded the
 * failure.
 */
export const RunningExercise = z.strictObject({
  id: Id,
  title: Line,
  level: ExerciseSummary.shape.level,
  source: ExerciseSummary.shape.source,
  startedAt: EpochMs,
  hints: z.number().int().nonnegative(),
  message: z.string().max(MAX.message),
  evidence: z.string().max(MAX.evidence).nullable(),
  causes: z.array(z.strictObject({ id: CauseId, title: Line })).max(MAX.choices),
  remedies: z.array(z.strictObject({ id: RemedyId, text: Line })).max(MAX.choices),
});
export type RunningExercise = z.infer<typeof RunningExercise>;

/** The cost of an exercise: requests and token requests of the console to the sandbox, hints, and machine time. */
export const ExerciseCost = z.strictObject({
  tokens: z.number().int().nonnegative(),
  requests: z.number().int().nonnegative(),
  hints: z.number().int().nonnegative(),
  elapsedMs: z.number().nonnegative(),
});
export type ExerciseCost = z.infer<typeof ExerciseCost>;

/** An answered exercise: the answer, the right one, the Doctor's own diagnosis with its evidence, and the steps of an expert. */
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
  expert: z.array(Line).max(MAX.steps),
});
export type ExerciseResult = z.infer<typeof ExerciseResult>;

/** The state of training. At most one exercise runs; `result` is that of the last answer, until another exercise starts or the result is closed. */
export const TrainingState = z.strictObject({
  revision: z.number().int(),
  exercises: z.array(ExerciseSummary).max(MAX.exercises),
  running: RunningExercise.nullable(),
  result: ExerciseResult.nullable(),
});
export type TrainingState = z.infer<typeof TrainingState>;
