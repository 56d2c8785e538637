/** Plans new tasks (steps, requests, duration) and estimates how long existing tasks still take. */

import { isDeepStrictEqual } from 'node:util';
import { invalidInput } from '../../shared/app-error.ts';
import { credentialFor } from '../../shared/connection/account.ts';
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import type { Connection, Credential } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { MAX_STEPS, type Task, type TaskPlan, type TaskSpec } from '../../shared/model/task.ts';
import { countText } from '../../shared/time/text-formats.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { Clock } from '../platform/ports.ts';
import {
  type ApiLoad,
  earlierRequestsPerStep,
  estimateTask,
  loadRemarks,
  requestsLeft,
  type TaskLimiter,
  type TaskProgress,
} from './estimate.ts';
import type { LoadedListing, PlanContext, Step } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import type { TaskRecord } from './store/task-record.ts';
import type { TaskStore } from './store/task-store.ts';

/** A new task before it starts. `spec` is completed by its kind. */
interface PreparedTask {
  readonly credential: Credential;
  readonly spec: TaskSpec;
  readonly steps: Step[];
  readonly context: PlanContext;
}

export interface PlannerDeps {
  /** The source of connections. It throws AppError `notFound`. */
  readonly connections: { connection(id: string): Connection };
  readonly listings: (connectionId: string) => readonly LoadedListing[];
  /** The progress of the load of the listings; `null` when none runs. */
  readonly loading: (connectionId: string) => { readonly loaded: number; readonly expected: number | null } | null;
  readonly limiterOf: (connectionId: string, api: Api) => TaskLimiter;
  readonly hasToken: (credentialId: string) => boolean;
  readonly store: TaskStore;
  readonly clockOf: (connectionId: string) => Clock;
  /** The number of listings in one page of a search; `null` when a search has no pages. */
  readonly searchPageSize: (connectionId: string) => number | null;
}

export interface NewTask {
  readonly connectionId: string;
  readonly applicationId: string | null;
  readonly spec: TaskSpec;
}

/** A task and its measured speed. `intervalMs` is the time from the end of one step to the next; `null` until enough steps have ended. */
export interface ObservedTask extends TaskProgress {
  readonly task: TaskRecord;
  readonly intervalMs: number | null;
}

/** A lone task counts as slowed by the service when its measured time exceeds this many times the estimate, plus two seconds. */
const SLOWDOWN_FACTOR = 1.3;

export class Planner {
  readonly #deps: PlannerDeps;

  constructor(deps: PlannerDeps) {
    this.#deps = deps;
  }

  /** Prepares a new task. Throws `invalidInput`, `notFound`. */
  prepare({ connectionId, applicationId, spec: asked }: NewTask): PreparedTask {
    const connection = this.#deps.connections.connection(connectionId);
    const kind = kindOf(asked);
    const credential = credentialFor(connection, kind.api, applicationId);
    const context = this.#contextOf(connectionId, credential.id);
    const spec = kind.resolve?.(asked, context) ?? asked;
    const steps = kind.steps(spec, context);
    if (steps.length > MAX_STEPS) {
      const message = `That would be ${countText(steps.length)} requests; a task has at most ${countText(MAX_STEPS)}.`;
      throw invalidInput('spec', message);
    }
    return { credential, spec, steps, context };
  }

