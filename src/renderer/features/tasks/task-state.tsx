/** The state of a task in words, tone and icon. */
import type { Task } from '../../../shared/model/task.ts';
import { Tag } from '../../ui/tag.tsx';
import { stateOf } from './task-text.ts';

export function TaskStateTag({ task }: { task: Task }) {
  const { title, tone, Icon } = stateOf(task);
  return (
    <Tag tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {title}
    </Tag>
  );
}
