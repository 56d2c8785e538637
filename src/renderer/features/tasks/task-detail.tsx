/** The page of a task: its progress, its error, its failed steps and its results. */

import { useCallback } from 'react';
import { serverOf } from '../../../shared/app-error.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import type { Audience } from '../../../shared/model/app.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { PendingRequest, PendingSnapshot } from '../../../shared/model/pending.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { FailedStep, Task } from '../../../shared/model/task.ts';
import { upperFirst } from '../../../shared/text/first-letter.ts';
import { readClock } from '../../../shared/time/clock-face.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { SECOND_MS } from '../../../shared/time/units.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAsk } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { textOfError } from '../../text/error-text.ts';
import { formatCount, formatNumber, wholeSeconds } from '../../text/format.ts';
import { realMs } from '../../text/rate-text.ts';
import { daysOf, shortTitleOf } from '../../text/task-title.ts';
import { WORDS } from '../../text/words.ts';
import { IconArrowLeft, IconHourglass } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { toneColours } from '../../ui/tag.tsx';
import { useAtNow } from '../../ui/use-now.ts';
import { Results } from './results/results.tsx';
import { TaskActions, useTaskActions } from './task-actions.tsx';
import { Started, TaskBar, TaskStateTag, TimeLeft } from './task-progress.tsx';
import { bindingText, finishedShare, progressText } from './task-text.ts';
import styles from './tasks.module.css';

interface Props {
  task: Task;
  connection: Connection;
  asOf: number;
  face: ClockFace;
}

export function TaskDetail({ task, connection, asOf, face }: Props) {
  const audience = useAudience();
  return (
    <div className={styles.detail}>
      <PageLink to="/tasks" size="sm" className={styles.back ?? ''}>
        <IconArrowLeft size={15} aria-hidden /> All tasks
      </PageLink>
      <PageHeader
        title={shortTitleOf(task, audience)}
        description={aboutText(task, connection, audience)}
        actions={<TaskActions task={task} />}
      />
      <section className={styles.progress} aria-label="Progress">
        <TaskBar task={task} />
        <div className={styles.facts}>
          <TaskStateTag task={task} />
          <span className="lk-num">
            {progressText(task)} ({Math.floor(finishedShare(task) * 100)} %)
          </span>
          {task.failed > 0 ? <span className={styles.failed}>{formatNumber(task.failed)} failed</span> : null}
          {audience === 'support' ? (
            <PageLink to="/traffic" search={{ taskId: task.id }} inherit aria-label="Its requests in Traffic">
              {formatCount(task.requests, 'request')} sent
            </PageLink>
          ) : null}
          {audience === 'support' && task.state === 'running' ? <span>{bindingText(task)}</span> : null}
          <Started task={task} face={face} />
          <TimeLeft task={task} asOf={asOf} face={face} />
        </div>
        {task.state === 'running' && !task.error ? <StalledNotice task={task} /> : null}
        {task.state === 'running' && task.error ? (
          <p className={styles.facts}>The task tries again every minute and continues by itself.</p>
        ) : null}
      </section>
      {task.error ? <TaskError task={task} error={task.error} /> : null}
      <FailedSteps task={task} now={readClock(face, Date.now())} />
      <Results task={task} />
    </div>
  );
}

function TaskError({ task, error }: { task: Task; error: ErrorData }) {
  const { resume } = useTaskActions(task.id);
  return <ErrorNotice error={error} onRepeat={task.state === 'paused' ? resume : undefined} compact />;
}

function aboutText(task: Task, { applications }: Connection, audience: Audience): string {
  const words = WORDS[audience];
  const label = applications.find(({ id }) => id === task.credentialId)?.label;
  const days = daysOf(task);
  const application = label === undefined ? words.applicationRemoved : words.through(label);
  return `${upperFirst(days)}, ${application}.`;
}

