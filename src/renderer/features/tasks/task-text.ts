/** Texts about tasks: state, title, progress and plan. Pure. */
import type { Audience } from '../../../shared/model/app.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import { MAX_PACED_WINDOW_MS } from '../../../shared/model/rates.ts';
import type { Task, TaskPlan } from '../../../shared/model/task.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { formatCount, formatInstant, formatNumber, wholeSeconds } from '../../text/format.ts';
import { realMs, ruleText } from '../../text/rate-text.ts';
import { WORDS } from '../../text/words.ts';
import { IconCircleCheck, IconCircleX, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import type { Tone } from '../../ui/tag.tsx';

/** Returns the title, tone and icon for a task's state, which depend also on failed steps and on an error. */
export function stateOf(
  task: Task,
  audience: Audience = 'support',
): { title: string; tone: Tone; Icon: typeof IconCircleX } {
  switch (task.state) {
    case 'running':
      if (task.error !== null) return { title: 'Waiting', tone: 'warn', Icon: IconPlayerPause };
      return { title: 'Running', tone: 'info', Icon: IconPlayerPlay };
    case 'paused':
      if (task.error?.code === 'tokenNeeded')
        return { title: WORDS[audience].pausedForToken, tone: 'accent', Icon: IconPlayerPause };
      if (task.error?.code === 'resultsGone') return { title: 'Results are gone', tone: 'warn', Icon: IconPlayerPause };
      return task.error === null
        ? { title: 'Paused', tone: 'accent', Icon: IconPlayerPause }
        : { title: 'Stopped by an error', tone: 'bad', Icon: IconPlayerPause };
    case 'done':
      return task.failed === 0
        ? { title: 'Done', tone: 'good', Icon: IconCircleCheck }
        : { title: `Done, ${formatNumber(task.failed)} failed`, tone: 'warn', Icon: IconCircleCheck };
    case 'cancelled':
      return { title: 'Cancelled', tone: 'muted', Icon: IconCircleX };
  }
}

export const isOver = ({ state }: Task): boolean => state === 'done' || state === 'cancelled';

/** Writes the progress: "812 of 1,200 steps". */
export const progressText = ({ done, failed, steps }: Task): string =>
  `${formatNumber(done + failed)} of ${formatCount(steps, 'step')}`;

/** Returns the share of answered and failed steps, from 0 to 1. */
export const finishedShare = ({ done, failed, steps }: Task): number =>
  steps === 0 ? 1 : Math.min(1, (done + failed) / steps);

/** Writes the limit that paces a task: "paced by the limit of 275 per minute (4.6 per second)". */
export function bindingText({ binding }: Pick<Task, 'binding'>): string {
  if (binding === null) return 'as fast as the service responds';
  const { limit, windowMs } = binding;
  const each = (limit * 1_000) / windowMs;
  if (windowMs > MAX_PACED_WINDOW_MS) return `limited to ${ruleText(binding)}`;
  const second = windowMs === 1_000 || each < 0.1 ? '' : ` (${formatNumber(Math.round(each * 10) / 10)} per second)`;
  return `paced by the limit of ${ruleText(binding)}${second}`;
}

/** Writes the start: "started today 14:05". */
export const startedText = ({ createdAt }: Pick<Task, 'createdAt'>, now: number): string =>
  `started ${formatInstant(createdAt, { now })}`;

const about = (ms: number, face: ClockFace | undefined): string =>
  `about ${formatDuration(wholeSeconds(realMs(ms, face)))}`;

/** The number of remaining steps up to which a task that exceeds its estimate is "almost done". */
const FEW_STEPS = 5;

/** Writes the time left, counted down from the estimate at `asOf`: "about 53 s left"; null without an estimate, and unless the task runs. */
export function leftText(task: Task, asOf: number, now: number, face: ClockFace): string | null {
  if (task.state !== 'running' || task.estimateMs === null) return null;
  const left = asOf + task.estimateMs - now;
  if (left > 0) return `${about(left, face)} left`;
  return task.steps - task.done - task.failed <= FEW_STEPS ? 'almost done' : 'taking longer than estimated';
}

/** Writes a plan in one line: "240 requests · paced by the limit of 275 per minute · about 53 s"; for managers "About 53 s; you can keep working". */
export function planText(plan: TaskPlan, face: ClockFace | undefined, audience: Audience = 'support'): string {
  if (audience === 'managers')
    return plan.requests === 0
      ? 'Nothing to do'
      : `${plan.atLeast ? 'At least' : 'About'} ${formatDuration(wholeSeconds(realMs(plan.durationMs + plan.waitMs, face)))}; you can keep working`;
  const requests = formatCount(plan.requests, 'request');
  return [
    plan.fromEarlierTask ? `About ${requests}, as last time` : plan.atLeast ? `At least ${requests}` : requests,
    bindingText(plan),
    plan.requests === 0 ? 'nothing to do' : `${about(plan.durationMs, face)}, other requests go first`,
    ...(plan.waitMs >= 1_000 ? [`${about(plan.waitMs, face)} more while other requests run`] : []),
  ].join(' · ');
}