  /** Plans a task. `others` are the connection's other tasks, oldest first. Throws the errors of {@link prepare}. */
  plan(input: NewTask, others: readonly ObservedTask[]): TaskPlan {
    const { credential, spec, steps, context } = this.prepare(input);
    const kind = kindOf(spec);
    const load = this.#loadOf({ connectionId: input.connectionId, spec }, others, others);
    const perStep = kind.hasPages(spec) ? earlierRequestsPerStep(spec, others) : null;
    const planned = kind.requests?.(spec, steps.length, context) ?? null;
    const requests = perStep === null ? (planned ?? steps.length) : Math.ceil(steps.length * perStep);
    const estimate = estimateTask(requests, load);
    const everyday = [...this.#loadingRemarks(input), ...(kind.skips?.(spec, context) ?? [])];
    const remarks = [...everyday, ...kind.remarks(spec, steps.length, context), ...loadRemarks(load)];
    const needsToken = !this.#deps.hasToken(credential.id);
    if (needsToken) remarks.push(`${credential.label} has no valid token, so the task begins with a token request.`);
    const atLeast = kind.hasPages(spec) && perStep === null && planned === null;
    const duplicate = duplicateOf(spec, credential.id, others);
    return {
      requests,
      atLeast,
      fromEarlierTask: perStep !== null,
      ...estimate,
      remarks,
      everyday,
      needsToken,
      duplicate,
    };
  }

  /** Describes a task for the renderer. `others` are the connection's other tasks, oldest first. */
  describe(observed: ObservedTask, others: readonly ObservedTask[]): Task {
    const { task: record, intervalMs } = observed;
    const { number: _, ...task } = { ...record, spec: shownSpec(record.spec) };
    if (task.state !== 'running') return { ...task, estimateMs: null, binding: null };
    const all = [...others, observed];
    const load = this.#loadOf(record, others, all);
    const left = requestsLeft(observed, earlierRequestsPerStep(task.spec, all));
    const { durationMs, waitMs, binding } = estimateTask(left, load);
    const byLimitMs = durationMs + waitMs;
    const measuredMs = (intervalMs ?? 0) * (task.steps - task.done - task.failed);
    const isLimited = load.requestsOfOthers.length > 0 || measuredMs < SLOWDOWN_FACTOR * byLimitMs + 2 * SECOND_MS;
    return { ...task, estimateMs: Math.round(Math.max(byLimitMs, measuredMs)), binding: isLimited ? binding : null };
  }

  #contextOf(connectionId: string, credentialId: string): PlanContext {
    const { listings, store, clockOf, searchPageSize } = this.#deps;
    let loaded: readonly LoadedListing[] | null = null;
    return {
      loaded() {
        loaded ??= listings(connectionId);
        return loaded;
      },
      answers: store.answers,
      credentialId,
      now: clockOf(connectionId).now(),
      searchPageSize: searchPageSize(connectionId),
    };
  }

  #loadingRemarks({ connectionId, spec }: NewTask): string[] {
    const loading = coversLoaded(spec) ? this.#deps.loading(connectionId) : null;
    if (!loading) return [];
    if (this.#deps.listings(connectionId).length > loading.loaded)
      return ['The listings are reloading; a task that starts now covers the listings loaded before.'];
    const of = loading.expected === null ? '' : ` of ${countText(loading.expected)}`;
    const progress = `${countText(loading.loaded)}${of} so far`;
    return [`The listings are still loading: ${progress}. A task that starts now covers only these.`];
  }

  /** Returns the load on the task's API. `all`: the tasks from which the requests per step are estimated. */
  #loadOf(
    { connectionId, spec }: Pick<TaskRecord, 'connectionId' | 'spec'>,
    others: readonly ObservedTask[],
    all: readonly ObservedTask[],
  ): ApiLoad {
    const { api } = kindOf(spec);
    const limiter = this.#deps.limiterOf(connectionId, api);
    const beside = others.filter(({ task }) => task.state === 'running' && kindOf(task.spec).api === api);
    return {
      limiter,
      latencyMs: limiter.latencyMs(kindOf(spec).operation(spec)),
      requestsOfOthers: beside.map((other) => requestsLeft(other, earlierRequestsPerStep(other.task.spec, all))),
    };
  }
}

/** The unfinished task with the same specification and credential; `null` if none. */
function duplicateOf(spec: TaskSpec, credentialId: string, tasks: readonly ObservedTask[]): TaskPlan['duplicate'] {
  for (const { task } of tasks) {
    const { id, state } = task;
    if ((state !== 'running' && state !== 'paused') || task.credentialId !== credentialId) continue;
    if (isDeepStrictEqual(task.spec, spec)) return { id, state };
  }
  return null;
}

const coversLoaded = (spec: TaskSpec): boolean =>
  (spec.kind === 'calendars' && spec.listingIds === null) || (spec.kind === 'matrix' && spec.listings.ids === null);

function shownSpec(spec: TaskSpec): TaskSpec {
  if (spec.kind === 'calendars' && spec.listingIds !== null)
    return { ...spec, listingIds: spec.listingIds.slice(0, MAX_ENTRIES.few) };
  if (spec.kind === 'matrix' && spec.listings.ids !== null)
    return { ...spec, listings: { ...spec.listings, ids: spec.listings.ids.slice(0, MAX_ENTRIES.few) } };
  return spec;
}