/** Says why a running task makes no progress. */
function StalledNotice({ task: { id, connectionId } }: { task: Task }) {
  const audience = useAudience();
  const ofTask = useCallback(
    ({ requests, clock }: PendingSnapshot) => ({ clock, requests: requests.filter(({ taskId }) => taskId === id) }),
    [id],
  );
  const { data } = useAsk('traffic', 'pending', { connectionId }, { select: ofTask });
  const text = useAtNow(data?.clock, (now) => (data ? stalledText(data.requests, now, data.clock, audience) : null));
  if (text === null) return null;
  return (
    <p className={styles.stalled}>
      <IconHourglass size={16} color={toneColours('warn').strong} aria-hidden />
      {text}
    </p>
  );
}

/** The failed steps of a task, each with its reason and a link to its exchange. */
function FailedSteps({ task, now }: { task: Task; now: number }) {
  const audience = useAudience();
  const failures = useAsk('tasks', 'failures', { id: task.id }, { enabled: task.failed > 0 });
  const shown = failures.data ?? [];
  if (task.failed === 0) return null;
  return (
    <details className={styles.failures}>
      <summary>
        {formatCount(task.failed, 'step')} failed
        {shown.length < task.failed && shown.length > 0 ? `, ${shown.length} shown` : ''}
      </summary>
      {failures.error ? <ErrorNotice error={failures.error} onRetry={() => void failures.refetch()} compact /> : null}
      <ul className={styles.failureList}>
        {shown.map((failure, at) => (
          <Failure key={`${failure.step} ${String(at)}`} failure={failure} now={now} audience={audience} />
        ))}
      </ul>
    </details>
  );
}

function exchangeOf({ error }: FailedStep): string | null {
  if ('exchangeId' in error) return error.exchangeId;
  return serverOf(error)?.exchangeId ?? null;
}

function Failure({ failure, now, audience }: { failure: FailedStep; now: number; audience: Audience }) {
  const exchangeId = audience === 'support' ? exchangeOf(failure) : null;
  return (
    <li>
      <strong>{failure.step}</strong> {textOfError(failure.error, now, audience).sentence} {failure.hint}{' '}
      {exchangeId === null ? null : (
        <PageLink to="/traffic" search={{ id: exchangeId }} inherit underline="always">
          See the exchange
        </PageLink>
      )}
    </li>
  );
}

/**
 * Writes the most serious reason why a task's `requests` wait; null while they only wait for a permit. `now` is on the connection's clock. Durations
 * are in real time, even when that clock runs faster.
 */
export function stalledText(
  requests: readonly PendingRequest[],
  now: number,
  face: ClockFace,
  audience: Audience = 'support',
): string | null {
  const paused = requests.find(({ phase }) => phase === 'circuit');
  if (paused) {
    const { until, reason } = paused;
    const when = until === null || until <= now ? 'now' : `in ${durationText(until - now, face)}`;
    const cause = audience === 'support' ? reason : null;
    return [cause ?? 'Requests to its host are paused after failures.', `Next attempt ${when}.`].join(' ');
  }
  const token = requests.find(({ phase }) => phase === 'token');
  if (token) {
    const reason = audience === 'support' ? token.reason : null;
    return [reason, WORDS[audience].waitsForToken].filter(Boolean).join(' ');
  }
  const retried = requests.filter(({ attempt }) => attempt > 1);
  if (retried.length > 0) {
    const reason = audience === 'support' ? retried.find((request) => request.reason !== null)?.reason : null;
    return (
      reason ?? `${formatCount(retried.length, 'request')} failed and ${retried.length === 1 ? 'is' : 'are'} retried.`
    );
  }
  const sent = requests.filter(({ phase }) => phase === 'answer').map(({ phaseSince }) => phaseSince);
  const longestMs = sent.length === 0 ? 0 : realMs(now - Math.min(...sent), face);
  return longestMs < 8 * SECOND_MS ? null : `No response for ${formatDuration(Math.floor(longestMs / 1_000) * 1_000)}.`;
}

const durationText = (ms: number, face: ClockFace): string => formatDuration(wholeSeconds(realMs(ms, face)));
