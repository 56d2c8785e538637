/** How many requests a task still needs, how long they take beside the other tasks of the API, and what to say of it before it starts. */
import type { RateGroup, RateRule } from '../../shared/model/rates.ts';
import type { Estimate } from '../traffic/limits/schedule.ts';
import { kindOf } from './kinds/kinds.ts';
import type { TaskRecord } from './store/task-record.ts';

/** Requests in flight at once: enough to keep 275 a minute going while answers take longer than ten seconds. */
export const MAX_IN_FLIGHT = 64;
/** Requests in flight at once for an API without a limit, out of consideration for the service. */
export const MAX_IN_FLIGHT_WITHOUT_LIMIT = 6;

/** What tasks need of a limiter. */
export interface TaskLimiter {
  snapshot(): RateGroup;
  timeToSend(count: number): Estimate;
  /** How long answers of an operation usually take; `null` before the first. */
  latencyMs(operation: string): number | null;
}

/** How long `count` requests take until the last is answered, with answers that take `latencyMs`. */
export function timeToAnswer(limiter: TaskLimiter, count: number, latencyMs: number): Estimate {
  const { ms, binding } = limiter.timeToSend(count);
  const inFlight = limiter.snapshot().windows.length === 0 ? MAX_IN_FLIGHT_WITHOUT_LIMIT : MAX_IN_FLIGHT;
  const answersMs = Math.ceil(count / inFlight) * latencyMs;
  return answersMs > ms + latencyMs ? { ms: answersMs, binding: null } : { ms: ms + latencyMs, binding };
}

/** The latency of an answer while none was seen; the plan says that it is assumed. */
const ASSUMED_LATENCY_MS = 500;

/** What else uses one API of a connection. */
export interface ApiLoad {
  readonly limiter: TaskLimiter;
  /** The usual latency of an answer, in ms; `null` before the first answer. */
  readonly latencyMs: number | null;
  /** For each other running task, the requests it still needs. */
  readonly requestsOfOthers: readonly number[];
}

export interface TaskEstimate {
  /** The duration alone, and what queued requests and other tasks add to it; both in ms of the connection's clock. */
  readonly durationMs: number;
  readonly waitMs: number;
  readonly binding: RateRule | null;
}

/** Estimates how long `requests` take from now on. */
export function estimateTask(
  requests: number,
  { limiter, latencyMs, requestsOfOthers: others }: ApiLoad,
): TaskEstimate {
  const latency = latencyMs ?? ASSUMED_LATENCY_MS;
  // Tasks take turns, so each other task sends as many requests as this one or all it needs; the higher lanes go first.
  const fromOtherTasks = others.reduce((sum, other) => sum + Math.min(other, requests), 0);
  const { lanes } = limiter.snapshot();
  const fromHigherLanes = lanes.interactive + lanes.background;
  const { ms, binding } = timeToAnswer(limiter, requests, latency);
  const shared = timeToAnswer(limiter, requests + fromOtherTasks + fromHigherLanes, latency);
  return {
    durationMs: Math.round(ms),
    waitMs: Math.round(Math.max(0, shared.ms - ms)),
    binding: binding ?? shared.binding,
  };
}

/** The sentences of a plan that do not depend on its kind. */
export function loadRemarks({ limiter, latencyMs, requestsOfOthers: others }: ApiLoad): string[] {
  const { windows, pace } = limiter.snapshot();
  const remarks: string[] = [];
  if (windows.length === 0) remarks.push('No limit is set for this API, so only a few requests are sent at a time.');
  if (latencyMs === null)
    remarks.push('No answer of this API was seen since the start, so half a second is assumed for each.');
  if (pace < 1) remarks.push(`After a 429, requests are sent at ${Math.round(pace * 100)} % of the full rate for now.`);
  if (others.length > 0)
    remarks.push(
      `${others.length === 1 ? 'Another task is' : `${others.length} other tasks are`} running; they take turns.`,
    );
  return remarks;
}

/** From so many ended steps on, their requests per step are used for the others. */
const MIN_ENDED_STEPS = 3;

/** A task and the number of its steps in flight. */
export interface TaskProgress {
  readonly task: Pick<TaskRecord, 'spec' | 'steps' | 'done' | 'failed' | 'requests'>;
  readonly stepsInFlight: number;
}

/**
 * The requests per step of the newest of `tasks` (oldest first) of this kind; `null` when too few of its steps ended, or when each step is
 * one request.
 */
export function earlierRequestsPerStep(
  kind: TaskRecord['spec']['kind'],
  tasks: readonly TaskProgress[],
): number | null {
  const alike = tasks.filter(({ task }) => task.spec.kind === kind);
  const newest = (of: readonly TaskProgress[]) =>
    of.reduce<number | null>((last, it) => requestsPerStep(it) ?? last, null);
  return newest(alike.filter(isRepresentative)) ?? newest(alike);
}

/** The requests that a task still needs, at least one for each step. `before`: the requests per step of earlier tasks of its kind. */
export function requestsLeft(progress: TaskProgress, earlier: number | null): number {
  const { steps, done, failed, requests } = progress.task;
  const left = steps - done - failed;
  const own = requestsPerStep(progress);
  if (earlier !== null && (own === null || !isRepresentative(progress)))
    return Math.max(left, Math.ceil(steps * earlier - requests));
  return Math.max(left, Math.ceil((left - progress.stepsInFlight / 2) * (own ?? 1)));
}

/** While more steps are in flight than ended, the task's own average is too uncertain; an earlier task's is better. */
const isRepresentative = ({ task, stepsInFlight }: TaskProgress): boolean => task.done + task.failed >= stepsInFlight;

function requestsPerStep({ task, stepsInFlight }: TaskProgress): number | null {
  const ended = task.done + task.failed;
  if (!kindOf(task.spec).hasPages || ended < Math.min(MIN_ENDED_STEPS, task.steps) || task.done === 0) return null;
  return Math.max(1, task.requests / (ended + stepsInFlight / 2));
}
