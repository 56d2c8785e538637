/** The interface of a kind of bulk task. A new kind is one file that implements it, and a line in kinds.ts. */
import type { ErrorData } from '../../../shared/errors.ts';
import type { OperationId } from '../../../shared/model/operation.ts';
import type { Api, Json } from '../../../shared/model/primitives.ts';
import type { TaskColumn, TaskSpec } from '../../../shared/model/task.ts';
import { countText } from '../../../shared/time/text-formats.ts';
import type { ApiAnswer, PageRequest, Values } from '../../api/api-client.ts';
import type { KeptAnswer } from '../../desk/flexible-dates/answer.ts';
import type { AnswerStore } from '../../desk/flexible-dates/answer-store.ts';
import type { MatrixListing } from '../../desk/flexible-dates/matrix-needs.ts';

/** One unit of a task. `key` identifies it (a listing's id, a day); `title` is its name on the screen. */
export interface Step {
  readonly key: string;
  readonly title: string;
}

/** A row of a task's results. `cells` are in the order of the kind's columns. The service's record is `null` if there is none. */
export interface ResultRow {
  readonly cells: readonly Json[];
  readonly raw: Json | null;
}

export type LoadedListing = MatrixListing;

/** The rows of a step, and the service's answer if it is kept. */
export interface StepResult {
  readonly rows: readonly ResultRow[];
  readonly answer?: KeptAnswer;
}

export interface PlanContext {
  loaded(): readonly LoadedListing[];
  readonly answers: Pick<AnswerStore, 'coverage' | 'searched'>;
  readonly credentialId: string;
  /** The present time, in epoch ms on the connection's clock. */
  readonly now: number;
  /** The number of listings in one page of a search; `null` when a search has no pages. */
  readonly searchPageSize: number | null;
}

export type Send = (values: Values, page?: PageRequest) => Promise<ApiAnswer>;

export interface Kind<Spec extends TaskSpec = TaskSpec> {
  readonly api: Api;
  operation(spec: Spec): OperationId;
  readonly columns: readonly TaskColumn[];
  /** Whether a step may need more than one request. */
  hasPages(spec: Spec): boolean;
  /** Completes a specification with what is known when the task is created. Throws AppError `invalidInput`. */
  resolve?(spec: Spec, context: PlanContext): Spec;
  /** The steps in the order in which they run. Throws AppError `invalidInput`. */
  steps(spec: Spec, context: PlanContext): Step[];
  /** The largest number of requests that all steps need; `null` when that is unknown before a step runs. */
  requests?(spec: Spec, steps: number, context: PlanContext): number | null;
  title(spec: Spec, steps: number): string;
  /** Sentences of the plan about the steps. */
  remarks(spec: Spec, steps: number, context: PlanContext): string[];
  /** Sentences of the plan about listings that the task leaves out. */
  skips?(spec: Spec, context: PlanContext): string[];
  /** Explains a failed step by the record of its listing; `null` when the record explains nothing. */
  hint?(key: string, error: ErrorData, loaded: () => ReadonlyMap<string, LoadedListing>): string | null;
  /** Runs a step. Its requests are safe to repeat. */
  run(spec: Spec, step: Step, send: Send): Promise<StepResult>;
}

/** Makes the label of a step: "Harbour View (l-1)". */
export const labelOf = ({ key, title }: Step): string => (key === title ? key : `${title} (${key})`);

/** Writes a number with its noun: "1 listing", "12 listings". `many` is an irregular plural. */
export const counted = (count: number, noun: string, many = `${noun}s`): string =>
  `${countText(count)} ${count === 1 ? noun : many}`;
