/** How many requests the steps of a task take: as its own so far, before that as those of an earlier task of its kind, else one each. */
import { kindOf } from './kinds/kinds.ts';
import type { TaskRecord } from './store/task-record.ts';

/** Steps that have to have ended before they say something about the others. */
const ENOUGH = 3;

/** A task with how many of its steps are under way. */
export interface Underway {
  readonly task: Pick<TaskRecord, 'spec' | 'steps' | 'done' | 'failed' | 'requests'>;
  readonly underWay: number;
}

/** Requests a step of this kind took in the newest of `tasks` (oldest first) that tells; `null` when none does, or where it is always one. */
export function eachLastTime(kind: TaskRecord['spec']['kind'], tasks: readonly Underway[]): number | null {
  const alike = tasks.filter(({ task }) => task.spec.kind === kind);
  const newest = (of: readonly Underway[]) => of.reduce<number | null>((last, it) => eachOf(it) ?? last, null);
  return newest(alike.filter(isSteady)) ?? newest(alike);
}

/** Requests that a task still needs, at least one for each step; `last` is what `eachLastTime` gives for its kind. */
export function requestsLeft(it: Underway, last: number | null): number {
  const { steps, done, failed, requests } = it.task;
  const left = steps - done - failed;
  const own = eachOf(it);
  if (last !== null && (own === null || !isSteady(it))) return Math.max(left, Math.ceil(steps * last - requests));
  return Math.max(left, Math.ceil((left - it.underWay / 2) * (own ?? 1)));
}

/** While more steps are under way than ended, nobody knows how far those are: what others took says more. */
const isSteady = ({ task, underWay }: Underway): boolean => task.done + task.failed >= underWay;

function eachOf({ task, underWay }: Underway): number | null {
  const ended = task.done + task.failed;
  if (!kindOf(task.spec).atLeast || ended < Math.min(ENOUGH, task.steps) || task.done === 0) return null;
  return Math.max(1, task.requests / (ended + underWay / 2));
}
