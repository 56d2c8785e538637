/** How long a task takes beside the others of its API, which share the places evenly, and what a person should know before it starts. */
import type { RateRule } from '../../shared/model/rates.ts';
import { type TaskLimiter, workingTime } from './estimate.ts';

/** Assumed for an answer while none was seen; the plan says so. */
const ASSUMED_LATENCY_MS = 500;

/** The state of one API of a connection. */
export interface Standing {
  readonly limiter: TaskLimiter;
  /** How long an answer usually takes; `null` before the first. */
  readonly latencyMs: number | null;
  /** Requests that each other running task has left. */
  readonly others: readonly number[];
}

export interface Outlook {
  /** How long it would take alone, and how much longer because of what waits and works beside it. */
  readonly durationMs: number;
  readonly waitMs: number;
  readonly binding: RateRule | null;
}

/** What `requests` would take from now on. */
export function outlookOf(requests: number, { limiter, latencyMs, others }: Standing): Outlook {
  const latency = latencyMs ?? ASSUMED_LATENCY_MS;
  // Others get as many places as this one, until they have what they need; what a person waits for goes before.
  const beside = others.reduce((sum, other) => sum + Math.min(other, requests), 0);
  const { lanes } = limiter.snapshot();
  const before = lanes.interactive + lanes.background;
  const { ms, binding } = workingTime(limiter, requests, latency);
  const shared = workingTime(limiter, requests + beside + before, latency);
  return {
    durationMs: Math.round(ms),
    waitMs: Math.round(Math.max(0, shared.ms - ms)),
    binding: binding ?? shared.binding,
  };
}

/** Sentences about a plan that do not depend on its kind. */
export function standingRemarks({ limiter, latencyMs, others }: Standing): string[] {
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
