/** How many requests a task still needs, how long they take beside the other tasks of the API, and what to say of it before it starts. */
import type { RateGroup, RateRule } from '../../shared/model/rates.ts';
import type { Estimate } from '../traffic/limits/estimate.ts';
import { kindOf } from './kinds/kinds.ts';
import type { TaskRecord } from './store/task-record.ts';

/** Requests in flight at once: enough to keep 275 a minute going while answers take longer than ten seconds. */
export const MAX_IN_FLIGHT = 64;
/** The same for an API without any limit, out of consideration for the service. */
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

/** Assumed for an answer while none was seen; the plan says so. */
const ASSUMED_LATENCY_MS = 500;

/** The state of one API of a connection. */
export interface ApiLoad {
  readonly limiter: TaskLimiter;
  /** How long an answer usually takes; `null` before the first. */
  readonly latencyMs: number | null;
  /** Requests that each other running task has left. */
  readonly requestsOfOthers: readonly number[];
}

export interface TaskEstimate {
  /** How long it would take alone, and how much longer because of what waits and works beside it. */
  readonly durationMs: number;
  readonly waitMs: number;
  readonly binding: RateRule | null;
}

/** What `requests` would take from now on. */
export function estimateTask(
  requests: number,
  { limiter, latencyMs, requestsOfOthers: others }: ApiLoad,
): TaskEstimate {
  const latency = latencyMs ?? ASSUMED_LATENCY_MS;
  // Others get as many places as this one, until they have what they need; what a person waits for goes before.
  const beside = others.reduce((sum, other) => sum + Math.min(other, requests), 0);
  const { lanes } = limiter.snapshot();
  const before = lanes.interactive + lanes.background;
  const { ms, binding } = timeToAnswer(limiter, requests, latency);
  const shared = timeToAnswer(limiter, requests + beside + before, latency);
  return {
    durationMs: Math.round(ms),
    waitMs: Math.round(Math.max(0, shared.ms - ms)),
    binding: binding ?? shared.binding,
  };
}

/** Sentences about a plan that do not depend on its kind. */
export function loadRemarks({ limiter, latencyMs, requestsOfOthers: others }: ApiLoad): string[] {
  const { windows, pace } = limiter.snapshot();
  const remarks: string[] = [];
  if (windows.length === 0) remarks.push('No limit is set for this API, so a few requests go at a time.');
  if (latencyMs === null)
    remarks.push('No answer of this API was seen since the start, so half a second is assumed for each.');
  if (pace < 1)
    remarks.push(`After a refusal (429), requests go at ${Math.round(pace * 100)} % of the full speed for now.`);
  if (others.length > 0)
    remarks.push(
      `${others.length === 1 ? 'Another task is' : `${others.length} other tasks are`} at work; they take turns.`,
    );
  return remarks;
}

/** Steps that have to have ended before they say something about the others. */
const MIN_ENDED_STEPS = 3;

/** A task with how many of its steps are under way. */
export interface TaskProgress {
  readonly task: Pick<TaskRecord, 'spec' | 'steps' | 'done' | 'failed' | 'requests'>;
  readonly stepsInFlight: number;
}

/** Requests a step of this kind took in the newest of `tasks` (oldest first) that tells; `null` when none does, or where it is always one. */
export function requestsPerStepBefore(kind: TaskRecord['spec']['kind'], tasks: readonly TaskProgress[]): number | null {
  const alike = tasks.filter(({ task }) => task.spec.kind === kind);
  const newest = (of: readonly TaskProgress[]) =>
    of.reduce<number | null>((last, it) => requestsPerStep(it) ?? last, null);
  return newest(alike.filter(isRepresentative)) ?? newest(alike);
}

/** Requests that a task still needs, at least one for each step; `last` is what `eachLastTime` gives for its kind. */
export function requestsLeft(it: TaskProgress, last: number | null): number {
  const { steps, done, failed, requests } = it.task;
  const left = steps - done - failed;
  const own = requestsPerStep(it);
  if (last !== null && (own === null || !isRepresentative(it)))
    return Math.max(left, Math.ceil(steps * last - requests));
  return Math.max(left, Math.ceil((left - it.stepsInFlight / 2) * (own ?? 1)));
}

/** While more steps are under way than ended, nobody knows how far those are: what others took says more. */
const isRepresentative = ({ task, stepsInFlight: underWay }: TaskProgress): boolean =>
  task.done + task.failed >= underWay;

function requestsPerStep({ task, stepsInFlight: underWay }: TaskProgress): number | null {
  const ended = task.done + task.failed;
  if (!kindOf(task.spec).hasPages || ended < Math.min(MIN_ENDED_STEPS, task.steps) || task.done === 0) return null;
  return Math.max(1, task.requests / (ended + underWay / 2));
}
