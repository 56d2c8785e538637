/** The tasks of the connection, newest first, with their progress and the time that is left. */
import { Button } from '@mantine/core';
import { memo } from 'react';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { Task, TasksSnapshot } from '../../../shared/model/task.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatNumber } from '../../text/format.ts';
import { titleOf } from '../../text/task-title.ts';
import { IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { useTaskActions } from './task-actions.tsx';
import { Started, TaskBar, TaskStateTag, TimeLeft } from './task-progress.tsx';
import { bindingText, finishedShare, progressText } from './task-text.ts';
import styles from './tasks.module.css';

export function TaskList({ snapshot }: { snapshot: TasksSnapshot }) {
  return (
    <ul className={styles.list} aria-label="Tasks">
      {snapshot.tasks.map((task) => (
        <Entry key={task.id} task={task} asOf={task.state === 'running' ? snapshot.asOf : 0} face={snapshot.clock} />
      ))}
    </ul>
  );
}

const Entry = memo(function Entry({ task, asOf, face }: { task: Task; asOf: number; face: ClockFace }) {
  const audience = useAudience();
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <h2 className={styles.entryTitle}>
          <PageLink to="/tasks" search={{ id: task.id }} inherit c="inherit">
            {titleOf(task, audience)}
          </PageLink>
        </h2>
        <TaskStateTag task={task} />
        <span className={styles.entryActions}>
          <PauseResume task={task} />
        </span>
      </div>
      <TaskBar task={task} />
      <div className={styles.facts}>
        <span className="lk-num">
          {progressText(task)} ({Math.floor(finishedShare(task) * 100)} %)
        </span>
        {task.failed > 0 ? <span className={styles.failed}>{formatNumber(task.failed)} failed</span> : null}
        <span className="lk-num">{formatCount(task.rows, 'result')}</span>
        {audience === 'support' && task.state === 'running' ? <span>{bindingText(task)}</span> : null}
        <Started task={task} face={face} />
        <TimeLeft task={task} asOf={asOf} face={face} />
      </div>
    </li>
  );
});

function PauseResume({ task }: { task: Task }) {
  const audience = useAudience();
  const actions = useTaskActions(task.id);
  if (task.state !== 'running' && task.state !== 'paused') return null;
  const [name, Icon, pending, act] =
    task.state === 'running'
      ? (['Pause', IconPlayerPause, actions.pausing, actions.pause] as const)
      : (['Resume', IconPlayerPlay, actions.resuming, actions.resume] as const);
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      loading={pending}
      onClick={act}
      aria-label={`${name} ${titleOf(task, audience)}`}
    >
      {name}
    </Button>
  );
}
