/** How far a task is: what brought an answer, what failed, what is left. */
import type { Task } from '../../../shared/model/task.ts';
import { formatCount } from '../../text/format.ts';
import { toneColours } from '../../ui/tone.ts';
import { progressText, titleOf } from './task-text.ts';
import styles from './tasks.module.css';

export function TaskBar({ task }: { task: Task }) {
  const percent = (count: number): string => `${task.steps === 0 ? 100 : (count / task.steps) * 100}%`;
  const failed = task.failed === 0 ? '' : `, ${formatCount(task.failed, 'step')} failed`;
  const ended = task.done + task.failed;
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={`Progress of ${titleOf(task)}`}
      aria-valuemin={0}
      aria-valuemax={Math.max(1, task.steps)}
      aria-valuenow={task.steps === 0 ? 1 : ended}
      aria-valuetext={`${progressText(task)}${failed}`}
    >
      <span
        style={{
          width: percent(task.done),
          background: toneColours(task.state === 'cancelled' ? 'muted' : 'good').strong,
        }}
      />
      <span style={{ width: percent(task.failed), background: toneColours('bad').strong }} />
    </div>
  );
}
