/** The Tasks page: all tasks of the connection, one task, or the form for a new one. */
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { memo } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { Task, TasksSnapshot } from '../../../shared/model/task.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { NoApplication } from '../../actions/no-application.tsx';
import { useAsk } from '../../ipc/client.ts';
import { useAudience, useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatNumber } from '../../text/format.ts';
import { titleOf } from '../../text/task-title.ts';
import { WORDS } from '../../text/words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconListCheck, IconPlayerPause, IconPlayerPlay, IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { NewTask } from './new/new-task.tsx';
import { useTaskActions } from './task-actions.tsx';
import { TaskDetail } from './task-detail.tsx';
import { Started, TaskBar, TaskStateTag, TimeLeft } from './task-progress.tsx';
import { bindingText, finishedShare, progressText } from './task-text.ts';
import styles from './tasks.module.css';

export function TasksPage() {
  const connection = useConnection();
  const search = useSearch({ from: '/tasks' });
  if (search.id !== undefined) return <OneTask key={search.id} connection={connection} id={search.id} />;
  if (search.new !== undefined && connection.applications.length > 0)
    return (
      <>
        <PageHeader title="New task" description="Review the plan before you start. Nothing is sent until then." />
        <NewTask key={connection.id} connection={connection} />
      </>
    );
  return <AllTasks connection={connection} />;
}

function AllTasks({ connection }: { connection: Connection }) {
  const audience = useAudience();
  const navigate = useNavigate();
  const list = useAsk('tasks', 'list', { connectionId: connection.id });
  const newTask = (
    <IconButton Icon={IconPlus} variant="filled" onClick={() => void navigate({ to: '/tasks', search: { new: '1' } })}>
      New task
    </IconButton>
  );
  const empty = list.data?.tasks.length === 0;
  const noApplication = connection.applications.length === 0;
  return (
    <>
      <PageHeader
        title="Tasks"
        description={WORDS[audience].tasksAbout}
        actions={empty || noApplication ? null : newTask}
      />
      {list.error ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} /> : null}
      {noApplication && (empty || !list.data) ? (
        <NoApplication icon={<IconListCheck size={30} />}>{WORDS[audience].tasksNeedApplication}</NoApplication>
      ) : empty ? (
        <EmptyState icon={<IconListCheck size={30} />} title="No tasks yet" action={newTask}>
          {WORDS[audience].whatTasksDo} You can pause it, it continues after a restart, and you can read its results
          while it runs.
        </EmptyState>
      ) : list.data ? (
        <TaskList snapshot={list.data} />
      ) : null}
    </>
  );
}

function OneTask({ connection, id }: { connection: Connection; id: string }) {
  const list = useAsk('tasks', 'list', { connectionId: connection.id });
  const task = list.data?.tasks.find((one) => one.id === id);
  if (task && list.data)
    return (
      <TaskDetail
        task={task}
        connection={connection}
        asOf={task.state === 'running' ? list.data.asOf : 0}
        face={list.data.clock}
      />
    );
  return (
    <>
      <PageHeader title="Task" />
      {list.error ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data ? (
        <EmptyState
          icon={<IconListCheck size={30} />}
          title="Task not found"
          action={<PageLink to="/tasks">All tasks</PageLink>}
        >
          It was removed, or it belongs to another connection.
        </EmptyState>
      ) : null}
    </>
  );
}

/** The tasks of the connection, newest first, with their progress and the time that is left. */
function TaskList({ snapshot }: { snapshot: TasksSnapshot }) {
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
      leftSection={<Icon size={14} aria-hidden />}
      loading={pending}
      onClick={act}
      aria-label={`${name} ${titleOf(task, audience)}`}
    >
      {name}
    </Button>
  );
}
