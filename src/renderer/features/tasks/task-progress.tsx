/** The progress of a task: its state, a bar of done, failed and remaining steps, its start, and the time that is left. */
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { Task } from '../../../shared/model/task.ts';
import { useAudience } from '../../ipc/current.ts';
import { formatCount, formatInstant } from '../../text/format.ts';
import { titleOf } from '../../text/task-title.ts';
import { Tag, toneColours } from '../../ui/tag.tsx';
import { useAtNow } from '../../ui/use-now.ts';
import { leftText, progressText, startedText, stateOf } from './task-text.ts';
import styles from './tasks.module.css';

export function TaskStateTag({ task }: { task: Task }) {
  const { title, tone, Icon } = stateOf(task, useAudience());
  return (
    <Tag tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {title}
    </Tag>
  );
}

export function TaskBar({ task }: { task: Task }) {
  const audience = useAudience();
  const percent = (count: number): string => `${task.steps === 0 ? 100 : (count / task.steps) * 100}%`;
  const failed = task.failed === 0 ? '' : `, ${formatCount(task.failed, 'step')} failed`;
  const ended = task.done + task.failed;
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={`Progress of ${titleOf(task, audience)}`}
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

export function Started({ task, face }: { task: Task; face: ClockFace }) {
  return <span className="lk-num">{useAtNow(face, (now) => startedText(task, now))}</span>;
}

export function TimeLeft({ task, asOf, face }: { task: Task; asOf: number; face: ClockFace }) {
  const text = useAtNow(face, (now) => {
    if (task.finishedAt !== null) return `ended ${formatInstant(task.finishedAt, { now })}`;
    return leftText(task, asOf, now, face) ?? '';
  });
  return <span className="lk-num">{text}</span>;
}
