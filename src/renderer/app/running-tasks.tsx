/** The number and total progress of the running tasks, drawn beside Tasks in the navigation. */
import { useQuery } from '@tanstack/react-query';
import type { TasksSnapshot } from '../../shared/model/task.ts';
import { ask } from '../ipc/client.ts';
import { useConnection } from '../ipc/current.ts';
import { formatCount } from '../text/format.ts';
import styles from './shell.module.css';

/** Selects the values that are drawn, so that other changes of the snapshot cause no rendering. */
function running({ tasks }: TasksSnapshot): { count: number; percent: number } {
  const runningTasks = tasks.filter(({ state }) => state === 'running');
  const steps = runningTasks.reduce((sum, task) => sum + task.steps, 0);
  const ended = runningTasks.reduce((sum, task) => sum + task.done + task.failed, 0);
  return { count: runningTasks.length, percent: steps === 0 ? 0 : Math.floor((ended / steps) * 100) };
}

export function RunningTasks() {
  const connection = useConnection();
  const { data } = useQuery({ ...ask('tasks', 'list', { connectionId: connection.id }), select: running });
  if (!data || data.count === 0) return null;
  return (
    <span
      className={`${styles.running} lk-num`}
      role="img"
      aria-label={`${formatCount(data.count, 'task')} running, ${data.percent} %`}
    >
      {data.count > 1 ? <span className={styles.runningCount}>{data.count} ·</span> : null}
      {data.percent} %
    </span>
  );
}
