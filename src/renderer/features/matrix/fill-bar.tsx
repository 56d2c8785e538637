/** The bar about missing cells: their number, the cost of reading them, and the task that reads them. */

import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isAppError } from '../../../shared/app-error.ts';
import type { MatrixQuestion } from '../../../shared/model/matrix.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { Task, TaskPlan } from '../../../shared/model/task.ts';
import { upperFirst } from '../../../shared/text/first-letter.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useListingNoun } from '../../actions/use-listing-noun.ts';
import { useAct, useAsk } from '../../ipc/client.ts';
import { useAudience, useCurrentClockFace } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatNumber, wholeSeconds } from '../../text/format.ts';
import { realMs } from '../../text/rate-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconCircleCheck, IconClockHour4, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { FINISHED_MS } from '../../ui/typing-pause.ts';
import { useAtNow } from '../../ui/use-now.ts';
import { useRememberedState } from '../../ui/use-remembered-state.ts';
import styles from './matrix.module.css';

const AGES = [
  { value: HOUR_MS / 4, label: '15 minutes' },
  { value: HOUR_MS, label: 'an hour' },
  { value: 6 * HOUR_MS, label: '6 hours' },
  { value: DAY_MS, label: 'a day' },
  { value: 0, label: '– load all again' },
];
/** The interval at which the plan is read again, because other requests and the age of answers change it. */
const PLAN_EVERY_MS = 5_000;
/** The maximum time of a read that begins by itself, once the choices have not changed for a moment. */
const QUICK_MS = 5_000;

export function FillBar({ question }: { question: MatrixQuestion }) {
  const { connectionId, applicationId, stays, listings } = question;
  const client = useQueryClient();
  const noun = useListingNoun();
  const [maxAgeMs, setMaxAgeMs] = useRememberedState('matrix.maxAgeMs', () => HOUR_MS);
  const input = { connectionId, applicationId, spec: { kind: 'matrix', stays, listings, maxAgeMs } } as const;
  const tasks = useAsk('tasks', 'list', { connectionId });
  const plan = useAsk('tasks', 'plan', input, {
    keepsPrevious: true,
    staleTime: 0,
    refetchInterval: PLAN_EVERY_MS,
    gcTime: PLAN_EVERY_MS,
  });
  const [startedId, setStartedId] = useState<string | null>(null);
  const create = useAct('tasks', 'create', {
    quiet: true,
    onSuccess: async ({ id }) => {
      setStartedId(id);
      await client.invalidateQueries({ queryKey: ['tasks', 'list'] });
    },
  });
  const activeId = plan.data?.duplicate?.id ?? startedId;
  const task = tasks.data?.tasks.find(
    ({ id, state }) => id === activeId && (state === 'running' || state === 'paused'),
  );
  const isRunning = task !== undefined;
  /** `planAt`: when main made the plan that the last task's end has outdated (epoch ms); 0 until a task ends, and while one runs. */
  const [ended, setEnded] = useState({ isRunning, planAt: 0 });
  if (ended.isRunning !== isRunning) setEnded({ isRunning, planAt: isRunning ? 0 : plan.dataUpdatedAt });
  const { refetch } = plan;
  useEffect(() => {
    if (ended.planAt > 0) void refetch();
  }, [ended.planAt, refetch]);
  const isOutdated = plan.isPlaceholderData || (!isRunning && plan.dataUpdatedAt === ended.planAt);
  const planned = isOutdated ? undefined : plan.data;
  const failed = task || planned?.requests === 0 ? null : failedBefore(tasks.data?.tasks ?? [], question);
  const face = useCurrentClockFace();
  const isQuick =
    planned !== undefined &&
    planned.requests > 0 &&
    !planned.atLeast &&
    !planned.needsToken &&
    maxAgeMs > 0 &&
    realMs(planned.durationMs + planned.waitMs, face) <= QUICK_MS;
  const asked = JSON.stringify(input);
  const [settled] = useDebouncedValue(asked, FINISHED_MS);
  /** The input, as JSON, whose prices were last loaded by themselves. For the same input, only the button loads them again. */
  const begun = useRef('');
  const { mutate } = create;
  /** Whether a task was started that is not in the list yet. */
  const isStarting = create.isPending || (startedId !== null && !tasks.data?.tasks.some(({ id }) => id === startedId));
  const isDue = isQuick && !task && failed === null && settled === asked && begun.current !== asked;
  useEffect(() => {
    if (!isDue) return;
    begun.current = asked;
    mutate(JSON.parse(asked));
  }, [isDue, asked, mutate]);
  const hint = isAppError(plan.error, 'invalidInput')
    ? plan.error.data.issues.map(({ message }) => message).join(' ')
    : null;
  return (
    <section className={styles.fill} aria-label="Loading prices">
      {task && tasks.data ? (
        <Running task={task} asOf={tasks.data.asOf} face={tasks.data.clock} />
      ) : hint ? (
        <p className={styles.plan} role="status">
          {hint}
        </p>
      ) : plan.error ? (
        <ErrorNotice error={plan.error} compact onRetry={() => void plan.refetch()} />
      ) : (
        <>
          <Plan plan={planned} />
          {planned && planned.requests > 0 && !isDue && !isStarting && !(isQuick && settled !== asked) ? (
            <IconButton Icon={IconPlayerPlay} variant="filled" onClick={() => create.mutate(input)}>
              Load prices
            </IconButton>
          ) : null}
        </>
      )}
      {failed ? (
        <p className={styles.failed} role="status">
          The last time, {isSearch(failed) ? formatCount(failed.failed, 'arrival') : noun.count(failed.failed)} could
          not be loaded.{' '}
          <PageLink to="/tasks" search={{ id: failed.id }} inherit underline="always">
            Details
          </PageLink>
        </p>
      ) : null}
      <NativeSelect
        className={styles.age ?? ''}
        aria-label="Prices not older than"
        size="xs"
        leftSection={<span className={styles.ageLabel}>Prices not older than</span>}
        leftSectionWidth={136}
        data={AGES.map(({ value, label }) => ({ value: String(value), label }))}
        value={String(maxAgeMs)}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value);
          setMaxAgeMs(() => chosen);
        }}
      />
      {create.error ? <ErrorNotice error={create.error} compact /> : null}
    </section>
  );
}

