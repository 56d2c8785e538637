/** Estimates how many requests a task still needs, and how long they take beside the API's other tasks. */
import { ASSUMED_LATENCY_MS, type RateGroup, type RateRule } from '../../shared/model/rates.ts';
import type { TaskSpec } from '../../shared/model/task.ts';
import type { Estimate } from '../traffic/limits/schedule.ts';
import { kindOf } from './kinds/kinds.ts';
import type { TaskRecord } from './store/task-record.ts';

/** The maximum number of requests in flight. It allows 275 a minute as long as an answer takes less than 14 seconds. */
export const MAX_IN_FLIGHT = 64;
/** The maximum number of requests in flight for an API without a rate limit, to spare the service. */
export const MAX_IN_FLIGHT_WITHOUT_LIMIT = 6;

export interface TaskLimiter {
  snapshot(): RateGroup;
  timeToSend(count: number): Estimate;
  /** The usual latency of an operation's answers, in ms; `null` before the first answer. */
  latencyMs(operation: string): number | null;
}

/** Estimates the time until the last of `count` requests is answered. `binding` is `null` when latency, not a rate limit, decides. */
export function timeToAnswer(
  limiter: TaskLimiter,
  count: number,
  latencyMs: number,
  { windows } = limiter.snapshot(),
): Estimate {
  const { ms, binding } = limiter.timeToSend(count);
  const inFlight = windows.length === 0 ? MAX_IN_FLIGHT_WITHOUT_LIMIT : MAX_IN_FLIGHT;
  const answersMs = Math.ceil(count / inFlight) * latencyMs;
  return answersMs > ms + latencyMs ? { ms: answersMs, binding: null } : { ms: ms + latencyMs, binding };
}

/** The present load on one API of a connection, without the task that is estimated. */
export interface ApiLoad {
  readonly limiter: TaskLimiter;
  /** The usual latency of the operation; `null` before its first answer. */
  readonly latencyMs: number | null;
  /** The requests that each other running task still needs. */
  readonly requestsOfOthers: readonly number[];
}

export interface TaskEstimate {
  /** The duration if nothing else used the API. */
  readonly durationMs: number;
  /** The additional time because of queued requests and other tasks. */
  readonly waitMs: number;
  readonly binding: RateRule | null;
}

export function estimateTask(
  requests: number,
  { limiter, latencyMs, requestsOfOthers: others }: ApiLoad,
): TaskEstimate {
  const latency = latencyMs ?? ASSUMED_LATENCY_MS;
  // Tasks take turns: each other task sends as many requests as this one meanwhile, or fewer if it needs fewer. Higher priority lanes go first.
  const fromOtherTasks = others.reduce((sum, other) => sum + Math.min(other, requests), 0);
  const group = limiter.snapshot();
  const fromHigherLanes = group.lanes.interactive + group.lanes.background;
  const { ms, binding } = timeToAnswer(limiter, requests, latency, group);
  const shared = timeToAnswer(limiter, requests + fromOtherTasks + fromHigherLanes, latency, group);
  return {
    durationMs: Math.round(ms),
    waitMs: Math.round(Math.max(0, shared.ms - ms)),
    binding: binding ?? shared.binding,
  };
}

/** Returns the remarks of a plan about the present load on the API, which apply to every kind of task. */
export function loadRemarks({ limiter, latencyMs, requestsOfOthers: others }: ApiLoad): string[] {
  const { windows, rateShare } = limiter.snapshot();
  const remarks: string[] = [];
  if (windows.length === 0) remarks.push('No limit is set for this API, so only a few requests are sent at a time.');
  if (latencyMs === null)
    remarks.push('This API has not answered since the app started; the plan assumes half a second for each answer.');
  if (rateShare < 1)
    remarks.push(`After a 429, requests are sent at ${Math.round(rateShare * 100)} % of the full rate for now.`);
  if (others.length > 0)
    remarks.push(
      `${others.length === 1 ? 'Another task is' : `${others.length} other tasks are`} running; they take turns.`,
    );
  return remarks;
}

/** The number of ended steps from which a task's own average is used. */
const MIN_ENDED_STEPS = 3;

export interface TaskProgress {
  readonly task: Pick<TaskRecord, 'spec' | 'steps' | 'done' | 'failed' | 'requests'>;
  readonly stepsInFlight: number;
}

/**
 * Returns the average number of requests per step in the newest task of the same kind and operation, preferably one whose average is reliable; `null`
 * without one, or if each step is one request. `tasks` are sorted oldest first.
 */
export function earlierRequestsPerStep(spec: TaskSpec, tasks: readonly TaskProgress[]): number | null {
  const operation = kindOf(spec).operation(spec);
  const alike = tasks.filter(
    ({ task }) => task.spec.kind === spec.kind && kindOf(task.spec).operation(task.spec) === operation,
  );
  const newest = (of: readonly TaskProgress[]) =>
    of.reduce<number | null>((last, it) => requestsPerStep(it) ?? last, null);
  return newest(alike.filter(isRepresentative)) ?? newest(alike);
}

/** Estimates the requests that a task still needs. `earlier` is the number per step of an earlier task (see {@link earlierRequestsPerStep}). */
export function requestsLeft(progress: TaskProgress, earlier: number | null): number {
  const { steps, done, failed, requests } = progress.task;
  const left = steps - done - failed;
  const own = requestsPerStep(progress);
  if (earlier !== null && (own === null || !isRepresentative(progress)))
    return Math.max(left, Math.ceil(steps * earlier - requests));
  return Math.max(left, Math.ceil((left - progress.stepsInFlight / 2) * (own ?? 1)));
}

/** Whether the average of a task's own steps is reliable: at least as many steps have ended as are in flight. */
const isRepresentative = ({ task, stepsInFlight }: TaskProgress): boolean => task.done + task.failed >= stepsInFlight;

function requestsPerStep({ task, stepsInFlight }: TaskProgress): number | null {
  const ended = task.done + task.failed;
  if (!kindOf(task.spec).hasPages(task.spec) || ended < Math.min(MIN_ENDED_STEPS, task.steps) || task.done === 0)
    return null;
  return Math.max(1, task.requests / (ended + stepsInFlight / 2));
}
