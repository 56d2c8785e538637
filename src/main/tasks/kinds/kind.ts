/** The interface of a kind of bulk task. A new kind is one file that implements it, and a line in kinds.ts. */

import type { ErrorData } from '../../../shared/errors.ts';
import type { OperationId } from '../../../shared/model/operation.ts';
import type { Api, Json } from '../../../shared/model/primitives.ts';
import type { TaskColumn, TaskSpec } from '../../../shared/model/task.ts';
import type { ApiAnswer, PageRequest, Values } from '../../api/api-client.ts';

/** One unit of a task; it succeeds or fails by itself. `key` identifies it (a listing's id, a day); `title` is its name on the screen. */
export interface Step {
  readonly key: string;
  readonly title: string;
}

/** A result row: cells in the order of the kind's columns, and the record that the service sent. */
export interface ResultRow {
  readonly cells: readonly Json[];
  readonly raw: Json | null;
}

export interface LoadedListing {
  readonly id: string;
  readonly title: string;
  /** What the listing's record says; `null` when the record does not say. */
  readonly listed: boolean | null;
}

/** Sends one request of the kind's operation. */
export type Send = (values: Values, page?: PageRequest) => Promise<ApiAnswer>;

export interface Kind<Spec extends TaskSpec = TaskSpec> {
  readonly api: Api;
  readonly operation: OperationId;
  readonly columns: readonly TaskColumn[];
  /** Whether a step may need more than one request. */
  readonly hasPages: boolean;
  /** The steps in the order in which they run. Throws AppError `invalidInput`. */
  steps(spec: Spec, loaded: () => readonly LoadedListing[]): Step[];
  /** The name of the task on the screen. */
  title(spec: Spec, steps: number): string;
  /** Sentences about the steps, for the plan. */
  remarks(spec: Spec, steps: number, loaded: () => readonly LoadedListing[]): string[];
  /** The likely reason why a step failed, from the record of its listing; `null` when the record explains nothing. */
  hint?(key: string, error: ErrorData, loaded: () => ReadonlyMap<string, LoadedListing>): string | null;
  /** Runs a step. Its requests are safe to repeat. */
  run(spec: Spec, step: Step, send: Send): Promise<ResultRow[]>;
}

/** The title of a step with its key, "Harbour View (l-1)". */
export const labelOf = ({ key, title }: Step): string => (key === title ? key : `${title} (${key})`);

/** "1 listing", "12 listings". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
