/** The tasks of this connection, newest first, with their progress and time left. */
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { memo } from 'react';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { Task, TasksSnapshot } from '../../../shared/model/task.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatNumber } from '../../text/format.ts';
import { useTaskActions } from './task-actions.tsx';
import { Started, TaskBar, TaskStateTag, TimeLeft } from './task-progress.tsx';
import { bindingText, finishedShare, progressText, titleOf } from './task-text.ts';
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
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <h2 className={styles.entryTitle}>
          <PageLink to="/tasks" search={{ id: task.id }} inherit c="inherit">
            {titleOf(task)}
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
        {task.state === 'running' ? <span>{bindingText(task)}</span> : null}
        <Started task={task} face={face} />
        <TimeLeft task={task} asOf={asOf} face={face} />
      </div>
    </li>
  );
});

function PauseResume({ task }: { task: Task }) {
  const actions = useTaskActions(task.id);
  if (task.state === 'running')
    return (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerPause size={14} aria-hidden />}
        loading={actions.pausing}
        onClick={actions.pause}
        aria-label={`Pause ${titleOf(task)}`}
      >
        Pause
      </Button>
    );
  if (task.state === 'paused')
    return (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        loading={actions.resuming}
        onClick={actions.resume}
        aria-label={`Resume ${titleOf(task)}`}
      >
        Resume
      </Button>
    );
  return null;
}
