/** What a kind of bulk task is made of. A new kind is one file that implements this, and a line in kinds.ts. */

import type { ErrorData } from '../../../shared/errors.ts';
import type { OperationId } from '../../../shared/model/operation.ts';
import type { Api, Json } from '../../../shared/model/primitives.ts';
import type { TaskColumn, TaskSpec } from '../../../shared/model/task.ts';
import type { ApiAnswer } from '../../api/api-client.ts';
import type { Values } from '../../api/template.ts';

/** One part of a task that succeeds or fails by itself. `key` says which (a listing's id, a day), `title` how a person knows it. */
export interface Step {
  readonly key: string;
  readonly title: string;
}

/** A row of results: cells in the order of the kind's columns, and what the service sent for it. */
export interface ResultRow {
  readonly cells: readonly Json[];
  readonly raw: Json | null;
}

export interface LoadedListing {
  readonly id: string;
  readonly title: string;
  /** `false` when its record says that it is not listed; `null` when it does not say. */
  readonly listed: boolean | null;
}

/** Sends one request of the kind's operation. */
export type Send = (values: Values, page?: { readonly skip?: number; readonly cursor?: string }) => Promise<ApiAnswer>;

export interface Kind<Spec extends TaskSpec = TaskSpec> {
  readonly api: Api;
  readonly operation: OperationId;
  readonly columns: readonly TaskColumn[];
  /** Whether a step may take more than one request. */
  readonly hasPages: boolean;
  /** The steps in the order they are taken. Throws AppError `invalidInput`. */
  steps(spec: Spec, loaded: () => readonly LoadedListing[]): Step[];
  /** What a person calls the task. */
  title(spec: Spec, steps: number): string;
  /** Sentences about what the steps are. */
  remarks(spec: Spec, steps: number, loaded: () => readonly LoadedListing[]): string[];
  /** What may be the reason that a step failed, as far as its record tells; `null` where it does not. */
  hint?(key: string, error: ErrorData, loaded: () => ReadonlyMap<string, LoadedListing>): string | null;
  /** Takes a step. Sending it twice does no harm. */
  run(spec: Spec, step: Step, send: Send): Promise<ResultRow[]>;
}

/** A step as a person reads it. */
export const labelOf = ({ key, title }: Step): string => (key === title ? key : `${title} (${key})`);

/** "1 listing", "12 listings". */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-GB')} ${one}${count === 1 ? '' : 's'}`;