const isSearch = ({ spec }: Task): boolean => spec.kind === 'matrix' && spec.by === 'search';

/** The newest task for this question, when it is done and some of its steps failed; else null. */
function failedBefore(tasks: readonly Task[], { stays, listings }: MatrixQuestion): Task | null {
  const asked = JSON.stringify([stays, listings]);
  const [latest] = tasks
    .filter(({ spec }) => spec.kind === 'matrix' && JSON.stringify([spec.stays, spec.listings]) === asked)
    .toSorted((one, other) => other.createdAt - one.createdAt);
  return latest?.state === 'done' && latest.failed > 0 ? latest : null;
}

const aboutText = (ms: number, face: ClockFace | undefined): string =>
  `about ${formatDuration(wholeSeconds(realMs(ms, face)))}`;

function Plan({ plan }: { plan: TaskPlan | undefined }) {
  const audience = useAudience();
  const face = useCurrentClockFace();
  if (!plan) return <p className={styles.plan}>Working out how long it takes…</p>;
  if (plan.requests === 0)
    return (
      <p className={styles.plan} role="status">
        <IconCircleCheck size={17} aria-hidden /> Everything is loaded.
      </p>
    );
  const time = aboutText(plan.durationMs + plan.waitMs, face);
  const count = `${plan.atLeast ? 'At least ' : ''}${formatCount(plan.requests, 'request')}`;
  const remarks = audience === 'support' ? plan.remarks : plan.everyday;
  return (
    <div className={styles.plan}>
      <p role="status">
        <IconClockHour4 size={17} aria-hidden />
        <span>{audience === 'support' ? `${count}, ${time}` : upperFirst(time)}; you can keep working.</span>
      </p>
      {remarks.length > 0 ? <p className={styles.remarks}>{remarks.join(' ')}</p> : null}
    </div>
  );
}

function Running({ task, asOf, face }: { task: Task; asOf: number; face: ClockFace }) {
  const noun = useListingNoun();
  const pause = useAct('tasks', 'pause');
  const resume = useAct('tasks', 'resume');
  const ended = task.done + task.failed;
  const left = useAtNow(face, (now) => {
    if (task.state !== 'running' || task.estimateMs === null) return '';
    const ms = asOf + task.estimateMs - now;
    return ms > 0 ? `, ${aboutText(ms, face)} left; you can keep working` : '';
  });
  const text = `${formatNumber(ended)} of ${isSearch(task) ? formatCount(task.steps, 'arrival') : noun.count(task.steps)} loaded`;
  return (
    <>
      <div className={styles.plan}>
        <p role="status">
          {text}
          {task.failed > 0 ? ` (${formatNumber(task.failed)} failed)` : ''}
          {task.state === 'paused' ? ', paused' : left}.{' '}
          <PageLink to="/tasks" search={{ id: task.id }} inherit underline="always">
            Details
          </PageLink>
        </p>
        <div
          className={styles.track}
          role="progressbar"
          aria-label="Prices loaded"
          aria-valuemin={0}
          aria-valuemax={Math.max(1, task.steps)}
          aria-valuenow={ended}
          aria-valuetext={text}
        >
          <span style={{ width: `${(ended / Math.max(1, task.steps)) * 100}%` }} />
        </div>
        {task.error ? <ErrorNotice error={task.error} compact /> : null}
      </div>
      {task.state === 'running' ? (
        <IconButton Icon={IconPlayerPause} loading={pause.isPending} onClick={() => pause.mutate({ id: task.id })}>
          Pause
        </IconButton>
      ) : (
        <IconButton
          Icon={IconPlayerPlay}
          variant="filled"
          loading={resume.isPending}
          onClick={() => resume.mutate({ id: task.id })}
        >
          Resume
        </IconButton>
      )}
    </>
  );
}
