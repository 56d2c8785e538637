/** What a task is made of and what it would take, and a task as the window sees it: with its estimate. */
import { AppError } from '../../shared/errors.ts';
import type { Connection, Credential } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { RateGroup } from '../../shared/model/rates.ts';
import { MOST_STEPS, type Task, type TaskPlan, type TaskSpec } from '../../shared/model/task.ts';
import { applicationOf } from '../api/application-of.ts';
import type { Clock } from '../platform/ports.ts';
import type { LoadedListing, Step } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { outlookOf, type Standing, standingRemarks } from './outlook.ts';
import type { TaskRecord } from './store/task-record.ts';
import type { WireWatch } from './wire-watch.ts';

export interface PlannerDeps {
  /** Throws AppError `notFound`. */
  readonly connections: { connection(id: string): Connection };
  /** The listings that are loaded now. */
  readonly listings: (connectionId: string) => readonly LoadedListing[];
  readonly rates: (connectionId: string, api: Api) => RateGroup;
  /** Whether a request can be made with a credential without obtaining a token. */
  readonly hasToken: (credentialId: string) => boolean;
  readonly watch: Pick<WireWatch, 'latencyMs'>;
  readonly clockOf: (connectionId: string) => Clock;
}

export interface NewTask {
  readonly connectionId: string;
  readonly applicationId: string | null;
  readonly spec: TaskSpec;
}

/** A task at work as far as its estimate needs it; `intervalMs` is the time from the end of one step to the next, where it is known. */
export interface AtWork {
  readonly task: TaskRecord;
  readonly intervalMs: number | null;
}

/** Of a task's listings so many are shown; a task may have tens of thousands, and is pushed four times a second. */
const SHOWN_LISTINGS = 20;

export class Planner {
  readonly #deps: PlannerDeps;

  constructor(deps: PlannerDeps) {
    this.#deps = deps;
  }

  /** The credential and the steps of a new task. Throws `invalidInput`, `notFound`. */
  prepare({ connectionId, applicationId, spec }: NewTask): { credential: Credential; steps: Step[] } {
    const connection = this.#deps.connections.connection(connectionId);
    const kind = kindOf(spec);
    const credential = kind.api === 'booking' ? applicationOf(connection, applicationId) : connection.openApi;
    if (!credential) throw new AppError('notFound', { what: 'An Open API client of this connection' });
    const steps = kind.steps(spec, () => this.#deps.listings(connectionId));
    if (steps.length > MOST_STEPS) {
      const message = `That would be ${steps.length.toLocaleString('en-GB')} requests; a task has at most ${MOST_STEPS.toLocaleString('en-GB')}.`;
      throw new AppError('invalidInput', { issues: [{ path: 'spec', message }] });
    }
    return { credential, steps };
  }

  /** `others`: the other tasks of the connection. Throws what `prepare` throws. */
  plan(input: NewTask, others: readonly AtWork[]): TaskPlan {
    const { spec } = input;
    const { credential, steps } = this.prepare(input);
    const kind = kindOf(spec);
    const standing = this.#standing(input, others);
    const outlook = outlookOf(steps.length, standing);
    const remarks = [
      ...kind.remarks(spec, steps.length, () => this.#deps.listings(input.connectionId)),
      ...standingRemarks(standing, outlook.binding),
    ];
    if (!this.#deps.hasToken(credential.id))
      remarks.push(`${credential.label} has no valid token, so the first request obtains one.`);
    return { requests: steps.length, atLeast: kind.atLeast, ...outlook, remarks };
  }

  shown({ task: record, intervalMs }: AtWork, others: readonly AtWork[]): Task {
    const { number: _, ...task } = { ...record, spec: shownSpec(record.spec) };
    if (task.state !== 'running') return { ...task, estimateMs: null, binding: null };
    const { durationMs, waitMs, binding } = outlookOf(requestsLeft(record), this.#standing(record, others));
    const seenMs = (intervalMs ?? 0) * (task.steps - task.done - task.failed);
    return { ...task, estimateMs: Math.round(Math.max(durationMs + waitMs, seenMs)), binding };
  }

  #standing({ connectionId, spec }: Pick<TaskRecord, 'connectionId' | 'spec'>, others: readonly AtWork[]): Standing {
    const { rates, clockOf, watch } = this.#deps;
    const { api, operation } = kindOf(spec);
    const beside = others.filter(({ task }) => task.state === 'running' && kindOf(task.spec).api === api);
    return {
      group: rates(connectionId, api),
      now: clockOf(connectionId).now(),
      latencyMs: watch.latencyMs(connectionId, operation),
      others: beside.map(({ task }) => requestsLeft(task)),
    };
  }
}

/** Requests that a task still needs: as many for each step as the steps so far took, and at least one. */
function requestsLeft({ steps, done, failed, requests, spec }: TaskRecord): number {
  const left = steps - done - failed;
  const each = kindOf(spec).atLeast && done > 0 ? Math.max(1, requests / (done + failed)) : 1;
  return Math.ceil(left * each);
}

function shownSpec(spec: TaskSpec): TaskSpec {
  if (spec.kind !== 'calendars' || spec.listingIds === null) return spec;
  return { ...spec, listingIds: spec.listingIds.slice(0, SHOWN_LISTINGS) };
}
