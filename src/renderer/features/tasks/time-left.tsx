/** When a task was started; how much longer it takes, counted down by the window; when it ended, where it has. */
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { Task } from '../../../shared/model/task.ts';
import { useAtNow } from '../../ipc/use-now.ts';
import { formatInstant } from '../../text/format.ts';
import { leftText, startedText } from './task-text.ts';

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
